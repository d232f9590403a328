import type { LineKind, Purpose } from '../../../domain/payment-kinds.ts';
import type { Priced } from '../../../domain/pricing.ts';

/** One thing to be bought, priced now; the payment keeps this price whatever the catalogue says later. */
export interface OrderLine extends Priced {
  kind: LineKind;
  item_id: number;
  title_id: number | null;
  title_kind: string | null;
  name_fa: string;
  name_en: string;
  quality: string | null;
  days: number | null;
  hours: number | null;
  /** Epoch seconds: a screening's beginning. */
  opens_at: number | null;
}

export interface Order {
  purpose: Purpose;
  lines: OrderLine[];
  /** Of a cart: what was asked for and is not sold. Such an order can be shown, but not bought. */
  unavailable?: readonly number[];
}

/** What is asked for, before anything is looked up. */
export type Wish =
  { purpose: 'plan'; id: number } | { purpose: 'title'; id: number } | { purpose: 'cart'; items: readonly number[] };

/** A line with what most kinds do not have. */
export const PLAIN_LINE = {
  title_id: null,
  title_kind: null,
  quality: null,
  days: null,
  hours: null,
  opens_at: null,
} as const;
