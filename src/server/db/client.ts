import { drizzle } from 'drizzle-orm/d1';
import * as schema from './schema.ts';

export type Database = ReturnType<typeof openDatabase>;

/** Drizzle over the Worker's D1 binding. */
export function openDatabase(binding: D1Database) {
  return drizzle(binding, { schema });
}
