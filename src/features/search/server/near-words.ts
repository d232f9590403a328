import { sql } from 'drizzle-orm';
import type { QueryPlan } from '../query/query-plan.ts';
import type { Database } from '../../../platform/db/client.ts';
import { buildScopeCondition, resultColumns, type Scope } from './hits.ts';

export const ENOUGH = 3; // Below so many matches, other readings are added
const WORDS_MAX = 200; // Keys of a name lead to few words

/** Words near the query's, some only similar. Part of the first batch: a second trip to D1 costs more. */
export function queryNearWords(db: Database, { typoKeys }: QueryPlan) {
  return db
    .selectDistinct({ word: sql<string>`w.word`.as('word') })
    .from(sql`json_each(${JSON.stringify(typoKeys)}) k CROSS JOIN search_words w ON w.key = k.value`)
    .limit(WORDS_MAX);
}

const NEAR_NAMES = 2;
const NO_MATCH = 'names : ""'; // An FTS5 expression without a match

/** Popular one-word names with one letter more. Short words have many longer matches, which would hide such a name. */
export function queryNearNames(db: Database, { onlyWord }: QueryPlan, scope: Scope) {
  const expression = sql`SELECT coalesce('names : (' || group_concat('"' || word || '"', ' OR ') || ')', ${NO_MATCH})
    FROM (SELECT word FROM search_words WHERE key = ${onlyWord} AND word <> ${onlyWord} LIMIT ${WORDS_MAX})`;
  const names = sql`SELECT rowid AS id, 0 AS tier FROM search_index
    WHERE search_index MATCH (${expression})${buildScopeCondition(scope)} ORDER BY rowid LIMIT ${NEAR_NAMES}`;
  return db
    .select(resultColumns)
    .from(sql`(${names}) hits CROSS JOIN search_docs d ON d.id = hits.id`)
    .orderBy(sql`d.id`);
}
