import type { AppDetails } from '../../src/features/site/contract.ts';
import { catalogueTables } from './rows.ts';
import type { Catalogue } from './schema.ts';

/** Tables that a site needs before its first title. */
const BASE = ['genres', 'lists', 'categories', 'plans', 'settings'];

/** A plan or a list that an operator has removed must not come back at a restart. The settings are written last. */
const FIRST_TIME = "WHERE NOT EXISTS (SELECT 1 FROM settings WHERE key = 'app_details')";

/** Statements that add the base rows to a new database, and settings that it lacks. Rows that are there stay as they are. */
export function buildBaseStatements(catalogue: Catalogue, details: AppDetails): string[] {
  return catalogueTables(catalogue, details, () => null)
    .filter(({ name }) => BASE.includes(name))
    .flatMap(({ name, columns, rows }) =>
      rows.map((row) => {
        const values = `SELECT ${row.map(quote).join(', ')} ${name === 'settings' ? '' : FIRST_TIME}`;
        return `INSERT OR IGNORE INTO ${name} (${columns.join(', ')}) ${values}`;
      }),
    );
}

/** A literal of SQL. */
function quote(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
