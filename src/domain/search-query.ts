import { foldForSearch, foldJoined, words } from './persian-text.ts';

/** More words than this say nothing new about a name. */
const WORDS_MAX = 12;

export interface SearchQuery {
  /** The FTS5 expression; every term is quoted, so that no input can be read as syntax. */
  match: string;
  /** The folded text, for exact and prefix ranking. */
  folded: string;
  /** Letters and digits in it. */
  letters: number;
}

/** Turns what was typed into a query, or null where it holds no letter and no digit. */
export function searchQuery(text: string): SearchQuery | null {
  const spaced = words(text).slice(0, WORDS_MAX);
  const joined = foldJoined(text).split(' ').slice(0, WORDS_MAX);
  const together = spaced.join('');
  if (together === '') return null;
  // «کتاب‌خانه» and «کتاب خانه» are also meant when the name is written «کتابخانه».
  const forms = new Set([conjunction(spaced), conjunction(joined), conjunction([together])]);
  return { match: [...forms].join(' OR '), folded: foldForSearch(text), letters: [...together].length };
}

/** All of the words, the last of them as a prefix: it may be half typed. */
function conjunction(terms: readonly string[]): string {
  const quoted = terms.map((term, index) => `"${term}"${index === terms.length - 1 ? '*' : ''}`);
  return `(${quoted.join(' AND ')})`;
}
