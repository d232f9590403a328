import type { ReactNode } from 'react';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import type { PlanCost } from '../prices-contract.ts';

type Terms = Pick<PlanCost, 'discount_percent' | 'discount_price' | 'discount_day'>;

const showToman = (amount: number) => m.prices_toman({ amount: formatNumber(amount) });

/** Toman before VAT, with the per cent and the bonus days beside it. */
export function describeOff({ discount_percent: percent, discount_price: reduced, discount_day: days }: Terms): string {
  if (reduced === null) return m.value_none();
  const parts = [
    showToman(reduced),
    ...(percent === null ? [] : [m.codes_percent({ percent: formatNumber(percent) })]),
    ...(days === null ? [] : [m.codes_days({ days: formatNumber(days) })]),
  ];
  return new Intl.ListFormat(document.documentElement.lang, { type: 'unit' }).format(parts);
}

export function listCostFacts(cost: PlanCost): (readonly [string, ReactNode])[] {
  return [
    [m.prices_list(), showToman(cost.toman)],
    [m.prices_off(), describeOff(cost)],
    [m.prices_total(), showToman(cost.total)],
    ...(cost.month === null ? [] : [[m.prices_month(), showToman(cost.month)] as const]),
    [m.prices_days(), formatNumber(cost.days)],
  ];
}
