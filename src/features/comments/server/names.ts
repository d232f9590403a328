import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { hasContact, hasHeldWord, type OwnWords } from '../comment-words.ts';
import { cleanName } from '../comments.ts';

export const MAX_WORDS = 500;
export const SELECT_OWN_WORDS = sql`SELECT word, holds FROM comment_words WHERE word > '' ORDER BY word LIMIT ${MAX_WORDS}`;

const wordRow = v.object({ word: v.string(), holds: v.number() });

export function parseOwnWords(rows: readonly unknown[]): OwnWords {
  return new Map(v.parse(v.array(wordRow), rows).map(({ word, holds }) => [word, holds === 1]));
}

/** The name as readers see it; '' for one with a word that holds, or with an address. */
export function toReaderName(name: string | null, ownWords: OwnWords): string {
  const clean = cleanName(name ?? '');
  return hasHeldWord(clean, ownWords) || hasContact(clean) ? '' : clean;
}
