import { sql } from 'drizzle-orm';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import type { Buyer } from './buyer.ts';
import { NO_DISCOUNT } from './discount.ts';
import type { Order } from './order.ts';
import { buildPlanOrder } from './plan-order.ts';
import { getGiftTail } from '../gift-code.ts';
import { createGiftCode, hashGiftCode } from './gift-codes.ts';

/** A line for each card, at the plan's price of today. */
export async function buildGiftOrder(
  buyer: Pick<Buyer, 'db' | 'now'>,
  planId: number,
  count: number,
): Promise<Outcome<Order, ErrorCode>> {
  const order = await buildPlanOrder(buyer, planId, NO_DISCOUNT);
  if (!order.ok) return order;
  const lines = order.value.lines.map((line) => ({ ...line, gift: 1 }));
  return ok({ purpose: 'plan', lines: Array.from({ length: count }, () => lines).flat() });
}

/** The order with its cards, which are worth nothing before its payment settles. `gift_unavailable` without a key. */
export async function addGiftCards(
  { env, now }: Pick<Buyer, 'env' | 'now'>,
  order: Order,
): Promise<Outcome<Order, ErrorCode>> {
  const cards: { id: string; hash: string; tail: string }[] = [];
  while (cards.length < order.lines.length) {
    const id = randomId();
    const code = await createGiftCode(env, id);
    if (code === null) return fail('gift_unavailable');
    cards.push({ id, hash: await hashGiftCode(code), tail: getGiftTail(code) });
  }
  const statements = (paymentId: string) => [
    sql`INSERT INTO gift_cards (id, code_hash, tail, payment_id, line, created_at)
      SELECT value ->> 'id', value ->> 'hash', value ->> 'tail', ${paymentId}, key, ${now}
      FROM json_each(${JSON.stringify(cards)}) WHERE EXISTS (SELECT 1 FROM payments WHERE id = ${paymentId})
      ON CONFLICT (id) DO NOTHING`,
  ];
  return ok({ ...order, statements });
}
