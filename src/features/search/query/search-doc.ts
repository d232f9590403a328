import { foldForSearch, foldJoined } from '../../../platform/text/persian-text.ts';
import { docId, type SearchType } from './doc-id.ts';
import { nameSkeletons } from './finglish.ts';
import { typoKeys } from './typo.ts';

/** What can be found, with all of its names. */
export interface SearchSubject {
  type: SearchType;
  /** The id within its type, below 2^28. */
  id: number;
  /** What its address is made of where that is not the id: of a genre, a channel, a magazine. */
  slug: string | null;
  nameFa: string;
  nameEn: string;
  /** The Persian name in Latin letters, where known: «jodaei nader az simin». */
  nameLatin: string;
  year: number | null;
  iranian: boolean;
  /** The key of its picture in R2. */
  art: string | null;
  /** Popularity, which decides between equally good matches. */
  views: number;
  /** The youngest age it is meant for; 0 for what has no rating. */
  age: number;
}

/** A person counts as a tenth of their most watched work: whoever types a name of both means the title. */
export const PERSON_VIEWS_SHARE = 0.1;
/** Genres, channels and magazines are not watched by themselves; they rank among titles of middling popularity. */
export const SECTION_VIEWS = 10_000;

type Values = (string | number | null)[];

/** The rows of one document. Equal subjects give equal rows. */
export interface SearchRows {
  /** For search_docs, in the order of DOC_COLUMNS; the first is the row number of both tables. */
  doc: Values;
  /** For search_index, in the order of INDEX_COLUMNS. */
  index: Values;
  /** The words that a typo may have been meant for: `wordRows` makes rows of those not stored yet. */
  words: string[];
}

export const DOC_COLUMNS = [
  ...['id', 'type', 'ref_id', 'slug', 'name_fa', 'name_en', 'year', 'iranian', 'art', 'views', 'age'],
];
export const INDEX_COLUMNS = ['rowid', 'names', 'words', 'sounds', 'sound_names'];
export const WORD_COLUMNS = ['key', 'word'];

/** Shorter words have no typos (spec of issue 3: words of four letters), but may be what one of four was meant to be. */
const WORD_MIN = 3;
/** A longer name is cut: nobody types so much of it. */
const NAME_MAX = 300;

/** Everything that search stores of a subject. Pure and cheap: the import calls it for each of 100 000 titles. */
export function searchRows(subject: SearchSubject): SearchRows {
  const id = docId(subject);
  const names = [subject.nameFa, subject.nameEn, subject.nameLatin].map((name) => name.slice(0, NAME_MAX));
  const spoken = [subject.nameFa, subject.nameLatin === '' ? subject.nameEn : subject.nameLatin].map(nameSkeletons);
  const words = distinct(names.flatMap((name) => [...foldForSearch(name).split(' '), ...foldJoined(name).split(' ')]));
  const { type, id: refId, slug, nameFa, nameEn, year, iranian, art, views, age } = subject;
  return {
    doc: [id, type, refId, slug, nameFa, nameEn, year, Number(iranian), art, views, age],
    index: [
      id,
      distinct(names.flatMap(wholeNames)).join(' '),
      words.join(' '),
      distinct(spoken.flatMap((sound) => sound.words)).join(' '),
      distinct(spoken.map(({ whole }) => whole)).join(' '),
    ],
    words: words.filter((word) => word.length >= WORD_MIN),
  };
}

/** Rows for search_words, in the order of WORD_COLUMNS. They never change: write them with INSERT OR IGNORE. */
export function wordRows(word: string): Values[] {
  return typoKeys(word).map((key) => [key, word]);
}

/** A name without its spaces, and without the article that is often left out. */
function wholeNames(name: string): string[] {
  const folded = foldForSearch(name);
  return [folded, folded.replace(/^(?:the|an?) (?=.)/, '')].map((text) => text.replaceAll(' ', ''));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
