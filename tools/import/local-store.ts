import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import * as v from 'valibot';
import { CATALOGUE_VERSION_KEY } from '../../src/platform/http/catalogue-version.ts';
import { openConnection } from '../../src/host/node/database/connection.ts';
import { describeFolder } from '../../src/host/node/run/data-folder.ts';
import { createConfigStore } from '../../src/host/node/stores/config-store.ts';
import { openHostDatabase } from '../../src/host/node/stores/host-database.ts';
import { problem } from '../../scripts/lib/progress.ts';
import { jsonPieces, type Statement } from './statements.ts';
import type { Store } from './store.ts';
import { putVersion } from './wrangler.ts';

/** Under the folder v3 of a state folder, where miniflare keeps D1: a file named by the database's id. */
const FOLDER = 'v3/d1/miniflare-D1DatabaseObject';
/** As in seed.ts: tests have a state folder of their own. */
export const STATE_DIR = process.env['STATE_DIR'] ?? '.wrangler/state';
const PIECE_BYTES = 1_000_000;
/** Titles of one transaction: more of them write a page that they share once, and keep other writers waiting. */
const BATCH_TITLES = { alone: 1500, besideTheSite: 500 };
/** A transaction's changed pages fit into 48 MB of memory, and 64 MB of log are copied into the database at once. */
const BULK_PRAGMAS = 'PRAGMA cache_size = -49152; PRAGMA wal_autocheckpoint = 16000;';

/** The data folder of the Node host, which may serve meanwhile: each batch waits for its turn and is one transaction. */
export function openDataStore(folder: string): Store {
  return openSqliteStore(openDatabase(folder), BATCH_TITLES.besideTheSite, async (version) => {
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
  return openSqliteStore(openDatabase(undefined, stateDir), BATCH_TITLES.alone, (version) =>
    putVersion(CATALOGUE_VERSION_KEY, version, ['--local', '--persist-to', stateDir]),
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
  if (!existsSync(database)) throw problem(`There is no database under ${folder}: npm run seed -- --data makes it.`);
  return openConnection(database, 'write');
}

function openSqliteStore(db: DatabaseSync, batchSize: number, writeVersion: Store['putVersion']): Store {
  db.exec(BULK_PRAGMAS);
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const runAll = ({ sql, values }: Statement) => {
    for (const json of jsonPieces(values, PIECE_BYTES)) prepare(sql).run(json);
  };
  const inTransaction = (work: () => void) => {
    db.exec('BEGIN IMMEDIATE');
    try {
      work();
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  };
  return {
    batchSize,
    read: async ({ sql, values }, row) =>
      v.parse(v.array(row), sql.includes('?') ? prepare(sql).all(JSON.stringify(values)) : prepare(sql).all()),
    apply: async (statements) => {
      inTransaction(() => {
        statements.forEach(runAll);
      });
    },
    execute: async (sql) => {
      inTransaction(() => {
        for (const statement of sql) db.exec(statement);
      });
    },
    putVersion: writeVersion,
    close: async () => {
      db.close();
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
    throw problem(`There is no database under ${stateDir}: npm run seed makes it.`);
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
