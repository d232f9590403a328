import { foldForSearch } from '../../../platform/text/persian-text.ts';
import type { Reading } from './query-plan.ts';

/**
 * «Did you mean»: the first of the readings that the names of the best match bear out, spelt as they are in it; null
 * where there is none. `names` are those of the best match, as they are shown.
 */
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

/** Signs around a word. */
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu;

function spelling(alternatives: readonly string[], written: ReadonlyMap<string, string>): string | null {
  const known = alternatives.find((word) => written.has(word));
  if (known !== undefined) return written.get(known) ?? known;
  // The last word may be half typed; and a word of the transliteration is in no name that is shown.
  const [typed = '', ...meant] = alternatives;
  if (meant.length === 1) return meant[0] ?? null;
  return [...written.keys()].some((word) => word.startsWith(typed)) ? typed : null;
}
