import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { PERMISSIONS, STAFF_ROLES } from '../../platform/http/calls/permissions.ts';
import { empty, idInput } from '../titles/contract/shapes.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { personName } from '../accounts/contract/account.ts';

/** Epoch seconds. */
export const staffSession = v.object({ ends_at: v.number(), confirmed_until: v.number() });
const permissions = v.array(v.picklist(PERMISSIONS));

const ownAccess = { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' } as const;

export const getStaffSelf = defineCall({
  name: 'getStaffSelf',
  method: 'GET',
  path: '/staff/self',
  summary: "The signed-in account's place at the desk; 404 for who has none.",
  access: ownAccess,
  input: empty,
  output: v.object({
    data: v.object({
      name: v.string(),
      role: v.picklist(STAFF_ROLES),
      permissions,
      has_factor: v.boolean(),
      has_passkey: v.boolean(),
      /** Only passkeys that are closed: a recovery code opens the desk. */
      needs_recovery: v.boolean(),
      /** The desk opens after another code by SMS. */
      needs_code: v.boolean(),
      session: v.nullable(staffSession),
    }),
  }),
});

export const beginFactor = defineCall({
  name: 'beginFactor',
  method: 'POST',
  path: '/staff/factor',
  summary: 'A new secret for a program of codes (TOTP, RFC 6238). It counts when its first code opens a session.',
  access: ownAccess,
  input: empty,
  output: v.object({ data: v.object({ secret: v.string(), address: v.string() }) }),
});

export const openStaffSession = defineCall({
  name: 'openStaffSession',
  method: 'POST',
  path: '/staff/session',
  summary:
    'Opens the desk for twelve hours by a code or a recovery code, or confirms an open one. Each code counts once.',
  access: ownAccess,
  input: v.object({ code: v.pipe(v.string(), v.maxLength(100)) }),
  output: v.object({
    data: v.object({ session: staffSession, recovery_codes: v.nullable(v.array(v.string())) }),
  }),
});

export const renewRecoveryCodes = defineCall({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/staff/recovery-codes',
  summary: 'Ten recovery codes in place of all earlier ones. Needs a fresh code; they are in this answer alone.',
  access: ownAccess,
  input: empty,
  output: v.object({ data: v.object({ recovery_codes: v.array(v.string()) }) }),
});

export const endStaffSession = defineCall({
  name: 'endStaffSession',
  method: 'POST',
  path: '/staff/session/end',
  summary: 'Closes the desk. The account stays signed in.',
  access: ownAccess,
  input: empty,
  output: v.object({ data: v.object({}) }),
});

/** Exists only with the `outbox` SMS provider, as the inbox does, so it is not in the public document. */
export const getFactorCodes = defineCall({
  name: 'getFactorCodes',
  method: 'GET',
  path: '/dev/factor-codes',
  summary: "The codes of the members' second factors, of now; only with SMS_PROVIDER=outbox.",
  access: { caller: 'anyone', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({ data: v.array(v.object({ name: v.string(), code: v.string() })) }),
});

const member = v.object({
  id: v.number(),
  mobile: v.string(),
  name: v.string(),
  role: v.picklist(STAFF_ROLES),
  has_factor: v.boolean(),
  added_by: v.string(),
  added_at: v.number(),
  ended_at: v.nullable(v.number()),
});
export type Member = v.InferOutput<typeof member>;
const memberName = v.pipe(personName, v.nonEmpty());

export const listStaff = defineCall({
  name: 'listStaff',
  method: 'GET',
  path: '/operator/staff',
  summary: 'Everybody who has or had a place at the desk.',
  access: { caller: 'operator', permission: 'staff.read' },
  input: empty,
  output: v.object({ data: v.array(member) }),
});

export const addStaff = defineCall({
  name: 'addStaff',
  method: 'POST',
  path: '/operator/staff',
  summary:
    'Gives an account a place, or one that had ended back to it. An owner is made by a token of the settings only.',
  access: { caller: 'operator', permission: 'staff.write' },
  input: v.object({ mobile: v.pipe(v.string(), v.maxLength(100)), name: memberName, role: v.picklist(STAFF_ROLES) }),
  output: v.object({ data: member }),
});

export const rehearseStaffChange = defineCall({
  name: 'rehearseStaffChange',
  method: 'GET',
  path: '/operator/staff/:id/change',
  summary: "What a member's place has that another role or its end takes away. Nothing happens.",
  access: { caller: 'operator', permission: 'staff.write' },
  input: v.object({ id: idInput }),
  output: v.object({
    data: v.object({
      role: v.picklist(STAFF_ROLES),
      has_codes: v.boolean(),
      recovery_codes: v.number(),
      passkeys: v.number(),
      sessions: v.number(),
      /** Names of live ones. */
      keys: v.array(v.string()),
      /** The member's open requests for two people. */
      approvals: v.number(),
    }),
  }),
});

export const changeStaff = defineCall({
  name: 'changeStaff',
  method: 'POST',
  path: '/operator/staff/:id',
  summary: 'Changes the role of another member from their next act on, or ends their place and its sessions (null).',
  access: { caller: 'operator', permission: 'staff.write' },
  /** `seen`: the role that was shown; another one by now is refused. */
  input: v.object({ id: idInput, role: v.nullable(v.picklist(STAFF_ROLES)), seen: v.picklist(STAFF_ROLES), reason }),
  output: v.object({ data: member }),
});

const key = v.object({
  id: v.number(),
  name: v.string(),
  permissions,
  added_by: v.string(),
  added_at: v.number(),
  revoked_at: v.nullable(v.number()),
});
export type StaffKey = v.InferOutput<typeof key>;

export const listKeys = defineCall({
  name: 'listKeys',
  method: 'GET',
  path: '/operator/keys',
  summary: 'Keys of machines, with those that were revoked; never their secrets.',
  access: { caller: 'operator', permission: 'staff.read' },
  input: empty,
  output: v.object({ data: v.array(key) }),
});

export const addKey = defineCall({
  name: 'addKey',
  method: 'POST',
  path: '/operator/keys',
  summary: 'Makes a key with some of the permissions of its maker. Its secret is in this answer alone.',
  access: { caller: 'operator', permission: 'staff.write' },
  input: v.object({
    name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,30}$/)),
    permissions: v.pipe(permissions, v.minLength(1), v.maxLength(PERMISSIONS.length)),
  }),
  output: v.object({ data: v.object({ ...key.entries, secret: v.string() }) }),
});

export const revokeKey = defineCall({
  name: 'revokeKey',
  method: 'POST',
  path: '/operator/keys/:id/revoke',
  summary: 'Ends a key at once.',
  access: { caller: 'operator', permission: 'staff.write' },
  input: v.object({ id: idInput, reason }),
  output: v.object({ data: key }),
});

const act = v.object({
  id: v.number(),
  operator: v.string(),
  action: v.string(),
  permission: v.nullable(v.string()),
  subject: v.string(),
  origin: v.nullable(v.string()),
  status: v.nullable(v.number()),
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
  created_at: v.number(),
});

const auditFilter = v.object({
  operator: v.optional(v.pipe(v.string(), v.maxLength(100))),
  subject: v.optional(v.pipe(v.string(), v.maxLength(200))),
  before: v.optional(idInput),
});

export const listAudit = defineCall({
  name: 'listAudit',
  method: 'GET',
  path: '/operator/audit',
  summary: 'Who did what, the newest first, 100 a page; of one operator or about one subject.',
  access: { caller: 'operator', permission: 'audit.read' },
  input: auditFilter,
  output: v.object({ data: v.array(act), next: v.nullable(v.number()) }),
});

export const MAX_EXPORT_ROWS = 1000;

export const exportAudit = defineCall({
  name: 'exportAudit',
  method: 'GET',
  path: '/operator/audit-export',
  summary: 'The rows of `listAudit` for a file, up to 1,000 from the page on; an act of its own in the trail.',
  access: { caller: 'operator', permission: 'audit.read' },
  input: auditFilter,
  output: v.object({ data: v.array(act) }),
});
