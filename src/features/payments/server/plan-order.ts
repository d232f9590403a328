import { eq } from 'drizzle-orm';
import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { priceLine } from '../pricing.ts';
import type { Buyer } from './buyer.ts';
import type { CodeDiscount } from './discount.ts';
import { PLAIN_LINE, type Order } from './order.ts';
import { plans } from './schema.ts';

export async function buildPlanOrder(
  { db }: Pick<Buyer, 'db'>,
  id: number,
  code: CodeDiscount,
): Promise<Outcome<Order, ErrorCode>> {
  const [plan] = await db.select().from(plans).where(eq(plans.id, id));
  return plan ? ok(toPlanOrder(plan, code)) : fail('plan_unknown', { fields: { plan_id: 'plan_unknown' } });
}

export function toPlanOrder(plan: typeof plans.$inferSelect, code: CodeDiscount): Order {
  const discount =
    plan.discountPercent === null && plan.discountPrice === null
      ? null
      : { percent: plan.discountPercent ?? 0, price: plan.discountPrice, days: plan.discountDay ?? 0 };
  return {
    purpose: 'plan',
    lines: [
      {
        ...PLAIN_LINE,
        kind: 'plan',
        itemId: plan.id,
        nameFa: plan.nameFa,
        nameEn: plan.nameEn,
        days: plan.days + (discount?.days ?? 0) + code.bonusDays,
        ...priceLine(plan.toman, discount, code.percent, VAT_PERCENT),
      },
    ],
  };
}
