import type { PaymentLine, Payment } from './contract.ts';
import type { PaymentState } from './payment-state.ts';

type SoldLine = Pick<PaymentLine, 'kind' | 'delivered' | 'vat' | 'total'>;
type Refund = Pick<Payment['refunds'][number], 'lines' | 'undone_at'>;

export interface Invoice<L, R> {
  lines: L[];
  refunds: (R & Record<'toman' | 'vat', number>)[];
  total: number;
  vat: number;
}

/** The delivered lines with their refunds, in toman. Null for a charge of the wallet, or where all of it stays there. */
export function toInvoice<L extends SoldLine, R extends Refund>(payment: {
  state: PaymentState;
  lines: readonly L[];
  refunds: readonly R[];
}): Invoice<L, R> | null {
  if (payment.state !== 'settled') return null;
  const isSold = (line: SoldLine | undefined) => line?.delivered === true && line.kind !== 'wallet';
  const lines = payment.lines.filter(isSold);
  const total = sum(lines.map((line) => line.total));
  if (total === 0) return null;
  const refunds = payment.refunds.flatMap((refund) => {
    const ofSale = refund.lines.filter(({ line }) => isSold(payment.lines[line]));
    const sums = { toman: sum(ofSale.map(({ toman }) => toman)), vat: sum(ofSale.map(({ vat }) => vat)) };
    return refund.undone_at === null && ofSale.length > 0 ? [{ ...refund, ...sums }] : [];
  });
  return { lines, refunds, total, vat: sum(lines.map(({ vat }) => vat)) };
}

const sum = (tomans: readonly number[]) => tomans.reduce((total, toman) => total + toman, 0);
