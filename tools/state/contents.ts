import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { FORMAT, header, quoteName, type Header } from './format.ts';
import { isMoved, requireSameMigrations, type Schema } from './schema.ts';

const LEDGER_SUMS = `SELECT CASE WHEN instr(account, ':') > 0 THEN substr(account, 1, instr(account, ':') - 1)
  ELSE account END AS account, sum(amount) AS amount FROM ledger_entries GROUP BY 1 ORDER BY 1`;

/** Runs statements in one transaction, and gives the rows of each. */
export type ReadAll = (statements: readonly string[]) => Promise<unknown[][]>;

export function createReader(db: DatabaseSync): ReadAll {
  return async (statements) => statements.map((sql) => db.prepare(sql).all());
}

const names = v.array(v.object({ name: v.string() }));
const counted = v.tuple([v.object({ rows: v.number() })]);

/** The header of a database of this schema. A Problem where its migrations are others. */
export async function describeContents(readAll: ReadAll, { migrations, tables }: Schema): Promise<Header> {
  const [applied, ledger, sequences, ...counts] = await readAll([
    'SELECT name FROM d1_migrations ORDER BY name',
    LEDGER_SUMS,
    'SELECT name, seq FROM sqlite_sequence ORDER BY name',
    ...tables.map(({ name }) => `SELECT count(*) AS rows FROM ${quoteName(name)}`),
  ]);
  requireSameMigrations(
    v.parse(names, applied).map(({ name }) => name),
    migrations,
  );
  return {
    format: FORMAT,
    migrations,
    tables: tables.map(({ name, columns }, at) => ({ name, columns, rows: v.parse(counted, counts[at])[0].rows })),
    ledger: v.parse(header.entries.ledger, ledger),
    sequences: v.parse(header.entries.sequences, sequences).filter(({ name }) => isMoved(name)),
  };
}
