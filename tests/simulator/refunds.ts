import { query } from './query.ts';
import { DAY } from './shop.ts';
import type { World } from './world.ts';

/** One line of a refund, with the line of the payment that it gives back. */
export interface RefundedLine {
  refund_id: string;
  payment_id: string;
  user_id: number;
  line: number;
  destination: 'wallet' | 'outside';
  created_at: number;
  undone_at: number | null;
  toman: number;
  vat: number;
  seconds: number;
  kind: string;
  gift: number;
  item_id: number;
  days: number | null;
  delivered: number;
  line_total: number;
  line_vat: number;
}

/** A person's correction: an amount from one account to another. */
export interface Correction {
  id: string;
  from_account: string;
  to_account: string;
  toman: number;
}

const REFUNDED = `SELECT r.id AS refund_id, r.payment_id, p.user_id, x.line, r.destination, r.created_at, r.undone_at, x.toman, x.vat,
    x.seconds, l.kind, l.gift, l.item_id, l.days, l.delivered, l.total AS line_total, l.vat AS line_vat
  FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN refund_lines x ON x.refund_id = r.id
    JOIN payment_lines l ON l.payment_id = x.payment_id AND l.line = x.line
  WHERE r.applied_at IS NOT NULL ORDER BY r.created_at, r.id, x.line`;

/** Every line of every refund that was given. */
export function readRefunds({ sqlite }: World): RefundedLine[] {
  return query<RefundedLine>(sqlite, REFUNDED);
}

export function readCorrections({ sqlite }: World): Correction[] {
  return query<Correction>(sqlite, 'SELECT id, from_account, to_account, toman FROM corrections');
}

/** The fault of a refunded line, where `before` and `vatBefore` were given back of it already; null: none. */
export function judgeRefund(one: RefundedLine, before: number, vatBefore: number): string | null {
  const isSale = one.delivered === 1 && one.kind !== 'wallet';
  if (before + one.toman > one.line_total)
    return `gives back ${String(before + one.toman)} of ${String(one.line_total)}`;
  if (!isSale && one.destination === 'wallet') return 'gives to the wallet what is there already';
  if (one.seconds < 0 || one.seconds > (one.days ?? 0) * DAY) return `takes ${String(one.seconds)} s back`;
  // The share of the VAT in all that was given back so far, a half upwards.
  const share = isSale ? Math.round((one.line_vat * (before + one.toman)) / one.line_total) : 0;
  return share - vatBefore === one.vat
    ? null
    : `gives ${String(one.vat)} VAT back, should be ${String(share - vatBefore)}`;
}
