import { sql, type SQL } from 'drizzle-orm';
import { PURCHASE_KEY_SECONDS } from '../config.ts';
import { SWEEP_ROWS } from '../../../platform/db/sweep-rows.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { PurchaseKey, PurchaseRequest } from './order.ts';
import type { PaymentRow } from './schema.ts';
import { findPayment } from './read.ts';

export function toPurchaseKey(
  key: string | undefined,
  request: PurchaseRequest | { purpose: 'wallet'; toman: number },
): PurchaseKey | null {
  if (key === undefined) return null;
  const subject =
    'items' in request
      ? [...new Set(request.items)].sort((a, b) => a - b).join()
      : 'toman' in request
        ? request.toman
        : 'count' in request
          ? `${String(request.id)}:${String(request.count)}`
          : request.id;
  return { key, request: `${request.purpose}:${String(subject)}` };
}

/** The payment that has delivered what the key was sent for. `idempotency_key_used`: sent for something else. */
export async function findDelivered(
  db: Database,
  userId: number,
  purchaseKey: PurchaseKey | null,
): Promise<Outcome<PaymentRow | null, ErrorCode>> {
  if (purchaseKey === null) return ok(null);
  const [row] = await db.all<{ request: string; id: string }>(
    sql`SELECT request, payment_id AS id FROM purchase_keys WHERE user_id = ${userId} AND key = ${purchaseKey.key}`,
  );
  if (!row) return ok(null);
  if (row.request !== purchaseKey.request) return fail('idempotency_key_used');
  const payment = await findPayment(db, row.id);
  return ok(payment?.state === 'settled' && payment.problem === null ? payment : null);
}

export function selectPaymentOfKey(userId: number, { key }: PurchaseKey): SQL {
  return sql`SELECT k.payment_id FROM purchase_keys k WHERE k.user_id = ${userId} AND k.key = ${key}`;
}

/** In the batch of payment `id`: keys of replaced payments follow it. `payment` is the new one or its duplicate. */
export function saveKey(
  purchaseKey: PurchaseKey | null | undefined,
  { id, userId, now, payment }: { id: string; userId: number; now: number; payment: SQL },
): SQL[] {
  const follow = sql`UPDATE purchase_keys SET payment_id = ${id} WHERE user_id = ${userId}
    AND payment_id IN (SELECT id FROM payments WHERE superseded_by = ${id})`;
  if (!purchaseKey) return [follow];
  return [
    follow,
    sql`INSERT INTO purchase_keys (user_id, key, request, payment_id, created_at)
      SELECT ${userId}, ${purchaseKey.key}, ${purchaseKey.request}, chosen.id, ${now} FROM (${payment}) chosen WHERE true
      ON CONFLICT (user_id, key) DO UPDATE SET request = excluded.request, payment_id = excluded.payment_id`,
  ];
}

export function sweepKeys(now: number): SQL {
  return sql`DELETE FROM purchase_keys WHERE (user_id, key) IN (SELECT user_id, key FROM purchase_keys
    WHERE created_at <= ${now - PURCHASE_KEY_SECONDS} LIMIT ${SWEEP_ROWS})`;
}
