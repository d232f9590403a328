import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { UNDO_SECONDS } from '../../../../platform/config/constants.ts';
import { batch } from '../../../../platform/db/batch.ts';
import type { Database } from '../../../../platform/db/client.ts';
import { rehearse } from '../../../../platform/db/rehearse.ts';
import type { ErrorCode } from '../../../../platform/http/calls/errors.ts';
import { CLOCK_SLACK_SECONDS, isAhead } from '../../../../platform/http/clock.ts';
import { isRefusedBy } from '../../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import type { RefundPreview } from '../../refund-preview.ts';
import { comparePreviews, selectPreview } from './preview.ts';

type Context = { db: Database; now: number };

interface UndoRequest {
  payment_id: string;
  refund: string;
}

const row = v.object({
  user_id: v.number(),
  destination: v.string(),
  created_at: v.number(),
  undone_at: v.nullable(v.number()),
  toman: v.number(),
});

/** Takes a refund to the wallet back, once (docs/money.md). Fails with `payment_unknown`, `undo_outside`, `undo_done`,
 * `undo_over`, `undo_changed` or `undo_spent`. Toman. `buildMore`: statements that join the batch. */
export async function undoRefund(
  context: Context,
  request: UndoRequest,
  operator: string,
  buildMore: (userId: number, isUndone: SQL) => readonly SQL[],
): Promise<Outcome<{ toman: number; undone_at: number }, ErrorCode>> {
  const prepared = await prepareUndo(context, request, operator);
  if (!prepared.ok) return prepared;
  const { statement, toman, userId } = prepared.value;
  const isUndone = sql`EXISTS (SELECT 1 FROM refunds WHERE id = ${request.refund} AND undone_at = ${context.now})`;
  const written = await refuseSpent(batch(context.db, [statement, ...buildMore(userId, isUndone)]));
  if (!written.ok) return written;
  if (written.value[0]?.length === 1) return ok({ toman, undone_at: context.now });
  // Another press of this moment may have come first.
  const latest = await prepareUndo(context, request, operator);
  return latest.ok ? fail('undo_changed') : latest;
}

/** The preview of `undoRefund`, by its statements, which are rolled back. Fails as it does. */
export async function rehearseUndo(
  context: Context,
  request: UndoRequest,
  operator: string,
): Promise<Outcome<RefundPreview, ErrorCode>> {
  const { db } = context;
  const prepared = await prepareUndo(context, request, operator);
  if (!prepared.ok) return prepared;
  const { statement, userId } = prepared.value;
  const result = selectPreview({ event: `undo:${request.refund}`, refund: request.refund, userId }, request.payment_id);
  const [before] = await db.all<{ text: string }>(sql`SELECT ${result} AS text`);
  const written = await refuseSpent(rehearse(db, [statement], result));
  if (!written.ok) return written;
  const preview = comparePreviews(before?.text, written.value);
  return preview.entries.length === 0 ? fail('undo_changed') : ok(preview);
}

async function prepareUndo(
  { db, now }: Context,
  { payment_id: paymentId, refund: id }: UndoRequest,
  operator: string,
): Promise<Outcome<{ userId: number; toman: number; statement: SQL }, ErrorCode>> {
  const rows = await db.all(sql`SELECT p.user_id, r.destination, r.created_at, r.undone_at,
      (SELECT sum(toman) FROM refund_lines WHERE refund_id = r.id) AS toman
    FROM refunds r JOIN payments p ON p.id = r.payment_id
    WHERE r.id = ${id} AND r.payment_id = ${paymentId} AND r.applied_at IS NOT NULL`);
  const [refund] = v.parse(v.array(row), rows);
  if (refund === undefined) return fail('payment_unknown');
  if (refund.destination !== 'wallet') return fail('undo_outside');
  if (refund.undone_at !== null) return fail('undo_done');
  if (!isAhead(refund.created_at + UNDO_SECONDS, now, UNDO_SECONDS + CLOCK_SLACK_SECONDS)) return fail('undo_over');
  const { user_id: userId, toman } = refund;
  return ok({ userId, toman, statement: buildUndo(id, operator, now) });
}

/** Its trigger restores everything (migration 0088). Only where all that the refund changed still is as it left it, and
 * no other refund of the payment, whose VAT is the rest of this one's, came later. */
const buildUndo = (id: string, operator: string, now: number) => sql`UPDATE refunds AS r
  SET undone_at = ${now}, undone_by = ${operator}
  WHERE r.id = ${id} AND r.undone_at IS NULL AND r.before IS NOT NULL
    AND r.after ->> 'refunded' = (SELECT sum(toman) FROM refund_lines WHERE payment_id = r.payment_id AND undone = 0)
    AND EXISTS (SELECT 1 FROM payments p JOIN users u ON u.id = p.user_id
      WHERE p.id = r.payment_id AND u.cancelled_at IS NULL AND u.subscribed_until = r.after ->> 'until')
    AND NOT EXISTS (SELECT 1 FROM json_each(r.before, '$.purchases') b JOIN payments p ON p.id = r.payment_id
      LEFT JOIN purchases o ON o.user_id = p.user_id AND o.kind = b.value ->> 'kind'
        AND o.item_id = b.value ->> 'item_id' AND o.payment_id = p.id AND o.ends_at = r.created_at
      WHERE o.payment_id IS NULL OR EXISTS (SELECT 1 FROM purchases n WHERE n.user_id = o.user_id AND n.kind = o.kind
        AND n.item_id = o.item_id AND n.payment_id <> o.payment_id AND n.bought_at >= r.created_at))
  RETURNING id`;

async function refuseSpent<T>(write: Promise<T>): Promise<Outcome<T, ErrorCode>> {
  try {
    return ok(await write);
  } catch (error) {
    if (isRefusedBy(error, 'screening_full')) return fail('undo_changed');
    if (!isRefusedBy(error, 'wallet_below_zero')) throw error;
    return fail('undo_spent');
  }
}
