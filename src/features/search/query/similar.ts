import { canBeTypo } from './typo.ts';

/** A little more than half of the pairs of letters of both words: "cherry" is not like "chernobil". */
const MIN_SIMILARITY = 0.55;
const MAX_WORDS = 6;
const BEGINNING_LETTERS = 3;

/** Pairs of neighbours; the beginning counts as one, since it is seldom wrong. */
function listPairs(word: string): string[] {
  const letters = [' ', ...word];
  return letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`);
}

/** From 0, nothing in common, to 1, alike (Dice). */
export function computeSimilarity(a: string, b: string): number {
  const [first, second] = [listPairs(a), listPairs(b)];
  const rest = [...second];
  const common = first.filter((pair) => {
    const at = rest.indexOf(pair);
    if (at !== -1) rest.splice(at, 1);
    return at !== -1;
  });
  return (2 * common.length) / (first.length + second.length);
}

/** The first letters of the words that may be misspelt. */
export function listBeginnings(words: readonly string[]): string[] {
  return [...new Set(words.filter(canBeTypo).map((word) => [...word].slice(0, BEGINNING_LETTERS).join('')))];
}

/** The words of names that are most like one of a query, best first. */
export function chooseSimilarWords(words: readonly string[], existing: readonly string[]): string[] {
  const typed = words.filter(canBeTypo);
  return existing
    .map((word) => ({ word, score: Math.max(0, ...typed.map((one) => computeSimilarity(one, word))) }))
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_WORDS)
    .map(({ word }) => word);
}
