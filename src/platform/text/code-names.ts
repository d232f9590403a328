import { getLocale } from './current-locale.ts';
import { perLocale } from './per-locale.ts';

const regions = perLocale((locale) => new Intl.DisplayNames([locale], { type: 'region' }));
const languages = perLocale((locale) => new Intl.DisplayNames([locale], { type: 'language' }));

export function nameCountry(code: string): string {
  return regions(getLocale()).of(code) ?? code;
}

export function nameLanguage(code: string): string {
  return languages(getLocale()).of(code) ?? code;
}
