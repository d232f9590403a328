import { drizzle } from 'drizzle-orm/d1';

export type Database = ReturnType<typeof open>;

const opened = new WeakMap<D1Database, Database>();

export function openDatabase(binding: D1Database): Database {
  const known = opened.get(binding) ?? open(binding);
  opened.set(binding, known);
  return known;
}

function open(binding: D1Database) {
  return drizzle(binding);
}
