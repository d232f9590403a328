import { sql } from 'drizzle-orm';
import { meantReadings, type QueryPlan, type Reading } from '../../../domain/search/query-plan.ts';
import type { Database } from '../../db/client.ts';

/** As many matches of what was typed are taken for what was meant; below, other readings are added after them. */
export const ENOUGH = 3;
/** Words that one typo's keys may lead to; the popular ones are few. */
const WORDS_MAX = 200;

/** What was typed in all the ways it may have been meant: the other keyboard layout, a typo, Finglish. */
export async function meanings(db: Database, plan: QueryPlan): Promise<Reading[]> {
  return meantReadings(plan, plan.typoKeys.length === 0 ? [] : await wordsUnder(db, plan.typoKeys));
}

async function wordsUnder(db: Database, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ word: sql<string>`w.word`.as('word') })
    .from(sql`json_each(${JSON.stringify(keys)}) k CROSS JOIN search_words w ON w.key = k.value`)
    .limit(WORDS_MAX);
  return rows.map(({ word }) => word);
}
