import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import { isAheadInSql } from '../../../platform/db/is-ahead.ts';
import { rehearse } from '../../../platform/db/rehearse.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { revokeUserAssertions } from '../../../platform/http/session/session-assertion.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { chooseSms } from '../../../platform/sms/choose.ts';
import { maskMobile } from '../../../platform/text/mobile.ts';
import { buildMobileChangedText } from '../../accounts/server/texts.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type * as calls from '../mobiles-contract.ts';
import { LEASE_SECONDS } from '../../streams/config.ts';
import { isMember } from './account-conditions.ts';
import { endSessions } from './end-sessions.ts';
import { findChange, isTaken, matchOpen, MOBILE_CHANGE_SECONDS, type ChangeRow } from './mobile-changes.ts';

/** A request may come at the end of the change's time, and is decided within its own. */
const APPROVED_SECONDS = 2 * MOBILE_CHANGE_SECONDS;

const describe = ({ old_mobile, new_mobile }: ChangeRow) => ({
  old_mobile: maskMobile(old_mobile),
  new_mobile: maskMobile(new_mobile),
});

/** True where the account has the new number. */
const isMoved = (change: ChangeRow): SQL =>
  sql`EXISTS (SELECT 1 FROM users WHERE id = ${change.user_id} AND mobile = ${change.new_mobile})`;

/** Of one batch. The first one moves the number, if `proofs` hold; the rest follows where it did. Browsers that know
 * one of the numbers prove themselves again. */
function buildMove(change: ChangeRow, now: number, seconds: number, proofs: SQL): SQL[] {
  const { id, user_id: userId, old_mobile: before, new_mobile: after } = change;
  const moved = isMoved(change);
  return [
    sql`UPDATE users SET mobile = ${after} WHERE id = ${userId} AND mobile = ${before}
      AND EXISTS (SELECT 1 FROM mobile_changes c WHERE ${matchOpen(id, now, seconds)} AND ${proofs})
      AND NOT ${isTaken(sql`${after}`)} AND NOT ${isMember(userId)} RETURNING id`,
    endSessions(userId, moved),
    sql`DELETE FROM login_devices WHERE mobile IN (${before}, ${after}) AND ${moved}`,
    sql`DELETE FROM login_codes WHERE mobile IN (${before}, ${after}) AND ${moved}`,
    sql`UPDATE mobile_changes SET ended_at = ${now}, done = 1 WHERE id = ${id} AND ended_at IS NULL AND ${moved}`,
  ];
}

async function findTaken({ db }: RequestContext, change: ChangeRow): Promise<ErrorCode | null> {
  const [row] = await db.all<{ taken: number; member: number }>(sql`SELECT
    ${isTaken(sql`${change.new_mobile}`)} AS taken, ${isMember(change.user_id)} AS member`);
  return row?.member === 1 ? 'account_member' : row?.taken === 1 ? 'mobile_taken' : null;
}

const reach = v.object({
  sessions: v.number(),
  streams: v.number(),
  browsers: v.number(),
  mandates: v.number(),
  is_member: v.number(),
});
const reachText = v.pipe(v.string(), v.parseJson(), reach);

const selectReach = ({ user_id: id, old_mobile: before, new_mobile: after }: ChangeRow, now: number): SQL =>
  sql`(SELECT json_object('sessions', (SELECT count(*) FROM sessions WHERE user_id = ${id} AND expires_at > ${now}),
    'streams', (SELECT count(*) FROM streams WHERE user_id = ${id} AND stopped = 0
      AND ${isAheadInSql(sql`ends_at`, now, LEASE_SECONDS)}),
    'browsers', (SELECT count(*) FROM login_devices WHERE mobile IN (${before}, ${after})),
    'mandates', (SELECT count(*) FROM mandates WHERE user_id = ${id} AND state = 'active'), 'is_member', ${isMember(id)}))`;

/** By the act's own statements, rolled back. Errors: `mobile_taken`, `account_member`, `mobile_change_over`. */
export const rehearseMobileChange: OperatorService<typeof calls.rehearseMobileChange> = async (context, { id }) => {
  const { db, now } = context;
  const open = await findChange(context, id);
  if (!open.ok) return open;
  const change = open.value;
  const refusal = await findTaken(context, change);
  if (refusal !== null) return fail(refusal);
  const result = selectReach(change, now);
  const [row] = await db.all<{ reach: string }>(sql`SELECT ${result} AS reach`);
  const text = await rehearse(db, buildMove(change, now, MOBILE_CHANGE_SECONDS, sql`1`), result);
  const [before, after] = [v.parse(reachText, row?.reach), v.parse(reachText, text)];
  return ok({
    data: {
      sessions: before.sessions - after.sessions,
      streams: after.sessions === 0 ? before.streams : 0,
      browsers: before.browsers - after.browsers,
      mandates: after.mandates,
      is_member: after.is_member === 1,
    },
  });
};

/** Both numbers are proved. Errors: `mobile_unproved`, `mobile_taken`, `account_member`, `mobile_change_over`. */
export const finishMobileChange: OperatorService<typeof calls.finishMobileChange> = async (
  context,
  { id },
  _operator,
  record,
) => {
  const { db, now } = context;
  const open = await findChange(context, id);
  if (!open.ok) return open;
  const change = open.value;
  if (change.new_proved_at === null || change.old_proved_at === null) return fail('mobile_unproved');
  const proofs = sql`c.new_proved_at IS NOT NULL AND c.old_proved_at IS NOT NULL`;
  const [moved = [], ended = []] = await batch(db, buildMove(change, now, MOBILE_CHANGE_SECONDS, proofs));
  if (moved.length === 0) {
    const latest = await findChange(context, id);
    return latest.ok ? fail((await findTaken(context, change)) ?? 'mobile_change_over') : latest;
  }
  const { old_mobile: before, new_mobile: after } = describe(change);
  record({ before: { mobile: before, sessions: ended.length }, after: { mobile: after, reason: change.reason } });
  notifyOldNumber(context, change);
  return ok({ data: { ended: ended.length } });
};

/** For two people: the old number is lost, and the reason of the request states what was checked instead. */
export async function prepareMobileChange(context: RequestContext, id: number, reason: string) {
  const { now } = context;
  const open = await findChange(context, id, APPROVED_SECONDS);
  if (!open.ok) return open;
  const change = open.value;
  if (change.new_proved_at === null) return fail('mobile_unproved');
  const refusal = await findTaken(context, change);
  if (refusal !== null) return fail(refusal);
  const preview = describe(change);
  return ok({
    userId: change.user_id,
    subject: `account:${String(change.user_id)}`,
    request: { change: id },
    preview,
    statements: buildMove(change, now, APPROVED_SECONDS, sql`c.new_proved_at IS NOT NULL`),
    result: sql`CASE WHEN ${isMoved(change)} THEN 'moved' ELSE 'kept' END`,
    text: 'moved',
    change: { before: { mobile: preview.old_mobile }, after: { mobile: preview.new_mobile, reason } },
    matches: (stored: unknown) => JSON.stringify(stored) === JSON.stringify(preview),
    afterwards: () => {
      notifyOldNumber(context, change);
    },
  }) satisfies Outcome<unknown, ErrorCode>;
}

/** The old number gets a message. A provider's failure is logged and changes nothing. */
function notifyOldNumber(context: RequestContext, { user_id: userId, old_mobile, new_mobile }: ChangeRow): void {
  revokeUserAssertions(userId, context.now);
  const text = buildMobileChangedText(maskMobile(new_mobile));
  const notice = chooseSms(context)?.notice({ mobile: old_mobile, text });
  if (notice !== undefined) context.defer(notice.then(() => undefined));
}
