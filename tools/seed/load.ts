import type { Statement } from '../../src/platform/db/json-statements.ts';
import type { AppDetails } from '../../src/features/site/contract.ts';
import { buildFrontStatements } from '../../src/features/front/server/front-statements.ts';
import { buildPrintDocs } from '../../src/features/front/server/print-docs.ts';
import { coverRefreshText } from '../../src/features/magazines/server/shown.ts';
import { RESTORED_PORTRAITS } from '../../src/features/titles/facts/desk-portraits.ts';
import { keepEdits } from './keep-edits.ts';
import { retryConnection } from './retry-connection.ts';
import { catalogueTables, type ArtKey } from './rows.ts';
import type { Catalogue } from './schema.ts';
import { addDiscountCodes } from './sales-rows.ts';
import { replaceRows } from './table.ts';

const IS_MERGED = 'IN (SELECT old_id FROM person_merges WHERE undone_at IS NULL)';
const MERGED_DOCS = `SELECT id FROM search_docs WHERE type = 'person' AND ref_id ${IS_MERGED}`;
/** The seed's people whom the desk has merged, as it left them. */
const MERGED: readonly Statement[] = [
  `UPDATE OR IGNORE credits SET person_id = (SELECT m.person_id FROM person_merges m
    WHERE m.old_id = credits.person_id AND m.undone_at IS NULL) WHERE person_id ${IS_MERGED}`,
  `DELETE FROM credits WHERE person_id ${IS_MERGED}`,
  `DELETE FROM people WHERE id ${IS_MERGED}`,
  `DELETE FROM search_index WHERE rowid IN (${MERGED_DOCS})`,
  `DELETE FROM search_docs WHERE id IN (${MERGED_DOCS})`,
].map((sql) => ({ sql, values: [] }));

/** Replaces the catalogue in one transaction and gives its number of rows. Users, sessions, payments, codes and what was written in the desk stay. */
export async function loadCatalogue(
  db: D1Database,
  catalogue: Catalogue,
  details: AppDetails,
  art: ArtKey = () => null,
): Promise<number> {
  const { edited, hidden, restored: edits } = await keepEdits(db, catalogue);
  const tables = catalogueTables(edited, details, art, hidden);
  const restored = [...edits, ...RESTORED_PORTRAITS, ...MERGED].map(({ sql, values }) =>
    db.prepare(sql).bind(...(sql.includes('?') ? [JSON.stringify(values)] : [])),
  );
  const codes = addDiscountCodes(db, catalogue);
  const prints = buildPrintDocs(await readPrints(db)).map(({ sql, values }) =>
    db.prepare(sql).bind(JSON.stringify(values)),
  );
  const front = [...buildFrontStatements('true'), coverRefreshText('unixepoch()')].map((text) => db.prepare(text));
  const rows = tables.flatMap((table) => replaceRows(db, table));
  await retryConnection(() => db.batch([...rows, codes, ...restored, ...prints, ...front]));
  return tables.reduce((sum, { rows }) => sum + rows.length, 0);
}

/** Magazines and channels that the desk made or changed, as they are now. */
async function readPrints(db: D1Database): Promise<{ part: string; text: string }[]> {
  const query = `SELECT part, after AS text FROM front_changes c WHERE (part LIKE 'magazine:%' OR part LIKE 'channel:%')
    AND rev = (SELECT max(rev) FROM front_changes WHERE part = c.part)`;
  return (await retryConnection(() => db.prepare(query).all<{ part: string; text: string }>())).results;
}
