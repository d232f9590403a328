/** Rows to be written to a table, each with a value for each column; undefined is NULL. */
export interface Table {
  name: string;
  columns: string[];
  rows: (string | number | null | undefined)[][];
}

/** D1 takes at most 2 MB for one bound value; this leaves room. Characters, of up to two bytes each. */
const CHUNK_CHARACTERS = 400_000;

/** Statements that replace all of a table's rows. */
export function replaceRows(db: D1Database, table: Table): D1PreparedStatement[] {
  return [db.prepare(`DELETE FROM ${table.name}`), ...insertRows(db, table)];
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
