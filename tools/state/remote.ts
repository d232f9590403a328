import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { problem } from '../lib/progress.ts';
import { runSqlFile } from '../import/wrangler.ts';
import { describeContents, type ReadAll } from './contents.ts';
import { quoteName, value, type Header, type Row } from './format.ts';
import { describeColumns, importRows } from './import.ts';
import type { Schema, Table } from './schema.ts';

/** Rows of a table in one answer of D1. */
const SLICE_ROWS = 500;

/** An erasure may change no count: a comment stays, without its text. A file with the text could never lose it again. */
const ERASED = "SELECT count(*) AS rows FROM users WHERE mobile LIKE 'erased:%'";

const rowRecord = v.record(v.string(), value);

/**
 * Copies a remote D1 into a migrated local database. D1 shows no single moment to many statements: a Problem where the
 * counts or the sums differ before and after, so close the site for writes meanwhile.
 */
export async function copyFrom(
  readAll: ReadAll,
  schema: Schema,
  db: DatabaseSync,
  sliceRows = SLICE_ROWS,
): Promise<void> {
  const before = await describeContents(readAll, schema);
  const erasedBefore = await readAll([ERASED]);
  await importRows(db, before, readTables(readAll, schema, sliceRows));
  const after = await describeContents(readAll, schema);
  const erasedAfter = await readAll([ERASED]);
  if (JSON.stringify([after, erasedAfter]) !== JSON.stringify([before, erasedBefore]))
    throw problem('The site wrote meanwhile. Close it, and repeat.');
}

/** Asks each table for its rows after the last key, all tables at once. */
async function* readTables(readAll: ReadAll, { tables }: Schema, sliceRows: number): AsyncGenerator<Row> {
  let open = tables.map((table, at) => ({ table, at, after: '' }));
  while (open.length > 0) {
    const results = await readAll(open.map(({ table, after }) => selectSlice(table, after, sliceRows)));
    for (const [index, { table, at }] of open.entries()) {
      for (const stored of v.parse(v.array(rowRecord), results[index])) {
        const values = table.columns.map((column) => stored[column] ?? null);
        yield [at, values];
      }
    }
    open = open.flatMap((entry, index) => {
      const rows = v.parse(v.array(rowRecord), results[index]);
      const last = rows.at(-1);
      if (!last || rows.length < sliceRows) return [];
      const key = entry.table.key.map((_, part) => toLiteral(last[`key ${String(part)}`] ?? null)).join(', ');
      return [{ ...entry, after: `WHERE (${entry.table.key.map(quoteName).join(', ')}) > (${key})` }];
    });
  }
}

function selectSlice({ name, columns, key }: Table, after: string, limit: number): string {
  const keys = key.map((column, part) => `${quoteName(column)} AS "key ${String(part)}"`);
  const order = key.map(quoteName).join(', ');
  return `SELECT ${[...columns.map(quoteName), ...keys].join(', ')} FROM ${quoteName(name)} ${after} ORDER BY ${order} LIMIT ${String(limit)}`;
}

/** Writes the rows as one file of SQL, which D1 runs whole or not at all. */
export async function copyTo(fresh: DatabaseSync, state: Header, rows: AsyncIterable<Row>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-state-'));
  const file = join(folder, 'state.sql');
  const triggers = fresh.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all();
  const add = (lines: readonly string[]) => {
    writeFileSync(file, lines.map((line) => `${line};\n`).join(''), { flag: 'a', mode: 0o600 });
  };
  try {
    add([
      'PRAGMA defer_foreign_keys = TRUE',
      ...triggers.map(({ name }) => `DROP TRIGGER ${quoteName(String(name))}`),
      ...state.tables.map(({ name }) => `DELETE FROM ${quoteName(name)}`),
    ]);
    for await (const [at, values] of rows) {
      const table = state.tables[at];
      if (table)
        add([`INSERT INTO ${describeColumns(table.name, table.columns)} VALUES (${values.map(toLiteral).join(', ')})`]);
    }
    add([
      "DELETE FROM sqlite_sequence WHERE name <> 'd1_migrations'",
      ...state.sequences.map(
        ({ name, seq }) => `INSERT INTO sqlite_sequence (name, seq) VALUES (${toLiteral(name)}, ${String(seq)})`,
      ),
      ...triggers.map(({ sql }) => String(sql)),
    ]);
    await runSqlFile(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Texts that wrangler could split, or that SQLite would cut at a zero, are written as bytes. */
function toLiteral(stored: string | number | null): string {
  if (stored === null) return 'NULL';
  if (typeof stored === 'number') return String(stored);
  if (/^[^\p{C};'"\u2028\u2029-]*$/u.test(stored)) return `'${stored}'`;
  return `CAST(X'${toHex(stored)}' AS TEXT)`;
}

function toHex(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
