import { sql } from 'drizzle-orm';
import type { ErrorCode } from '../../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import type { RefundDestination } from '../../refund.ts';
import { batch } from '../../../../platform/db/batch.ts';
import type { Database } from '../../../../platform/db/client.ts';
import type { LineRow } from '../schema.ts';
import { isRefusedBy, retryWrite } from '../../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../../platform/http/random-id.ts';
import { readLines, findPayment } from '../read.ts';
import { findRefund, readRefundedLines, type Refund } from './read.ts';
import { buildRefundStatements } from './refund-statements.ts';

export interface RefundRequest {
  key: string;
  payment_id: string;
  destination: RefundDestination;
  /** The bank's number of money that went outside; null for the wallet. */
  tracking: string | null;
  reason: string;
  /** Null: the rest of every line. `toman` null: the rest of this line. */
  lines: { line: number; toman: number | null; days: number }[] | null;
}

/** Once for each key, never more than was paid (docs/money.md). Fails with `payment_unknown`, `refund_not_settled`,
 * `refund_too_large`, `refund_outside_only`, `wallet_insufficient`, `tracking_invalid`, `tracking_used`, `key_used`. */
export async function refundPayment(
  { db, now }: { db: Database; now: number },
  request: RefundRequest,
  operator: string,
): Promise<Outcome<Refund, ErrorCode>> {
  const { key, payment_id, destination, tracking, reason } = request;
  if ((destination === 'outside') !== (tracking !== null)) return fail('tracking_invalid');
  const requestJson = JSON.stringify({ payment_id, destination, tracking, lines: request.lines });
  const earlier = await findRefund(db, key);
  if (earlier) return resolveRepeat(earlier, requestJson);
  const payment = await findPayment(db, payment_id);
  if (!payment) return fail('payment_unknown');
  if (payment.state !== 'settled' || payment.deliveredAt === null) return fail('refund_not_settled');
  if (destination === 'wallet' && (await isErased(db, payment.userId))) return fail('refund_outside_only');
  const [paidLines, refunded] = await Promise.all([readLines(db, [payment.id]), readRefundedLines(db, [payment.id])]);
  const lines = resolveLines(
    request,
    paidLines.get(payment.id) ?? [],
    refunded.get(payment.id) ?? new Map<number, number>(),
  );
  if (!lines.ok) return lines;
  const id = randomId();
  const refund = { id, key, request: requestJson, paymentId: payment.id, destination, tracking, reason, operator, now };
  try {
    await retryWrite(() => batch(db, buildRefundStatements({ ...refund, lines: lines.value })));
  } catch (error) {
    if (isRefusedBy(error, 'wallet_below_zero')) return fail('wallet_insufficient');
    if (isRefusedBy(error, 'refund_too_large')) return fail('refund_too_large');
    if (isRefusedBy(error, 'refunds.tracking')) return fail('tracking_used');
    if (!isRefusedBy(error, 'refunds.key')) throw error;
  }
  const saved = await findRefund(db, key);
  return saved ? resolveRepeat(saved, requestJson) : fail('refund_too_large');
}

async function isErased(db: Database, userId: number): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM users WHERE id = ${userId} AND mobile LIKE 'erased:%'`);
  return rows.length > 0;
}

function resolveRepeat(refund: Refund & { request: string }, requestJson: string): Outcome<Refund, ErrorCode> {
  const { request, ...rest } = refund;
  return request === requestJson ? ok(rest) : fail('key_used');
}

function resolveLines(
  { lines, destination }: RefundRequest,
  paidLines: readonly LineRow[],
  refunded: ReadonlyMap<number, number>,
): Outcome<{ line: number; toman: number; days: number }[], ErrorCode> {
  const getRefundable = (line: LineRow) => line.total - (refunded.get(line.line) ?? 0);
  const isSale = (line: LineRow) => line.delivered === 1 && line.kind !== 'wallet';
  if (lines === null) {
    const refundable = paidLines.filter(
      (line) => getRefundable(line) > 0 && (destination === 'outside' || isSale(line)),
    );
    if (refundable.length === 0)
      return fail(paidLines.some((line) => getRefundable(line) > 0) ? 'refund_outside_only' : 'refund_too_large');
    return ok(refundable.map((line) => ({ line: line.line, toman: getRefundable(line), days: 0 })));
  }
  const resolved: { line: number; toman: number; days: number }[] = [];
  for (const { line: number, toman, days } of lines) {
    const line = paidLines.find((candidate) => candidate.line === number);
    if (!line || resolved.some((candidate) => candidate.line === number))
      return fail('invalid_input', { fields: { lines: 'invalid_input' } });
    if (destination === 'wallet' && !isSale(line)) return fail('refund_outside_only');
    const amount = toman ?? getRefundable(line);
    if (amount <= 0 || amount > getRefundable(line)) return fail('refund_too_large');
    resolved.push({ line: number, toman: amount, days });
  }
  return ok(resolved);
}
