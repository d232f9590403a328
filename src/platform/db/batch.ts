import type { SQL } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import type { Database } from './client.ts';

const dialect = new SQLiteAsyncDialect();

/** One transaction; returns the rows of each statement. Drizzle's batch takes no plain SQL with values on D1. */
export async function batch(db: Database, statements: readonly SQL[]): Promise<Record<string, unknown>[][]> {
  const client = db.$client;
  const prepared = statements.map((statement) => {
    const { sql, params } = dialect.sqlToQuery(statement);
    return client.prepare(sql).bind(...params);
  });
  const results = await client.batch<Record<string, unknown>>(prepared);
  return results.map(({ results: rows }) => rows);
}
