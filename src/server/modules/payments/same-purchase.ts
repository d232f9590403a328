import { sql } from 'drizzle-orm';
import { SAME_CLICK_SECONDS } from '../../../config/money.ts';
import type { Payment } from '../../../contract/payments.ts';
import type { Buyer } from './buyer.ts';
import type { Wish } from './order.ts';
import { linesOf, paymentById } from './read.ts';
import { paymentView } from './view.ts';

/** The payment that bought the same a moment ago: a second click is told of the first. Null where there is none. */
export async function samePurchase(
  { db, userId, now }: Buyer,
  wish: Wish,
): Promise<{ pay_url: null; payment: Payment } | null> {
  if (wish.purpose === 'plan') return null;
  const what =
    wish.purpose === 'title'
      ? sql`kind <> 'download' AND title_id = ${wish.id}`
      : sql`kind = 'download' AND item_id IN (SELECT value FROM json_each(${JSON.stringify(wish.items)}))`;
  const [found] = await db.all<{ id: string }>(sql`SELECT payment_id AS id FROM purchases
    WHERE user_id = ${userId} AND ${what} AND bought_at > ${now - SAME_CLICK_SECONDS} LIMIT 1`);
  const payment = found && (await paymentById(db, found.id));
  if (!payment) return null;
  const lines = await linesOf(db, [payment.id]);
  return { pay_url: null, payment: paymentView(payment, lines.get(payment.id) ?? [], now) };
}
