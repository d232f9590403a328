import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

const compiled = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** Rows of a statement, which stays compiled: the checks ask the same after each step. */
export function query<T>(sqlite: DatabaseSync, sql: string, ...values: SQLInputValue[]): T[] {
  const statements = compiled.get(sqlite) ?? new Map<string, StatementSync>();
  compiled.set(sqlite, statements);
  const statement = statements.get(sql) ?? sqlite.prepare(sql);
  statements.set(sql, statement);
  return statement.all(...values) as T[];
}
