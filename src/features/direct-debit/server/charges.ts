import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { BANK_WINDOW_SECONDS, COLLECT_ATTEMPTS, COLLECT_RETRY_SECONDS } from '../../payments/config.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { VERDICT_UNKNOWN } from '../../payments/server/transitions.ts';

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
const COLUMNS = sql`key, user_id, kind, item_id, attempts`;

/** After this time another worker may take a charge that lost its worker. */
const LOST_SECONDS = 10 * 60;

/** Takes the due charge that has waited longest, for one worker; null for none. */
export async function takeCharge(db: Database, now: number): Promise<Charge | null> {
  const [row] = await db.all(
    sql`UPDATE direct_debit_charges SET state = 'sent', attempts = attempts + 1, next_try_at = ${now + LOST_SECONDS}
      WHERE key = (SELECT key FROM direct_debit_charges
        WHERE state = 'due' AND next_try_at <= ${now} ORDER BY next_try_at, key LIMIT 1)
        AND state = 'due'
      RETURNING ${COLUMNS}`,
  );
  return row === undefined ? null : v.parse(chargeRow, row);
}

/** The provider's idempotency key and the payment's token. */
export function toTrackId({ key, attempts }: Charge): string {
  return `${key}:${String(attempts)}`;
}

/** False once another worker or the user has ended the attempt. */
const isHeldBy = ({ key, attempts }: Charge) => sql`key = ${key} AND state = 'sent' AND attempts = ${attempts}`;

export async function endCharge(
  db: Database,
  charge: Charge,
  state: 'done' | 'dropped' | 'stopped',
  now: number,
): Promise<void> {
  await db.run(sql`UPDATE direct_debit_charges SET state = ${state}, next_try_at = ${now} WHERE ${isHeldBy(charge)}`);
}

/** Nothing was asked of the provider, so the attempt does not count. */
export async function postponeCharge(db: Database, charge: Charge, seconds: number, now: number): Promise<void> {
  await db.run(sql`UPDATE direct_debit_charges
    SET state = 'due', attempts = attempts - 1, next_try_at = ${now + seconds} WHERE ${isHeldBy(charge)}`);
}

export async function repeatCharge(db: Database, charge: Charge, seconds: number, now: number): Promise<void> {
  await db.run(sql`UPDATE direct_debit_charges
    SET state = 'due', stop_after = stop_after + 1, next_try_at = ${now + seconds} WHERE ${isHeldBy(charge)}`);
}

/** Ends or reschedules charges. An attempt whose worker died before asking the provider repeats its number. */
export async function followCharges(db: Database, now: number): Promise<void> {
  const payment = (condition: SQL) => sql`EXISTS (SELECT 1 FROM payments p WHERE p.method = 'direct_debit'
    AND p.token = direct_debit_charges.key || ':' || direct_debit_charges.attempts AND ${condition})`;
  const failed = payment(sql`p.state IN ('failed', 'cancelled', 'expired', 'reversed')`);
  const stopped = sql`SELECT user_id FROM direct_debit_charges WHERE state = 'stopped' AND told = 0`;
  await batch(db, [
    sql`UPDATE direct_debit_charges SET state = 'done'
      WHERE state = 'sent' AND ${payment(sql`p.state = 'settled'`)}`,
    sql`UPDATE direct_debit_charges SET state = 'held'
      WHERE state = 'sent' AND ${payment(sql`p.state = 'failed' AND p.problem IN ('amount_mismatch', 'reference_used')`)}`,
    sql`UPDATE direct_debit_charges SET state = 'stopped', next_try_at = ${now}
      WHERE state = 'sent' AND attempts >= stop_after AND ${failed}`,
    sql`UPDATE direct_debit_charges SET state = 'due', next_try_at = ${now + COLLECT_RETRY_SECONDS}
      WHERE state = 'sent' AND ${failed}`,
    sql`UPDATE direct_debit_charges SET state = 'due', attempts = attempts - 1
      WHERE state = 'sent' AND next_try_at <= ${now} AND NOT ${payment(sql`p.state <> 'initiated'`)}`,
    sql`UPDATE direct_debit_settings SET subscription = 0 WHERE user_id IN (${stopped} AND kind = 'renewal')`,
    sql`DELETE FROM direct_debit_series WHERE (user_id, series_id) IN (
      SELECT c.user_id, e.series_id FROM direct_debit_charges c JOIN all_titles e ON e.id = c.item_id
      WHERE c.state = 'stopped' AND c.told = 0 AND c.kind = 'episode')`,
  ]);
}

export async function takeUnnotified(db: Database): Promise<Charge | null> {
  const [row] = await db.all(sql`UPDATE direct_debit_charges SET told = 1
    WHERE key = (SELECT key FROM direct_debit_charges WHERE state = 'stopped' AND told = 0 ORDER BY next_try_at LIMIT 1)
      AND told = 0
    RETURNING ${COLUMNS}`);
  return row === undefined ? null : v.parse(chargeRow, row);
}

const reopenColumns = (now: number) =>
  sql`state = 'due', told = 0, next_try_at = ${now}, stop_after = attempts + ${COLLECT_ATTEMPTS}`;

/** Attempts keep counting, so that no track id is sent twice. */
export function reopenRenewal(userId: number, now: number): SQL {
  return sql`UPDATE direct_debit_charges SET ${reopenColumns(now)}
    WHERE user_id = ${userId} AND kind = 'renewal' AND state IN ('stopped', 'dropped')
      AND key = (SELECT 'renewal:' || u.id || ':' || u.subscribed_until FROM users u WHERE u.id = ${userId})
      AND EXISTS (SELECT 1 FROM direct_debit_settings s WHERE s.user_id = ${userId} AND s.subscription = 1)`;
}

/** Without episodes that the user owns by now. */
export function reopenEpisodes(userId: number, now: number): SQL {
  return sql`UPDATE direct_debit_charges SET ${reopenColumns(now)}
    WHERE user_id = ${userId} AND kind = 'episode' AND state IN ('stopped', 'dropped')
      AND EXISTS (SELECT 1 FROM titles e JOIN direct_debit_series d ON d.series_id = e.series_id
        WHERE e.id = direct_debit_charges.item_id AND d.user_id = ${userId})
      AND NOT ${ownsEpisode(sql`direct_debit_charges.user_id`, sql`direct_debit_charges.item_id`, now)}`;
}

/** Bank pages count until their window ends; an undecided withdrawal or verification counts while it is open. */
export function isBuyingByHand({ kind, userId, itemId }: Charge, now: number): SQL {
  const boughtItem =
    kind === 'renewal'
      ? sql`p.purpose = 'plan' AND EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = p.id AND l.gift = 0)`
      : sql`p.purpose = 'title' AND EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = p.id AND l.item_id = ${itemId})`;
  return sql`EXISTS (SELECT 1 FROM payments p WHERE p.user_id = ${userId}
    AND p.state IN ('initiated', 'pending', 'verifying') AND (p.token IS NULL OR p.token NOT LIKE ${`${kind}:%`})
    AND (p.created_at > ${now - BANK_WINDOW_SECONDS} OR p.state = 'verifying'
      OR (p.state = 'pending' AND (p.method = 'direct_debit' OR p.problem IS ${VERDICT_UNKNOWN})))
    AND ${boughtItem})`;
}

export function ownsEpisode(userId: SQL, itemId: SQL, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM purchases o WHERE o.user_id = ${userId} AND o.kind = 'title'
    AND o.item_id = ${itemId} AND (o.ends_at IS NULL OR o.ends_at > ${now}))`;
}
