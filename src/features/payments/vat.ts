import { computePercent } from '../../platform/text/money.ts';

/** VAT of a net price in whole toman, and both together (spec 9.01: added to what is listed). */
export function withVat(net: number, percent: number): { vat: number; total: number } {
  const vat = computePercent(net, percent);
  return { vat, total: net + vat };
}
