import { foldForSearch, foldJoined } from '../../../platform/text/persian-text.ts';
import { encodeDocId, type SearchType } from './doc-id.ts';
import { getNameSkeletons } from './finglish.ts';
import { getTypoKeys } from './typo.ts';

export interface SearchSubject {
  type: SearchType;
  id: number; // Below 2^28
  slug: string | null; // The path segment of a genre, channel or magazine
  nameFa: string;
  nameEn: string;
  /** The Persian name in Latin letters, if known: «jodaei nader az simin». */
  nameLatin: string;
  /** Other names that lead to the subject. */
  aliases?: readonly string[];
  year: number | null;
  iranian: boolean;
  art: string | null; // The key in R2
  views: number; // Popularity, which breaks ties
  age: number; // Years; 0 for no rating
}

/** Of a person's most watched work: a query for both means the title. */
export const PERSON_VIEWS_SHARE = 0.1;
/** Genres, channels and magazines rank among titles of middling popularity. */
export const SECTION_VIEWS = 10_000;

type Values = (string | number | null)[];

export interface SearchRows {
  /** Of search_docs, in the order of DOC_COLUMNS; the first is the row number of both tables. */
  doc: Values;
  index: Values; // Of search_index, in the order of INDEX_COLUMNS
  words: string[]; // Words for `wordRows`, for typos
}

export const DOC_COLUMNS = [
  ...['id', 'type', 'ref_id', 'slug', 'name_fa', 'name_en', 'year', 'iranian', 'art', 'views', 'age'],
];
export const INDEX_COLUMNS = ['rowid', 'names', 'words', 'sounds', 'sound_names'];
export const WORD_COLUMNS = ['key', 'word'];

/** Corrections apply from four letters (issue 3); a word of three may be the correction. */
const WORD_MIN = 3;
const NAME_MAX = 300;

/** The index rows of a subject. Pure and cheap: the import calls it for 100 000 titles. */
export function buildSearchRows(subject: SearchSubject): SearchRows {
  const id = encodeDocId(subject);
  const names = [subject.nameFa, subject.nameEn, subject.nameLatin, ...(subject.aliases ?? [])].map((name) =>
    name.slice(0, NAME_MAX),
  );
  const spoken = [subject.nameFa, subject.nameLatin === '' ? subject.nameEn : subject.nameLatin].map(getNameSkeletons);
  const words = distinct(names.flatMap((name) => [...foldForSearch(name).split(' '), ...foldJoined(name).split(' ')]));
  const { type, id: refId, slug, nameFa, nameEn, year, iranian, art, views, age } = subject;
  return {
    doc: [id, type, refId, slug, nameFa, nameEn, year, Number(iranian), art, views, age],
    index: [
      id,
      distinct(names.flatMap(getWholeNames)).join(' '),
      words.join(' '),
      distinct(spoken.flatMap((sound) => sound.words)).join(' '),
      distinct(spoken.map(({ whole }) => whole)).join(' '),
    ],
    words: words.filter((word) => word.length >= WORD_MIN),
  };
}

/** Of search_words, in the order of WORD_COLUMNS. Write them with INSERT OR IGNORE. */
export function buildWordRows(word: string): Values[] {
  return getTypoKeys(word).map((key) => [key, word]);
}

function getWholeNames(name: string): string[] {
  const folded = foldForSearch(name);
  return [folded, folded.replace(/^(?:the|an?) (?=.)/, '')].map((text) => text.replaceAll(' ', ''));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
