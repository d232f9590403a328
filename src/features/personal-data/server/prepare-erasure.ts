import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { ERASE_AFTER_MONTHS } from '../../../platform/config/constants.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { addMonths } from '../../../platform/text/months.ts';
import { cancelStatements } from './cancel.ts';

const facts = v.object({ wallet: v.number(), until: v.number(), mandates: v.number() });
const row = v.object({ facts: v.pipe(v.string(), v.parseJson(), facts), is_member: v.number() });

interface PreparedErasure {
  /** Toman that stay in the books, the end of the subscription, banks whose consent ends; epoch seconds. */
  preview: v.InferOutput<typeof facts> & { erase_at: number };
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
    sql`SELECT ${selectFacts} AS facts, ${isMember} AS is_member`,
  );
  if (answer?.facts == null) return fail('person_unknown');
  const { facts: account, is_member: member } = v.parse(row, answer);
  if (member === 1) return fail('account_member');
  const eraseAt = addMonths(now, ERASE_AFTER_MONTHS);
  return ok({
    preview: { ...account, erase_at: eraseAt },
    statements: [
      sql`SELECT CASE WHEN ${selectFacts} = ${answer.facts} AND NOT ${isMember} THEN 1
        ELSE json_extract('{}', 'approval_stale:' || ${id}) END`,
      ...cancelStatements(id, now, eraseAt),
    ],
    result: sql`(SELECT json_object('cancelled_at', cancelled_at, 'erase_at', erase_at) FROM users WHERE id = ${id})`,
    text: JSON.stringify({ cancelled_at: now, erase_at: eraseAt }),
  });
}
