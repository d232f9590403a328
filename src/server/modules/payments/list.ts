import { and, count, desc, eq } from 'drizzle-orm';
import { PAYMENTS_PER_PAGE } from '../../../config/money.ts';
import type { getPayment as oneCall, listPayments as listCall } from '../../../contract/payments.ts';
import { fail, ok } from '../../../domain/outcome.ts';
import { payments } from '../../db/money-schema.ts';
import type { Service } from '../../lib/serve.ts';
import { linesOf } from './read.ts';
import { signedIn } from './signed-in.ts';
import { paymentView } from './view.ts';

/** The caller's payments, newest first. */
export const listPayments: Service<typeof listCall> = async (context, { page }) => {
  const { db, now } = context;
  const own = eq(payments.userId, signedIn(context).id);
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(payments)
      .where(own)
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(PAYMENTS_PER_PAGE)
      .offset((page - 1) * PAYMENTS_PER_PAGE),
    db.select({ total: count() }).from(payments).where(own),
  ]);
  const total = counted?.total ?? 0;
  const lines = await linesOf(
    db,
    rows.map(({ id }) => id),
  );
  return ok({
    data: rows.map((row) => paymentView(row, lines.get(row.id) ?? [], now)),
    meta: { page, pages: Math.max(1, Math.ceil(total / PAYMENTS_PER_PAGE)), total },
  });
};

/** One payment of the caller's; anybody else's is as unknown as one that is not there. */
export const getPayment: Service<typeof oneCall> = async (context, { id }) => {
  const { db, now } = context;
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.userId, signedIn(context).id)));
  if (!row) return fail('payment_unknown');
  const lines = await linesOf(db, [row.id]);
  return ok({ data: paymentView(row, lines.get(row.id) ?? [], now) });
};
