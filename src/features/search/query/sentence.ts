import { foldForSearch } from '../../../platform/text/persian-text.ts';
import { getLexicon, isJoin, isLink, type GenreName, type Meaning } from './sentence-words.ts';
import { readYears, type Years } from './sentence-years.ts';

/** A longer text is no sentence of a search. */
const TEXT_MAX = 200;
const WORDS_MAX = 24;
/** People that a sentence may name; each costs a question. */
const NAMES_MAX = 3;

/** A part that rules understood. `at` are the places of its words in the sentence. */
export type SentencePart = { at: number[] } & (Meaning | { part: 'years'; years: Years });

/** Words next to each other that rules did not understand: the name of a person, or of a title. */
export interface SentenceName {
  at: number[];
  text: string;
}

/** «فیلم کمدی رضا عطاران دههٔ ۹۰», in parts. */
export interface Sentence {
  parts: SentencePart[];
  /** The names, split where a person may end. */
  names: SentenceName[];
  /** All that was not understood, with the words that link it. */
  rest: SentenceName | null;
  /** All but the type: it may be a title, whatever it seems to say. */
  withoutType: SentenceName | null;
  /** All but type and years. */
  withoutYears: SentenceName | null;
  /** The sentence without the words at these places. */
  without: (at: readonly number[]) => string;
}

interface Token {
  word: string;
  /** Which piece of the text it stands in: «فیلم‌های» is one piece of two words. */
  piece: number;
}

/** The sentence that a text is, by the genres of the catalogue; null where it says nothing but names. */
export function readSentence(text: string, genres: readonly GenreName[]): Sentence | null {
  if (text.length > TEXT_MAX) return null;
  const pieces = text.split(/[\s،,؛;/|+]+/u).filter((piece) => piece !== '');
  const tokens = pieces.flatMap((piece, at): Token[] =>
    foldForSearch(piece)
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => ({ word, piece: at })),
  );
  if (tokens.length < 2 || tokens.length > WORDS_MAX) return null;
  const parts = readParts(joinYears(tokens, pieces), genres);
  if (parts.length === 0) return null;
  const understood = (skip: (part: SentencePart) => boolean) => new Set(parts.filter(skip).flatMap(({ at }) => at));
  const all = understood(() => true);
  const toName = (places: readonly number[]): SentenceName | null =>
    places.length === 0 ? null : { at: [...places], text: joinTokens(places, tokens, pieces) };
  const except = (taken: ReadonlySet<number>) => toName([...tokens.keys()].filter((at) => !taken.has(at)));
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

/** The parts, the first of each sort but of genres, which add up. What is said twice is left to be a name. */
function readParts(marked: readonly string[], genres: readonly GenreName[]): SentencePart[] {
  const lexicon = getLexicon(genres);
  const words = marked.map((word) => word.replace('~', ''));
  const parts: SentencePart[] = [];
  const has = (part: SentencePart['part']) => parts.some((one) => one.part === part);
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

/** The places of each name: words between parts and «and», without the words that link. */
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

/** Whole pieces where all of their words are there, so that joiners stay; else the words. */
function joinTokens(places: readonly number[], tokens: readonly Token[], pieces: readonly string[]): string {
  const chosen = new Set(places);
  const isWhole = (piece: number) => tokens.every((token, at) => token.piece !== piece || chosen.has(at));
  const texts: string[] = [];
  let last = -1;
  for (const at of places) {
    const token = tokens[at];
    if (!token) continue;
    if (!isWhole(token.piece)) texts.push(token.word);
    else if (token.piece !== last) texts.push(pieces[token.piece] ?? '');
    last = token.piece;
  }
  return texts.join(' ');
}
