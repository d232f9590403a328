import type { DatabaseSync } from 'node:sqlite';
import { problem } from '../lib/progress.ts';
import { describeContents, createReader } from './contents.ts';
import { quoteName, type Header, type Row } from './format.ts';
import { readSchema, type Schema } from './schema.ts';

/** A Problem where a table has other numbers of rows than migrations add. */
export function requireEmpty(contents: Header, fresh: Header): void {
  const filled = contents.tables.filter(({ rows }, at) => rows !== fresh.tables[at]?.rows);
  if (filled.length === 0) return;
  const examples = filled.slice(0, 5).map(({ name, rows }) => `${name} (${String(rows)} rows)`);
  throw problem(`The database has data: ${examples.join(', ')}. Import into a new one.`);
}

/** A Problem where the file has other tables or columns than this version. */
export function requireSameTables({ tables }: Header, schema: Schema): void {
  const shape = (list: readonly { name: string; columns: string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns]));
  if (shape(tables) !== shape(schema.tables))
    throw problem('The schemas differ in their tables. Use the same version.');
}

/**
 * Puts rows into a database that is migrated and otherwise empty, all or none. A Problem where a count or a sum of the
 * ledger differs from `state` afterwards.
 */
export async function importRows(db: DatabaseSync, state: Header, rows: AsyncIterable<Row>): Promise<void> {
  db.exec('BEGIN IMMEDIATE; PRAGMA defer_foreign_keys = ON');
  try {
    // Triggers count rows and guard changes: the rows are finished history.
    const triggers = db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all();
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${quoteName(String(name))}`);
    for (const { name } of state.tables) db.exec(`DELETE FROM ${quoteName(name)}`);
    const inserts = state.tables.map(({ name, columns }) =>
      db.prepare(`INSERT INTO ${describeColumns(name, columns)} VALUES (${columns.map(() => '?').join(', ')})`),
    );
    for await (const [table, values] of rows) inserts[table]?.run(...values);
    db.exec(`DELETE FROM sqlite_sequence WHERE name <> 'd1_migrations'`);
    const insertNumber = db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)');
    for (const { name, seq } of state.sequences) insertNumber.run(name, seq);
    for (const { sql } of triggers) db.exec(String(sql));
    requireEqual(await describeContents(createReader(db), readSchema(db)), state);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

export function isEqual(contents: Header, state: Header): boolean {
  return JSON.stringify(contents) === JSON.stringify(state);
}

function requireEqual(contents: Header, state: Header): void {
  if (isEqual(contents, state)) return;
  throw problem('The counts or the sums of the ledger differ from the file.');
}

export function describeColumns(table: string, columns: readonly string[]): string {
  return `${quoteName(table)} (${columns.map(quoteName).join(', ')})`;
}
