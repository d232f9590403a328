import { foldForSearch } from '../../../platform/text/persian-text.ts';
import { getLexicon, isJoin, isLink, type GenreName, type Meaning } from './sentence-words.ts';
import { readYears, type Years } from './sentence-years.ts';
import { joinTokens, splitPieces, toTokens, type Token } from './tokens.ts';

const TEXT_MAX = 200; // A longer text is not a sentence
const WORDS_MAX = 24;
const NAMES_MAX = 3; // Each name costs a query

/** `at`: positions of its words. */
type SentencePart = { at: number[] } & (Meaning | { part: 'years'; years: Years });

/** Neighbouring words that no rule understood: a person's or a title's name. */
export interface SentenceName {
  at: number[];
  text: string;
}

/** «فیلم کمدی رضا عطاران دههٔ ۹۰», in parts. */
export interface Sentence {
  parts: SentencePart[];
  names: SentenceName[]; // Split between people
  rest: SentenceName | null; // All words that no rule understood, with their links
  withoutType: SentenceName | null; // All but the type; it may be a title
  withoutYears: SentenceName | null;
  without: (at: readonly number[]) => string; // The sentence without the words at these positions
}

export function readSentence(text: string, genres: readonly GenreName[]): Sentence | null {
  if (text.length > TEXT_MAX) return null;
  const pieces = splitPieces(text);
  const tokens = toTokens(pieces);
  if (tokens.length < 2 || tokens.length > WORDS_MAX) return null;
  const parts = readParts(joinYears(tokens, pieces), genres);
  if (parts.length === 0) return null;
  const understood = (skip: (part: SentencePart) => boolean) => new Set(parts.filter(skip).flatMap(({ at }) => at));
  const all = understood(() => true);
  const toName = (places: readonly number[]): SentenceName | null =>
    places.length === 0 ? null : { at: [...places], text: joinTokens(places, tokens, pieces) };
  const except = (positions: ReadonlySet<number>) => toName([...tokens.keys()].filter((at) => !positions.has(at)));
  const names = readNames(tokens, all).map((places) => ({ at: places, text: joinTokens(places, tokens, pieces) }));
  if (names.length > NAMES_MAX) return null;
  return {
    parts,
    names,
    rest: names.length === 0 ? null : except(all),
    withoutType: except(understood(({ part }) => part === 'type')),
    withoutYears: except(understood(({ part }) => part === 'type' || part === 'years')),
    without: (at) => {
      const gone = new Set(at.map((place) => tokens[place]?.piece));
      return pieces.filter((_, piece) => !gone.has(piece)).join(' ');
    },
  };
}

/** «2010-2015» is one piece of two years: the dash is «to». */
function joinYears(tokens: readonly Token[], pieces: readonly string[]): string[] {
  return tokens.map(({ word, piece }) =>
    /^\d{4}[-–—]\d{4}$/.test(foldDashes(pieces[piece] ?? '')) ? `${word}~` : word,
  );
}

function foldDashes(piece: string): string {
  return [...piece].map((sign) => (/[-–—]/.test(sign) ? '-' : foldForSearch(sign))).join('');
}

/** The first part of each kind, and all genres. A repeated part counts as a name. */
function readParts(marked: readonly string[], genres: readonly GenreName[]): SentencePart[] {
  const lexicon = getLexicon(genres);
  const words = marked.map((word) => word.replace('~', ''));
  const parts: SentencePart[] = [];
  const has = (kind: SentencePart['part']) => parts.some(({ part }) => part === kind);
  for (let at = 0; at < words.length;) {
    const places = (length: number) => Array.from({ length }, (_, step) => at + step);
    const years = has('years') ? null : (readDashed(marked, at) ?? readYears(words, at));
    if (years) {
      parts.push({ part: 'years', years: years.years, at: places(years.length) });
      at += years.length;
      continue;
    }
    const phrase = lexicon.read(words, at);
    if (phrase && (phrase.meaning.part === 'genre' || !has(phrase.meaning.part))) {
      parts.push({ ...phrase.meaning, at: places(phrase.length) });
      at += phrase.length;
      continue;
    }
    at += 1;
  }
  return parts;
}

function readDashed(marked: readonly string[], at: number) {
  const [first = '', second = ''] = marked.slice(at, at + 2);
  if (!first.endsWith('~') || !second.endsWith('~')) return null;
  const years = readYears([first.slice(0, -1), 'to', second.slice(0, -1)], 0);
  return years?.length === 3 ? { years: years.years, length: 2 } : null;
}

/** Positions of each name: words between parts and «and», without link words. */
function readNames(tokens: readonly Token[], understood: ReadonlySet<number>): number[][] {
  const names: number[][] = [];
  let name: number[] = [];
  const end = () => {
    const isName = (at: number) => !isLink(tokens[at]?.word ?? '');
    const [first, last] = [name.findIndex(isName), name.findLastIndex(isName)];
    if (first >= 0) names.push(name.slice(first, last + 1));
    name = [];
  };
  for (const [at, { word }] of tokens.entries()) {
    if (understood.has(at) || isJoin(word)) end();
    else name.push(at);
  }
  end();
  return names;
}
