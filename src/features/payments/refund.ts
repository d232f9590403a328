export const REFUND_DESTINATIONS = ['wallet', 'outside'] as const;
export type RefundDestination = (typeof REFUND_DESTINATIONS)[number];

/**
 * The share of VAT in the first `refunded` toman of a line of `total` toman with `vat` toman of VAT, to the nearest
 * whole toman, a half upwards. A refund reverses the difference of two such shares, so the parts of a full refund sum
 * to exactly `vat`, in whatever parts it was given. SQL has the same formula in payments/server/refunds/refund-statements.ts.
 */
export function shareOfVat(refunded: number, { vat, total }: { vat: number; total: number }): number {
  return total === 0 ? 0 : Math.floor((2 * vat * refunded + total) / (2 * total));
}
