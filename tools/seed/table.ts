import { FIRST_DESK_ID } from '../../src/features/titles/facts/title-ids.ts';

/** Rows to be written to a table, each with a value for each column; undefined is NULL. */
export interface Table {
  name: string;
  columns: string[];
  rows: (string | number | null | undefined)[][];
}

/** D1 takes at most 2 MB for one bound value; this leaves room. Characters, of up to two bytes each. */
const CHUNK_CHARACTERS = 400_000;

/** The column with the number of a title, or of a person, whom the desk numbers as its titles. The documents of search come before their index. */
const TITLE_COLUMNS: Record<string, string> = {
  ...{ all_titles: 'id', seasons: 'series_id', search_docs: 'ref_id', downloads: 'title_id', title_prices: 'title_id' },
  ...{ title_genres: 'title_id', title_stills: 'title_id', title_countries: 'title_id', title_languages: 'title_id' },
  ...{ credits: 'title_id', people: 'id' },
};
const INDEX_ROWS = `rowid NOT IN (SELECT id FROM search_docs WHERE ref_id >= ${String(FIRST_DESK_ID)})`;

/** Statements that replace all of a table's rows, except those of titles that were made in the desk: no file has them. */
export function replaceRows(db: D1Database, table: Table): D1PreparedStatement[] {
  const column = TITLE_COLUMNS[table.name];
  const rows = table.name === 'search_index' ? INDEX_ROWS : column && `${column} < ${String(FIRST_DESK_ID)}`;
  return [db.prepare(`DELETE FROM ${table.name} WHERE ${rows ?? 'true'}`), ...insertRows(db, table)];
}

/** Rows travel as one JSON value a chunk: D1 binds a hundred parameters at most. Table and column names are ours. */
function insertRows(db: D1Database, { name, columns, rows }: Table): D1PreparedStatement[] {
  const values = columns.map((_, index) => `value ->> '$[${String(index)}]'`).join(', ');
  const insert = `INSERT INTO ${name} (${columns.join(', ')}) SELECT ${values} FROM json_each(?)`;
  return chunks(rows).map((chunk) => db.prepare(insert).bind(chunk));
}

function chunks(rows: Table['rows']): string[] {
  const result: string[] = [];
  let pending: string[] = [];
  let size = 0;
  for (const row of rows) {
    const json = JSON.stringify(row.map((value) => value ?? null));
    if (size + json.length > CHUNK_CHARACTERS && pending.length > 0) {
      result.push(`[${pending.join(',')}]`);
      pending = [];
      size = 0;
    }
    pending.push(json);
    size += json.length + 1;
  }
  return pending.length > 0 ? [...result, `[${pending.join(',')}]`] : result;
}
