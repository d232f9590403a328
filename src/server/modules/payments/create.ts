import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { NO_REFERRER } from '../../../config/constants.ts';
import {
  BEGIN_SECONDS,
  PAYMENT_OPEN_SECONDS,
  REFERRAL_COMMISSION_PERCENT,
  SAME_CLICK_SECONDS,
} from '../../../config/money.ts';
import type { Method } from '../../../domain/payment-kinds.ts';
import { commissionOf, sumLines } from '../../../domain/pricing.ts';
import { batch } from '../../db/batch.ts';
import type { Database } from '../../db/client.ts';
import type { PaymentRow } from '../../db/money-schema.ts';
import { twice } from '../../lib/d1-errors.ts';
import { randomId } from '../../lib/random-id.ts';
import { deliverStatements } from '../ledger/deliver.ts';
import type { Order } from './order.ts';
import { paymentById } from './read.ts';

export interface NewPayment {
  userId: number;
  order: Order;
  method: Method;
  discountCode: string | null;
  ref: number;
  returnPath: string | null;
  content: { kind: string; id: number } | null;
  /** The track id of a direct debit, which makes its payment unique. */
  token?: string;
  now: number;
}

/** A payment just made, or the one that the same wish had made before. Null: its discount code is used up. */
export type Created = { payment: PaymentRow; isNew: boolean } | null;

/**
 * Makes a payment with its lines; one from the wallet, or of nothing, settles in the same batch. The same purchase
 * clicked again finds the open payment, or the one that settled from the wallet a moment ago: the check and the row
 * are one statement, so that clicks at the same moment cannot pass together. Throws `wallet_below_zero` and
 * `already_owned` as D1 says them.
 */
export async function createPayment(db: Database, input: NewPayment): Promise<Created> {
  const id = randomId();
  const isSettled = input.method === 'wallet';
  const fingerprint = fingerprintOf(input);
  const sums = sumLines(input.order.lines);
  const { now, userId, discountCode } = input;
  const referrer = input.ref === 0 ? NO_REFERRER : input.ref;
  const commission =
    referrer === NO_REFERRER || input.order.purpose === 'wallet' ? 0 : commissionOf(sums, REFERRAL_COMMISSION_PERCENT);
  const insert = sql`INSERT INTO payments (id, user_id, purpose, state, method, price, discount, vat, total, fingerprint,
      token, discount_code, referrer, commission, content_kind, content_id, return_path, created_at, expires_at,
      checked_at, settled_at)
    SELECT ${id}, ${userId}, ${input.order.purpose}, ${isSettled ? 'settled' : 'initiated'}, ${input.method},
      ${sums.price}, ${sums.discount}, ${sums.vat}, ${sums.total}, ${fingerprint}, ${input.token ?? null},
      ${discountCode}, ${referrer}, ${commission}, ${input.content?.kind ?? null}, ${input.content?.id ?? null},
      ${input.returnPath}, ${now}, ${now + PAYMENT_OPEN_SECONDS}, ${now}, ${isSettled ? now : null}
    WHERE NOT EXISTS (SELECT 1 FROM payments p WHERE ${isSame(userId, fingerprint, now)})
      AND ${codeIsLeft(discountCode, userId, now)}`;
  const lines = sql`INSERT INTO payment_lines (payment_id, line, kind, item_id, title_id, title_kind, name_fa, name_en,
      quality, days, hours, opens_at, list_price, discount, vat, total)
    SELECT ${id}, key, value ->> 'kind', value ->> 'item_id', value ->> 'title_id', value ->> 'title_kind',
      value ->> 'name_fa', value ->> 'name_en', value ->> 'quality', value ->> 'days', value ->> 'hours',
      value ->> 'opens_at', value ->> 'list_price', value ->> 'discount', value ->> 'vat', value ->> 'total'
    FROM json_each(${JSON.stringify(input.order.lines)}) WHERE EXISTS (SELECT 1 FROM payments WHERE id = ${id})
    ON CONFLICT (payment_id, line) DO NOTHING`;
  // In the same transaction: the one that stood in the way may have moved on a moment later.
  const found = sql`SELECT id FROM payments p WHERE p.id = ${id} OR (${isSame(userId, fingerprint, now)})
    ORDER BY p.id = ${id} DESC, p.created_at DESC LIMIT 1`;
  const results = await twice(() => batch(db, [insert, lines, ...(isSettled ? deliverStatements(id) : []), found]));
  const [row] = v.parse(v.array(v.object({ id: v.string() })), results.at(-1));
  const payment = row && (await paymentById(db, row.id));
  return payment ? { payment, isNew: payment.id === id } : null;
}

/** What is bought and how. Prices are part of it: a price that changed meanwhile makes another purchase. */
function fingerprintOf({ order, method, discountCode, token }: NewPayment): string {
  const lines = order.lines.map(({ kind, item_id, total }) => `${kind}:${String(item_id)}:${String(total)}`);
  return [order.purpose, method, discountCode ?? '', token ?? '', ...lines.sort()].join(' ');
}

/** An earlier payment of the same purchase that stands for it; one that lost its worker before the bank does not. */
function isSame(userId: number, fingerprint: string, now: number) {
  return sql`p.user_id = ${userId} AND p.fingerprint = ${fingerprint} AND (
    (p.state = 'initiated' AND p.created_at > ${now - BEGIN_SECONDS})
    OR (p.state = 'pending' AND p.expires_at > ${now})
    OR p.state = 'verifying'
    OR (p.state = 'settled' AND p.method = 'wallet' AND p.settled_at > ${now - SAME_CLICK_SECONDS}))`;
}

/** Uses of a code that are paid, or may still be. */
function codeIsLeft(code: string | null, userId: number, now: number) {
  if (code === null) return sql`1`;
  const used = sql`SELECT count(*) FROM payments p WHERE p.discount_code = c.code
    AND (p.state IN ('settled', 'verifying') OR (p.state IN ('initiated', 'pending') AND p.expires_at > ${now}))`;
  return sql`EXISTS (SELECT 1 FROM discount_codes c WHERE c.code = ${code} AND (${used}) < c.max_uses
    AND (${used} AND p.user_id = ${userId}) < c.uses_per_user)`;
}
