import { readGiftCode } from '../../payments/gift-code.ts';
import { SEARCH_MIN } from '../../../platform/config/constants.ts';
import { words } from '../../../platform/text/persian-text.ts';

const MAX_LETTERS = 60;
const MAX_WORDS = 8;
const MAX_WORD_LETTERS = 20;
/** Two numbers of a film's name or a year; the parts of a telephone number, card or code have more. */
const MAX_DIGITS = 5;
const ADDRESS = /[@＠﹫]|:\/\/|\b(?:gmail|yahoo|hotmail|outlook|icloud|chmail)\b/i;
/** A code that was sent by SMS has four digits, too: a number of four is a year of films, in either calendar, or is refused. */
const YEAR = /^(?:1[34]\d\d|19\d\d|20[0-3]\d)$/;

/**
 * The folded query, as the desk's list of searches without a result stores it. Null for text that may be about a person:
 * a number longer than a year, an address, a code of letters and digits, a whole sentence.
 */
export function toStorableQuery(text: string): string | null {
  const parts = words(text);
  const query = parts.join(' ');
  const letters = [...query].length;
  if (letters < SEARCH_MIN || letters > MAX_LETTERS || parts.length > MAX_WORDS) return null;
  if (ADDRESS.test(text) || readGiftCode(text) !== null) return null;
  if (query.replace(/\D/g, '').length > MAX_DIGITS) return null;
  return parts.every(isPlainWord) ? query : null;
}

function isPlainWord(word: string): boolean {
  if (/^\d+$/.test(word)) return word.length < 4 || YEAR.test(word);
  return [...word].length <= MAX_WORD_LETTERS && !/\p{N}/u.test(word);
}
