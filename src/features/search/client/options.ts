import type { SearchResult } from '../contract.ts';
import { isFallbackKind } from '../../titles/fallback-art.ts';
import { artKind, IMAGE_WIDTHS } from '../../../platform/image-widths.ts';
import { artIn, nameIn } from '../../../platform/text/locale.ts';
import { paths } from '../../../platform/paths.ts';
import { getResultPath } from '../query/result-path.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { resultNote } from '../../../platform/text/result-note.ts';

export interface Option {
  key: string;
  href: string;
  name: string;
  note: string;
  image: string | null;
}

/** Spec 3.10. */
export function toResultOptions(results: readonly SearchResult[]): Option[] {
  return results.map((result) => ({
    key: `${result.type}-${String(result.id)}`,
    href: getResultPath(result),
    name: nameIn(getLocale(), result),
    note: resultNote(result),
    image: getImage(result),
  }));
}

/** Newest first. */
export function toLastSearchOptions(terms: readonly string[]): Option[] {
  return terms.toReversed().map((term) => ({ key: term, href: paths.search(term), name: term, note: '', image: null }));
}

function getImage({ type, id, ...arts }: SearchResult): string | null {
  const art = artIn(getLocale(), arts);
  const kind = art === null ? null : artKind(art);
  if (art !== null && kind !== null) return paths.image(art, IMAGE_WIDTHS[kind][0]);
  return isFallbackKind(type) ? paths.fallbackImage(type, id) : null;
}
