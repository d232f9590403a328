import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { priceLine } from '../pricing.ts';
import type { Buyer } from './buyer.ts';
import type { CodeDiscount } from './discount.ts';
import { PLAIN_LINE, type Order } from './order.ts';
import { readPlan, type PlanRow } from './plans.ts';

/** Errors: `plan_unknown`, `plan_withdrawn` where it is not sold now. */
export async function buildPlanOrder(
  { db, now }: Pick<Buyer, 'db' | 'now'>,
  id: number,
  code: CodeDiscount,
): Promise<Outcome<Order, ErrorCode>> {
  const plan = await readPlan(db, now, id);
  if (!plan) return fail('plan_unknown', { fields: { plan_id: 'plan_unknown' } });
  return plan.is_sold ? ok(toPlanOrder(plan, code)) : fail('plan_withdrawn', { fields: { plan_id: 'plan_withdrawn' } });
}

type PricedPlan = Omit<PlanRow, 'description' | 'description_en' | 'is_sold' | 'changes_at' | 'sale_changes_at'>;

export function toPlanOrder(plan: PricedPlan, code: CodeDiscount): Order {
  const discount =
    plan.discount_percent === null && plan.discount_price === null
      ? null
      : { percent: plan.discount_percent ?? 0, price: plan.discount_price, days: plan.discount_day ?? 0 };
  return {
    purpose: 'plan',
    lines: [
      {
        ...PLAIN_LINE,
        kind: 'plan',
        itemId: plan.id,
        nameFa: plan.name_fa,
        nameEn: plan.name_en,
        days: plan.days + (discount?.days ?? 0) + code.bonusDays,
        ...priceLine(plan.toman, discount, code.percent, VAT_PERCENT),
      },
    ],
  };
}
