import { computePercent } from '../../platform/text/money.ts';

/** Whole toman; VAT is added to the list price (spec 9.01). */
export function addVat(net: number, percent: number): { vat: number; total: number } {
  const vat = computePercent(net, percent);
  return { vat, total: net + vat };
}
