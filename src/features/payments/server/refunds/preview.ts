import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { NO_ACCOUNT } from '../../../ledger/payment-kinds.ts';

/** Toman; `until` in epoch seconds. */
export interface RefundPreview {
  entries: { account: string; amount: number }[];
  lines: { line: number; toman: number; vat: number; seconds: number }[];
  wallet: { before: number; after: number };
  until: { before: number; after: number };
}

const rehearsal = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    wallet: v.number(),
    until: v.number(),
    entries: v.array(v.object({ account: v.string(), amount: v.number() })),
    lines: v.array(v.object({ line: v.number(), toman: v.number(), vat: v.number(), seconds: v.number() })),
  }),
);

export const parseRehearsal = (text: unknown) => v.parse(rehearsal, text);

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
  'until', coalesce((SELECT subscribed_until FROM users WHERE id = ${userId}), 0))`;
