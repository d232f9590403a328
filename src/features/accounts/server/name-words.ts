import { sql, type SQL } from 'drizzle-orm';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { words } from '../../../platform/text/persian-text.ts';

const NAMES_AT_ONCE = 200;
const ROUNDS = 10;
const MAX_WORDS = 8;

export interface NamedAccount {
  id: number;
  name: string;
}

/** Folds names that changed since (migration 0106), for the desk's search: 2,000 a run. */
export async function foldNames(db: Database): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = await db.all<NamedAccount>(sql`SELECT user_id AS id,
      coalesce((SELECT name FROM users WHERE id = user_id), '') AS name FROM names_waiting ORDER BY user_id LIMIT ${NAMES_AT_ONCE}`);
    if (rows.length > 0) await batch(db, storeWords(rows));
    if (rows.length < NAMES_AT_ONCE) return;
  }
}

/** Two words beside each other are one in another spelling: «علی رضا» and «علیرضا». */
function listParts(name: string): string[] {
  const list = words(name);
  return [...list, ...list.slice(1).map((word, at) => `${list[at] ?? ''}${word}`)];
}

/** A name that changed meanwhile waits on. */
export function storeWords(rows: readonly NamedAccount[]): SQL[] {
  const list = JSON.stringify(rows.map(({ id, name }) => ({ id, name, words: listParts(name) })));
  const isUnchanged = sql`(SELECT name FROM users WHERE id = n.value ->> 'id') IS n.value ->> 'name'`;
  return [
    sql`INSERT OR IGNORE INTO name_words (word, user_id) SELECT w.value, n.value ->> 'id'
      FROM json_each(${list}) n, json_each(n.value, '$.words') w WHERE ${isUnchanged}`,
    sql`DELETE FROM names_waiting WHERE user_id IN (SELECT n.value ->> 'id' FROM json_each(${list}) n
      WHERE ${isUnchanged} OR NOT EXISTS (SELECT 1 FROM users WHERE id = n.value ->> 'id'))`,
  ];
}

/** Numbers of accounts whose name has a word with each of these beginnings, along the index by the longest of them. */
export function selectNamedAccounts(query: string, limit: number): SQL {
  const list = words(query).slice(0, MAX_WORDS);
  const [longest, ...others] = list
    .map((word, at) => ({ word, pair: at > 0 ? `${list[at - 1] ?? ''}${word}` : null }))
    .sort((a, b) => b.word.length - a.word.length);
  if (longest === undefined) return sql`SELECT user_id FROM name_words WHERE 0`;
  const starts = (column: SQL, text: string) => sql`${column} >= ${text} AND ${column} < ${`${text}\u{10ffff}`}`;
  const begins = (column: SQL, { word, pair }: typeof longest) =>
    pair === null ? starts(column, word) : sql`(${starts(column, word)} OR ${starts(column, pair)})`;
  const conditions = others.map(
    (word) =>
      sql` AND EXISTS (SELECT 1 FROM name_words o WHERE o.user_id = n.user_id AND ${begins(sql`o.word`, word)})`,
  );
  return sql`SELECT DISTINCT n.user_id FROM name_words n
    WHERE ${begins(sql`n.word`, longest)}${sql.join(conditions)} LIMIT ${limit}`;
}
