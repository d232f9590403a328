import type { Referrer } from '../../../platform/text/referral-code.ts';
import type { Method, Purpose } from '../../ledger/payment-kinds.ts';
import type { LineRow } from './schema.ts';

/** One thing to be bought, priced now, as payment_lines keeps it: the payment keeps this price whatever the catalogue says later. */
export type OrderLine = Omit<LineRow, 'paymentId' | 'line' | 'delivered'>;

export interface Order {
  purpose: Purpose;
  lines: OrderLine[];
  /** Of a cart: what was asked for and is not sold. Such an order can be shown, but not bought. */
  unavailable?: readonly number[];
}

export interface NewPayment {
  userId: number;
  order: Order;
  method: Method;
  discountCode: string | null;
  ref: Referrer;
  returnPath: string | null;
  content: { kind: string; id: number } | null;
  /** The track id of a direct debit, which makes its payment unique. */
  token?: string;
  now: number;
}

/** What is asked for, before anything is looked up. */
export type PurchaseRequest =
  { purpose: 'plan'; id: number } | { purpose: 'title'; id: number } | { purpose: 'cart'; items: readonly number[] };

/** A line with what most kinds do not have. */
export const PLAIN_LINE = {
  titleId: null,
  titleKind: null,
  quality: null,
  days: null,
  hours: null,
  opensAt: null,
} as const;
