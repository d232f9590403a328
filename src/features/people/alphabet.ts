import type { Locale } from '../../platform/text/locale.ts';
import { sortKeyOfLetter } from '../../platform/text/persian-text.ts';

/** Persian letters in fa, Latin in en (issue 3, section 1). */
const LETTERS = {
  fa: Array.from('ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی'),
  en: Array.from('abcdefghijklmnopqrstuvwxyz'),
} satisfies Record<Locale, readonly string[]>;

export function getLetters(locale: Locale): readonly string[] {
  return LETTERS[locale];
}

export function getScript(letter: string): Locale | null {
  return LETTERS.fa.includes(letter) ? 'fa' : LETTERS.en.includes(letter) ? 'en' : null;
}

/** The first character of sort keys under a letter (see `sortKey` and `foldForSearch`). */
export function getLetterKey(letter: string): string {
  return getScript(letter) === 'fa' ? sortKeyOfLetter(letter) : letter;
}

export function findLetter(locale: Locale, first: string): string | undefined {
  return LETTERS[locale].find((letter) => getLetterKey(letter) === first);
}
