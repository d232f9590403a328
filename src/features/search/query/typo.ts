/** A typo is one letter too many, too few or different, or two neighbours exchanged. */

/** A word of four letters may have lost one; shorter ones are not corrected. */
const TYPED_MIN = 3;
const WORD_MIN = 4;
/** A longer word is noise, and would have as many keys as letters. */
const TYPO_MAX = 24;

export function canBeTypo(word: string): boolean {
  const { length } = [...word];
  return length >= TYPED_MIN && length <= TYPO_MAX && !/^\d+$/.test(word);
}

/** The word and, from four letters on, the word without each letter: words one typo apart share a key. */
export function getTypoKeys(word: string): string[] {
  const letters = [...word];
  if (!canBeTypo(word) || letters.length < WORD_MIN) return [word];
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

export function isOneTypoApart(a: string, b: string): boolean {
  const [first, second] = [[...a], [...b]];
  if (Math.abs(first.length - second.length) > 1) return false;
  let start = 0;
  while (start < first.length && first[start] === second[start]) start += 1;
  const rest = (letters: string[], from: number) => letters.slice(from).join('');
  if (first.length > second.length) return rest(first, start + 1) === rest(second, start);
  if (first.length < second.length) return rest(first, start) === rest(second, start + 1);
  if (rest(first, start + 1) === rest(second, start + 1)) return true;
  const exchanged = first[start] === second[start + 1] && first[start + 1] === second[start];
  return exchanged && rest(first, start + 2) === rest(second, start + 2);
}
