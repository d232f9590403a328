import { getLexicon, isLink, type GenreName, type SentenceType } from './sentence-words.ts';
import { readYears, type Years } from './sentence-years.ts';
import { findNoise, isNoiseLink, isNoiseWord } from './noise-words.ts';
import { joinTokens, splitPieces, toTokens } from './tokens.ts';

const TEXT_MAX = 200;
const WORDS_MAX = 24; // Later words are not read
const NAME_WORDS_MAX = 8;
const PERSON_WORDS_MAX = 4;
const SPLIT_WORDS_MAX = 10; // Each split costs queries
/** Shorter noise is in many texts of the other keyboard layout by accident. */
const NOISE_LETTERS_MIN = 4;
/** A shorter part of a query is a name by accident. */
const PART_LETTERS_MIN = 3;

export interface NamePart {
  at: number[];
  text: string;
  words: string[]; // Folded
}

/** A name with the longer spans of the query around it: «فصل شکار» around «شکار». */
interface Candidate extends NamePart {
  spans: string[]; // Folded, without spaces
}

interface Split {
  title: NamePart;
  person: NamePart;
}

export interface LooseQuery {
  candidates: Candidate[]; // From all words that may be a name to the fewest
  splits: Split[];
  parts: (NamePart & { isNoise: boolean })[]; // Contiguous words, longest first; of noise alone last
  type: SentenceType | null;
  years: { years: Years; at: number[] } | null;
  typeAt: number[];
  hasNoise: boolean;
  join: (at: readonly number[]) => string; // The words at these positions, as written
}

/** Null for one word, or for a text with nothing but noise. */
export function readLooseQuery(text: string, genres: readonly GenreName[]): LooseQuery | null {
  const pieces = splitPieces(dropHosts(text.slice(0, TEXT_MAX)));
  const tokens = toTokens(pieces).slice(0, WORDS_MAX);
  const words = tokens.map(({ word }) => word);
  if (words.length < 2) return null;
  const isNoise = findNoise(words);
  const { meanings, type, typeAt } = readMeanings(words, genres);
  const years = findYears(words);
  const isYear = (at: number) => years?.at.includes(at) ?? false;
  const toPart = (places: number[]): NamePart => ({
    at: places,
    text: joinTokens(places, tokens, pieces),
    words: places.map((at) => words[at] ?? ''),
  });
  const names = [
    (at: number) => isNoise[at] === false,
    (at: number) => isNoise[at] === false && !typeAt.includes(at) && !isYear(at),
    (at: number) => isNoise[at] === false && !meanings.has(at) && !isYear(at),
  ].map((isName) => [...words.keys()].filter(isName));
  const isWord = (at: number) => isNoise[at] === false && !meanings.has(at) && !isLinkWord(words[at] ?? '');
  const cores = names.flatMap((places) => [places, trimLinks(places, words)]).filter((places) => places.some(isWord));
  const candidates = distinctBy(cores, String).map((places) => ({
    ...toPart(places),
    spans: listSpans(words, places[0] ?? 0, places.at(-1) ?? 0),
  }));
  const core = trimLinks(names[1] ?? [], words);
  return {
    candidates,
    splits: listSplits(core, words).map(({ title, person }) => ({ title: toPart(title), person: toPart(person) })),
    parts: [
      ...listParts(words, isWord).map((places) => ({ ...toPart(places), isNoise: false })),
      ...listParts(words, (at) => isNoise[at] === true)
        .filter((places) => places.every((at) => isNoise[at]))
        .map((places) => ({ ...toPart(places), isNoise: true })),
    ],
    ...{ type, years, typeAt },
    hasNoise: words.some((word) => word.length >= NOISE_LETTERS_MIN && isNoiseWord(word)),
    join: (at) => joinTokens(at, tokens, pieces),
  };
}

/** Of links, the path may hold a title's name. */
function dropHosts(text: string): string {
  return text
    .replace(/\b(?:https?:\/\/|www\.)[^\s/]+/giu, ' ')
    .replace(
      /(?<![^\s[(])@?[\w-]+\.(?:com|net|org|ir|info|ws|me|tv|co|io|xyz|cc|to|in|mx|ag|lol|am|lt|site|top|pw)(?![^\s\])/])/giu,
      ' ',
    )
    .replace(/\.(?:mkv|mp4|avi|srt|m4v|mov|wmv|zip|rar)\b/giu, ' ')
    .replaceAll('_', ' ');
}

function readMeanings(words: readonly string[], genres: readonly GenreName[]) {
  const lexicon = getLexicon(genres);
  const meanings = new Set<number>();
  const typeAt: number[] = [];
  let type: SentenceType | null = null;
  for (let at = 0; at < words.length; at += 1) {
    const phrase = lexicon.read(words, at);
    if (!phrase) continue;
    const places = Array.from({ length: phrase.length }, (_, step) => at + step);
    for (const place of places) meanings.add(place);
    if (phrase.meaning.part === 'type') {
      type ??= phrase.meaning.type;
      typeAt.push(...places);
    }
    at += phrase.length - 1;
  }
  return { meanings, type, typeAt };
}

/** The last single year: «Blade Runner 2049 2017». */
function findYears(words: readonly string[]): LooseQuery['years'] {
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const read = readYears(words, at);
    if (!read || read.years.from === null || read.years.from !== read.years.to) continue;
    // «سال ۱۳۶۸», of which the number alone is a year, too.
    const longer = readYears(words, at - 1);
    const start = longer && longer.length > read.length ? at - 1 : at;
    return { years: read.years, at: Array.from({ length: at - start + read.length }, (_, step) => start + step) };
  }
  return null;
}

function trimLinks(places: readonly number[], words: readonly string[]): number[] {
  const isName = (at: number) => !isLinkWord(words[at] ?? '');
  const [first, last] = [places.findIndex(isName), places.findLastIndex(isName)];
  return first < 0 ? [] : places.slice(first, last + 1);
}

function isLinkWord(word: string): boolean {
  return isLink(word) || isNoiseLink(word);
}

function listSpans(words: readonly string[], first: number, last: number): string[] {
  const spans: string[] = [];
  for (let from = 0; from <= first; from += 1) {
    for (let to = words.length - 1; to >= last; to -= 1) {
      const isLonger = from < first || to > last;
      if (isLonger && to - from < NAME_WORDS_MAX) spans.push(words.slice(from, to + 1).join(''));
    }
  }
  return spans;
}

function listSplits(core: readonly number[], words: readonly string[]) {
  const splits: { title: number[]; person: number[] }[] = [];
  if (core.length > SPLIT_WORDS_MAX) return [];
  for (let length = 1; length <= PERSON_WORDS_MAX && length < core.length; length += 1) {
    for (const [person, title] of [
      [core.slice(-length), core.slice(0, -length)],
      [core.slice(0, length), core.slice(length)],
    ] as const) {
      splits.push({ title: trimLinks(title, words), person: trimLinks(person, words) });
    }
  }
  return splits.filter(({ title, person }) => title.length > 0 && person.length > 0);
}

function listParts(words: readonly string[], isWord: (at: number) => boolean): number[][] {
  const parts: number[][] = [];
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from; to < Math.min(words.length, from + NAME_WORDS_MAX); to += 1) {
      const places = Array.from({ length: to - from + 1 }, (_, step) => from + step);
      if (places.some(isWord) && countLetters(places, words) >= PART_LETTERS_MIN) parts.push(places);
    }
  }
  return parts.toSorted((a, b) => countLetters(b, words) - countLetters(a, words));
}

function countLetters(places: readonly number[], words: readonly string[]): number {
  return places.reduce((sum, at) => sum + (words[at]?.length ?? 0), 0);
}

function distinctBy<T>(items: readonly T[], getKey: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [getKey(item), item])).values()];
}
