import {
  DOC_COLUMNS,
  INDEX_COLUMNS,
  WORD_COLUMNS,
  wordRows,
  type SearchRows,
} from '../../src/domain/search/search-doc.ts';
import { insertRows } from './table.ts';

/** The numbers that the given subjects have now; a subject whose popularity changed gets another. */
const STORED = `SELECT d.id FROM json_each(?) j
  CROSS JOIN search_docs d ON d.type = j.value ->> '$[0]' AND d.ref_id = j.value ->> '$[1]'`;

/**
 * Statements that put documents into the search tables, each in place of what is there of the same type and id. Run
 * them in one batch, in their order, with at most a few thousand rows; the same rows again change nothing. `known` keeps
 * the words written so far, so that a word travels once per run; start with an empty set. Words that no name holds any
 * more stay: a typo that leads to them finds nothing.
 */
export function searchStatements(
  db: D1Database,
  rows: readonly SearchRows[],
  known: Set<string>,
): D1PreparedStatement[] {
  const subjects = JSON.stringify(rows.map(({ doc: [, type, id] }) => [type, id]));
  const words = [...new Set(rows.flatMap((row) => row.words))].filter((word) => !known.has(word));
  for (const word of words) known.add(word);
  return [
    db.prepare(`DELETE FROM search_index WHERE rowid IN (${STORED})`).bind(subjects),
    db.prepare(`DELETE FROM search_docs WHERE id IN (${STORED})`).bind(subjects),
    ...insertRows(db, { name: 'search_docs', columns: DOC_COLUMNS, rows: rows.map(({ doc }) => doc) }),
    ...insertRows(db, { name: 'search_index', columns: INDEX_COLUMNS, rows: rows.map(({ index }) => index) }),
    ...insertRows(db, { name: 'search_words', columns: WORD_COLUMNS, rows: words.flatMap(wordRows) }, 'OR IGNORE'),
  ];
}
