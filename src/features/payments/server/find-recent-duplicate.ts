import { sql } from 'drizzle-orm';
import { SAME_CLICK_SECONDS } from '../config.ts';
import type { Payment } from '../contract.ts';
import type { Buyer } from './buyer.ts';
import type { PurchaseRequest } from './order.ts';
import { readLines, findPayment } from './read.ts';
import type { PaymentRow } from './schema.ts';
import { toPaymentView } from './view.ts';

export async function findRecentDuplicate(
  { db, userId, now }: Buyer,
  request: PurchaseRequest,
): Promise<{ pay_url: null; payment: Payment } | null> {
  if (request.purpose === 'plan' || request.purpose === 'gift') return null;
  const itemCondition =
    request.purpose === 'title'
      ? sql`kind <> 'download' AND title_id = ${request.id}`
      : sql`kind = 'download' AND item_id IN (SELECT value FROM json_each(${JSON.stringify(request.items)}))`;
  const [row] = await db.all<{ id: string }>(sql`SELECT payment_id AS id FROM purchases
    WHERE user_id = ${userId} AND ${itemCondition} AND bought_at > ${now - SAME_CLICK_SECONDS} LIMIT 1`);
  const payment = row && (await findPayment(db, row.id));
  return payment ? toBought({ db, now }, payment) : null;
}

export async function toBought(
  { db, now }: Pick<Buyer, 'db' | 'now'>,
  payment: PaymentRow,
): Promise<{ pay_url: null; payment: Payment }> {
  const lines = await readLines(db, [payment.id]);
  return { pay_url: null, payment: toPaymentView(payment, lines.get(payment.id) ?? [], now) };
}
