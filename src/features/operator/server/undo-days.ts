import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import { UNDO_SECONDS } from '../../../platform/config/constants.ts';
import { CLOCK_SLACK_SECONDS, isAhead } from '../../../platform/http/clock.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { reopenRenewal } from '../../direct-debit/server/charges.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type { undoDays as undoCall } from '../accounts-contract.ts';
import { isOwnMoney } from './own-money.ts';

const row = v.object({
  until_before: v.number(),
  until_after: v.number(),
  created_at: v.number(),
  undone_at: v.nullable(v.number()),
});

/** The row and the account's end before it are one statement, by the trigger. */
export const undoDays: OperatorService<typeof undoCall> = async (
  context,
  { id, compensation, reason },
  operator,
  record,
) => {
  const { db, now } = context;
  if (await isOwnMoney(context, { users: [id] })) return fail('own_account');
  const isGiven = sql`id = ${compensation} AND user_id = ${id}`;
  const rows = await db.all(
    sql`SELECT until_before, until_after, created_at, undone_at FROM compensations WHERE ${isGiven}`,
  );
  const [days] = v.parse(v.array(row), rows);
  if (days === undefined) return fail('person_unknown');
  if (days.undone_at !== null) return fail('undo_done');
  if (!isAhead(days.created_at + UNDO_SECONDS, now, UNDO_SECONDS + CLOCK_SLACK_SECONDS)) return fail('undo_over');
  const [undone = []] = await batch(db, [
    sql`UPDATE compensations SET undone_at = ${now}, undone_by = ${operator}
    WHERE ${isGiven} AND case_id IS NULL AND undone_at IS NULL
      AND until_after = (SELECT subscribed_until FROM users WHERE id = ${id} AND cancelled_at IS NULL) RETURNING id`,
    // The renewal of the end that is back may have been dropped meanwhile.
    reopenRenewal(id, now),
  ]);
  if (undone.length === 0) return fail('undo_changed');
  record({ before: { subscribed_until: days.until_after }, after: { subscribed_until: days.until_before, reason } });
  return ok({ data: { subscribed_until: days.until_before } });
};
