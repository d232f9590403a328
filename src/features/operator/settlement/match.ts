import type { OperatorPayment } from '../contract.ts';
import { toRial } from '../../../platform/text/money.ts';
import type { BankRow } from './read-file.ts';

/** `rial`: what the bank says; null where it says nothing. */
export interface Difference {
  kind: 'only_here' | 'only_there' | 'amount' | 'twice' | 'reversed_there';
  payment: OperatorPayment | null;
  row: BankRow | null;
}

/** Epoch seconds: from the first to before the second. */
export interface Period {
  from: number;
  to: number;
}

/** Matches a bank's rows with payments: by our id, else reference, token or trace number, without leading zeros. */
export function matchSettlement(
  rows: readonly BankRow[],
  payments: readonly OperatorPayment[],
  period: Period | null, // null: from the first to the last payment that matched
): { matched: number; period: Period | null; differences: Difference[] } {
  const find = indexPayments(payments);
  const differences: Difference[] = [];
  const seen = new Map<string, BankRow>();
  const reversed = new Set<string>();
  for (const row of rows) {
    const payment = find(row);
    if (row.rial < 0) {
      if (payment) reversed.add(payment.id);
      differences.push({ kind: 'reversed_there', payment, row });
    } else if (payment?.state !== 'settled') {
      differences.push({ kind: 'only_there', payment, row });
    } else if (seen.has(payment.id)) {
      differences.push({ kind: 'twice', payment, row });
    } else {
      seen.set(payment.id, row);
      if (row.rial !== toRial(payment.total)) differences.push({ kind: 'amount', payment, row });
    }
  }
  const settled = payments.filter((payment) => payment.state === 'settled');
  const times = settled.filter(({ id }) => seen.has(id)).map((payment) => payment.settled_at ?? 0);
  const range = period ?? (times.length === 0 ? null : { from: Math.min(...times), to: Math.max(...times) + 1 });
  for (const payment of settled) {
    const at = payment.settled_at ?? 0;
    const isDue = range !== null && at >= range.from && at < range.to;
    if (isDue && !seen.has(payment.id) && !reversed.has(payment.id)) {
      differences.push({ kind: 'only_here', payment, row: null });
    }
  }
  return { matched: seen.size, period: range, differences };
}

function indexPayments(payments: readonly OperatorPayment[]): (row: BankRow) => OperatorPayment | null {
  const index = (pick: (payment: OperatorPayment) => string | null) => {
    const byKey = new Map<string, OperatorPayment | null>();
    for (const payment of payments) {
      const key = foldId(pick(payment) ?? '');
      // A key that two payments share finds neither.
      if (key !== '') byKey.set(key, byKey.has(key) ? null : payment);
    }
    return (key: string | null) => (key === null ? null : (byKey.get(foldId(key)) ?? null));
  };
  const [byId, byReference, byToken] = [
    index(({ id }) => id),
    index((payment) => payment.reference),
    index((payment) => payment.token),
  ];
  // Six digits that begin again each day: only together with the amount.
  const byTrace = index(({ trace, total }) => (trace === null ? null : `${foldId(trace)} ${String(toRial(total))}`));
  return ({ order, reference, token, trace, rial }) =>
    byId(order) ??
    byReference(reference) ??
    byToken(token) ??
    (trace === null ? null : byTrace(`${foldId(trace)} ${String(rial)}`));
}

/** A number as it is compared: a spreadsheet may have taken its leading zeros. */
function foldId(text: string): string {
  return text.replace(/^0+(?=.)/, '').toLowerCase();
}
