import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { CLOCK_SLACK_SECONDS, isAhead } from '../../../platform/http/clock.ts';
import { STAFF_ROLES } from '../../../platform/http/calls/permissions.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import { CONFIRM_SECONDS, STAFF_SESSION_SECONDS } from '../staff.ts';

const memberRow = v.object({
  id: v.number(),
  name: v.string(),
  role: v.picklist(STAFF_ROLES),
  secret: v.nullable(v.string()),
  factor_at: v.nullable(v.number()),
  ends_at: v.nullable(v.number()),
  confirmed_at: v.nullable(v.number()),
});

/** The place at the desk of the account that asks, and its session there; null for who has none. Epoch seconds. */
export async function findOwnMember({ db, user, token, now }: RequestContext) {
  if (user === null || token === null) return null;
  const rows = await db.all(sql`SELECT m.id, m.name, m.role, f.secret, f.confirmed_at AS factor_at,
      x.ends_at, x.confirmed_at FROM staff m
    LEFT JOIN staff_factors f ON f.staff_id = m.id
    LEFT JOIN staff_sessions x ON x.staff_id = m.id AND x.token_hash = ${await sha256(token)}
    WHERE m.user_id = ${user.id} AND m.ended_at IS NULL`);
  const [row] = v.parse(v.array(memberRow), rows);
  if (row === undefined) return null;
  const { id, name, role, secret, factor_at: factorAt } = row;
  const endsAt = row.ends_at ?? 0;
  const confirmedUntil = (row.confirmed_at ?? 0) + CONFIRM_SECONDS;
  const isOpen = isAhead(endsAt, now, STAFF_SESSION_SECONDS + CLOCK_SLACK_SECONDS);
  const isConfirmed = isAhead(confirmedUntil, now, CONFIRM_SECONDS + CLOCK_SLACK_SECONDS);
  return { id, name, role, secret, factorAt, session: isOpen ? { endsAt, confirmedUntil, isConfirmed } : null };
}

export type OwnMember = NonNullable<Awaited<ReturnType<typeof findOwnMember>>>;
