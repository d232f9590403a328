import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import { isAheadInSql } from '../../../platform/db/is-ahead.ts';
import { parseMobile } from '../../../platform/text/mobile.ts';
import { ROLE_PERMISSIONS, STAFF_ROLES } from '../../../platform/http/calls/permissions.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type * as calls from '../contract.ts';
import type { Member } from '../contract.ts';
import type { OwnerPreview } from '../owner-preview.ts';
import { STAFF_SESSION_SECONDS } from '../staff.ts';
import { findCaller, mayGive } from './find-operator.ts';
import type { OperatorService } from './serve-operator.ts';

const memberRow = v.object({
  id: v.number(),
  mobile: v.string(),
  name: v.string(),
  role: v.picklist(STAFF_ROLES),
  has_factor: v.pipe(
    v.number(),
    v.transform((count) => count > 0),
  ),
  added_by: v.string(),
  added_at: v.number(),
  ended_at: v.nullable(v.number()),
});

const selectMembers = (condition: SQL) => sql`SELECT m.id, u.mobile, m.name, m.role,
    EXISTS (SELECT 1 FROM staff_factors f WHERE f.staff_id = m.id AND f.confirmed_at IS NOT NULL
      UNION ALL SELECT 1 FROM staff_passkeys p WHERE p.staff_id = m.id) AS has_factor,
    m.added_by, m.added_at, m.ended_at
  FROM staff m JOIN users u ON u.id = m.user_id WHERE ${condition} ORDER BY m.ended_at IS NOT NULL, m.id`;

export async function findMember({ db }: RequestContext, condition: SQL): Promise<Member | null> {
  return v.parse(v.array(memberRow), await db.all(selectMembers(condition)))[0] ?? null;
}

export const listStaff: OperatorService<typeof calls.listStaff> = async ({ db }) =>
  ok({ data: v.parse(v.array(memberRow), await db.all(selectMembers(sql`1`))) });

export const addStaff: OperatorService<typeof calls.addStaff> = async (context, input, operator, record) => {
  const { db, now } = context;
  const mobile = parseMobile(input.mobile);
  if (mobile === null) return fail('mobile_invalid', { fields: { mobile: 'mobile_invalid' } });
  const { name, role } = input;
  const { operator: maker } = await findCaller(context);
  if (role === 'owner' && maker?.kind !== 'token') return fail('staff_owner_alone');
  if (!(await mayGive(context, ROLE_PERMISSIONS[role]))) return fail('operator_role');
  const isMobile = sql`u.mobile = ${mobile}`;
  const before = await findMember(context, isMobile);
  if (before?.ended_at === null) return fail('staff_exists');
  // The trail has names: one who comes back has the name of before.
  if (before !== null && before.name !== name) return fail('staff_exists', { fields: { name: 'staff_exists' } });
  const namesake = await findMember(context, sql`m.name = ${name} AND u.mobile <> ${mobile}`);
  if (namesake !== null) return fail('staff_exists', { fields: { name: 'staff_exists' } });
  const [rows = []] = await batch(db, [
    sql`INSERT INTO staff (user_id, name, role, added_by, added_at)
      SELECT id, ${name}, ${role}, ${operator}, ${now} FROM users WHERE mobile = ${mobile} AND cancelled_at IS NULL AND blocked_at IS NULL
      ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, role = excluded.role, added_by = excluded.added_by,
        added_at = excluded.added_at, ended_at = NULL WHERE ended_at IS NOT NULL
      RETURNING id`,
  ]);
  const after = rows.length === 1 ? await findMember(context, isMobile) : null;
  if (after === null) return fail('staff_no_account', { fields: { mobile: 'staff_no_account' } });
  record({ before: describeMember(before), after: describeMember(after) });
  return ok({ data: after });
};

const accountRow = v.object({ id: v.number(), person: v.string(), sessions: v.number(), owners: v.number() });

interface OwnerAct {
  userId: number;
  subject: string;
  preview: OwnerPreview;
  statements: SQL[];
  result: SQL;
  text: string;
  change: { before: unknown; after: unknown };
}

/** For two people: the statements that make an account an owner. A member of another role keeps the name.
 * `account`: its number, or its mobile as typed. Fails with `mobile_invalid`, `staff_no_account`, `staff_exists`. */
export async function prepareOwner(
  context: RequestContext,
  input: { account: number | string; name: string },
  operator: string,
): Promise<Outcome<OwnerAct, ErrorCode>> {
  const { db, now } = context;
  const mobile = typeof input.account === 'number' ? null : parseMobile(input.account);
  if (typeof input.account === 'string' && mobile === null)
    return fail('mobile_invalid', { fields: { mobile: 'mobile_invalid' } });
  const isAccount = mobile === null ? sql`u.id = ${input.account}` : sql`u.mobile = ${mobile}`;
  const rows = await db.all(sql`SELECT u.id, u.name AS person,
      (SELECT count(*) FROM staff_sessions s JOIN staff m ON m.id = s.staff_id WHERE m.user_id = u.id AND m.ended_at IS NULL
        AND ${isAheadInSql(sql`s.ends_at`, now, STAFF_SESSION_SECONDS)}) AS sessions,
      (SELECT count(*) + 1 FROM staff WHERE role = 'owner' AND ended_at IS NULL) AS owners
    FROM users u WHERE ${isAccount} AND u.cancelled_at IS NULL AND u.blocked_at IS NULL`);
  const [account] = v.parse(v.array(accountRow), rows);
  if (account === undefined) return fail('staff_no_account', { fields: { mobile: 'staff_no_account' } });
  const { id, ...facts } = account;
  const place = await findMember(context, sql`u.id = ${id}`);
  const role = place?.ended_at === null ? place.role : null;
  if (role === 'owner') return fail('staff_exists');
  const name = role === null || place === null ? input.name : place.name;
  const namesake = await findMember(context, sql`m.name = ${name} AND u.id <> ${id}`);
  if (namesake !== null) return fail('staff_exists', { fields: { name: 'staff_exists' } });
  const after = { name, role: 'owner', ended_at: null };
  const isBefore = sql`(SELECT role FROM staff WHERE user_id = ${id} AND ended_at IS NULL) IS ${role}`;
  return ok({
    userId: id,
    subject: `account:${String(id)}`,
    preview: { name, role, ...facts, factor: Number(place?.has_factor === true) },
    statements: [
      sql`SELECT CASE WHEN ${isBefore} THEN 1 ELSE json_extract('{}', 'approval_stale:' || ${id}) END`,
      sql`INSERT INTO staff (user_id, name, role, added_by, added_at)
        SELECT id, ${name}, 'owner', ${operator}, ${now} FROM users WHERE id = ${id} AND cancelled_at IS NULL AND blocked_at IS NULL
        ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, role = excluded.role, added_by = excluded.added_by,
          added_at = CASE WHEN ended_at IS NULL THEN added_at ELSE excluded.added_at END, ended_at = NULL`,
    ],
    result: sql`(SELECT json_object('name', name, 'role', role, 'ended_at', ended_at) FROM staff WHERE user_id = ${id})`,
    text: JSON.stringify(after),
    change: { before: describeMember(place), after },
  });
}

export function describeMember(member: Member | null) {
  return member && { name: member.name, role: member.role, ended_at: member.ended_at };
}
