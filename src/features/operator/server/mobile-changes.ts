import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { isAheadInSql } from '../../../platform/db/is-ahead.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { maskMobile, parseMobile } from '../../../platform/text/mobile.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type * as calls from '../mobiles-contract.ts';
import type { MobileChange } from '../mobiles-contract.ts';
import { chooseMask } from './accounts.ts';
import { isMember } from './account-conditions.ts';

/** Seconds from its beginning in which both numbers are proved, or a second member is asked. */
export const MOBILE_CHANGE_SECONDS = 24 * 60 * 60;

const changeRow = v.object({
  id: v.number(),
  user_id: v.number(),
  old_mobile: v.string(),
  new_mobile: v.string(),
  reason: v.string(),
  started_at: v.number(),
  new_proved_at: v.nullable(v.number()),
  old_proved_at: v.nullable(v.number()),
});
export type ChangeRow = v.InferOutput<typeof changeRow>;

export const isTaken = (mobile: SQL): SQL => sql`EXISTS (SELECT 1 FROM users o WHERE o.mobile = ${mobile})`;

/** An open change of an account that still has the old number. `seconds`: from the change's beginning. */
export const matchOpen = (id: number, now: number, seconds: number): SQL =>
  sql`c.id = ${id} AND c.ended_at IS NULL AND ${isAheadInSql(sql`c.started_at + ${seconds}`, now, seconds)}
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = c.user_id AND u.mobile = c.old_mobile AND u.cancelled_at IS NULL)`;

export async function findChange(
  { db, now }: { db: Database; now: number },
  id: number,
  seconds = MOBILE_CHANGE_SECONDS,
): Promise<Outcome<ChangeRow, ErrorCode>> {
  const [[row] = [], known = []] = await batch(db, [
    sql`SELECT c.id, c.user_id, c.old_mobile, c.new_mobile, c.reason, c.started_at, c.new_proved_at, c.old_proved_at
      FROM mobile_changes c WHERE ${matchOpen(id, now, seconds)}`,
    sql`SELECT 1 FROM mobile_changes WHERE id = ${id}`,
  ]);
  if (row !== undefined) return ok(v.parse(changeRow, row));
  return fail(known.length === 0 ? 'mobile_change_unknown' : 'mobile_change_over');
}

export async function toView(context: RequestContext, change: ChangeRow): Promise<MobileChange> {
  const hide = await chooseMask(context);
  return {
    ...{ id: change.id, user_id: change.user_id },
    ...{ old_mobile: hide(change.old_mobile), new_mobile: hide(change.new_mobile) },
    ...{ new_proved: change.new_proved_at !== null, old_proved: change.old_proved_at !== null },
    expires_at: change.started_at + MOBILE_CHANGE_SECONDS,
  };
}

const startRow = v.object({ mobile: v.string(), is_member: v.number(), is_taken: v.number() });

/** A number of another account is refused: two accounts are not made one. Errors: `mobile_invalid`, `mobile_same`,
 * `mobile_taken`, `account_member`, `person_unknown`, `key_used`. */
export const startMobileChange: OperatorService<typeof calls.startMobileChange> = async (
  context,
  { id, key, mobile: typed, reason },
  operator,
  record,
) => {
  const { db, now } = context;
  const refuseField = (code: ErrorCode) => fail(code, { fields: { mobile: code } });
  const mobile = parseMobile(typed);
  if (mobile === null) return refuseField('mobile_invalid');
  const [account] = await db.all(sql`SELECT u.mobile, ${isMember(sql`u.id`)} AS is_member,
    ${isTaken(sql`${mobile}`)} AS is_taken FROM users u WHERE u.id = ${id} AND u.cancelled_at IS NULL`);
  if (account === undefined) return fail('person_unknown');
  const facts = v.parse(startRow, account);
  if (facts.is_member === 1) return fail('account_member');
  if (facts.mobile === mobile) return refuseField('mobile_same');
  if (facts.is_taken === 1) return refuseField('mobile_taken');
  await batch(db, [
    sql`UPDATE mobile_changes SET ended_at = ${now} WHERE user_id = ${id} AND ended_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM mobile_changes WHERE key = ${key})`,
    sql`INSERT INTO mobile_changes (key, user_id, old_mobile, new_mobile, reason, operator, started_at)
      SELECT ${key}, ${id}, ${facts.mobile}, ${mobile}, ${reason}, ${operator}, ${now} WHERE true
      ON CONFLICT (key) DO NOTHING`,
  ]);
  const [row] = await db.all<{ id: number }>(sql`SELECT id FROM mobile_changes WHERE key = ${key}
    AND user_id = ${id} AND new_mobile = ${mobile} AND operator = ${operator}`);
  if (row === undefined) return fail('key_used');
  const change = await findChange(context, row.id);
  if (!change.ok) return change;
  record({ before: { mobile: maskMobile(facts.mobile) }, after: { mobile: maskMobile(mobile), reason } });
  return ok({ data: await toView(context, change.value) });
};

/** The account of a change, for the trail. */
export async function nameChangedAccount(id: number, { db }: RequestContext): Promise<string> {
  const [row] = await db.all<{ user_id: number }>(sql`SELECT user_id FROM mobile_changes WHERE id = ${id}`);
  return row === undefined ? `mobile-change:${String(id)}` : `account:${String(row.user_id)}`;
}
