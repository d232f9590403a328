import { sql } from 'drizzle-orm';
import { ERROR_STATUS, type ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { ROLE_PERMISSIONS } from '../../../platform/http/calls/permissions.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import { returnBudget, takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { batch } from '../../../platform/db/batch.ts';
import { foldCode } from '../../../platform/text/digits.ts';
import type * as calls from '../contract.ts';
import { CONFIRM_SECONDS, RECOVERY_CODES, STAFF_SESSION_SECONDS } from '../staff.ts';
import { findOwnMember, type OwnMember } from './own-member.ts';
import { createFactor, decryptSecret, encryptSecret, findStep } from './second-factor.ts';
import { beginAct, endAct } from './trail.ts';

export const getStaffSelf: Service<typeof calls.getStaffSelf> = async (context) => {
  const member = await findOwnMember(context);
  if (member === null) return fail('staff_unknown');
  const { name, role, factorAt, session: open } = member;
  const session = open && { ends_at: open.endsAt, confirmed_until: open.confirmedUntil };
  return ok({ data: { name, role, permissions: [...ROLE_PERMISSIONS[role]], has_factor: factorAt !== null, session } });
};

/** A factor that counts is replaced by nobody: an owner ends the place and gives it again. */
export const beginFactor: Service<typeof calls.beginFactor> = async (context) => {
  const { env, db, host } = context;
  const member = await findOwnMember(context);
  if (member === null) return fail('staff_unknown');
  if (member.factorAt !== null) return fail('staff_factor_set');
  const factor = createFactor(host, member.name);
  const secret = await encryptSecret(env, factor.secret);
  if (secret === null) return fail('media_unavailable');
  const id = await beginAct(context, describe(member, 'beginFactor'));
  const rows = await db.all(sql`INSERT INTO staff_factors (staff_id, secret) VALUES (${member.id}, ${secret})
    ON CONFLICT (staff_id) DO UPDATE SET secret = excluded.secret, last_step = 0 WHERE confirmed_at IS NULL
    RETURNING staff_id`);
  const outcome = rows.length === 1 ? ok({ data: factor }) : fail('staff_factor_set');
  await endAct(context, id, outcome.ok ? 200 : ERROR_STATUS[outcome.code]);
  return outcome;
};

export const openStaffSession: Service<typeof calls.openStaffSession> = async (context, { code }) => {
  const member = await findOwnMember(context);
  if (member === null) return fail('staff_unknown');
  const budget = await takeBudget(context, [{ limit: 'staffCode', subject: String(member.id) }]);
  if (!budget.ok) return budget;
  const id = await beginAct(context, describe(member, 'openStaffSession'));
  const outcome = await takeCode(context, member, foldCode(code));
  if (outcome.ok) await returnBudget(context, budget.value);
  await endAct(context, id, outcome.ok ? 200 : ERROR_STATUS[outcome.code]);
  if (!outcome.ok) return outcome;
  const { now, db, token } = context;
  const endsAt = member.session?.endsAt ?? now + STAFF_SESSION_SECONDS;
  await db.run(sql`INSERT INTO staff_sessions (token_hash, staff_id, began_at, ends_at, confirmed_at)
    VALUES (${await sha256(token ?? '')}, ${member.id}, ${now}, ${endsAt}, ${now})
    ON CONFLICT (token_hash) DO UPDATE SET staff_id = excluded.staff_id, confirmed_at = excluded.confirmed_at,
      began_at = CASE WHEN ends_at = excluded.ends_at THEN began_at ELSE excluded.began_at END,
      ends_at = excluded.ends_at`);
  const session = { ends_at: endsAt, confirmed_until: now + CONFIRM_SECONDS };
  return ok({ data: { session, recovery_codes: outcome.value } });
};

export const endStaffSession: Service<typeof calls.endStaffSession> = async (context) => {
  await context.db.run(sql`DELETE FROM staff_sessions WHERE token_hash = ${await sha256(context.token ?? '')}`);
  return ok({ data: {} });
};

/** The recovery codes where this code is the factor's first; otherwise null. */
async function takeCode(
  context: RequestContext,
  member: OwnMember,
  code: string,
): Promise<Outcome<string[] | null, ErrorCode>> {
  if (member.secret === null) return fail('staff_factor_missing');
  const wrong = fail('code_wrong_or_expired', { fields: { code: 'code_wrong_or_expired' } } as const);
  if (!/^\d{6}$/.test(code)) return (await takeRecoveryCode(context, member.id, code)) ? ok(null) : wrong;
  const secret = await decryptSecret(context.env, member.secret);
  if (secret === null) return fail('media_unavailable');
  const step = findStep(secret, code, context.now);
  if (step === null) return wrong;
  const rows = await context.db.all(sql`UPDATE staff_factors SET last_step = ${step},
      confirmed_at = coalesce(confirmed_at, ${context.now})
    WHERE staff_id = ${member.id} AND last_step < ${step} AND secret = ${member.secret} RETURNING staff_id`);
  if (rows.length === 0) return wrong;
  return ok(member.factorAt === null ? await createRecoveryCodes(context, member.id) : null);
}

async function createRecoveryCodes({ db }: RequestContext, memberId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(memberId, foldCode(code))));
  await batch(db, [
    sql`DELETE FROM staff_recovery_codes WHERE staff_id = ${memberId}`,
    sql`INSERT INTO staff_recovery_codes (staff_id, code_hash)
      SELECT ${memberId}, value FROM json_each(${JSON.stringify(hashes)})`,
  ]);
  return codes;
}

async function takeRecoveryCode({ db, now }: RequestContext, memberId: number, code: string): Promise<boolean> {
  const hash = await hashRecoveryCode(memberId, code);
  const rows = await db.all(sql`UPDATE staff_recovery_codes SET used_at = ${now}
    WHERE staff_id = ${memberId} AND code_hash = ${hash} AND used_at IS NULL RETURNING staff_id`);
  return rows.length === 1;
}

/** 60 bits, of letters and digits that are not mistaken for each other. */
function createRecoveryCode(): string {
  const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  const text = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => letters[byte % 32] ?? '').join('');
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}

function hashRecoveryCode(memberId: number, code: string): Promise<string> {
  return sha256(`staff-recovery:${String(memberId)}:${code.replaceAll('-', '')}`);
}

function describe({ id, name }: OwnMember, action: string) {
  return { operator: `person:${name}`, action, permission: null, subject: `staff:${String(id)}` };
}
