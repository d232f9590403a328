import type { Locale } from '../../platform/text/locale.ts';
import { sortKeyOfLetter } from '../../platform/text/persian-text.ts';

/** The alphabets of the casts pages: Persian letters in fa, Latin in en (issue 3, section 1). */
const LETTERS = {
  fa: Array.from('ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی'),
  en: Array.from('abcdefghijklmnopqrstuvwxyz'),
} satisfies Record<Locale, readonly string[]>;

/** The letters of a locale's alphabet, in order. */
export function getLetters(locale: Locale): readonly string[] {
  return LETTERS[locale];
}

/** The locale in whose alphabet a letter is; null for anything that is no letter of either. */
export function getScript(letter: string): Locale | null {
  return LETTERS.fa.includes(letter) ? 'fa' : LETTERS.en.includes(letter) ? 'en' : null;
}

/** The character with which the sort keys of names under a letter begin (see `sortKey` and `foldForSearch`). */
export function keyOfLetter(letter: string): string {
  return getScript(letter) === 'fa' ? sortKeyOfLetter(letter) : letter;
}

/** The letter of a locale's alphabet under which a sort key's first character files; undefined for any other sign. */
export function letterOfKey(locale: Locale, first: string): string | undefined {
  return LETTERS[locale].find((letter) => keyOfLetter(letter) === first);
}
