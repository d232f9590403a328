import type { DatabaseSync } from 'node:sqlite';
import { query } from './query.ts';

const lines = (id: string) => `(SELECT group_concat(what, ' ') FROM (
  SELECT kind || gift || ':' || item_id || ':' || total AS what FROM payment_lines WHERE payment_id = ${id} ORDER BY 1))`;

const COLLECTING = `SELECT p.id FROM payments n JOIN payments p ON p.user_id = n.user_id AND p.id <> n.id
  WHERE n.id = ? AND n.purpose <> 'wallet' AND n.token IS NULL
    AND p.method = 'direct_debit' AND p.state = 'pending' AND p.token LIKE 'payment:%' AND p.superseded_by IS NULL
    AND p.discount_code IS n.discount_code AND ${lines('p.id')} = ${lines('n.id')}`;

/**
 * The payments that collect, in the moment after the payment `id` was made, what that one buys by hand: for the same
 * user, with the same code, at the same price.
 */
export function findCollecting(sqlite: DatabaseSync, id: string): string[] {
  return query<{ id: string }>(sqlite, COLLECTING, id).map((row) => row.id);
}
