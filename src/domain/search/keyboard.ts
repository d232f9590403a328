/** What was typed with the other keyboard layout switched on: «fghgh» for «بلالا» and the other way round. */

/** The standard Persian layout (ISIRI 9147) by the keys of a US one. */
const KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,`\\";
const LETTERS = 'ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدپوپپ';
/** Windows' older Persian layout has this one letter elsewhere; the rest is the same. */
const OLDER: Record<string, string> = { m: 'ئ' };
const TO_PERSIAN = new Map([...KEYS].map((key, at) => [key, LETTERS[at] ?? '']));
const TO_LATIN = new Map<string, string>([
  // پ is on several keys; the m of ISIRI is the first.
  ...[...KEYS].toReversed().map((key): [string, string] => [[...LETTERS][KEYS.indexOf(key)] ?? '', key]),
  ...(Object.entries({ پ: 'm', ئ: 'm', آ: 'h', ژ: 'c', ي: 'd', ك: ';', أ: 'h' }) as [string, string][]),
]);

/** The text as the other layout gives it, or none where it holds letters of both or none of either. */
export function otherLayouts(text: string): string[] {
  const latin = /[a-z]/i.test(text);
  const persian = /[\u0621-\u06cc]/u.test(text);
  if (latin === persian) return [];
  if (persian) return [swap(text, TO_LATIN)];
  // Shift and c is ژ; other shifted letters fold to what they are without.
  const keys = text.replaceAll('C', 'ژ').toLowerCase();
  const swapped = swap(keys, TO_PERSIAN);
  const older = swap(
    keys.replace(/m/g, (key) => OLDER[key] ?? key),
    TO_PERSIAN,
  );
  return [...new Set([swapped, older])];
}

function swap(text: string, keys: ReadonlyMap<string, string>): string {
  return [...text].map((letter) => keys.get(letter) ?? letter).join('');
}
