import type { ErrorCode } from '../../../../platform/http/errors.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import type { RefundDestination } from '../../refund.ts';
import { batch } from '../../../../platform/db/batch.ts';
import type { Database } from '../../../../platform/db/client.ts';
import type { LineRow } from '../schema.ts';
import { isRefusedBy, retryWrite } from '../../../../platform/http/d1-errors.ts';
import { randomId } from '../../../../platform/http/random-id.ts';
import { readLines, paymentById } from '../read.ts';
import { findRefund, refundedLines, type Refund } from './read.ts';
import { refundStatements } from './refund-statements.ts';

export interface RefundRequest {
  /** The caller's idempotency key: the same request again finds the same refund. */
  key: string;
  payment_id: string;
  destination: RefundDestination;
  /** The bank's number of the money that went outside; only there. */
  tracking: string | null;
  reason: string;
  /** Null: all that is left of every line. `toman` null: all that is left of this line. */
  lines: { line: number; toman: number | null; days: number }[] | null;
}

/**
 * Gives money of a settled payment back, in full or in part, and takes back what it bought (docs/money.md). Once for
 * each key; never more than was paid, whoever refunds at the same time. Fails with `payment_unknown`,
 * `refund_not_settled`, `refund_too_large`, `refund_outside_only`, `wallet_insufficient`, `tracking_invalid`,
 * `tracking_used` or `key_used`.
 */
export async function refundPayment(
  { db, now }: { db: Database; now: number },
  request: RefundRequest,
  operator: string,
): Promise<Outcome<Refund, ErrorCode>> {
  const { key, payment_id, destination, tracking, reason } = request;
  if ((destination === 'outside') !== (tracking !== null)) return fail('tracking_invalid');
  const asked = JSON.stringify({ payment_id, destination, tracking, lines: request.lines });
  const earlier = await findRefund(db, key);
  if (earlier) return isRepeat(earlier, asked);
  const payment = await paymentById(db, payment_id);
  if (!payment) return fail('payment_unknown');
  if (payment.state !== 'settled' || payment.deliveredAt === null) return fail('refund_not_settled');
  const [paid, refunded] = await Promise.all([readLines(db, [payment.id]), refundedLines(db, [payment.id])]);
  const lines = resolveLines(
    request,
    paid.get(payment.id) ?? [],
    refunded.get(payment.id) ?? new Map<number, number>(),
  );
  if (!lines.ok) return lines;
  const id = randomId();
  const refund = { id, key, request: asked, paymentId: payment.id, destination, tracking, reason, operator, now };
  try {
    await retryWrite(() => batch(db, refundStatements({ ...refund, lines: lines.value })));
  } catch (error) {
    if (isRefusedBy(error, 'wallet_below_zero')) return fail('wallet_insufficient');
    if (isRefusedBy(error, 'refund_too_large')) return fail('refund_too_large');
    if (isRefusedBy(error, 'refunds.tracking')) return fail('tracking_used');
    if (!isRefusedBy(error, 'refunds.key')) throw error;
  }
  const done = await findRefund(db, key);
  // Another refund was faster, so that there is not enough left.
  return done ? isRepeat(done, asked) : fail('refund_too_large');
}

function isRepeat(refund: Refund & { request: string }, asked: string): Outcome<Refund, ErrorCode> {
  const { request, ...rest } = refund;
  return request === asked ? ok(rest) : fail('key_used');
}

/** The lines and amounts that a request means. What is in the wallet already is left out of "everything, to the wallet". */
function resolveLines(
  { lines, destination }: RefundRequest,
  paid: readonly LineRow[],
  refunded: ReadonlyMap<number, number>,
): Outcome<{ line: number; toman: number; days: number }[], ErrorCode> {
  const getRefundable = (line: LineRow) => line.total - (refunded.get(line.line) ?? 0);
  const isSale = (line: LineRow) => line.delivered === 1 && line.kind !== 'wallet';
  if (lines === null) {
    const all = paid.filter((line) => getRefundable(line) > 0 && (destination === 'outside' || isSale(line)));
    if (all.length === 0)
      return fail(paid.some((line) => getRefundable(line) > 0) ? 'refund_outside_only' : 'refund_too_large');
    return ok(all.map((line) => ({ line: line.line, toman: getRefundable(line), days: 0 })));
  }
  const resolved: { line: number; toman: number; days: number }[] = [];
  for (const { line: number, toman, days } of lines) {
    const line = paid.find((one) => one.line === number);
    if (!line || resolved.some((one) => one.line === number))
      return fail('invalid_input', { fields: { lines: 'invalid_input' } });
    if (destination === 'wallet' && !isSale(line)) return fail('refund_outside_only');
    const amount = toman ?? getRefundable(line);
    if (amount <= 0 || amount > getRefundable(line)) return fail('refund_too_large');
    resolved.push({ line: number, toman: amount, days });
  }
  return ok(resolved);
}
