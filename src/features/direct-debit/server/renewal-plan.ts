import { asc, desc, eq, sql } from 'drizzle-orm';
import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import { priceLine } from '../../payments/pricing.ts';
import type { Database } from '../../../platform/db/client.ts';
import { plans } from '../../payments/server/schema.ts';

interface RenewalPlan {
  id: number;
  fee: number;
}

/** The plan bought last, else the shortest; null without plans. */
export async function findRenewalPlan(db: Database, userId: number): Promise<RenewalPlan | null> {
  const last = sql`(SELECT l.item_id FROM payments p JOIN payment_lines l ON l.payment_id = p.id
    WHERE p.user_id = ${userId} AND p.state = 'settled' AND l.kind = 'plan' ORDER BY p.created_at DESC LIMIT 1)`;
  const [plan] = await db
    .select()
    .from(plans)
    .orderBy(desc(sql`coalesce(${eq(plans.id, last)}, 0)`), asc(plans.days))
    .limit(1);
  if (!plan) return null;
  const { toman, discountPercent, discountPrice } = plan;
  const discount =
    discountPercent === null && discountPrice === null
      ? null
      : { percent: discountPercent ?? 0, price: discountPrice, days: 0 };
  return { id: plan.id, fee: priceLine(toman, discount, 0, VAT_PERCENT).total };
}
