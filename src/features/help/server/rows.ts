import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { helpMessage } from '../contract.ts';

export const COLUMNS = sql`t.number, t.kind, t.payment_id, t.page, t.play, t.state, t.created_at, t.changed_at`;
const START_CHARS = 160;
export const START = sql`coalesce((SELECT substr(text, 1, ${START_CHARS}) FROM help_messages WHERE thread = t.number
  ORDER BY id DESC LIMIT 1), '') AS text`;
export const UNREAD = sql`EXISTS (SELECT 1 FROM help_messages a
  WHERE a.thread = t.number AND a.id > t.read_message AND a.author = 'staff')`;
export const messageRows = v.array(helpMessage);

/** The values of a page's cursor; without one they are before or after all threads. */
export function readCursor(cursor: string | undefined, beyond: number): { at: number; number: number } {
  const [at = beyond, number = beyond] = (cursor ?? '').split('.').filter(Boolean).map(Number);
  return { at, number };
}

export function toCursor<K extends string>(
  rows: readonly ({ number: number } & Record<K, number>)[],
  perPage: number,
  order: K,
): string | null {
  const last = rows.length === perPage ? rows.at(-1) : undefined;
  return last ? `${String(last[order])}.${String(last.number)}` : null;
}
