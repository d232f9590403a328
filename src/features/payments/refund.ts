export const REFUND_DESTINATIONS = ['wallet', 'outside'] as const;
export type RefundDestination = (typeof REFUND_DESTINATIONS)[number];

/** VAT in the first `refunded` toman of a line, half up: all parts sum to `vat`. SQL twin: refund-statements.ts. */
export function computeVatShare(refunded: number, { vat, total }: { vat: number; total: number }): number {
  return total === 0 ? 0 : Math.floor((2 * vat * refunded + total) / (2 * total));
}
