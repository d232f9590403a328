import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { COLLECT_ATTEMPTS, COLLECT_RETRY_SECONDS, RENEW_BEFORE_SECONDS } from '../../../config/money.ts';
import { batch } from '../../db/batch.ts';
import type { Database } from '../../db/client.ts';

/** Something that is collected once: a renewal, or a new episode. `key` is what makes it once. */
export interface Charge {
  key: string;
  userId: number;
  kind: 'renewal' | 'episode';
  itemId: number;
  attempts: number;
}

const chargeRow = v.pipe(
  v.object({
    key: v.string(),
    user_id: v.number(),
    kind: v.picklist(['renewal', 'episode']),
    item_id: v.number(),
    attempts: v.number(),
  }),
  v.transform(({ user_id, item_id, ...row }): Charge => ({ ...row, userId: user_id, itemId: item_id })),
);

/** A charge that lost its worker is taken again after this many seconds. */
const LOST_SECONDS = 10 * 60;

/**
 * Notes what has to be collected at `now`: subscriptions that end within a day, and episodes newer than the moment a
 * series was enabled. A key that is there already stays as it is. CROSS JOIN keeps SQLite to the order in which each
 * table is reached by an index.
 */
export async function noteCharges(db: Database, now: number): Promise<void> {
  await batch(db, [
    sql`INSERT OR IGNORE INTO direct_debit_charges (key, user_id, kind, item_id, state, attempts, next_try_at,
        created_at)
      SELECT 'renewal:' || u.id || ':' || u.subscribed_until, u.id, 'renewal', 0, 'due', 0, ${now}, ${now}
      FROM direct_debit_settings s JOIN users u ON u.id = s.user_id
      WHERE s.subscription = 1 AND u.subscribed_until <= ${now + RENEW_BEFORE_SECONDS}
        AND EXISTS (SELECT 1 FROM mandates m WHERE m.user_id = u.id AND m.state = 'active')`,
    sql`INSERT OR IGNORE INTO direct_debit_charges (key, user_id, kind, item_id, state, attempts, next_try_at,
        created_at)
      SELECT 'episode:' || d.user_id || ':' || e.id, d.user_id, 'episode', e.id, 'due', 0, ${now}, ${now}
      FROM title_prices t CROSS JOIN direct_debit_series d ON d.series_id = t.title_id
        CROSS JOIN titles e ON e.series_id = t.title_id
      WHERE t.episode_toman IS NOT NULL AND e.season * 10000 + e.number > d.since AND e.release = 'released'
        AND EXISTS (SELECT 1 FROM mandates m WHERE m.user_id = d.user_id AND m.state = 'active')`,
  ]);
}

/** Takes a due charge for one attempt, or null where there is none. No two workers get the same one. */
export async function takeCharge(db: Database, now: number): Promise<Charge | null> {
  const [row] = await db.all(
    sql`UPDATE direct_debit_charges SET state = 'sent', attempts = attempts + 1, next_try_at = ${now + LOST_SECONDS},
        payment_id = NULL
      WHERE key = (SELECT key FROM direct_debit_charges
        WHERE state IN ('due', 'sent') AND state = 'due' AND next_try_at <= ${now} ORDER BY next_try_at LIMIT 1)
        AND state = 'due'
      RETURNING key, user_id, kind, item_id, attempts`,
  );
  return row === undefined ? null : v.parse(chargeRow, row);
}

/** What makes an attempt unique at the provider. */
export function trackIdOf({ key, attempts }: Charge): string {
  return `${key}:${String(attempts)}`;
}

/** Notes which payment an attempt became. */
export async function linkPayment(db: Database, key: string, paymentId: string): Promise<void> {
  await db.run(sql`UPDATE direct_debit_charges SET payment_id = ${paymentId} WHERE key = ${key} AND state = 'sent'`);
}

/** Ends a charge for which there is nothing to collect any more. */
export async function dropCharge(db: Database, key: string): Promise<void> {
  await db.run(sql`UPDATE direct_debit_charges SET state = 'done' WHERE key = ${key}`);
}

/**
 * Follows the payments of attempts: done with a settled one, due again some hours after one that failed, and stopped
 * after the last. An attempt that never became a payment is due again at once. Returns the charges that stopped now.
 */
export async function followCharges(db: Database, now: number): Promise<Charge[]> {
  const outcome = (states: string) => sql`EXISTS (SELECT 1 FROM payments p
    WHERE p.id = direct_debit_charges.payment_id AND p.state IN (SELECT value FROM json_each(${states})))`;
  const failed = outcome('["failed","cancelled","expired","reversed"]');
  const open = sql`state IN ('due', 'sent') AND state = 'sent'`;
  const [, stopped = []] = await batch(db, [
    sql`UPDATE direct_debit_charges SET state = 'done' WHERE ${open} AND ${outcome('["settled"]')}`,
    sql`UPDATE direct_debit_charges SET state = 'stopped', next_try_at = ${now}
        WHERE ${open} AND attempts >= ${COLLECT_ATTEMPTS} AND ${failed}
        RETURNING key, user_id, kind, item_id, attempts`,
    sql`UPDATE direct_debit_charges SET state = 'due', next_try_at = ${now + COLLECT_RETRY_SECONDS}
      WHERE ${open} AND ${failed}`,
    sql`UPDATE direct_debit_charges SET state = 'due', attempts = attempts - 1
      WHERE ${open} AND payment_id IS NULL AND next_try_at <= ${now}`,
  ]);
  return v.parse(v.array(chargeRow), stopped);
}

/** After repeated failure nothing more is tried for that user and kind, until they turn it on again. */
export async function turnOff(db: Database, { kind, userId, itemId }: Charge): Promise<void> {
  await (kind === 'renewal'
    ? db.run(sql`UPDATE direct_debit_settings SET subscription = 0 WHERE user_id = ${userId}`)
    : db.run(sql`DELETE FROM direct_debit_series WHERE user_id = ${userId}
        AND series_id = (SELECT series_id FROM titles WHERE id = ${itemId})`));
}
