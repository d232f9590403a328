import { sql } from 'drizzle-orm';
import type { SearchResult } from '../contract.ts';
import type { QueryPlan } from '../query/query-plan.ts';
import { chooseSimilarWords, listBeginnings } from '../query/similar.ts';
import type { Database } from '../../../platform/db/client.ts';
import { buildScopeCondition, resultColumns, toPlainResults, type Scope } from './hits.ts';

const MAX_SIMILAR = 6;
const MAX_WORDS_READ = 500;
const LAST_CHARACTER = '\u{10FFFF}';

/** For a query without a result: names with a word that is like one of its words, the most popular first. */
export async function findSimilar(db: Database, { typed, typoKeys }: QueryPlan, scope: Scope): Promise<SearchResult[]> {
  const words = typed.words.flat();
  const beginnings = listBeginnings(words);
  if (beginnings.length === 0) return [];
  const ranges = [...typoKeys.map((key) => [key, key]), ...beginnings.map((text) => [text, text + LAST_CHARACTER])];
  const near = await db
    .selectDistinct({ word: sql<string>`w.word`.as('word') })
    .from(
      sql`json_each(${JSON.stringify(ranges)}) k
        CROSS JOIN search_words w ON w.key BETWEEN k.value ->> '$[0]' AND k.value ->> '$[1]'`,
    )
    .limit(MAX_WORDS_READ);
  const similar = chooseSimilarWords(
    words,
    near.map(({ word }) => word),
  );
  if (similar.length === 0) return [];
  const match = `words : (${similar.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ')})`;
  const names = sql`SELECT rowid AS id, 0 AS tier FROM search_index
    WHERE search_index MATCH ${match}${buildScopeCondition(scope)} ORDER BY rowid LIMIT ${MAX_SIMILAR}`;
  const hits = await db
    .select(resultColumns)
    .from(sql`(${names}) hits CROSS JOIN search_docs d ON d.id = hits.id`)
    .orderBy(sql`d.id`);
  return toPlainResults(hits);
}
