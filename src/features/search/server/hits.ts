import { sql, type SQL } from 'drizzle-orm';
import type { SearchResult } from '../contract.ts';
import { CODE_MASK, AGE_SHIFT, getMaxAgeCode, getTypeCode, TYPE_SHIFT, type SearchType } from '../query/doc-id.ts';
import type { QueryPlan, Reading } from '../query/query-plan.ts';
import { canSoundLike } from '../query/vowels.ts';
import type { Database } from '../../../platform/db/client.ts';
import { buildFilterCondition, selectFilteredIds, selectSomeIds, type TitleFilter } from './title-filter.ts';

export const EXACT = 0; // The tier of an exact name
export const BEGINS = 1; // The tier of a name with this prefix

export interface Scope {
  type?: SearchType | undefined;
  maxAge?: number | undefined; // Years
  filter?: TitleFilter | undefined;
}

interface Window {
  limit: number;
  offset?: number;
  then?: TitleFilter | undefined; // Titles to append to the matches of all readings
}

/** Of `hits` (id, tier) joined with `search_docs d`. */
export const resultColumns = {
  type: sql<string>`d.type`.as('type'),
  id: sql<number>`d.ref_id`.as('id'),
  slug: sql<string | null>`d.slug`.as('slug'),
  name_fa: sql<string>`d.name_fa`.as('name_fa'),
  name_en: sql<string>`d.name_en`.as('name_en'),
  year: sql<number | null>`d.year`.as('year'),
  iranian: sql<boolean>`d.iranian`.mapWith(Boolean).as('iranian'),
  art: sql<string | null>`d.art`.as('art'),
  art_en: sql<string | null>`CASE WHEN d.type IN ('movie', 'series', 'video') THEN
    (SELECT t.art_en FROM titles t WHERE t.id = d.ref_id) END`.as('art_en'),
  tier: sql<number>`hits.tier`.as('tier'), // Counted through all readings
};

/** Rows (id, tier) of the best matches: tier by tier, within a tier by popularity. The index is read only as far as the window. */
export function selectBest(readings: readonly Reading[], scope: Scope, { limit, offset = 0, then }: Window): SQL {
  let tier = 0;
  const perReading = readings.map(({ tiers }) =>
    unionAll(tiers.map((match) => selectTier(match, tier++, scope, limit + offset))),
  );
  if (then) perReading.push(tierOfFilter(then, tier, scope, limit + offset));
  return sql`SELECT id, min(tier) AS tier FROM (${unionAll(perReading)})
    GROUP BY id ORDER BY 2, 1 LIMIT ${limit} OFFSET ${offset}`;
}

export function queryHits(db: Database, readings: readonly Reading[], scope: Scope, window: Window) {
  return db
    .select(resultColumns)
    .from(sql`(${selectBest(readings, scope, window)}) hits CROSS JOIN search_docs d ON d.id = hits.id`)
    .orderBy(sql`hits.tier`, sql`d.views DESC`, sql`d.id`);
}

export type Hit = SearchResult & { tier: number };

export function toPlainResults(matches: readonly Hit[]): SearchResult[] {
  return matches.map(({ tier: _tier, ...result }) => result);
}

/** Marks a match of a corrected reading as `near` if the typed one matches too. */
export function toResults(matches: readonly Hit[], typed: Reading): SearchResult[] {
  const isNear = (tier: number) => tier >= typed.tiers.length;
  const isMixed = matches.some(({ tier }) => !isNear(tier));
  return matches.map(({ tier, ...result }) => (isMixed && isNear(tier) ? { ...result, near: true } : result));
}

/** Less the matches by sound that the typed vowels contradict, unless nothing else matches. */
export function dropUnlike(matches: readonly Hit[], readings: readonly Reading[], { typed, sounds }: QueryPlan) {
  const firstTier = readings.slice(0, -1).reduce((sum, { tiers }) => sum + tiers.length, 0);
  const words = typed.words.flat();
  const isLike = ({ tier, name_fa, name_en }: Hit) => tier < firstTier || canSoundLike(words, [name_fa, name_en]);
  const like = readings.at(-1) === sounds ? matches.filter(isLike) : matches;
  return like.length > 0 ? like : matches;
}

/** Counts by type from the row numbers alone. Counts at most `limit` titles of `then`. */
export function queryHitCounts(
  db: Database,
  readings: readonly Reading[],
  { maxAge, filter }: Scope,
  then?: { filter: TitleFilter; limit: number },
) {
  // The last tier of a reading contains the others.
  const match = readings.map(({ tiers }) => `(${tiers.at(-1) ?? ''})`).join(' OR ');
  const matches = sql`SELECT rowid AS id FROM search_index WHERE search_index MATCH ${match}${buildScopeCondition({ maxAge, filter })}`;
  const filtered =
    then &&
    sql` UNION SELECT * FROM (${selectSomeIds(then.filter, buildScopeCondition({ maxAge }, DOC_ID), then.limit)})`;
  return db
    .select({
      type: sql<number>`id >> ${sql.raw(String(TYPE_SHIFT))} & ${sql.raw(String(CODE_MASK))}`.as('type_code'),
      total: sql<number>`count(*)`.as('total'),
    })
    .from(sql`(${matches}${filtered ?? sql``})`)
    .groupBy(sql`type_code`);
}

function tierOfFilter(filter: TitleFilter, tier: number, scope: Scope, limit: number): SQL {
  return sql`SELECT id, ${sql.raw(String(tier))} AS tier
    FROM (${selectFilteredIds(filter, buildScopeCondition(scope, DOC_ID), limit)})`;
}

function selectTier(match: string, tier: number, scope: Scope, limit: number): SQL {
  return sql`SELECT rowid AS id, ${sql.raw(String(tier))} AS tier FROM search_index
    WHERE search_index MATCH ${match}${buildScopeCondition(scope)} ORDER BY rowid LIMIT ${limit}`;
}

/** D1 takes five SELECTs in one UNION: at most five readings of five tiers. */
function unionAll(selects: readonly SQL[]): SQL {
  const each = selects.map((select) => sql`SELECT * FROM (${select})`);
  return sql.join(each, sql` UNION ALL `);
}

const [INDEX_ID, DOC_ID] = ['rowid', 'd.id'];

export function buildScopeCondition({ type, maxAge, filter }: Scope, id = INDEX_ID): SQL {
  const ofType = type === undefined ? sql`` : sql` AND ${code(id, TYPE_SHIFT)} = ${getTypeCode(type)}`;
  const forAge = maxAge === undefined ? sql`` : sql` AND ${code(id, AGE_SHIFT)} <= ${getMaxAgeCode(maxAge)}`;
  return sql`${ofType}${forAge}${filter === undefined ? sql`` : sql` AND ${buildFilterCondition(filter)}`}`;
}

function code(id: string, shift: number): SQL {
  return sql.raw(`(${id} >> ${String(shift)} & ${String(CODE_MASK)})`);
}
