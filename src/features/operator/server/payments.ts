import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { getOperatorPayment as oneCall, listGatewayPayments as listCall } from '../contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { Database } from '../../../platform/db/client.ts';
import { payments } from '../../payments/server/schema.ts';
import { readLines } from '../../payments/server/read.ts';
import { readRefunds, sumRefundedLines } from '../../payments/server/refunds/read.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';

const PER_PAGE = 500;
const columns = {
  id: payments.id,
  user_id: payments.userId,
  purpose: payments.purpose,
  state: payments.state,
  problem: payments.problem,
  method: payments.method,
  total: payments.total,
  token: payments.token,
  reference: payments.reference,
  trace: payments.trace,
  created_at: payments.createdAt,
  settled_at: payments.settledAt,
};

export const listGatewayPayments: OperatorService<typeof listCall> = async ({ db }, input) =>
  ok(await selectGatewayPayments(db, input));

/** Begun from `from` to before `to` (epoch seconds); `after` is a page's `next`. */
export async function selectGatewayPayments(
  db: Database,
  { gateway, from, to, after }: v.InferOutput<(typeof listCall)['input']>,
): Promise<Output<typeof listCall>> {
  const [time, id] = (after ?? '').split('.');
  const isAfterCursor = id === undefined ? undefined : sql`(created_at, id) > (${Number(time)}, ${id})`;
  const rows = await db
    .select(columns)
    .from(payments)
    .where(and(eq(payments.method, gateway), gte(payments.createdAt, from), lt(payments.createdAt, to), isAfterCursor))
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(PER_PAGE);
  const last = rows.length === PER_PAGE ? rows.at(-1) : undefined;
  return { data: rows, next: last ? `${String(last.created_at)}.${last.id}` : null };
}

export const getOperatorPayment: OperatorService<typeof oneCall> = async ({ db }, { id }) => {
  const [row] = await db.select(columns).from(payments).where(eq(payments.id, id));
  if (!row) return fail('payment_unknown');
  const [lines, refunds] = await Promise.all([readLines(db, [id]), readRefunds(db, [id])]);
  const paymentRefunds = refunds.get(id) ?? [];
  const refunded = sumRefundedLines(paymentRefunds);
  return ok({
    data: {
      ...row,
      lines: (lines.get(id) ?? []).map(({ line, kind, nameEn, total, vat, delivered }) => ({
        line,
        kind,
        name_en: nameEn,
        total,
        vat,
        delivered: delivered === 1,
        refunded: refunded.get(line) ?? 0,
      })),
      refunds: paymentRefunds,
    },
  });
};
