import type { Locale } from './locale.ts';

type NameKind = 'name' | 'kids';
type Source = (kind: NameKind, locale: Locale) => string | undefined;

/** A page names the site in its head, and its islands speak its language. */
const readPage: Source = (kind) =>
  kind === 'name' && typeof document !== 'undefined'
    ? document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content
    : undefined;
let readName = readPage;

/** Of a server. Nothing happens at import, so that bundles without a name have no byte of this file. */
export function useNamesFrom(source: Source): void {
  readName = source;
}

/** The site's name, or that of its kids mode, as the desk has it; else `builtIn`. */
export const nameBrand = (kind: NameKind, locale: Locale, builtIn: string): string => readName(kind, locale) ?? builtIn;
