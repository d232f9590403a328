import { computePercent } from '../../platform/text/money.ts';

/** Whole toman of a sum that has its VAT in it, to the nearest. */
export function splitVat(total: number, percent: number): { vat: number; total: number } {
  const grossPercent = 100 + percent;
  const net = Math.floor((2 * total * 100 + grossPercent) / (2 * grossPercent));
  return { vat: total - net, total };
}

/** Whole toman; VAT is added to the list price (spec 9.01). */
export function addVat(net: number, percent: number): { vat: number; total: number } {
  const vat = computePercent(net, percent);
  return { vat, total: net + vat };
}
