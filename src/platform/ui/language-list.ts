import { getLocale } from '../text/current-locale.ts';
import { nameLanguage } from '../text/code-names.ts';
import { perLocale } from '../text/per-locale.ts';

const conjunctions = perLocale((locale) => new Intl.ListFormat([locale], { type: 'conjunction' }));

export function languageList(codes: readonly string[]): string {
  return conjunctions(getLocale()).format(codes.map(nameLanguage));
}
