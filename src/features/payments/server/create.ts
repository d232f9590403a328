import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { NO_REFERRER } from '../../../platform/config/constants.ts';
import { PAYMENT_OPEN_SECONDS, REFERRAL_COMMISSION_PERCENT } from '../config.ts';
import { computeCommission, sumLines } from '../pricing.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { PaymentRow } from './schema.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import { buildDeliveryStatements } from '../../ledger/server/deliver.ts';
import { hasRemainingUses, holdUse } from './discount-uses.ts';
import { buildFingerprint, isDuplicate, supersedeDuplicates } from './find-duplicate.ts';
import type { NewPayment, OrderLine } from './order.ts';
import { saveKey, selectPaymentOfKey } from './purchase-keys.ts';
import { findPayment } from './read.ts';

/** Null: the discount code has no use left. */
type CreatedPayment = { payment: PaymentRow; isNew: boolean } | null;

/** Inserts a payment, or finds its duplicate in the same statement, so that simultaneous clicks cannot both insert.
 * Wallet payments settle in the same batch. D1 throws `wallet_below_zero`, `already_owned`,
 * `purchase_key_used` and `screening_full`. */
export async function createPayment(db: Database, input: NewPayment): Promise<CreatedPayment> {
  const id = randomId();
  const isSettled = input.method === 'wallet';
  const fingerprint = buildFingerprint(input);
  const sums = sumLines(input.order.lines);
  const { now, userId, discountCode } = input;
  const duplicate = { userId, fingerprint, input };
  const key = { id, userId, fingerprint, now };
  const referrer = input.ref === 0 ? NO_REFERRER : input.ref;
  const commission =
    referrer === NO_REFERRER || input.order.purpose === 'wallet'
      ? 0
      : computeCommission(sums, REFERRAL_COMMISSION_PERCENT);
  const insert = sql`INSERT INTO payments (id, user_id, purpose, state, method, price, discount, vat, total, fingerprint,
      token, discount_code, referrer, commission, content_kind, content_id, return_path, created_at, expires_at,
      checked_at, settled_at)
    SELECT ${id}, ${userId}, ${input.order.purpose}, ${isSettled ? 'settled' : 'initiated'}, ${input.method},
      ${sums.price}, ${sums.discount}, ${sums.vat}, ${sums.total}, ${fingerprint}, ${input.token ?? null},
      ${discountCode}, ${referrer}, ${commission}, ${input.content?.kind ?? null}, ${input.content?.id ?? null},
      ${input.returnPath}, ${now}, ${now + PAYMENT_OPEN_SECONDS}, ${now}, ${isSettled ? now : null}
    WHERE NOT EXISTS (SELECT 1 FROM payments p WHERE ${isDuplicate(duplicate)})
      AND ${hasRemainingUses(discountCode, key)}`;
  const isOfKey = input.key ? sql`p.id IN (${selectPaymentOfKey(userId, input.key)})` : sql`(p.id IS NULL)`;
  // In the same transaction: the duplicate may change its state a moment later.
  const selectId = sql`SELECT id FROM payments p WHERE p.id = ${id} OR (${isDuplicate(duplicate)})
    ORDER BY p.id = ${id} DESC, ${isOfKey} DESC, p.created_at DESC LIMIT 1`;
  const keys = saveKey(input.key, { id, userId, now, payment: selectId });
  const statements = [
    insert,
    ...supersedeDuplicates(id, duplicate),
    insertLines(id, input.order.lines),
    ...holdUse(discountCode, key),
    ...(input.order.statements?.(id) ?? []),
    ...(isSettled ? buildDeliveryStatements(id) : []),
    ...keys,
    selectId,
  ];
  const results = await retryWrite(() => batch(db, statements));
  const [row] = v.parse(v.array(v.object({ id: v.string() })), results.at(-1));
  const payment = row && (await findPayment(db, row.id));
  return payment ? { payment, isNew: payment.id === id } : null;
}

/** Of a payment that the batch has inserted. */
export const insertLines = (id: string, lines: readonly OrderLine[]): SQL =>
  sql`INSERT INTO payment_lines (payment_id, line, kind, item_id, title_id, title_kind, name_fa, name_en,
      quality, days, hours, opens_at, gift, list_price, discount, vat, total)
    SELECT ${id}, key, value ->> 'kind', value ->> 'itemId', value ->> 'titleId', value ->> 'titleKind',
      value ->> 'nameFa', value ->> 'nameEn', value ->> 'quality', value ->> 'days', value ->> 'hours',
      value ->> 'opensAt', value ->> 'gift', value ->> 'listPrice', value ->> 'discount', value ->> 'vat', value ->> 'total'
    FROM json_each(${JSON.stringify(lines)}) WHERE EXISTS (SELECT 1 FROM payments WHERE id = ${id})
    ON CONFLICT (payment_id, line) DO NOTHING`;
