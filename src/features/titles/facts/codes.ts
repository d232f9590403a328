import { foldForSearch } from '../../../platform/text/persian-text.ts';

/** Names that people use for places and languages, beside those that the Unicode tables have. */
const COUNTRY_WORDS: Record<string, string> = {
  ...{ آمریکا: 'US', 'ایالات متحده': 'US', usa: 'US', 'united states of america': 'US', انگلیس: 'GB', انگلستان: 'GB' },
  ...{ uk: 'GB', england: 'GB', 'great britain': 'GB', 'کره جنوبی': 'KR', کره: 'KR', 'south korea': 'KR', korea: 'KR' },
  ...{ iran: 'IR', ترکیه: 'TR', turkey: 'TR', هند: 'IN', هندوستان: 'IN', شوروی: 'RU', 'soviet union': 'RU' },
};
const LANGUAGE_WORDS: Record<string, string> = { farsi: 'fa', فارسی: 'fa', کردی: 'ku', آذری: 'az', ترکی: 'tr' };
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** Made by the first use: a Worker's start must not wait for some thousand names. */
let countries: ReadonlyMap<string, string> | undefined;
let languages: ReadonlyMap<string, string> | undefined;

/** The ISO 3166 code of «ایران», Iran or IR; undefined for what is not a country. */
export function countryCode(name: string): string | undefined {
  countries ??= listCodeNames('region', COUNTRY_WORDS, (code) => code);
  return countries.get(foldForSearch(name));
}

/** The ISO 639 code of «فارسی», Persian, Farsi or fa; undefined for what is not a language. */
export function languageCode(name: string): string | undefined {
  languages ??= listCodeNames('language', LANGUAGE_WORDS, (code) => code.toLowerCase());
  return languages.get(foldForSearch(name));
}

/** The Unicode tables name codes of former days like those of today: DD and DE are «آلمان». */
function toPresentCode(type: 'region' | 'language', code: string): string {
  const present = type === 'region' ? new Intl.Locale(`und-${code}`).region : new Intl.Locale(code).language;
  return present?.length === 2 ? present : code;
}

/** Every two-letter code that has a name, by its folded names in Persian and English and by itself. */
function listCodeNames(type: 'region' | 'language', words: Record<string, string>, code: (letters: string) => string) {
  const match = new Map<string, string>();
  for (const locale of ['fa', 'en']) {
    const names = new Intl.DisplayNames(locale, { type, fallback: 'none' });
    for (const pair of LETTERS.flatMap((first) => LETTERS.map((second) => code(first + second)))) {
      const name = names.of(pair);
      if (name === undefined) continue;
      for (const key of [foldForSearch(name), pair.toLowerCase()])
        if (!match.has(key)) match.set(key, toPresentCode(type, pair));
    }
  }
  for (const [word, value] of Object.entries(words)) match.set(foldForSearch(word), value);
  return match;
}
