import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import { isAheadInSql } from '../../../platform/db/is-ahead.ts';
import { ROLE_PERMISSIONS } from '../../../platform/http/calls/permissions.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import * as calls from '../contract.ts';
import { STAFF_SESSION_SECONDS } from '../staff.ts';
import { findCaller, mayGive } from './find-operator.ts';
import { describeMember, findMember } from './members.ts';
import type { OperatorService } from './serve-operator.ts';

const placeRow = v.object({
  ...calls.rehearseStaffChange.output.entries.data.entries,
  has_codes: v.pipe(
    v.number(),
    v.transform((count) => count > 0),
  ),
  keys: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
});

export const rehearseStaffChange: OperatorService<typeof calls.rehearseStaffChange> = async ({ db, now }, { id }) => {
  const rows = await db.all(sql`SELECT m.role,
      (SELECT count(*) FROM staff_factors WHERE staff_id = m.id AND confirmed_at IS NOT NULL) AS has_codes,
      (SELECT count(*) FROM staff_recovery_codes WHERE staff_id = m.id AND used_at IS NULL) AS recovery_codes,
      (SELECT count(*) FROM staff_passkeys WHERE staff_id = m.id) AS passkeys,
      (SELECT count(*) FROM staff_sessions WHERE staff_id = m.id
        AND ${isAheadInSql(sql`ends_at`, now, STAFF_SESSION_SECONDS)}) AS sessions,
      (SELECT json_group_array(k.name) FROM staff_keys k
        WHERE k.added_by = 'person:' || m.name AND k.revoked_at IS NULL) AS keys,
      (SELECT count(*) FROM approvals a WHERE a.requested_by = m.id AND a.expires_at > ${now}
        AND NOT EXISTS (SELECT 1 FROM approval_decisions d WHERE d.approval_id = a.id)) AS approvals
    FROM staff m WHERE m.id = ${id} AND m.ended_at IS NULL`);
  const [place] = v.parse(v.array(placeRow), rows);
  return place === undefined ? fail('staff_unknown') : ok({ data: place });
};

export const changeStaff: OperatorService<typeof calls.changeStaff> = async (context, input, _, record) => {
  const { id, role: next, seen, reason } = input;
  const { db, now } = context;
  const before = await findMember(context, sql`m.id = ${id}`);
  if (before === null) return fail('staff_unknown');
  const { operator } = await findCaller(context);
  if (operator?.memberId === id) return fail('staff_self');
  if (next === 'owner' && operator?.kind !== 'token') return fail('staff_owner_alone');
  if (next !== null && !(await mayGive(context, ROLE_PERMISSIONS[next]))) return fail('operator_role');
  // One statement, so that two owners who end each other at once leave one.
  const remains = sql`(role <> 'owner' OR ${next} = 'owner'
    OR (SELECT count(*) FROM staff WHERE role = 'owner' AND ended_at IS NULL) > 1)`;
  const isSeen = sql`id = ${id} AND ended_at IS NULL AND role = ${seen}`;
  const [rows = []] = await batch(db, [
    next === null
      ? sql`UPDATE staff SET ended_at = ${now} WHERE ${isSeen} AND ${remains} RETURNING id`
      : sql`UPDATE staff SET role = ${next} WHERE ${isSeen} AND ${remains} RETURNING id`,
    ...['staff_sessions', 'staff_factors', 'staff_recovery_codes', 'staff_passkeys', 'staff_challenges'].map(
      (table) => sql`DELETE FROM ${sql.raw(table)} WHERE staff_id = ${id}
        AND (SELECT ended_at FROM staff WHERE id = ${id}) IS NOT NULL`,
    ),
    sql`UPDATE staff_keys SET revoked_at = ${now} WHERE revoked_at IS NULL
      AND added_by = (SELECT 'person:' || name FROM staff WHERE id = ${id} AND ended_at IS NOT NULL)`,
  ]);
  const after = await findMember(context, sql`m.id = ${id}`);
  if (after === null) return fail('staff_unknown');
  if (rows.length === 0)
    return fail(after.ended_at === null && after.role === seen ? 'staff_last_owner' : 'staff_changed');
  record({ before: describeMember(before), after: { ...describeMember(after), reason } });
  return ok({ data: after });
};
