import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { openState } from '../lib/open-state.ts';
import { migrate } from '../seed/migrate.ts';
import { openDataTarget } from '../seed/targets.ts';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import { openSqliteD1 } from '@pardeh/workers-on-node/database/d1';
import { queryCloudflare } from '../import/cloudflare-d1.ts';
import { openDatabase, STATE_DIR } from '../import/local-store.ts';
import type { StoreTarget } from '../import/open-store.ts';
import { openCloudflareReader } from '../ledger/cloudflare-reader.ts';
import { describeContents, createReader } from './contents.ts';
import { countRows } from './format.ts';
import { describeError, problem } from '../lib/progress.ts';
import { importRows, isEqual, requireEmpty, requireSameTables } from './import.ts';
import { readRows, verifyFile } from './read-file.ts';
import { copyTo } from './remote.ts';
import { openFresh, readSchema, requireSameMigrations } from './schema.ts';

interface Imported {
  rows: number;
  /** The findings of the ledger's verification. The database is open until then. */
  verify: () => Promise<string[]>;
}

/** Refuses a file before the target is touched. A Problem where the file or the target cannot be used. */
export async function importInto({ remote, data }: StoreTarget, file: string): Promise<Imported> {
  const state = await verifyFile(file);
  const fresh = await openFresh();
  const schema = readSchema(fresh);
  requireSameMigrations(state.migrations, schema.migrations);
  requireSameTables(state, schema);
  const rows = countRows(state);
  if (remote) {
    await importRemotely(fresh, file);
    return { rows, verify: () => verifyLedger(openCloudflareReader()) };
  }
  await prepareTarget(data);
  const db = openDatabase(data);
  try {
    await importFile(db, fresh, file);
  } catch (error) {
    db.close();
    throw error;
  }
  return { rows, verify: () => verifyLedger(openSqliteD1(db)).finally(() => db.close()) };
}

/** Into a migrated database. `fresh` tells the rows of migrations from others. */
export async function importFile(db: DatabaseSync, fresh: DatabaseSync, file: string): Promise<void> {
  const state = await verifyFile(file);
  const schema = readSchema(fresh);
  requireSameTables(state, schema);
  const contents = await describeContents(createReader(db), schema);
  requireEmpty(contents, await describeContents(createReader(fresh), schema));
  await importRows(db, state, readRows(file));
}

/** Into Cloudflare's D1, which is migrated. */
async function importRemotely(fresh: DatabaseSync, file: string): Promise<void> {
  const state = await verifyFile(file);
  const schema = readSchema(fresh);
  requireEmpty(await describeContents(queryCloudflare, schema), await describeContents(createReader(fresh), schema));
  const copied = await copyTo(fresh, state, readRows(file)).then(
    () => null,
    (cause: unknown) => String(describeError(cause)),
  );
  // The answer of a file that D1 has run may be lost.
  const contents = await describeContents(queryCloudflare, schema).catch((cause: unknown) => {
    const reasons = copied === null ? '' : `${copied}\n`;
    throw problem(`${reasons}${String(describeError(cause))}\n${UNSEEN}`);
  });
  if (isEqual(contents, state)) return;
  if (copied === null || !isEqual(contents, await describeContents(createReader(fresh), schema)))
    throw problem(`The rows are written, and their counts or the sums of the ledger differ from the file. ${ANOTHER}`);
  throw problem(`${copied}\nNo row was there when D1 was asked. If a second try says that it has data: ${ANOTHER}`);
}

const ANOTHER = 'Delete this D1, and import into a new one.';
const UNSEEN = `D1 has all rows or none, and does not say which. If a second try says that it has data: ${ANOTHER}`;

const names = v.array(v.object({ name: v.string() }));

/** Migrates a new target; an older one stays as it is. */
async function prepareTarget(data: string | undefined): Promise<void> {
  const target = data === undefined ? await openState(STATE_DIR) : await openDataTarget(data);
  try {
    const { DB } = target.env;
    const tracked = await DB.prepare("SELECT name FROM sqlite_master WHERE name = 'd1_migrations'").all();
    const applied =
      tracked.results.length > 0 ? await DB.prepare('SELECT name FROM d1_migrations ORDER BY name').all() : tracked;
    const migrations = v.parse(names, applied.results).map(({ name }) => name);
    if (migrations.length > 0) requireSameMigrations(migrations, readSchema(await openFresh()).migrations);
    else await migrate(DB);
  } finally {
    await target.dispose();
  }
}
