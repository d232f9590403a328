import { sql, type SQL } from 'drizzle-orm';
import type { PlanCost } from '../prices-contract.ts';
import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import { renewCatalogueVersion } from '../../../platform/http/cache/catalogue-version.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import { getMonthlyPrice } from '../../payments/plan-price.ts';
import { sumLines } from '../../payments/pricing.ts';
import { NO_DISCOUNT } from '../../payments/server/discount.ts';
import { toPlanOrder } from '../../payments/server/plan-order.ts';

/** SQL: how often somebody has changed the plan's prices or its sale. */
export const countRev = (
  id: SQL,
): SQL => sql`((SELECT count(*) + count(withdrawn_at) FROM plan_prices WHERE plan_id = ${id})
  + (SELECT count(*) + count(withdrawn_at) FROM plan_sales WHERE plan_id = ${id}))`;

/** By the checkout's own order. */
export function toCost(plan: Parameters<typeof toPlanOrder>[0]): PlanCost {
  const { toman, discount_percent, discount_price, discount_day } = plan;
  const { lines } = toPlanOrder(plan, NO_DISCOUNT);
  const discount = discount_price === null ? null : { discount_price, discount_day };
  return {
    ...{ toman, discount_percent, discount_price, discount_day },
    total: sumLines(lines).total,
    days: lines[0]?.days ?? plan.days,
    month: getMonthlyPrice({ toman, days: plan.days, discount }, VAT_PERCENT),
  };
}

/** Pages that name a price are rendered again, and know from then on when the next change begins. */
export function renewPages({ env, defer }: RequestContext): void {
  defer(renewCatalogueVersion(env, `prices-${randomId()}`));
}
