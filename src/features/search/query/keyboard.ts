/** Text typed with the wrong keyboard layout: «fghgh» for «بلالا» and the reverse. */

/** The standard Persian layout (ISIRI 9147) by the keys of a US one. */
const KEYS = Array.from("qwertyuiop[]asdfghjkl;'zxcvbnm,`\\");
const LETTERS = Array.from('ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدپوپپ');
const PAIRS = KEYS.map((key, at): [string, string] => [key, LETTERS[at] ?? '']);
const TO_PERSIAN = new Map(PAIRS);
const TO_PERSIAN_OLDER = new Map([...PAIRS, ['m', 'ئ']]); // Windows' older Persian layout differs in this key
/** Letters with Shift, or on another key in other layouts; پ is on several, m first. */
const TO_LATIN = new Map([
  ...PAIRS.map(([key, letter]): [string, string] => [letter, key]),
  ...Object.entries({ پ: 'm', ئ: 'm', آ: 'h', أ: 'h', ژ: 'c', ي: 'd', ك: ';' }),
]);

/** None if the text holds letters of both scripts or of neither. */
export function convertLayouts(text: string): string[] {
  const latin = /[a-z]/i.test(text);
  const persian = /[\u0621-\u06cc]/u.test(text);
  if (latin === persian) return [];
  if (persian) return [swap(text, TO_LATIN)];
  // Shift and c is ژ; other shifted letters fold to the plain ones.
  const keys = text.replaceAll('C', 'ژ').toLowerCase();
  return [...new Set([TO_PERSIAN, TO_PERSIAN_OLDER].map((layout) => swap(keys, layout)))];
}

function swap(text: string, keys: ReadonlyMap<string, string>): string {
  return [...text].map((letter) => keys.get(letter) ?? letter).join('');
}
