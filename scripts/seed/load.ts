import type { AppDetails } from '../../src/features/site/contract.ts';
import { retryOnce } from './retry-once.ts';
import { catalogueTables, type ArtKey } from './rows.ts';
import type { Catalogue } from './schema.ts';
import { addDiscountCodes } from './sales-rows.ts';
import { replaceRows } from './table.ts';

/**
 * Replaces the catalogue of a migrated database in one transaction: a visitor sees the old one or the new one.
 * Users, sessions, payments and discount codes stay. Returns the number of rows.
 */
export async function loadCatalogue(
  db: D1Database,
  catalogue: Catalogue,
  details: AppDetails,
  art: ArtKey = () => null,
): Promise<number> {
  const tables = catalogueTables(catalogue, details, art);
  const codes = addDiscountCodes(db, catalogue);
  await retryOnce(() => db.batch([...tables.flatMap((table) => replaceRows(db, table)), codes]));
  return tables.reduce((sum, { rows }) => sum + rows.length, 0);
}
