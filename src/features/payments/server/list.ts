import { and, count, desc, eq } from 'drizzle-orm';
import { PAYMENTS_PER_PAGE } from '../config.ts';
import type { getPayment as oneCall, listPayments as listCall } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { payments } from './schema.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { toPageMeta } from '../../titles/server/page-meta.ts';
import { readRefunds } from './refunds/read.ts';
import { readLines } from './read.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { toPaymentView } from './view.ts';

export const listPayments: Service<typeof listCall> = async (context, { page }) => {
  const { db, now } = context;
  const isOwnedByUser = eq(payments.userId, requireUser(context).id);
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(payments)
      .where(isOwnedByUser)
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(PAYMENTS_PER_PAGE)
      .offset((page - 1) * PAYMENTS_PER_PAGE),
    db.select({ total: count() }).from(payments).where(isOwnedByUser),
  ]);
  const total = counted?.total ?? 0;
  const ids = rows.map(({ id }) => id);
  const [lines, refunds] = await Promise.all([readLines(db, ids), readRefunds(db, ids)]);
  return ok({
    data: rows.map((row) => toPaymentView(row, lines.get(row.id) ?? [], now, refunds.get(row.id))),
    meta: toPageMeta(page, total, PAYMENTS_PER_PAGE),
  });
};

/** `payment_unknown` for another user's payment too. */
export const getPayment: Service<typeof oneCall> = async (context, { id }) => {
  const { db, now } = context;
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.userId, requireUser(context).id)));
  if (!row) return fail('payment_unknown');
  const [lines, refunds] = await Promise.all([readLines(db, [row.id]), readRefunds(db, [row.id])]);
  return ok({ data: toPaymentView(row, lines.get(row.id) ?? [], now, refunds.get(row.id)) });
};
