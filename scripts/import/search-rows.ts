import { foldForSearch, foldJoined } from '../../src/domain/persian-text.ts';
import { insertRows, type Statement } from './statements.ts';

/** People stand below titles of the same relevance, as in the seed. */
const PERSON_SHARE = 0.1;
/** Rows of the index: a title's is its id, a person's comes after all titles. */
const PERSON_ROWS = 500_000_000;

/** What the index knows of a title or of a person. */
export interface SearchEntry {
  type: 'movie' | 'series' | 'video' | 'person';
  refId: number;
  nameFa: string;
  nameEn: string;
  /** A title's name in Latin letters; a person has none apart. */
  nameLatin: string;
  year: number | null;
  /** The youngest age it is meant for; 0 for people. */
  age: number;
  iranian: boolean;
  /** Of a person: those of the work they come with. */
  views: number;
}

const OF_TITLES = `SELECT id FROM search_docs
  WHERE type IN ('movie', 'series', 'video') AND ref_id IN (SELECT value FROM json_each(?))`;

/**
 * The one place that knows the tables of search: takes titles out of the index (by their ids, whatever kind they were)
 * and puts entries in.
 */
export function searchStatements(entries: readonly SearchEntry[], replaced: readonly number[]): Statement[] {
  const docs = entries.map((entry) => ({
    ...entry,
    row: entry.type === 'person' ? PERSON_ROWS + entry.refId : entry.refId,
    score: entry.type === 'person' ? Math.round(entry.views * PERSON_SHARE) : entry.views,
    names: spellings([entry.nameFa, entry.nameEn, entry.nameLatin]),
  }));
  return [
    { sql: `DELETE FROM search_index WHERE rowid IN (${OF_TITLES})`, values: replaced },
    { sql: `DELETE FROM search_docs WHERE id IN (${OF_TITLES})`, values: replaced },
    insertRows({
      name: 'search_docs',
      columns: ['id', 'type', 'ref_id', 'name_fa', 'name_en', 'year', 'iranian', 'art', 'views', 'names'],
      rows: docs.map((doc) => [
        ...[doc.row, doc.type, doc.refId, doc.nameFa, doc.nameEn, doc.year, Number(doc.iranian), null, doc.score],
        `\n${doc.names.join('\n')}\n`,
      ]),
    }),
    insertRows({
      name: 'search_index',
      columns: ['rowid', 'words'],
      rows: docs.map((doc) => [doc.row, doc.names.join(' ')]),
    }),
  ];
}

/** Each name folded, with ZWNJ words in two parts and in one; equal spellings once. */
function spellings(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => [foldForSearch(name), foldJoined(name)]))].filter((name) => name !== '');
}
