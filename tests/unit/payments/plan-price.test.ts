import { describe, expect, it } from 'vitest';
import {
  findBestPlan,
  getCheapestMonth,
  getMonthlyPrice,
  getPlanPrice,
} from '../../../src/features/payments/plan-price.ts';

const plan = (toman: number, days: number, discount: [price: number, days: number | null] | null = null) => ({
  ...{ toman, days },
  discount: discount && { discount_price: discount[0], discount_day: discount[1] },
});

describe('the price of a plan', () => {
  it('with VAT is that of the checkout: ten percent of what remains after the discount, to the nearest toman', () => {
    expect(getPlanPrice(plan(99_000, 30), 10)).toBe(108_900);
    expect(getPlanPrice(plan(790_000, 365, [632_000, 30]), 10)).toBe(695_200);
    expect(getPlanPrice(plan(5, 30), 10)).toBe(6);
  });

  it('a month counts bonus days, and is not stated of one month or of no length', () => {
    expect(getMonthlyPrice(plan(249_000, 90), 10)).toBe(91_300);
    expect(getMonthlyPrice(plan(790_000, 365, [632_000, 30]), 10)).toBe(52_800);
    expect(getMonthlyPrice(plan(99_000, 30), 10)).toBeNull();
    expect(getMonthlyPrice(plan(99_000, 0), 10)).toBeNull();
  });

  it('a month of the cheapest plan is that of its page; weeks and plans of no length have none', () => {
    const plans = [plan(99_000, 30), plan(249_000, 90), plan(790_000, 365, [632_000, 30]), plan(1, 0)];
    expect(getCheapestMonth(plans, 10)).toBe(getMonthlyPrice(plan(790_000, 365, [632_000, 30]), 10));
    expect(getCheapestMonth(plans.slice(0, 1), 10)).toBe(108_900);
    expect(getCheapestMonth([plan(9_000, 7), plan(1, 0)], 10)).toBeNull();
  });

  it('finds the plan that costs the least a day, and none where there is nothing to compare', () => {
    const plans = [
      ['1', plan(99_000, 30)],
      ['4', plan(790_000, 365, [632_000, 30])],
      ['3', plan(449_000, 180)],
      ['9', plan(1, 0)],
    ] as const;
    expect(findBestPlan(plans)).toBe('4');
    expect(findBestPlan(plans.slice(0, 1))).toBeNull();
    expect(findBestPlan([])).toBeNull();
  });
});
