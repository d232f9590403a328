import { foldForSearch } from '../../../platform/text/persian-text.ts';
import type { Reading } from './query-plan.ts';

/** «Did you mean»: the first reading that the best match's `names` confirm, in their spelling; else null. */
export function findSuggestion(readings: readonly Reading[], names: readonly string[]): string | null {
  const written = new Map(
    names.flatMap((name) => name.split(/[\s\u200c]+/u)).map((word) => [foldForSearch(word), word.replace(EDGES, '')]),
  );
  for (const { words } of readings) {
    const spelt = words.map((alternatives) => spelling(alternatives, written));
    if (spelt.length > 0 && spelt.every((word) => word !== null)) return spelt.join(' ');
  }
  return null;
}

const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu; // Punctuation around a word

function spelling(alternatives: readonly string[], written: ReadonlyMap<string, string>): string | null {
  const shownWord = alternatives.find((word) => written.has(word));
  if (shownWord !== undefined) return written.get(shownWord) ?? shownWord;
  // The last word may be a prefix; words of the transliteration are in no shown name.
  const [typed = '', ...meant] = alternatives;
  if (meant.length === 1) return meant[0] ?? null;
  return [...written.keys()].some((word) => word.startsWith(typed)) ? typed : null;
}
