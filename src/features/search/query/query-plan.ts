import { foldForSearch, foldJoined } from '../../../platform/text/persian-text.ts';
import { skeletons } from './finglish.ts';
import { otherLayouts } from './keyboard.ts';
import { mayBeTypo, oneTypoApart, typoKeys } from './typo.ts';

/** More than this says nothing new about a name. Both also bound the work of a query. */
const TEXT_MAX = 200;
const WORDS_MAX = 10;
/** Fewer consonants than this fit too many names. */
const SKELETON_MIN = 2;

/** One way to read what was typed. Its expressions for FTS5 go from the narrow to the wide, each holding the last. */
export interface Reading {
  /** Ranked one below the other: the name itself, a name that begins so, names with these words. */
  tiers: string[];
  /** The folded words to be found, each with what else it may be; none where sounds are looked for. */
  words: string[][];
}

/** A reading that nothing matches. */
export const NO_READING: Reading = { tiers: ['names : ""'], words: [] };

export interface QueryPlan {
  /** As it was typed. */
  typed: Reading;
  /** Letters and digits in it, or in what the other layout makes of it. */
  letters: number;
  /** As it was typed with the other keyboard layout. */
  layouts: Reading[];
  /** As Finglish; null where there is no Latin word in it. */
  sounds: Reading | null;
  /** Keys of search_words under which the words are that a typo may have been meant for. */
  typoKeys: string[];
  /** The word of a query of one word, which may be a name of one word with a letter missing; null for other queries. */
  onlyWord: string | null;
}

/** Reads what was typed in every way that search knows, or null where it holds no letter and no digit. */
export function planQuery(text: string): QueryPlan | null {
  const cut = text.slice(0, TEXT_MAX);
  const typed = buildReading(cut);
  if (!typed) return null;
  const words = typed.words.flat();
  const layouts = otherLayouts(cut)
    .map(buildReading)
    .filter((reading) => reading !== null);
  return {
    typed,
    letters: Math.max(...[typed, ...layouts].map((reading) => [...reading.words.flat().join('')].length)),
    layouts,
    sounds: finglish(words),
    typoKeys: [...new Set(words.filter(mayBeTypo).flatMap(typoKeys))],
    onlyWord: words.length === 1 && words.every(mayBeTypo) ? (words[0] ?? null) : null,
  };
}

/**
 * The readings of what it may have been meant for, best first, given the words found under the plan's `typoKeys`. Where
 * matches were found and each word is itself a word of some name, there is no typo to correct.
 */
export function meantReadings(
  { typed, layouts, sounds }: QueryPlan,
  existing: readonly string[],
  hasMatches = false,
): Reading[] {
  const isSpeltRight = hasMatches && typed.words.flat().every((word) => !mayBeTypo(word) || existing.includes(word));
  return [...layouts, isSpeltRight ? null : corrected(typed, existing), sounds].filter((reading) => reading !== null);
}

/** The words as they may have been meant, each one typo away; null where no word has another. */
function corrected(typed: Reading, existing: readonly string[]): Reading | null {
  const words = typed.words.flat();
  const meant = words.map((word) => (mayBeTypo(word) ? existing.filter((other) => isMeant(word, other)) : []));
  if (meant.every((candidates) => candidates.length === 0)) return null;
  const groups = words.map((word, at) =>
    matchAny([half(word, at === words.length - 1), ...(meant[at] ?? []).map(quote)]),
  );
  return {
    tiers: [`words : (${groups.join(' AND ')})`],
    words: words.map((word, at) => [word, ...(meant[at] ?? [])]),
  };
}

function isMeant(word: string, other: string): boolean {
  return word !== other && oneTypoApart(word, other);
}

function buildReading(text: string): Reading | null {
  const spaced = split(foldForSearch(text));
  const whole = spaced.join('');
  if (whole === '') return null;
  const forms = new Set([spaced, split(foldJoined(text)), ...neighboursJoined(spaced)].map(matchAll));
  const begins = `names : ${half(whole, true)}`;
  return {
    tiers: [`names : ${quote(whole)}`, begins, matchAny([begins, ...[...forms].map((form) => `words : ${form}`)])],
    words: spaced.map((word) => [word]),
  };
}

function split(folded: string): string[] {
  return folded === '' ? [] : folded.split(' ').slice(0, WORDS_MAX);
}

/** «کتاب خانه» may be meant for «کتابخانه»: each two neighbours as one word. */
function neighboursJoined(words: readonly string[]): string[][] {
  return words.slice(1).map((word, at) => [...words.slice(0, at), `${words[at] ?? ''}${word}`, ...words.slice(at + 2)]);
}

function finglish(words: readonly string[]): Reading | null {
  if (!words.some((word) => /^[a-z]/.test(word))) return null;
  const keys = skeletons(words.join(' '));
  const whole = keys.map(([key = '']) => key).join('');
  if (whole.length < SKELETON_MIN) return null;
  const begins = `sound_names : ${quote(whole)} *`;
  const all = keys
    .map((readings, at) => matchAny(readings.map((key) => half(key, at === keys.length - 1))))
    .join(' AND ');
  return { tiers: [`sound_names : ${quote(whole)}`, begins, matchAny([begins, `sounds : (${all})`])], words: [] };
}

/** All of the words, the last of them perhaps half typed. */
function matchAll(words: readonly string[]): string {
  // One letter fits a tenth of all names, and the index holds no such prefix.
  const reported = words.length > 1 && [...(words.at(-1) ?? '')].length === 1 ? words.slice(0, -1) : words;
  return `(${reported.map((word, at) => half(word, at === reported.length - 1)).join(' AND ')})`;
}

/** A word of the query; the last one may be half typed. A single letter is only ever itself. */
function half(word: string, last: boolean): string {
  return last && [...word].length > 1 ? `${quote(word)} *` : quote(word);
}

function matchAny(expressions: readonly string[]): string {
  return expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(' OR ')})`;
}

/** As a string of FTS5, so that nothing typed can be read as syntax. Folded words hold no quote. */
function quote(word: string): string {
  return `"${word}"`;
}
