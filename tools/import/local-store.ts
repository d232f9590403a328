import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { CATALOGUE_VERSION_KEY } from '../../src/platform/http/cache/catalogue-version.ts';
import { openConnection } from '@pardeh/workers-on-node/database/connection';
import { describeFolder } from '../../src/host/node/run/data-folder.ts';
import { createConfigStore } from '@pardeh/workers-on-node/stores/config-store';
import { openHostDatabase } from '@pardeh/workers-on-node/stores/host-database';
import { problem } from '../lib/progress.ts';
import type { FromThread, ToThread } from './database-thread.ts';
import { jsonPieces } from '../../src/platform/db/json-statements.ts';
import type { Store } from './store.ts';
import { putLocalVersion } from './wrangler.ts';

/** Under the folder v3 of a state folder, where miniflare keeps D1: a file named by the database's id. */
const FOLDER = 'v3/d1/miniflare-D1DatabaseObject';
/** As in seed.ts: tests have a state folder of their own. */
export const STATE_DIR = process.env['STATE_DIR'] ?? '.wrangler/state';
const PIECE_BYTES = 1_000_000;
/** Titles of one transaction: more of them write a page that they share once, and keep other writers waiting. */
const BATCH_TITLES = { alone: 1500, besideTheSite: 500 };
/** Of the thread's rows, which are short-lived; V8's own limit is 48. */
const MAX_YOUNG_MB = 4;
const THREAD = new URL('database-thread.ts', import.meta.url);

/** The data folder of the Node host, which may serve meanwhile: each batch waits for its turn and is one transaction. */
export function openDataStore(folder: string): Store {
  return openThread({ folder }, BATCH_TITLES.besideTheSite, async (version) => {
    const hostDatabase = openHostDatabase(describeFolder(folder).host);
    await createConfigStore(hostDatabase).put(CATALOGUE_VERSION_KEY, version);
    hostDatabase.close();
  });
}

/**
 * The local D1, opened as the SQLite file that it is: through workerd every batch would be packed, sent and unpacked
 * several times over, and wrangler alone takes as much memory as an import may. No server may have it open meanwhile.
 */
export function openLocalStore(stateDir: string): Store {
  return openThread({ stateDir }, BATCH_TITLES.alone, (version) =>
    putLocalVersion(CATALOGUE_VERSION_KEY, version, stateDir),
  );
}

/** The database of a data folder, or else that of the local state, which this process then has alone. */
export function openDatabase(folder: string | undefined, stateDir = STATE_DIR): DatabaseSync {
  if (folder === undefined) {
    const db = new DatabaseSync(findLocalDatabase(stateDir));
    lock(db);
    return db;
  }
  const { database } = describeFolder(folder);
  if (!existsSync(database))
    throw problem(
      `There is no database under ${folder}: npm run seed -- --only base --data ${folder} makes an empty site.`,
    );
  return openConnection(database, 'write');
}

/** The database in a thread of its own, which writes one batch while the next one is read. A Problem of opening it
 * comes with the first answer. */
function openThread(
  workerData: { folder: string } | { stateDir: string },
  batchSize: number,
  putVersion: Store['putVersion'],
): Store {
  const worker = new Worker(THREAD, { workerData, resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_MB } });
  // Only what waits for an answer keeps the process alive.
  worker.unref();
  const waiting: PromiseWithResolvers<unknown[]>[] = [];
  worker.on('message', ({ rows, error }: FromThread) => {
    const next = waiting.shift();
    if (waiting.length === 0) worker.unref();
    if (error) next?.reject(Object.assign(new Error(error.message), { name: error.name }));
    else next?.resolve(rows);
  });
  let death: Error | null = null;
  const end = (cause: Error) => {
    death ??= cause;
    for (const { reject } of waiting.splice(0)) reject(death);
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The database’s thread has ended.')));
  const ask = (request: ToThread) => {
    if (death) return Promise.reject(death);
    const answer = Promise.withResolvers<unknown[]>();
    waiting.push(answer);
    worker.ref();
    worker.postMessage(request);
    return answer.promise;
  };
  return {
    batchSize,
    read: async ({ sql, values }, row) => {
      const json = sql.includes('?') ? { values: JSON.stringify(values) } : {};
      return v.parse(v.array(row), await ask({ type: 'read', sql, ...json }));
    },
    apply: async (statements) => {
      const pieces = statements.map(({ sql, values }) => ({ sql, pieces: jsonPieces(values, PIECE_BYTES) }));
      await ask({ type: 'apply', statements: pieces });
    },
    execute: async (sql) => {
      await ask({ type: 'execute', sql });
    },
    putVersion,
    close: async () => {
      if (!death) await ask({ type: 'close' });
    },
  };
}

export function findLocalDatabase(stateDir = STATE_DIR): string {
  const folder = join(stateDir, FOLDER);
  const files = existsSync(folder)
    ? readdirSync(folder).filter((file) => file.endsWith('.sqlite') && file !== 'metadata.sqlite')
    : [];
  const [file] = files;
  if (file === undefined || files.length > 1) {
    throw problem(
      `There is no database under ${stateDir}: npm run seed makes the demo, npm run seed -- --only base an empty site.`,
    );
  }
  return join(folder, file);
}

/** Takes the file for this process alone: a server beside it would answer with errors while a batch is written. */
function lock(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = NORMAL;');
    db.exec('BEGIN IMMEDIATE; COMMIT;');
  } catch (error) {
    db.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw problem('A server has the local database open: stop it, and import again.');
    }
    throw error;
  }
}
