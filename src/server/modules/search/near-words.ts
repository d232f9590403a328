import { sql } from 'drizzle-orm';
import type { QueryPlan } from '../../../domain/search/query-plan.ts';
import type { Database } from '../../db/client.ts';

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
