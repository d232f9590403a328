import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { StartProblem } from '../process/problem.ts';
import { openConnection } from './connection.ts';

/** `contentless_delete` of FTS5 needs it. */
const MIN_SQLITE = [3, 43, 0] as const;
/** Larger files are not read whole at each start: 256 MiB take about a second. */
const QUICK_CHECK_BYTES = 256 * 2 ** 20;
const DAMAGED = new Set([11, 26]);
const REMEDIES: Record<number, string> = {
  5: 'another process holds its lock. Stop that process, or wait for it.',
  8: 'it is read-only. Give the service the right to write to the data folder.',
  10: 'the disk refuses it. Look for its errors in the log of the kernel.',
  13: 'the disk is full. Free some space.',
  14: 'it cannot be opened. Check the owner and the rights of the data folder.',
};

export interface SqliteFeatures {
  version: string;
  hasFts5: boolean;
}

function readFeatures(db: DatabaseSync): SqliteFeatures {
  const row = db.prepare("SELECT sqlite_version() AS version, sqlite_compileoption_used('ENABLE_FTS5') AS fts5").get();
  return { version: String(row?.['version']), hasFts5: row?.['fts5'] === 1 };
}

export function requireFeatures({ version, hasFts5 }: SqliteFeatures): void {
  const parts = version.split('.').map(Number);
  const difference = MIN_SQLITE.map((part, at) => (parts[at] ?? 0) - part).find((step) => step !== 0) ?? 0;
  if (difference < 0) {
    throw new StartProblem(
      `SQLite ${version} is too old: ${MIN_SQLITE.join('.')} is needed. Use the Node of node_modules.`,
    );
  }
  if (!hasFts5)
    throw new StartProblem(
      `SQLite ${version} was built without FTS5, which search needs. Use the Node of node_modules.`,
    );
}

/** Opens a database that is whole and writable. `advice`: how a damaged one is mended. Throws a StartProblem. */
export function openChecked(file: string, advice = 'restore a backup'): DatabaseSync {
  const isNew = !existsSync(file);
  try {
    const db = openConnection(file, 'write');
    requireFeatures(readFeatures(db));
    requireWritable(db);
    db.prepare('SELECT count(*) FROM sqlite_master').get();
    if (!isNew && statSync(file).size <= QUICK_CHECK_BYTES) requireWhole(db, file, advice);
    return db;
  } catch (error) {
    throw explain(file, error, advice);
  }
}

/** A lock alone succeeds on a file that is read-only. */
function requireWritable(db: DatabaseSync): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${String(version)}; COMMIT`);
}

function requireWhole(db: DatabaseSync, file: string, advice: string): void {
  const [row] = db.prepare('PRAGMA quick_check(1)').all();
  const result = String(row?.['quick_check']);
  if (result !== 'ok') throw new StartProblem(describeDamage(file, result, advice), 65);
}

export function explain(file: string, error: unknown, advice: string): Error {
  if (error instanceof StartProblem || !(error instanceof Error)) return error as Error;
  const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
  if (DAMAGED.has(code)) return new StartProblem(describeDamage(file, error.message, advice), 65);
  const remedy = REMEDIES[code];
  return remedy === undefined ? error : new StartProblem(`The database ${file} cannot be used: ${remedy}`, 74);
}

function describeDamage(file: string, detail: string, advice: string): string {
  return `The database ${file} is damaged (${detail}), and the site does not start on it.
Keep the file, and ${advice}.`;
}
