import { foldDigits } from './digits.ts';

/**
 * One spelling for many: index and query pass through the same folding, so that Arabic ي and ك, marks, ZWNJ and
 * both sets of digits find what they mean (issue 2; reference "Search folding").
 */

const ZWNJ = '\u200c';

/** Letters that Persians write in several ways. Hamza carriers lose their hamza by decomposition. */
const LETTERS: Record<string, string> = {
  ي: 'ی', // Arabic yeh
  ى: 'ی', // alef maksura
  ې: 'ی',
  ك: 'ک', // Arabic kaf
  ڪ: 'ک',
  ة: 'ه', // teh marbuta
  '\u06d5': 'ه', // ae, what is left of heh with yeh above
  '\u06c1': 'ه', // heh goal
  '\u06be': 'ه', // heh doachashmee
  '\u0671': 'ا', // alef wasla
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** After folding, in order. Their code points follow the Arabic alphabet, with the Persian letters at the end. */
const ALPHABET = 'ءابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی';
/** Beyond ASCII, so that spaces, digits and Latin letters keep their place before. */
const FIRST_KEY = 0x0430;

/** The folded text: small letters and Latin digits in words, with one space between; ZWNJ separates words. */
export function foldForSearch(text: string): string {
  return fold(text.replaceAll(ZWNJ, ' '));
}

/** The same with the parts of a ZWNJ word joined: «می‌خواهم» is «میخواهم», as many type it. */
export function foldJoined(text: string): string {
  return fold(text.replaceAll(ZWNJ, ''));
}

/** The folded words of a text, in order. */
export function words(text: string): string[] {
  const folded = foldForSearch(text);
  return folded === '' ? [] : folded.split(' ');
}

/** The first character of a sort key for each letter of the Persian alphabet; «آ» is filed under «ا». */
export function sortKeyOfLetter(letter: string): string {
  return String.fromCharCode(FIRST_KEY + ALPHABET.indexOf(letter));
}

/** A key by which texts sort in the Persian alphabet when compared by code point; Latin letters come first. */
export function sortKey(text: string): string {
  return foldForSearch(text).replace(/[\u0600-\u06ff]/gu, (letter) => {
    const at = ALPHABET.indexOf(letter);
    return String.fromCharCode(FIRST_KEY + (at < 0 ? ALPHABET.length : at));
  });
}

/** Decomposing first takes the hamza off أ ؤ ئ ۀ and the madda off آ: people leave them out when they type. */
function fold(text: string): string {
  return foldDigits(text.normalize('NFKD'))
    .replace(/[\p{Mn}\p{Cf}\u0640]/gu, '')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
