import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { ERASE_AFTER_MONTHS } from '../../../platform/config/constants.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { isAheadInSql } from '../../../platform/db/is-ahead.ts';
import { addMonths } from '../../../platform/text/months.ts';
import { cardState } from '../../gifts/server/card-state.ts';
import { LEASE_SECONDS } from '../../streams/config.ts';
import { cancelStatements } from './cancel.ts';

const facts = v.object({ wallet: v.number(), until: v.number(), mandates: v.number() });
const counts = v.object({
  purchases: v.number(),
  lists: v.number(),
  comments: v.number(),
  streams: v.number(),
  gift_cards: v.number(),
});
const row = v.object({ ...counts.entries, facts: v.pipe(v.string(), v.parseJson(), facts), is_member: v.number() });

const selectCounts = (id: number, now: number): SQL =>
  sql`(SELECT count(*) FROM purchases WHERE user_id = ${id}) AS purchases,
    (SELECT count(*) FROM user_lists WHERE user_id = ${id}) AS lists,
    (SELECT count(*) FROM comments WHERE user_id = ${id} AND text <> '') AS comments,
    (SELECT count(*) FROM streams WHERE user_id = ${id} AND stopped = 0
      AND ${isAheadInSql(sql`ends_at`, now, LEASE_SECONDS)}) AS streams,
    (SELECT count(*) FROM payments p JOIN gift_cards c ON c.payment_id = p.id
      JOIN payment_lines l ON l.payment_id = c.payment_id AND l.line = c.line LEFT JOIN gift_redemptions g ON g.card_id = c.id
      WHERE p.user_id = ${id} AND l.delivered = 1 AND ${cardState} = 'waiting') AS gift_cards`;

interface PreparedErasure {
  /** Toman that stay in the books, the end of the subscription, banks whose consent ends; epoch seconds. */
  preview: v.InferOutput<typeof facts> & v.InferOutput<typeof counts> & { erase_at: number };
  statements: readonly SQL[];
  result: SQL;
  text: string;
}

/** For two people: what the visitor's own cancelling does (spec 8.16). The statements fail where the account has changed.
 * Fails with `person_unknown`, also for a cancelled account, and `account_member` for a member of the staff. */
export async function prepareErasure(
  { db, now }: { db: Database; now: number },
  id: number,
): Promise<Outcome<PreparedErasure, ErrorCode>> {
  const selectFacts = sql`(SELECT json_object('wallet', (SELECT coalesce(sum(amount), 0) FROM ledger_entries
      WHERE account = 'wallet:' || u.id), 'until', u.subscribed_until, 'mandates', (SELECT count(*) FROM mandates m
      WHERE m.user_id = u.id AND m.state IN ('active', 'pending')))
    FROM users u WHERE u.id = ${id} AND u.cancelled_at IS NULL)`;
  const isMember = sql`EXISTS (SELECT 1 FROM staff WHERE user_id = ${id} AND ended_at IS NULL)`;
  const [answer] = await db.all<{ facts: string | null }>(
    sql`SELECT ${selectFacts} AS facts, ${isMember} AS is_member, ${selectCounts(id, now)}`,
  );
  if (answer?.facts == null) return fail('person_unknown');
  const { facts: account, is_member: member, ...numbers } = v.parse(row, answer);
  if (member === 1) return fail('account_member');
  const eraseAt = addMonths(now, ERASE_AFTER_MONTHS);
  return ok({
    preview: { ...account, ...numbers, erase_at: eraseAt },
    statements: [
      sql`SELECT CASE WHEN ${selectFacts} = ${answer.facts} AND NOT ${isMember} THEN 1
        ELSE json_extract('{}', 'approval_stale:' || ${id}) END`,
      ...cancelStatements(id, now, eraseAt),
    ],
    result: sql`(SELECT json_object('cancelled_at', cancelled_at, 'erase_at', erase_at) FROM users WHERE id = ${id})`,
    text: JSON.stringify({ cancelled_at: now, erase_at: eraseAt }),
  });
}
