import { computePercent } from '../../platform/text/money.ts';

interface Priced {
  toman: number;
  days: number;
  discount: { discount_price: number; discount_day: number | null } | null;
}

/** Days in a month, for a price a month. */
const MONTH = 30;

/** What a plan costs with VAT, in toman. */
export function withVat({ toman, discount }: Pick<Priced, 'toman' | 'discount'>, vatPercent: number): number {
  const price = discount?.discount_price ?? toman;
  return price + computePercent(price, vatPercent);
}

/** What a plan costs a month with VAT, bonus days counted; null for a plan of one month or of no stated length. */
export function getMonthlyPrice(plan: Priced, vatPercent: number): number | null {
  const days = plan.days + (plan.discount?.discount_day ?? 0);
  return days < 2 * MONTH ? null : Math.round((withVat(plan, vatPercent) * MONTH) / days);
}

/** The key of the plan that costs the least a day; null where fewer than two can be compared. */
export function findBestPlan(plans: readonly (readonly [key: string, plan: Priced])[]): string | null {
  const daily = plans
    .map(([key, plan]) => ({ key, days: plan.days + (plan.discount?.discount_day ?? 0), price: withVat(plan, 0) }))
    .filter(({ days }) => days > 0)
    .map(({ key, days, price }) => ({ key, price: price / days }))
    .sort((a, b) => a.price - b.price);
  return daily.length < 2 ? null : (daily[0]?.key ?? null);
}
