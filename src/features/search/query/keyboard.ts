/** What was typed with the other keyboard layout switched on: «fghgh» for «بلالا» and the other way round. */

/** The standard Persian layout (ISIRI 9147) by the keys of a US one. */
const KEYS = Array.from("qwertyuiop[]asdfghjkl;'zxcvbnm,`\\");
const LETTERS = Array.from('ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدپوپپ');
const PAIRS = KEYS.map((key, at): [string, string] => [key, LETTERS[at] ?? '']);
const TO_PERSIAN = new Map(PAIRS);
/** Windows' older Persian layout differs in this key. */
const TO_PERSIAN_OLDER = new Map([...PAIRS, ['m', 'ئ']]);
/** Letters that need Shift, or are on another key in other layouts; پ is on several, of which m comes first. */
const TO_LATIN = new Map([
  ...PAIRS.map(([key, letter]): [string, string] => [letter, key]),
  ...Object.entries({ پ: 'm', ئ: 'm', آ: 'h', أ: 'h', ژ: 'c', ي: 'd', ك: ';' }),
]);

/** The text as the other layout gives it, or none where it holds letters of both or none of either. */
export function otherLayouts(text: string): string[] {
  const latin = /[a-z]/i.test(text);
  const persian = /[\u0621-\u06cc]/u.test(text);
  if (latin === persian) return [];
  if (persian) return [swap(text, TO_LATIN)];
  // Shift and c is ژ; other shifted letters fold to what they are without.
  const keys = text.replaceAll('C', 'ژ').toLowerCase();
  return [...new Set([TO_PERSIAN, TO_PERSIAN_OLDER].map((layout) => swap(keys, layout)))];
}

function swap(text: string, keys: ReadonlyMap<string, string>): string {
  return [...text].map((letter) => keys.get(letter) ?? letter).join('');
}
