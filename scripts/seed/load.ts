import type { AppDetails } from '../../src/contract/app.ts';
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
  await again(() => db.batch([...tables.flatMap((table) => replaceRows(db, table)), codes]));
  return tables.reduce((sum, { rows }) => sum + rows.length, 0);
}

/**
 * Once more after a lost connection: on a busy machine the local database closes an idle one just when it is used. The
 * transaction replaces everything, so that a second one does no harm.
 */
async function again<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    if (cause instanceof TypeError && cause.message === 'fetch failed') return write();
    throw cause;
  }
}
