/** Rows to be written to a table, each with a value for each column; undefined is NULL. */
export interface TableRows {
  name: string;
  columns: string[];
  rows: readonly (readonly (string | number | null | undefined)[])[];
}

const encoder = new TextEncoder();

/** SQL with at most one parameter, a JSON array that SQLite unpacks. Names in it are ours, never input. */
export interface Statement {
  sql: string;
  /** The entries of the array, rows or single values. In rows JSON makes undefined null. */
  values: readonly unknown[];
}

/** Adds a table's rows; with `OR IGNORE` those that are there already are passed over. */
export function insertRows({ name, columns, rows }: TableRows, or: '' | 'OR IGNORE ' = ''): Statement {
  const values = columns.map((_, index) => `value ->> '$[${index}]'`).join(', ');
  return { sql: `INSERT ${or}INTO ${name} (${columns.join(', ')}) SELECT ${values} FROM json_each(?)`, values: rows };
}

/**
 * Adds rows or replaces the given columns of those that have the same key; other columns keep what they have, and those
 * of `filled` where the new value is NULL.
 */
export function upsertRows(
  table: TableRows,
  key: string,
  replaced: readonly string[],
  filled: readonly string[] = [],
): Statement {
  const { sql, values } = insertRows(table);
  const set = [
    ...replaced.map((column) => `${column} = excluded.${column}`),
    ...filled.map((column) => `${column} = coalesce(excluded.${column}, ${table.name}.${column})`),
  ].join(', ');
  // Without WHERE, SQLite would take ON for the beginning of a join.
  return { sql: `${sql} WHERE true ON CONFLICT (${key}) DO UPDATE SET ${set}`, values };
}

/** Deletes the rows whose column is one of the values. */
export function deleteRows(table: string, column: string, values: readonly (number | string)[]): Statement {
  return { sql: `DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`, values };
}

/** A statement's array in pieces of at most so many bytes as JSON, each as a text; an entry is never cut. */
export function jsonPieces(values: readonly unknown[], maxBytes: number): string[] {
  const pieces: string[] = [];
  let entries: string[] = [];
  let size = 0;
  for (const value of values) {
    const json = JSON.stringify(value);
    const bytes = encoder.encode(json).length + 1;
    if (size + bytes > maxBytes && entries.length > 0) {
      pieces.push(`[${entries.join(',')}]`);
      entries = [];
      size = 0;
    }
    entries.push(json);
    size += bytes;
  }
  return entries.length > 0 ? [...pieces, `[${entries.join(',')}]`] : pieces;
}
