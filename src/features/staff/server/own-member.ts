import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { CLOCK_SLACK_SECONDS, isAhead } from '../../../platform/http/clock.ts';
import { STAFF_ROLES } from '../../../platform/http/calls/permissions.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { ACCOUNT_CODE_DAYS, CONFIRM_SECONDS, STAFF_SESSION_SECONDS } from '../staff.ts';

const ACCOUNT_CODE_SECONDS = ACCOUNT_CODE_DAYS * 24 * 60 * 60;

const memberRow = v.object({
  id: v.number(),
  name: v.string(),
  role: v.picklist(STAFF_ROLES),
  secret: v.nullable(v.string()),
  factor_at: v.nullable(v.number()),
  passkeys: v.number(),
  live_passkeys: v.number(),
  ends_at: v.nullable(v.number()),
  confirmed_at: v.nullable(v.number()),
});

/** The place at the desk of the account that asks, and its session there; null for who has none. Epoch seconds. */
export async function findOwnMember({ db, user, token, now }: RequestContext) {
  if (user === null || token === null) return null;
  const rows = await db.all(sql`SELECT m.id, m.name, m.role, f.secret, f.confirmed_at AS factor_at,
      x.ends_at, x.confirmed_at,
      (SELECT count(*) FROM staff_passkeys p WHERE p.staff_id = m.id) AS passkeys,
      (SELECT count(*) FROM staff_passkeys p WHERE p.staff_id = m.id AND p.blocked_at IS NULL) AS live_passkeys
    FROM staff m
    LEFT JOIN staff_factors f ON f.staff_id = m.id
    LEFT JOIN staff_sessions x ON x.staff_id = m.id AND x.token_hash = ${await sha256(token)}
    WHERE m.user_id = ${user.id} AND m.ended_at IS NULL`);
  const [row] = v.parse(v.array(memberRow), rows);
  if (row === undefined) return null;
  const { id, name, role, secret, factor_at: factorAt, passkeys, live_passkeys: livePasskeys } = row;
  const endsAt = row.ends_at ?? 0;
  const confirmedUntil = (row.confirmed_at ?? 0) + CONFIRM_SECONDS;
  const isOpen = isAhead(endsAt, now, STAFF_SESSION_SECONDS + CLOCK_SLACK_SECONDS);
  const isConfirmed = isAhead(confirmedUntil, now, CONFIRM_SECONDS + CLOCK_SLACK_SECONDS);
  const session = isOpen ? { endsAt, confirmedUntil, isConfirmed } : null;
  const isFresh = isAhead(user.steppedUpAt + ACCOUNT_CODE_SECONDS, now, ACCOUNT_CODE_SECONDS + CLOCK_SLACK_SECONDS);
  return { id, name, role, secret, factorAt, passkeys, livePasskeys, session, needsCode: session === null && !isFresh };
}

export type OwnMember = NonNullable<Awaited<ReturnType<typeof findOwnMember>>>;

/** For what opens the desk: `staff_unknown`, or `code_needed` where the account's last code by SMS is too old. */
export async function requireOpener(context: RequestContext): Promise<Outcome<OwnMember, ErrorCode>> {
  const member = await findOwnMember(context);
  if (member === null) return fail('staff_unknown');
  return member.needsCode ? fail('code_needed') : ok(member);
}

/** For acts about the member's own factors; null: a code was given in the last minutes. */
export function refuseUnconfirmed({ session }: OwnMember) {
  if (session === null) return fail('staff_closed');
  return session.isConfirmed ? null : fail('staff_confirm');
}

/** The row of the trail for what a member does about the way in. */
export function describeOwnAct({ id, name }: OwnMember, action: string) {
  return { operator: `person:${name}`, action, permission: null, subject: `staff:${String(id)}` };
}
