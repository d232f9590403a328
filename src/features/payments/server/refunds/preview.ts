import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { NO_ACCOUNT } from '../../../ledger/payment-kinds.ts';
import { refundPreview, type RefundPreview } from '../../refund-preview.ts';

const rehearsal = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    ...v.pick(refundPreview, ['entries', 'lines', 'purchases', 'cards']).entries,
    ...{ wallet: v.number(), until: v.number(), paused: v.number() },
    renews: v.pipe(
      v.number(),
      v.transform((flag) => flag === 1),
    ),
  }),
);

/** Texts of `selectPreview`, before the act and by its statements. */
export function comparePreviews(first: unknown, last: unknown): RefundPreview {
  const [before, { entries, lines, purchases, cards, ...after }] = [
    v.parse(rehearsal, first),
    v.parse(rehearsal, last),
  ];
  return {
    ...{ entries, lines, purchases, cards },
    wallet: { before: before.wallet, after: after.wallet },
    until: { before: before.until, after: after.until },
    paused: { before: before.paused, after: after.paused },
    renews: { before: before.renews, after: after.renews },
  };
}

interface Act {
  /** Of the ledger. */
  event: string;
  refund: string;
  userId: number;
}

/** The JSON text of what an act on a refund has done by then. Of a batch of gift cards, with its many
 * lines, the entries of an account are one sum. */
export const selectPreview = ({ event, refund, userId }: Act, paymentId: string): SQL => sql`json_object(
  'entries', (SELECT json_group_array(json_object('account', account, 'amount', amount))
    FROM (SELECT account, sum(amount) AS amount FROM ledger_entries WHERE event = ${event} AND payment_id = ${paymentId}
      GROUP BY ${userId === NO_ACCOUNT ? sql`account HAVING sum(amount) <> 0` : sql`id`} ORDER BY min(id))),
  'lines', (SELECT json_group_array(json_object('line', line, 'toman', toman, 'vat', vat, 'seconds', seconds))
    FROM (SELECT * FROM refund_lines WHERE refund_id = ${refund} ORDER BY line)),
  'wallet', (SELECT coalesce(sum(amount), 0) FROM ledger_entries WHERE account = ${`wallet:${String(userId)}`}),
  'until', coalesce((SELECT subscribed_until FROM users WHERE id = ${userId}), 0),
  'paused', coalesce((SELECT paused_until FROM users WHERE id = ${userId}), 0),
  'renews', coalesce((SELECT subscription FROM direct_debit_settings WHERE user_id = ${userId}), 0),
  'purchases', (SELECT json_group_array(json_object('name_fa', name_fa, 'name_en', name_en)) FROM (
    SELECT l.name_fa, l.name_en FROM refunds r, json_each(r.before, '$.purchases') o JOIN payment_lines l
      ON l.payment_id = r.payment_id AND l.kind = o.value ->> 'kind' AND l.item_id = o.value ->> 'item_id'
    WHERE r.id = ${refund} ORDER BY l.line)),
  'cards', (SELECT json_group_array(tail) FROM (SELECT c.tail FROM refund_lines x
    JOIN gift_cards c ON c.payment_id = x.payment_id AND c.line = x.line WHERE x.refund_id = ${refund} ORDER BY x.line)))`;
