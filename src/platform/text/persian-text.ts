import { foldDigits } from './digits.ts';

/** Index and query use the same folding (issue 2, "Search folding"). */

const ZWNJ = '\u200c';

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

const ALPHABET = 'ءابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی'; // Folded letters in the order of the Persian alphabet
const FIRST_KEY = 0x0430; // Beyond ASCII, so that spaces, digits and Latin sort first

export function foldForSearch(text: string): string {
  return fold(text.replaceAll(ZWNJ, ' '));
}

/** «می‌خواهم» → «میخواهم», as many type it. */
export function foldJoined(text: string): string {
  return fold(text.replaceAll(ZWNJ, ''));
}

export function words(text: string): string[] {
  const folded = foldForSearch(text);
  return folded === '' ? [] : folded.split(' ');
}

export function sortKeyOfLetter(letter: string): string {
  return String.fromCharCode(FIRST_KEY + ALPHABET.indexOf(letter));
}

export function sortKey(text: string): string {
  return foldForSearch(text).replace(/[\u0600-\u06ff]/gu, (letter) => {
    const at = ALPHABET.indexOf(letter);
    return String.fromCharCode(FIRST_KEY + (at < 0 ? ALPHABET.length : at));
  });
}

/** Decomposition removes the hamza of أ ؤ ئ ۀ and the madda of آ. */
function fold(text: string): string {
  if (/^[ -~]*$/.test(text)) return spaceWords(text.toLowerCase(), /[^a-z0-9]+/g);
  const plain = foldDigits(text.normalize('NFKD'))
    .replace(/[\p{Mn}\p{Cf}\u0640]/gu, '')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .toLowerCase();
  return spaceWords(plain, /[^\p{L}\p{N}]+/gu);
}

function spaceWords(text: string, between: RegExp): string {
  return text.replace(between, ' ').trim();
}
