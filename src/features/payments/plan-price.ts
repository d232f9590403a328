import { computePercent } from '../../platform/text/money.ts';

interface Priced {
  toman: number;
  days: number;
  discount: { discount_price: number; discount_day: number | null } | null;
}

const MONTH = 30;

export function getPlanPrice({ toman, discount }: Pick<Priced, 'toman' | 'discount'>, vatPercent: number): number {
  const price = discount?.discount_price ?? toman;
  return price + computePercent(price, vatPercent);
}

/** Toman a month with VAT and bonus days; null below two months, and for a plan of unknown length (0 days). */
export function getMonthlyPrice(plan: Priced, vatPercent: number): number | null {
  const days = plan.days + (plan.discount?.discount_day ?? 0);
  return plan.days === 0 || days < 2 * MONTH ? null : Math.round((getPlanPrice(plan, vatPercent) * MONTH) / days);
}

/** Toman a month with VAT and bonus days of the plan that is the cheapest so; null where none is known to last a month. */
export function getCheapestMonth(plans: readonly Priced[], vatPercent: number): number | null {
  const months = plans
    .map((plan) => ({ price: getPlanPrice(plan, vatPercent), days: plan.days + (plan.discount?.discount_day ?? 0) }))
    .filter(({ days }, at) => plans[at]?.days !== 0 && days >= MONTH)
    .map(({ price, days }) => Math.round((price * MONTH) / days));
  return months.length === 0 ? null : Math.min(...months);
}

/** The key of the plan with the lowest price a day; null with fewer than two to compare. */
export function findBestPlan(plans: readonly (readonly [key: string, plan: Priced])[]): string | null {
  const daily = plans
    .filter(([, { days }]) => days > 0)
    .map(([key, plan]) => ({ key, days: plan.days + (plan.discount?.discount_day ?? 0), price: getPlanPrice(plan, 0) }))
    .map(({ key, days, price }) => ({ key, price: price / days }))
    .sort((a, b) => a.price - b.price);
  return daily.length < 2 ? null : (daily[0]?.key ?? null);
}
