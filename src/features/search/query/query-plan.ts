import { foldForSearch, foldJoined } from '../../../platform/text/persian-text.ts';
import { getSkeletons } from './finglish.ts';
import { convertLayouts } from './keyboard.ts';
import { isSameWord, listHomophones } from './orthography.ts';
import { canBeTypo, isOneTypoApart, getTypoKeys } from './typo.ts';

const TEXT_MAX = 200; // Both limits bound the work of a query
const WORDS_MAX = 10;
const SPELLINGS_MAX = 16; // Of a whole query
const SKELETON_MIN = 2; // Fewer consonants match too many names

/** One reading of the query, as FTS5 expressions from narrow to wide, each containing the last. */
export interface Reading {
  tiers: string[]; // The exact name, names that begin so, names with these words
  /** Folded words with their alternatives; none for a reading by sound. */
  words: string[][];
}

export const NO_READING: Reading = { tiers: ['names : ""'], words: [] };

export interface QueryPlan {
  typed: Reading;
  letters: number; // Letters and digits, in the typed or the other layout
  layouts: Reading[]; // Typed with the other keyboard layout
  sounds: Reading | null; // As Finglish; null without a Latin word
  typoKeys: string[]; // Keys of search_words for words that are one typo apart, or written with letters of one sound
  /** The word of a one-word query, for names with one letter more; else null. */
  onlyWord: string | null;
}

export function withExactNames(plan: QueryPlan, names: readonly string[]): QueryPlan {
  return { ...plan, typed: { ...plan.typed, tiers: [matchAny(names.map(matchExactName))] } };
}

/** Expressions for a part of a query, folded: the exact name, names that begin so, names with these words, the sound. */
export function matchPart(words: readonly string[]): {
  exact: string;
  begins: string;
  words: string;
  sound: string | null;
} {
  const name = words.join('');
  return {
    exact: matchExactName(name),
    begins: `names : ${toTerm(name, true)}`,
    words: `words : ${matchAll(words)}`,
    sound: finglish(words)?.tiers[0] ?? null,
  };
}

function matchExactName(name: string): string {
  return `names : ${quote(name)}`;
}

export function planQuery(text: string): QueryPlan | null {
  const cut = text.slice(0, TEXT_MAX);
  const typed = buildReading(cut);
  if (!typed) return null;
  const words = typed.words.flat();
  const layouts = convertLayouts(cut)
    .map(buildReading)
    .filter((reading) => reading !== null);
  return {
    typed,
    letters: Math.max(...[typed, ...layouts].map((reading) => [...reading.words.flat().join('')].length)),
    layouts,
    sounds: finglish(words),
    typoKeys: [...new Set(words.filter(canBeTypo).flatMap((word) => [...getTypoKeys(word), ...listHomophones(word)]))],
    onlyWord: words.length === 1 && words.every(canBeTypo) ? (words[0] ?? null) : null,
  };
}

/** Corrected readings, best first; `existing`: words under the plan's `typoKeys`. None if the typed words match. */
export function buildCorrectedReadings(
  { typed, layouts, sounds }: QueryPlan,
  existing: readonly string[],
  hasMatches = false,
): Reading[] {
  const isSpeltRight = hasMatches && typed.words.flat().every((word) => !canBeTypo(word) || existing.includes(word));
  return [
    buildSpellings(typed, existing),
    ...layouts,
    isSpeltRight ? null : buildCorrectedReading(typed, existing),
    sounds,
  ].filter((reading) => reading !== null);
}

/** The same words in another orthography: «مساله» for مسئله, «طهران». Null if names have no such word. */
function buildSpellings(typed: Reading, existing: readonly string[]): Reading | null {
  const words = typed.words.flat();
  const spelt = words.map((word) => [word, ...existing.filter((other) => isSameWord(word, other))]);
  if (spelt.every(({ length }) => length === 1)) return null;
  const wholes = spelt.reduce<string[]>(
    (starts, spellings) => starts.flatMap((start) => spellings.map((word) => start + word)).slice(0, SPELLINGS_MAX),
    [''],
  );
  const all = spelt.map((spellings, at) => matchAny(spellings.map((word) => toTerm(word, at === words.length - 1))));
  const begins = matchAny(wholes.map((name) => `names : ${toTerm(name, true)}`));
  return {
    tiers: [matchAny(wholes.map(matchExactName)), begins, matchAny([begins, `words : (${all.join(' AND ')})`])],
    words: spelt,
  };
}

function buildCorrectedReading(typed: Reading, existing: readonly string[]): Reading | null {
  const words = typed.words.flat();
  const meant = words.map((word) => (canBeTypo(word) ? existing.filter((other) => isMeant(word, other)) : []));
  if (meant.every((candidates) => candidates.length === 0)) return null;
  const groups = words.map((word, at) =>
    matchAny([toTerm(word, at === words.length - 1), ...(meant[at] ?? []).map(quote)]),
  );
  return {
    tiers: [`words : (${groups.join(' AND ')})`],
    words: words.map((word, at) => [word, ...(meant[at] ?? [])]),
  };
}

function isMeant(word: string, other: string): boolean {
  return word !== other && isOneTypoApart(word, other);
}

function buildReading(text: string): Reading | null {
  const spaced = split(foldForSearch(text));
  const name = spaced.join('');
  if (name === '') return null;
  const forms = new Set([spaced, split(foldJoined(text)), ...joinNeighbours(spaced)].map(matchAll));
  const begins = `names : ${toTerm(name, true)}`;
  return {
    tiers: [matchExactName(name), begins, matchAny([begins, ...[...forms].map((form) => `words : ${form}`)])],
    words: spaced.map((word) => [word]),
  };
}

function split(folded: string): string[] {
  return folded === '' ? [] : folded.split(' ').slice(0, WORDS_MAX);
}

/** «کتاب خانه» may mean «کتابخانه»: joins two neighbours. */
function joinNeighbours(words: readonly string[]): string[][] {
  return words.slice(1).map((word, at) => [...words.slice(0, at), `${words[at] ?? ''}${word}`, ...words.slice(at + 2)]);
}

function finglish(words: readonly string[]): Reading | null {
  if (!words.some((word) => /^[a-z]/.test(word))) return null;
  const keys = getSkeletons(words.join(' '));
  const name = keys.map(([key = '']) => key).join('');
  if (name.length < SKELETON_MIN) return null;
  const begins = `sound_names : ${quote(name)} *`;
  const all = keys
    .map((readings, at) => matchAny(readings.map((key) => toTerm(key, at === keys.length - 1))))
    .join(' AND ');
  return { tiers: [`sound_names : ${quote(name)}`, begins, matchAny([begins, `sounds : (${all})`])], words: [] };
}

function matchAll(words: readonly string[]): string {
  // One letter fits a tenth of all names, and the index holds no such prefix.
  const reported = words.length > 1 && [...(words.at(-1) ?? '')].length === 1 ? words.slice(0, -1) : words;
  return `(${reported.map((word, at) => toTerm(word, at === reported.length - 1)).join(' AND ')})`;
}

/** The last word may be a prefix. A single letter matches only itself. */
function toTerm(word: string, last: boolean): string {
  return last && [...word].length > 1 ? `${quote(word)} *` : quote(word);
}

function matchAny(expressions: readonly string[]): string {
  return expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(' OR ')})`;
}

/** As a string of FTS5, so that no input becomes syntax. Folded words hold no quote. */
function quote(word: string): string {
  return `"${word}"`;
}
