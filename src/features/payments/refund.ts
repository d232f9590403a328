export const REFUND_DESTINATIONS = ['wallet', 'outside'] as const;
export type RefundDestination = (typeof REFUND_DESTINATIONS)[number];

/** Toman that was given back and not taken back again. */
export const sumRefunds = (refunds: readonly { toman: number; undone_at: number | null }[]): number =>
  refunds.reduce((sum, { toman, undone_at: undoneAt }) => (undoneAt === null ? sum + toman : sum), 0);

/** VAT in the first `refunded` toman of a line, half up: all parts sum to `vat`. SQL twin: refund-statements.ts. */
export function computeVatShare(refunded: number, { vat, total }: { vat: number; total: number }): number {
  return total === 0 ? 0 : Math.floor((2 * vat * refunded + total) / (2 * total));
}
