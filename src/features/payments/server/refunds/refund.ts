import { sql, type SQL } from 'drizzle-orm';
import type { ErrorCode } from '../../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import { TRANSFER } from '../../../ledger/payment-kinds.ts';
import type { RefundDestination } from '../../refund.ts';
import type { RefundPreview } from '../../refund-preview.ts';
import { batch } from '../../../../platform/db/batch.ts';
import type { Database } from '../../../../platform/db/client.ts';
import { rehearse } from '../../../../platform/db/rehearse.ts';
import type { LineRow, PaymentRow } from '../schema.ts';
import { isRefusedBy, retryWrite } from '../../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../../platform/http/random-id.ts';
import { readLines, findPayment } from '../read.ts';
import { comparePreviews, selectPreview } from './preview.ts';
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
 * `refund_too_large`, `refund_outside_only`, `gift_not_refundable`, `wallet_insufficient`, `tracking_invalid`, `tracking_used`, `key_used`, `approval_required`.
 * `maxRefunded`: toman of all refunds of the payment together; null: no bound but its lines. */
export async function refundPayment(
  context: { db: Database; now: number },
  request: RefundRequest,
  operator: string,
  maxRefunded: number | null = null,
): Promise<Outcome<Refund, ErrorCode>> {
  const { db } = context;
  const prepared = await prepareRefund(context, request, operator, maxRefunded);
  if (!prepared.ok) return prepared;
  if ('earlier' in prepared.value) return ok(prepared.value.earlier);
  const { statements, requestJson } = prepared.value;
  const written = await refuseAsRule(retryWrite(() => batch(db, statements)));
  if (!written.ok) return written;
  const saved = await findRefund(db, request.key);
  if (saved) return resolveRepeat(saved, requestJson);
  // Another refund of this moment came first.
  const repeat = await prepareRefund(context, request, operator, maxRefunded);
  return repeat.ok ? fail('refund_too_large') : repeat;
}

/** The entries, lines and sums of `refundPayment`, by its statements, which are rolled back. Fails as it does, or with `key_used`. */
export async function rehearseRefund(
  context: { db: Database; now: number },
  request: RefundRequest,
  operator: string,
): Promise<Outcome<RehearsedRefund, ErrorCode>> {
  const { db } = context;
  const prepared = await prepareRefund(context, request, operator);
  if (!prepared.ok) return prepared;
  if ('earlier' in prepared.value) return fail('key_used');
  const { id, payment, statements, refundedAfter } = prepared.value;
  const result = selectPreview({ event: `refund:${id}`, refund: id, userId: payment.userId }, payment.id);
  const [before] = await db.all<{ text: string }>(sql`SELECT ${result} AS text`);
  const written = await refuseAsRule(rehearse(db, statements, result));
  if (!written.ok) return written;
  if (written.value === null) return fail('key_used');
  const preview = comparePreviews(before?.text, written.value);
  if (preview.lines.length === 0) return fail('refund_too_large');
  return ok({
    preview,
    refundedAfter,
    userId: payment.userId,
    statements,
    result,
    text: written.value,
  });
}

export interface RehearsedRefund {
  preview: RefundPreview;
  /** Toman of all refunds of the payment, this one included. */
  refundedAfter: number;
  userId: number;
  /** Of the refund, and the expression over them that gave `text`. */
  statements: SQL[];
  result: SQL;
  text: string;
}

async function prepareRefund(
  { db, now }: { db: Database; now: number },
  request: RefundRequest,
  operator: string,
  maxRefunded: number | null = null,
): Promise<
  Outcome<
    | { earlier: Refund }
    | { id: string; payment: PaymentRow; statements: SQL[]; requestJson: string; refundedAfter: number },
    ErrorCode
  >
> {
  const { key, payment_id, destination, tracking, reason } = request;
  if ((destination === 'outside') !== (tracking !== null)) return fail('tracking_invalid');
  const requestJson = JSON.stringify({ payment_id, destination, tracking, lines: request.lines });
  const earlier = await findRefund(db, key);
  if (earlier) {
    const repeat = resolveRepeat(earlier, requestJson);
    return repeat.ok ? ok({ earlier: repeat.value }) : repeat;
  }
  const payment = await findPayment(db, payment_id);
  if (!payment) return fail('payment_unknown');
  if (payment.state !== 'settled' || payment.deliveredAt === null) return fail('refund_not_settled');
  if (destination === 'wallet' && (payment.method === TRANSFER || (await isErased(db, payment.userId))))
    return fail('refund_outside_only');
  const [paidLines, refunded] = await Promise.all([readLines(db, [payment.id]), readRefundedLines(db, [payment.id])]);
  const refundedLines = refunded.get(payment.id) ?? new Map<number, number>();
  const lines = resolveLines(request, paidLines.get(payment.id) ?? [], refundedLines);
  if (!lines.ok) return lines;
  const amounts = [...refundedLines.values(), ...lines.value.map(({ toman }) => toman)];
  const refundedAfter = amounts.reduce((sum, toman) => sum + toman, 0);
  if (maxRefunded !== null && refundedAfter > maxRefunded) return fail('approval_required');
  const id = randomId();
  const refund = { id, key, request: requestJson, paymentId: payment.id, destination, tracking, reason, operator, now };
  const statements = buildRefundStatements({ ...refund, lines: lines.value, maxRefunded });
  return ok({ id, payment, requestJson, refundedAfter, statements });
}

/** Null where another refund has the key. */
export async function refuseAsRule<T>(write: Promise<T>): Promise<Outcome<T | null, ErrorCode>> {
  try {
    return ok(await write);
  } catch (error) {
    if (isRefusedBy(error, 'wallet_below_zero')) return fail('wallet_insufficient');
    if (isRefusedBy(error, 'refund_too_large')) return fail('refund_too_large');
    if (isRefusedBy(error, 'gift_not_refundable')) return fail('gift_not_refundable');
    if (isRefusedBy(error, 'refunds.tracking')) return fail('tracking_used');
    if (!isRefusedBy(error, 'refunds.key')) throw error;
    return ok(null);
  }
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
