import { sql, type SQL } from 'drizzle-orm';
import { foldNumber } from '../../../platform/text/digits.ts';
import { METHODS } from '../../ledger/payment-kinds.ts';

const methods = JSON.stringify(METHODS);

/** Rows of `user_id`, `match`, `id` by a typed number. `numbers` is four of the five parts that D1 takes in a compound SELECT. */
export function selectPaymentsByNumber(query: string, maxCards: number): Record<'numbers' | 'cards', SQL> {
  const text = foldNumber(query);
  const reference = text.slice(0, 64);
  const card = /^\d{4}$/.test(text) ? text : null;
  return {
    numbers: sql`SELECT user_id, 'payment' AS match, id FROM payments WHERE id = ${text.toLowerCase().replaceAll(' ', '')}
      UNION ALL SELECT user_id, 'reference', id FROM payments
        WHERE method IN (SELECT value FROM json_each(${methods})) AND reference = ${reference}
      UNION ALL SELECT user_id, 'reference', id FROM payments WHERE trace = ${reference}
      UNION ALL SELECT p.user_id, 'tracking', p.id FROM refunds r JOIN payments p ON p.id = r.payment_id
        WHERE r.tracking = ${reference}`,
    cards: sql`SELECT user_id, 'card' AS match, id FROM payments
      WHERE card IS NOT NULL AND substr(card, -4) = ${card} ORDER BY created_at DESC LIMIT ${maxCards}`,
  };
}
