import { sql, type SQL } from 'drizzle-orm';
import { RENEW_BEFORE_SECONDS } from '../../payments/config.ts';
import { NO_DISCOUNT } from '../../payments/server/discount.ts';
import type { Order } from '../../payments/server/order.ts';
import { toPlanOrder } from '../../payments/server/plan-order.ts';
import { readPlans } from '../../payments/server/plans.ts';
import type { Database } from '../../../platform/db/client.ts';
import { isoDay } from '../../../platform/text/iso-day.ts';

/** SQL: renewing is on, with the consent of a bank that holds. */
export const willRenew = (userId: number, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM direct_debit_settings s JOIN mandates m ON m.user_id = s.user_id
    WHERE s.user_id = ${userId} AND s.subscription = 1 AND m.state = 'active' AND m.ends_on >= ${isoDay(now)})`;

/** From when on a renewal is collected, epoch seconds: at the price of that time. */
export const getRenewalTime = (
  { subscribedUntil, pausedUntil }: { subscribedUntil: number; pausedUntil: number },
  now: number,
): number => Math.max(now, pausedUntil, subscribedUntil - RENEW_BEFORE_SECONDS);

/** Of the plan bought last, gift cards apart, also where it is not sold any more; else of the shortest that is sold. Null
 * without plans. At the price that counts at `at`, epoch seconds. */
export async function buildRenewalOrder(db: Database, userId: number, at: number): Promise<Order | null> {
  const last = sql`(SELECT l.item_id FROM payments p JOIN payment_lines l ON l.payment_id = p.id
    WHERE p.user_id = ${userId} AND p.state = 'settled' AND l.kind = 'plan' AND l.gift = 0
      AND coalesce(p.token, '') NOT LIKE 'gift:%' ORDER BY p.created_at DESC LIMIT 1)`;
  const [plan] = await readPlans(
    ...([db, at] as const),
    sql`WHERE is_sold = 1 OR plans.id = ${last} ORDER BY coalesce(plans.id = ${last}, 0) DESC, plans.days LIMIT 1`,
  );
  return plan ? toPlanOrder(plan, NO_DISCOUNT) : null;
}
