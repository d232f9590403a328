import type { SQL } from 'drizzle-orm';
import type { Referrer } from '../../../platform/text/referral-code.ts';
import type { Method, Purpose } from '../../ledger/payment-kinds.ts';
import type { LineRow } from './schema.ts';

export type OrderLine = Omit<LineRow, 'paymentId' | 'line' | 'delivered'>;

export interface Order {
  purpose: Purpose;
  lines: OrderLine[];
  unavailable?: readonly number[];
  /** Why some are unavailable; else they are not for sale. */
  unavailableCode?: 'outside_area' | undefined;
  /** Of the payment's batch, before its delivery. A repeat of the batch must be able to do them again. */
  statements?: (paymentId: string) => readonly SQL[];
}

/** Decision 122. `request` names what is bought; method, code and return address may differ in a repeat. */
export interface PurchaseKey {
  key: string;
  request: string;
}

export interface NewPayment {
  userId: number;
  order: Order;
  method: Method;
  discountCode: string | null;
  ref: Referrer;
  returnPath: string | null;
  content: { kind: string; id: number } | null;
  key?: PurchaseKey | null;
  /** The track id of a direct debit, or the gift card that pays: unique for each payment. */
  token?: string;
  now: number;
}

export type PurchaseRequest =
  | { purpose: 'plan'; id: number }
  | { purpose: 'gift'; id: number; count: number }
  | { purpose: 'title'; id: number }
  | { purpose: 'cart'; items: readonly number[] };

export const PLAIN_LINE = {
  titleId: null,
  titleKind: null,
  quality: null,
  days: null,
  hours: null,
  opensAt: null,
  gift: 0,
} as const;
