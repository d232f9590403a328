import { foldForSearch } from '../../../platform/text/persian-text.ts';

/** Finglish is Persian in Latin letters with varying vowels: «khune», «khooneh», «xane» are خانه. Both scripts reduce
 * to a skeleton of consonants: c is چ, w is ش, x is خ, q is ق and غ, j is ج and ژ; k, s, z, t, h stand for all. */
export const PERSIAN_CONSONANTS: Record<string, string> = {
  ...{ ب: 'b', پ: 'p', ت: 't', ط: 't', ث: 's', س: 's', ص: 's', ج: 'j', ژ: 'j', چ: 'c', ح: 'h', ه: 'h', خ: 'x' },
  ...{ د: 'd', ذ: 'z', ز: 'z', ض: 'z', ظ: 'z', ر: 'r', ش: 'w', غ: 'q', ق: 'q', ف: 'f', ک: 'k', گ: 'g', ل: 'l' },
  ...{ م: 'm', ن: 'n' },
};
const DIGRAPHS: Record<string, string> = { kh: 'X', sh: 'W', ch: 'C', zh: 'J', gh: 'Q', ph: 'F', th: 'T', ck: 'K' };
const LATIN_WORD = /^[a-z0-9]+$/;
/** The plural «ha», if its h follows a letter of a digraph: «ashkha» is اشک‌ها. */
const PLURAL = /^(.+[kszgctp])ha(?:ye?|e|i)?$/;
/** A spoken last ه, because a link follows it: «negahe», of نگاه. In Persian script it looks like the silent one. */
const SPOKEN_H = /^(.*[aou])he$/;
/** «and» and the ezafe as a word: often left out, so they are ignored. */
const LINKS = new Set(['و', 'ی', 'e', 'ye', 'y', 'i', 'o', 'va']);

export function getSkeletons(folded: string): string[][] {
  return folded
    .split(' ')
    .filter((word) => !LINKS.has(word))
    .map((word) =>
      [...new Set(LATIN_WORD.test(word) ? ofLatin(word) : [toPersianSkeleton(word)])].filter((key) => key !== ''),
    )
    .filter((keys) => keys.length > 0);
}

/** Of each word, with ZWNJ words split and joined, and of the whole name. */
export function getNameSkeletons(name: string): { words: string[]; whole: string } {
  const joined = name.split(/\s+/u).map((word) => getSkeletonKeys(foldForSearch(word)).join(''));
  const parts = getSkeletonKeys(foldForSearch(name));
  return { words: [...new Set([...parts, ...joined])].filter((key) => key !== ''), whole: joined.join('') };
}

function getSkeletonKeys(folded: string): string[] {
  return getSkeletons(folded).map(([key = '']) => key);
}

/** و and ی are consonants for certain only at the start of a word; a last ه is a vowel. */
function toPersianSkeleton(word: string): string {
  const start = word.startsWith('و') ? 'v' : word.startsWith('ی') ? 'y' : '';
  const letters = [...word.replace(/(?<=.)ه$/u, '')];
  return (
    start + letters.map((letter) => PERSIAN_CONSONANTS[letter] ?? (/[a-z0-9]/.test(letter) ? letter : '')).join('')
  );
}

function ofLatin(word: string): string[] {
  const stem = PLURAL.exec(word)?.[1];
  const linked = SPOKEN_H.exec(word)?.[1];
  const spellings = word.includes('x') ? [word.replaceAll('x', 'kh'), word.replaceAll('x', 'ks')] : [word];
  return [
    ...spellings.map(toSkeleton),
    ...(stem === undefined ? [] : [`${toSkeleton(stem)}h`]),
    ...(linked === undefined ? [] : [toSkeleton(linked)]),
  ];
}

function toSkeleton(word: string): string {
  return (
    getFirstConsonant(word) +
    mergeDigraphs(word)
      .replace(/[aeiouvwy]/g, '')
      .toLowerCase()
  );
}

/** v and y are consonants for certain only at the start of a word. */
export function getFirstConsonant(word: string): 'v' | 'y' | '' {
  return /^[vw]/.test(word) ? 'v' : /^y[aeiou]/.test(word) ? 'y' : '';
}

/** One letter for each consonant, a capital for two, with the vowels. */
export function mergeDigraphs(word: string): string {
  return (
    word
      .replace(/c(?=[eiy])/g, 's')
      .replace(/[ksczg]h|ph|th|ck/g, (pair) => DIGRAPHS[pair] ?? pair)
      .replaceAll('c', 'k')
      // Persian writes a double letter once.
      .replace(/([a-zA-Z])\1/g, '$1')
      .replace(/(?<=.)h$/, '')
  );
}
