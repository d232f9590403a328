import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

export type Database = ReturnType<typeof open>;
/** Epoch seconds, known here or read in the same statement. */
export type SqlTime = number | SQL;

const opened = new WeakMap<D1Database, Database>();

export function openDatabase(binding: D1Database): Database {
  const database = opened.get(binding) ?? open(binding);
  opened.set(binding, database);
  return database;
}

function open(binding: D1Database) {
  return drizzle(binding);
}
