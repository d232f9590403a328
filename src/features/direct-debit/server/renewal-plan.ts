import { sql } from 'drizzle-orm';
import { sumLines } from '../../payments/pricing.ts';
import { NO_DISCOUNT } from '../../payments/server/discount.ts';
import { toPlanOrder } from '../../payments/server/plan-order.ts';
import { readPlans } from '../../payments/server/plans.ts';
import type { Database } from '../../../platform/db/client.ts';

interface RenewalPlan {
  id: number;
  fee: number;
}

/** The plan bought last, gift cards apart, else the shortest; null without plans. */
export async function findRenewalPlan(db: Database, userId: number, now: number): Promise<RenewalPlan | null> {
  const last = sql`(SELECT l.item_id FROM payments p JOIN payment_lines l ON l.payment_id = p.id
    WHERE p.user_id = ${userId} AND p.state = 'settled' AND l.kind = 'plan' AND l.gift = 0
      AND coalesce(p.token, '') NOT LIKE 'gift:%' ORDER BY p.created_at DESC LIMIT 1)`;
  const [plan] = await readPlans(db, now, sql`ORDER BY coalesce(plans.id = ${last}, 0) DESC, plans.days LIMIT 1`);
  return plan ? { id: plan.id, fee: sumLines(toPlanOrder(plan, NO_DISCOUNT).lines).total } : null;
}
