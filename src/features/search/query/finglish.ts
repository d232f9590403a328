import { foldForSearch } from '../../../platform/text/persian-text.ts';

/**
 * Finglish is Persian in Latin letters, each in his own way: «khune», «khooneh», «xane» are خانه. Vowels vary,
 * consonants hardly do; so both scripts are reduced to a skeleton of consonants in which they meet (reference "Search
 * folding"). In it c is چ, w is ش, x is خ, q is ق and غ, j is ج and ژ, and k, s, z, t, h stand for all that sound so.
 */
const PERSIAN: Record<string, string> = {
  ...{ ب: 'b', پ: 'p', ت: 't', ط: 't', ث: 's', س: 's', ص: 's', ج: 'j', ژ: 'j', چ: 'c', ح: 'h', ه: 'h', خ: 'x' },
  ...{ د: 'd', ذ: 'z', ز: 'z', ض: 'z', ظ: 'z', ر: 'r', ش: 'w', غ: 'q', ق: 'q', ف: 'f', ک: 'k', گ: 'g', ل: 'l' },
  ...{ م: 'm', ن: 'n' },
};
/** In capitals while vowels are taken out. */
const DIGRAPHS: Record<string, string> = { kh: 'X', sh: 'W', ch: 'C', zh: 'J', gh: 'Q', ph: 'F', th: 'T', ck: 'K' };
const LATIN_WORD = /^[a-z0-9]+$/;
/** «ha», the plural, after a letter with which its h looks like a digraph: «ashkha» is اشک‌ها. */
const PLURAL = /^(.+[kszgctp])ha(?:ye?|e|i)?$/;
/** A last ه that is spoken, for the link follows it: «negahe», of نگاه. In Persian script it looks like the silent one. */
const SPOKEN_H = /^(.*[aou])he$/;
/** «and», and the link between two nouns written as a word of its own: too often left out or joined to say anything. */
const LINKS = new Set(['و', 'ی', 'e', 'ye', 'y', 'i', 'o', 'va']);

/** The skeletons of each word of a folded text, in order: one, or more where it can be read in several ways. */
export function skeletons(folded: string): string[][] {
  return folded
    .split(' ')
    .filter((word) => !LINKS.has(word))
    .map((word) => [...new Set(LATIN_WORD.test(word) ? ofLatin(word) : [ofPersian(word)])].filter((key) => key !== ''))
    .filter((keys) => keys.length > 0);
}

/** The skeletons of a name: of each word, ZWNJ words in two and in one; and of all of it in one. */
export function nameSkeletons(name: string): { words: string[]; whole: string } {
  const joined = name.split(/\s+/u).map((word) => getSkeletonKeys(foldForSearch(word)).join(''));
  const parts = getSkeletonKeys(foldForSearch(name));
  return { words: [...new Set([...parts, ...joined])].filter((key) => key !== ''), whole: joined.join('') };
}

/** The first reading of each word of a folded text. */
export function getSkeletonKeys(folded: string): string[] {
  return skeletons(folded).map(([key = '']) => key);
}

/** و and ی are consonants for certain only where a word begins with them; a last ه is a vowel. */
function ofPersian(word: string): string {
  const start = word.startsWith('و') ? 'v' : word.startsWith('ی') ? 'y' : '';
  const letters = [...word.replace(/(?<=.)ه$/u, '')];
  return start + letters.map((letter) => PERSIAN[letter] ?? (/[a-z0-9]/.test(letter) ? letter : '')).join('');
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
  const start = /^[vw]/.test(word) ? 'v' : /^y[aeiou]/.test(word) ? 'y' : '';
  const consonants = word
    .replace(/c(?=[eiy])/g, 's')
    .replace(/[ksczg]h|ph|th|ck/g, (pair) => DIGRAPHS[pair] ?? pair)
    .replaceAll('c', 'k')
    // A letter twice is a long one, which Persian writes once.
    .replace(/([a-zA-Z])\1/g, '$1')
    .replace(/(?<=.)h$/, '')
    .replace(/[aeiouvwy]/g, '');
  return start + consonants.toLowerCase();
}
