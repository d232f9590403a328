import { getLocale } from '../text/current-locale.ts';
import { nameLanguage } from '../text/code-names.ts';
import { perLocale } from '../text/per-locale.ts';

const conjunctions = perLocale((locale) => new Intl.ListFormat([locale], { type: 'conjunction' }));

export function languageList(codes: readonly string[]): string {
  return joinWords(codes.map(nameLanguage));
}

export function joinWords(words: readonly string[]): string {
  return conjunctions(getLocale()).format(words);
}
