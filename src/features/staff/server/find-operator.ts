import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { CLOCK_SLACK_SECONDS, isAhead } from '../../../platform/http/clock.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import { findOperatorToken, readOperatorTokens } from '../../../platform/http/calls/operator-tokens.ts';
import {
  PERMISSIONS,
  ROLE_PERMISSIONS,
  STAFF_ROLES,
  type Permission,
} from '../../../platform/http/calls/permissions.ts';
import { CONFIRM_SECONDS, STAFF_SESSION_SECONDS } from '../staff.ts';

export interface Operator {
  kind: 'token' | 'key' | 'person';
  /** In the trail: a token's own name, `key:<name>` or `person:<name>`. */
  name: string;
  permissions: readonly Permission[];
  /** Of a person. */
  memberId: number | null;
  isConfirmed: boolean;
}

/** `operator` null with `isStaff`: a member whose desk is closed. */
export interface Caller {
  operator: Operator | null;
  isStaff: boolean;
}

export const KEY_PREFIX = 'pk_';

const memberRow = v.object({
  id: v.number(),
  name: v.string(),
  role: v.picklist(STAFF_ROLES),
  ends_at: v.nullable(v.number()),
  confirmed_at: v.nullable(v.number()),
});
const keyRow = v.object({
  name: v.string(),
  permissions: v.pipe(v.string(), v.parseJson(), v.array(v.picklist(PERMISSIONS))),
});

const callers = new WeakMap<RequestContext, Promise<Caller>>();

export function findCaller(context: RequestContext): Promise<Caller> {
  const caller = callers.get(context) ?? readCaller(context);
  callers.set(context, caller);
  return caller;
}

async function readCaller(context: RequestContext): Promise<Caller> {
  const { env, db, token } = context;
  const byToken = await findOperatorToken(readOperatorTokens(env), token);
  if (byToken !== null) {
    const { name, permissions } = byToken;
    return { operator: { kind: 'token', name, permissions, memberId: null, isConfirmed: true }, isStaff: true };
  }
  if (token?.startsWith(KEY_PREFIX) === true) {
    const rows = await db.all(sql`SELECT name, permissions FROM staff_keys
      WHERE secret_hash = ${await sha256(token)} AND revoked_at IS NULL`);
    const [key] = v.parse(v.array(keyRow), rows);
    if (key === undefined) return { operator: null, isStaff: false };
    const { permissions } = key;
    return {
      operator: { kind: 'key', name: `key:${key.name}`, permissions, memberId: null, isConfirmed: true },
      isStaff: true,
    };
  }
  return findPerson(context);
}

async function findPerson({ db, user, token, now }: RequestContext): Promise<Caller> {
  if (user === null || token === null) return { operator: null, isStaff: false };
  const rows = await db.all(sql`SELECT m.id, m.name, m.role, x.ends_at, x.confirmed_at FROM staff m
    LEFT JOIN staff_sessions x ON x.token_hash = ${await sha256(token)} AND x.staff_id = m.id
    WHERE m.user_id = ${user.id} AND m.ended_at IS NULL`);
  const [member] = v.parse(v.array(memberRow), rows);
  if (member === undefined) return { operator: null, isStaff: false };
  const { id: memberId, name, role, ends_at: endsAt, confirmed_at: confirmedAt } = member;
  if (!isAhead(endsAt ?? 0, now, STAFF_SESSION_SECONDS + CLOCK_SLACK_SECONDS)) return { operator: null, isStaff: true };
  const isConfirmed = isAhead((confirmedAt ?? 0) + CONFIRM_SECONDS, now, CONFIRM_SECONDS + CLOCK_SLACK_SECONDS);
  return {
    operator: { kind: 'person', name: `person:${name}`, permissions: ROLE_PERMISSIONS[role], memberId, isConfirmed },
    isStaff: true,
  };
}
