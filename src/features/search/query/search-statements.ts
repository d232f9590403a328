import { SEARCH_TYPES, type SearchType } from './doc-id.ts';
import {
  DOC_COLUMNS,
  INDEX_COLUMNS,
  buildSearchRows,
  WORD_COLUMNS,
  buildWordRows,
  type SearchSubject,
} from './search-doc.ts';
import { insertRows, type Statement } from '../../../platform/db/json-statements.ts';

/** The numbers that documents have now; one whose popularity changed gets another. */
const STORED = `SELECT d.id FROM json_each(?) j
  CROSS JOIN search_docs d ON d.type = j.value ->> '$[0]' AND d.ref_id = j.value ->> '$[1]'`;
const TITLES: readonly SearchType[] = ['movie', 'series', 'video'];

/**
 * Statements that put documents into the search tables, each in place of what is there of the same type and id; a
 * title also in place of what it was before its kind changed. For one transaction, in their order; the same subjects
 * again change nothing. `known` keeps the words written so far, so that a word travels once per run; start with an
 * empty set. Words that no name holds any more stay: a typo that leads to them finds nothing.
 */
export function searchStatements(subjects: readonly SearchSubject[], candidate: Set<string>): Statement[] {
  const rows = subjects.map(buildSearchRows);
  const before = subjects.flatMap(({ type, id }) => sameAs(type).map((was) => [was, id]));
  const words = [...new Set(rows.flatMap((row) => row.words))].filter((word) => !candidate.has(word));
  for (const word of words) candidate.add(word);
  return [
    { sql: `DELETE FROM search_index WHERE rowid IN (${STORED})`, values: before },
    { sql: `DELETE FROM search_docs WHERE id IN (${STORED})`, values: before },
    insertRows({ name: 'search_docs', columns: DOC_COLUMNS, rows: rows.map(({ doc }) => doc) }),
    insertRows({ name: 'search_index', columns: INDEX_COLUMNS, rows: rows.map(({ index }) => index) }),
    insertRows({ name: 'search_words', columns: WORD_COLUMNS, rows: words.flatMap(buildWordRows) }, 'OR IGNORE '),
  ];
}

function sameAs(type: SearchType): readonly SearchType[] {
  return TITLES.includes(type) ? TITLES : SEARCH_TYPES.filter((other) => other === type);
}
