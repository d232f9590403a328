import type { AppDetails } from '../../src/features/site/contract.ts';
import { keepEdits } from './keep-edits.ts';
import { retryConnection } from './retry-connection.ts';
import { catalogueTables, type ArtKey } from './rows.ts';
import type { Catalogue } from './schema.ts';
import { addDiscountCodes } from './sales-rows.ts';
import { replaceRows } from './table.ts';

/** Replaces the catalogue in one transaction and gives its number of rows. Users, sessions, payments, codes and what was written in the desk stay. */
export async function loadCatalogue(
  db: D1Database,
  catalogue: Catalogue,
  details: AppDetails,
  art: ArtKey = () => null,
): Promise<number> {
  const { edited, hidden } = await keepEdits(db, catalogue);
  const tables = catalogueTables(edited, details, art, hidden);
  const codes = addDiscountCodes(db, catalogue);
  await retryConnection(() => db.batch([...tables.flatMap((table) => replaceRows(db, table)), codes]));
  return tables.reduce((sum, { rows }) => sum + rows.length, 0);
}
