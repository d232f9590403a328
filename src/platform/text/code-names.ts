import { getLocale } from './current-locale.ts';
import { perLocale } from './per-locale.ts';

const regions = perLocale((locale) => new Intl.DisplayNames([locale], { type: 'region' }));
const languages = perLocale((locale) => new Intl.DisplayNames([locale], { type: 'language' }));

export function nameCountry(code: string): string {
  return nameCode(regions(getLocale()), code);
}

export function nameLanguage(code: string): string {
  return nameCode(languages(getLocale()), code);
}

/** A text that is not a code stays as it is: the tags of a film file are what its maker typed. */
function nameCode(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
