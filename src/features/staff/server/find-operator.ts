import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Env } from '../../../platform/config/env.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import { findOperatorToken, readOperatorTokens } from '../../../platform/http/calls/operator-tokens.ts';
import {
  PERMISSIONS,
  ROLE_PERMISSIONS,
  STAFF_ROLES,
  type Permission,
} from '../../../platform/http/calls/permissions.ts';
import { findOwnMember } from './own-member.ts';

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

const keyRow = v.object({
  ...{ name: v.string(), added_by: v.string(), role: v.nullable(v.picklist(STAFF_ROLES)) },
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
    const rows = await db.all(sql`SELECT k.name, k.permissions, k.added_by,
        (SELECT m.role FROM staff m WHERE 'person:' || m.name = k.added_by AND m.ended_at IS NULL) AS role
      FROM staff_keys k WHERE k.secret_hash = ${await sha256(token)} AND k.revoked_at IS NULL`);
    const [key] = v.parse(v.array(keyRow), rows);
    if (key === undefined) return { operator: null, isStaff: false };
    const permissions = key.permissions.filter((permission) => findMakerPermissions(env, key).includes(permission));
    return {
      operator: { kind: 'key', name: `key:${key.name}`, permissions, memberId: null, isConfirmed: true },
      isStaff: true,
    };
  }
  return findPerson(context);
}

/** A key does no more than its maker does now: a member by the role, a token as the settings name it. */
function findMakerPermissions(
  env: Env,
  { added_by: maker, role }: v.InferOutput<typeof keyRow>,
): readonly Permission[] {
  if (role !== null) return ROLE_PERMISSIONS[role];
  return readOperatorTokens(env).find(({ name }) => name === maker)?.permissions ?? [];
}

async function findPerson(context: RequestContext): Promise<Caller> {
  const member = await findOwnMember(context);
  if (member?.session == null) return { operator: null, isStaff: member !== null };
  const { id: memberId, name, role, session } = member;
  const permissions = ROLE_PERMISSIONS[role];
  const { isConfirmed } = session;
  return { operator: { kind: 'person', name: `person:${name}`, permissions, memberId, isConfirmed }, isStaff: true };
}

/** Nobody gives what they do not have: to a key, or by a role. */
export async function mayGive(context: RequestContext, permissions: readonly Permission[]): Promise<boolean> {
  const { operator } = await findCaller(context);
  return operator !== null && permissions.every((permission) => operator.permissions.includes(permission));
}
