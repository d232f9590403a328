import type { AppDetails } from '../../src/features/site/contract.ts';
import { catalogueTables } from './rows.ts';
import type { Catalogue } from './schema.ts';

/** Tables that a site needs before its first title. */
const BASE = ['genres', 'lists', 'categories', 'plans', 'settings'];

/** Statements that add the base rows that a database lacks. Rows that are there stay as they are: an operator changes them. */
export function buildBaseStatements(catalogue: Catalogue, details: AppDetails): string[] {
  return catalogueTables(catalogue, details, () => null)
    .filter(({ name }) => BASE.includes(name))
    .flatMap(({ name, columns, rows }) =>
      rows.map((row) => `INSERT OR IGNORE INTO ${name} (${columns.join(', ')}) VALUES (${row.map(quote).join(', ')})`),
    );
}

/** A literal of SQL. */
function quote(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
