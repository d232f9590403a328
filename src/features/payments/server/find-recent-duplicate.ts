import { sql } from 'drizzle-orm';
import { SAME_CLICK_SECONDS } from '../config.ts';
import type { Payment } from '../contract.ts';
import type { Buyer } from './buyer.ts';
import type { PurchaseRequest } from './order.ts';
import { readLines, paymentById } from './read.ts';
import { paymentView } from './view.ts';

/** The payment that bought the same a moment ago: a second click is told of the first. Null where there is none. */
export async function findRecentDuplicate(
  { db, userId, now }: Buyer,
  request: PurchaseRequest,
): Promise<{ pay_url: null; payment: Payment } | null> {
  if (request.purpose === 'plan') return null;
  const what =
    request.purpose === 'title'
      ? sql`kind <> 'download' AND title_id = ${request.id}`
      : sql`kind = 'download' AND item_id IN (SELECT value FROM json_each(${JSON.stringify(request.items)}))`;
  const [row] = await db.all<{ id: string }>(sql`SELECT payment_id AS id FROM purchases
    WHERE user_id = ${userId} AND ${what} AND bought_at > ${now - SAME_CLICK_SECONDS} LIMIT 1`);
  const payment = row && (await paymentById(db, row.id));
  if (!payment) return null;
  const lines = await readLines(db, [payment.id]);
  return { pay_url: null, payment: paymentView(payment, lines.get(payment.id) ?? [], now) };
}
