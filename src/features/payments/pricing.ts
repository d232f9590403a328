import { computePercent } from '../../platform/text/money.ts';
import { addVat } from './vat.ts';

/** A discount of spec 9.22: a percentage or a price, and bonus days. */
export interface Discount {
  percent: number;
  /** Toman; wins over the percentage, which is then only shown. */
  price: number | null;
  days: number;
}

export interface Priced {
  listPrice: number;
  discount: number;
  vat: number;
  total: number;
}

/** Whole toman: the item's discount, then the code's percentage, then VAT. Between 0 and the list price before VAT. */
export function priceLine(
  listPrice: number,
  itemDiscount: Discount | null,
  codePercent: number,
  vatPercent: number,
): Priced {
  const discounted =
    itemDiscount === null
      ? listPrice
      : (itemDiscount.price ?? listPrice - computePercent(listPrice, itemDiscount.percent));
  const reduced = Math.min(listPrice, Math.max(0, discounted));
  const net = reduced - computePercent(reduced, Math.min(100, Math.max(0, codePercent)));
  return { listPrice, discount: listPrice - net, ...addVat(net, vatPercent) };
}

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

export function computeCommission(sums: { price: number; discount: number }, percent: number): number {
  return computePercent(sums.price - sums.discount, percent);
}
