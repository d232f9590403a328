import { sql } from 'drizzle-orm';
import type { QueryPlan } from '../query/query-plan.ts';
import type { Database } from '../../../platform/db/client.ts';
import { inScope, resultColumns, type Scope } from './hits.ts';

/** As many matches of what was typed are taken for what was meant; below, other readings are added after them. */
export const ENOUGH = 3;
/** Words that the keys of a query may lead to; those of a name are few. */
const WORDS_MAX = 200;

/**
 * The words that a typo of the query may have been meant for, and some more that only look like it. Asked for along with
 * the matches of what was typed, for a second trip to D1 costs more than the question.
 */
export function nearWords(db: Database, { typoKeys }: QueryPlan) {
  return db
    .selectDistinct({ word: sql<string>`w.word`.as('word') })
    .from(sql`json_each(${JSON.stringify(typoKeys)}) k CROSS JOIN search_words w ON w.key = k.value`)
    .limit(WORDS_MAX);
}

/** Names offered for a word with a letter missing. */
const NEAR_NAMES = 2;
/** An FTS5 expression without a match. */
const NO_MATCH = 'names : ""';

/**
 * The most popular names of one word that are the word of the query and one letter more. Short words have many longer
 * matches, among which such a name would never come up.
 */
export function nearNames(db: Database, { onlyWord }: QueryPlan, scope: Scope) {
  const expression = sql`SELECT coalesce('names : (' || group_concat('"' || word || '"', ' OR ') || ')', ${NO_MATCH})
    FROM (SELECT word FROM search_words WHERE key = ${onlyWord} AND word <> ${onlyWord} LIMIT ${WORDS_MAX})`;
  const names = sql`SELECT rowid AS id, 0 AS tier FROM search_index
    WHERE search_index MATCH (${expression})${inScope(scope)} ORDER BY rowid LIMIT ${NEAR_NAMES}`;
  return db
    .select(resultColumns)
    .from(sql`(${names}) hits CROSS JOIN search_docs d ON d.id = hits.id`)
    .orderBy(sql`d.id`);
}
