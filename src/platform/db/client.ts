import { drizzle } from 'drizzle-orm/d1';

export type Database = ReturnType<typeof open>;

/** One Drizzle serves all requests of a binding. */
const opened = new WeakMap<D1Database, Database>();

/** Drizzle over the Worker's D1 binding. */
export function openDatabase(binding: D1Database): Database {
  const known = opened.get(binding) ?? open(binding);
  opened.set(binding, known);
  return known;
}

function open(binding: D1Database) {
  return drizzle(binding);
}
