import { sql, type SQL } from 'drizzle-orm';
import type { SearchResult } from '../../../contract/search.ts';
import {
  CODE_MASK,
  AGE_SHIFT,
  maxAgeCode,
  typeCode,
  TYPE_SHIFT,
  type SearchType,
} from '../../../domain/search/doc-id.ts';
import type { Reading } from '../../../domain/search/query-plan.ts';
import type { Database } from '../../db/client.ts';

/** The tier of a name that is what was typed. */
export const EXACT = 0;

/** Which documents a search is for. */
export interface Scope {
  type?: SearchType | undefined;
  /** Years; what is meant for older people is left out. */
  maxAge?: number | undefined;
}

/** How many matches a search wants, and after how many. */
interface Window {
  limit: number;
  offset?: number;
}

const resultColumns = {
  type: sql<string>`d.type`.as('type'),
  id: sql<number>`d.ref_id`.as('id'),
  slug: sql<string | null>`d.slug`.as('slug'),
  name_fa: sql<string>`d.name_fa`.as('name_fa'),
  name_en: sql<string>`d.name_en`.as('name_en'),
  year: sql<number | null>`d.year`.as('year'),
  iranian: sql<boolean>`d.iranian`.mapWith(Boolean).as('iranian'),
  art: sql<string | null>`d.art`.as('art'),
  /** The tier it was found in, counted through all readings. */
  tier: sql<number>`hits.tier`.as('tier'),
};

/**
 * The best matches of the readings: each tier before the next, within a tier by popularity. The index gives each tier in
 * the order of popularity, so that it is read only as far as the window reaches.
 */
export function hits(db: Database, readings: readonly Reading[], scope: Scope, { limit, offset = 0 }: Window) {
  let tier = 0;
  const perReading = readings.map(({ tiers }) =>
    together(tiers.map((match) => tierOf(match, tier++, scope, limit + offset))),
  );
  const best = sql`SELECT id, min(tier) AS tier FROM (${together(perReading)})
    GROUP BY id ORDER BY 2, 1 LIMIT ${limit} OFFSET ${offset}`;
  return db
    .select(resultColumns)
    .from(sql`(${best}) hits CROSS JOIN search_docs d ON d.id = hits.id`)
    .orderBy(sql`hits.tier`, sql`d.views DESC`, sql`d.id`);
}

/** A match without its tier. */
export function shown({ tier: _tier, ...result }: SearchResult & { tier: number }): SearchResult {
  return result;
}

/** How many match, by type; read off the row numbers alone. */
export function hitCounts(db: Database, readings: readonly Reading[], { maxAge }: Scope) {
  // The last tier of a reading holds all others.
  const match = readings.map(({ tiers }) => `(${tiers.at(-1) ?? ''})`).join(' OR ');
  return db
    .select({
      type: sql<number>`rowid >> ${sql.raw(String(TYPE_SHIFT))} & ${sql.raw(String(CODE_MASK))}`.as('type_code'),
      total: sql<number>`count(*)`.as('total'),
    })
    .from(sql`search_index`)
    .where(sql`search_index MATCH ${match}${inScope({ maxAge })}`)
    .groupBy(sql`type_code`);
}

function tierOf(match: string, tier: number, scope: Scope, limit: number): SQL {
  return sql`SELECT rowid AS id, ${sql.raw(String(tier))} AS tier FROM search_index
    WHERE search_index MATCH ${match}${inScope(scope)} ORDER BY rowid LIMIT ${limit}`;
}

/** D1 takes five SELECTs in one UNION: at most five readings, of at most five tiers. */
function together(selects: readonly SQL[]): SQL {
  const each = selects.map((select) => sql`SELECT * FROM (${select})`);
  return sql.join(each, sql` UNION ALL `);
}

function inScope({ type, maxAge }: Scope): SQL {
  const ofType = type === undefined ? sql`` : sql` AND ${code(TYPE_SHIFT)} = ${typeCode(type)}`;
  const forAge = maxAge === undefined ? sql`` : sql` AND ${code(AGE_SHIFT)} <= ${maxAgeCode(maxAge)}`;
  return sql`${ofType}${forAge}`;
}

/** A part of a document's number. */
function code(shift: number): SQL {
  return sql.raw(`(rowid >> ${String(shift)} & ${String(CODE_MASK)})`);
}
