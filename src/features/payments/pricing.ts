import { computePercent } from '../../platform/text/money.ts';
import { withVat } from './vat.ts';

/** A discount as spec 9.22 names it: a percentage, or a price of its own, and days on top. */
export interface Discount {
  percent: number;
  /** The reduced price in toman; wins over the percentage, which is then only shown. */
  price: number | null;
  /** Bonus days. */
  days: number;
}

export interface Priced {
  listPrice: number;
  /** What is taken off the list price. */
  discount: number;
  vat: number;
  /** listPrice - discount + vat. */
  total: number;
}

/**
 * The price of one line in whole toman: the item's own discount first, a code's percentage of what remains, then
 * VAT. Never below zero, never above the list price before VAT.
 */
export function priceLine(listPrice: number, own: Discount | null, codePercent: number, vatPercent: number): Priced {
  const offered = own === null ? listPrice : (own.price ?? listPrice - computePercent(listPrice, own.percent));
  const reduced = Math.min(listPrice, Math.max(0, offered));
  const net = reduced - computePercent(reduced, Math.min(100, Math.max(0, codePercent)));
  return { listPrice, discount: listPrice - net, ...withVat(net, vatPercent) };
}

/** The sums of a payment's lines. */
export function sumLines(lines: readonly Priced[]): { price: number; discount: number; vat: number; total: number } {
  const sum = { price: 0, discount: 0, vat: 0, total: 0 };
  for (const line of lines) {
    sum.price += line.listPrice;
    sum.discount += line.discount;
    sum.vat += line.vat;
    sum.total += line.total;
  }
  return sum;
}

/** The share of a referrer in what was sold before VAT, in whole toman. */
export function computeCommission(sums: { price: number; discount: number }, percent: number): number {
  return computePercent(sums.price - sums.discount, percent);
}
