import { sql, type SQL } from 'drizzle-orm';
import { BEGIN_SECONDS, SAME_CLICK_SECONDS } from '../config.ts';
import { GATEWAY_IDS } from '../../ledger/payment-kinds.ts';
import type { NewPayment } from './order.ts';
import { selectPaymentOfKey } from './purchase-keys.ts';
import { VERDICT_UNKNOWN } from './transitions.ts';

/** Items, prices and code. The method counts only for a wallet charge, and the track id for a collection. */
export function buildFingerprint({ order, method, discountCode, token }: NewPayment): string {
  const lines = order.lines.map(
    ({ kind, itemId, total, gift }) => `${gift === 1 ? 'gift' : kind}:${String(itemId)}:${String(total)}`,
  );
  const uniquePart = order.purpose === 'wallet' ? method : (token ?? '');
  return [order.purpose, discountCode ?? '', uniquePart, ...lines.sort()].join(' ');
}

interface DuplicateKey {
  userId: number;
  fingerprint: string;
  input: NewPayment;
}

/** Payment `p` already makes this purchase: settled a moment ago, may have been paid, or is open by the same method.
 * One settled at a bank does not block a new bank page: no money moves there without another act of the visitor. */
export function isDuplicate({ userId, fingerprint, input: { order, method, token, key, now } }: DuplicateKey): SQL {
  const leadsToBank = GATEWAY_IDS.some((gateway) => gateway === method);
  const hasJustSettled =
    order.purpose === 'wallet'
      ? sql`0`
      : sql`(p.state = 'settled' AND p.problem IS NULL AND p.settled_at > ${now - SAME_CLICK_SECONDS}
          AND (${Number(!leadsToBank)} OR p.method IN ('wallet', 'direct_debit'))
          AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id AND r.undone_at IS NULL))`;
  const isSameCollection = token === undefined ? sql`0` : sql`p.token = ${token}`;
  const isOpen = sql`(p.state = 'verifying'
    OR (p.state = 'initiated' AND p.created_at > ${now - BEGIN_SECONDS} AND p.method IN (${method}, 'direct_debit'))
    OR (p.state = 'pending' AND p.method = 'direct_debit')
    OR (p.state = 'pending' AND p.problem IS ${VERDICT_UNKNOWN} AND p.purpose <> 'wallet')
    OR (p.state = 'pending' AND p.method = ${method} AND p.expires_at > ${now}))`;
  const isSameClick = sql`(p.user_id = ${userId} AND p.fingerprint = ${fingerprint} AND p.superseded_by IS NULL
    AND (${hasJustSettled} OR ${isOpen} OR ${isSameCollection}))`;
  if (!key) return isSameClick;
  return sql`(${isSameClick} OR (p.id IN (${selectPaymentOfKey(userId, key)}) AND p.user_id = ${userId}
    AND ((p.problem IS NULL AND p.state = 'settled') OR (p.superseded_by IS NULL AND ${isOpen}))))`;
}

/** Ends open bank pages that payment `id` replaces, in the batch that inserts it. Nothing for a wallet charge. Money that
 * comes late for an ended payment of the same key stays in the wallet. */
export function supersedeDuplicates(id: string, { userId, fingerprint, input }: DuplicateKey): SQL[] {
  if (input.order.purpose === 'wallet') return [];
  const lostWorker = sql`state = 'initiated' AND created_at <= ${input.now - BEGIN_SECONDS}`;
  const exists = sql`EXISTS (SELECT 1 FROM payments n WHERE n.id = ${id} AND n.state IN ('initiated', 'settled'))`;
  const ofKey = input.key ? sql`id IN (${selectPaymentOfKey(userId, input.key)})` : sql`0`;
  const supersede = sql`UPDATE payments SET superseded_by = ${id},
      state = CASE WHEN ${lostWorker} THEN 'failed' ELSE 'cancelled' END,
      problem = CASE WHEN ${lostWorker} THEN 'gateway_unreachable' END
    WHERE user_id = ${userId} AND (fingerprint = ${fingerprint} OR ${ofKey}) AND id <> ${id} AND superseded_by IS NULL
      AND state IN ('initiated', 'pending') AND (method <> 'direct_debit' OR (${lostWorker}))
      AND NOT (state = 'pending' AND problem IS ${VERDICT_UNKNOWN}) AND ${exists}`;
  if (!input.key) return [supersede];
  const supersedeEnded = sql`UPDATE payments SET superseded_by = ${id}
    WHERE ${ofKey} AND user_id = ${userId} AND id <> ${id} AND superseded_by IS NULL
      AND state IN ('failed', 'cancelled', 'expired') AND method <> 'direct_debit' AND ${exists}`;
  return [supersede, supersedeEnded];
}
