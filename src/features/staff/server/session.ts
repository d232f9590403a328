import { sql } from 'drizzle-orm';
import { ERROR_STATUS, type ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { ROLE_PERMISSIONS } from '../../../platform/http/calls/permissions.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import { returnBudget, takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { foldCode } from '../../../platform/text/digits.ts';
import type * as calls from '../contract.ts';
import { createRecoveryCodes, openSession, takeRecoveryCode } from './open-session.ts';
import { describeOwnAct, findOwnMember, refuseUnconfirmed, requireOpener, type OwnMember } from './own-member.ts';
import { changeOwnFactor } from './passkeys.ts';
import { createFactor, decryptSecret, encryptSecret, findStep } from './second-factor.ts';
import { beginAct, endAct } from './trail.ts';

export const getStaffSelf: Service<typeof calls.getStaffSelf> = async (context) => {
  const member = await findOwnMember(context);
  if (member === null) return fail('staff_unknown');
  const { name, role, factorAt, passkeys, livePasskeys, session: open, needsCode } = member;
  const session = open && { ends_at: open.endsAt, confirmed_until: open.confirmedUntil };
  const needsRecovery = factorAt === null && passkeys > 0 && livePasskeys === 0;
  const factors = { has_factor: factorAt !== null, has_passkey: livePasskeys > 0, needs_recovery: needsRecovery };
  return ok({
    data: { name, role, permissions: [...ROLE_PERMISSIONS[role]], ...factors, needs_code: needsCode, session },
  });
};

/** A factor that counts is replaced by nobody: an owner ends the place and gives it again. Beside a passkey the desk
 * is open. */
export const beginFactor: Service<typeof calls.beginFactor> = async (context) => {
  const { env, db, host } = context;
  const opener = await requireOpener(context);
  if (!opener.ok) return opener;
  const member = opener.value;
  if (member.factorAt !== null) return fail('staff_factor_set');
  const refusal = member.passkeys === 0 ? null : refuseUnconfirmed(member);
  if (refusal !== null) return refusal;
  const factor = createFactor(host, member.name);
  const secret = await encryptSecret(env, factor.secret);
  if (secret === null) return fail('media_unavailable');
  const id = await beginAct(context, describeOwnAct(member, 'beginFactor'));
  const rows = await db.all(sql`INSERT INTO staff_factors (staff_id, secret) VALUES (${member.id}, ${secret})
    ON CONFLICT (staff_id) DO UPDATE SET secret = excluded.secret, last_step = 0 WHERE confirmed_at IS NULL
    RETURNING staff_id`);
  const outcome = rows.length === 1 ? ok({ data: factor }) : fail('staff_factor_set');
  await endAct(context, id, outcome.ok ? 200 : ERROR_STATUS[outcome.code]);
  return outcome;
};

export const openStaffSession: Service<typeof calls.openStaffSession> = async (context, { code }) => {
  const opener = await requireOpener(context);
  if (!opener.ok) return opener;
  const member = opener.value;
  const budget = await takeBudget(context, [{ limit: 'staffCode', subject: String(member.id) }]);
  if (!budget.ok) return budget;
  const id = await beginAct(context, describeOwnAct(member, 'openStaffSession'));
  const outcome = await takeCode(context, member, foldCode(code));
  if (outcome.ok) await returnBudget(context, budget.value);
  await endAct(context, id, outcome.ok ? 200 : ERROR_STATUS[outcome.code]);
  if (!outcome.ok) return outcome;
  const session = await openSession(context, member);
  return ok({ data: { session, recovery_codes: outcome.value } });
};

export const renewRecoveryCodes: Service<typeof calls.renewRecoveryCodes> = (context) =>
  changeOwnFactor(context, 'renewRecoveryCodes', async ({ id }, record) => {
    const codes = await createRecoveryCodes(context, id);
    record({ after: { recovery_codes: codes.length } });
    return ok({ data: { recovery_codes: codes } });
  });

export const endStaffSession: Service<typeof calls.endStaffSession> = async (context) => {
  const member = await findOwnMember(context);
  if (member?.session == null) return ok({ data: {} });
  const id = await beginAct(context, describeOwnAct(member, 'endStaffSession'));
  await context.db.run(sql`DELETE FROM staff_sessions WHERE token_hash = ${await sha256(context.token ?? '')}`);
  await endAct(context, id, 200);
  return ok({ data: {} });
};

/** The recovery codes where this code is the member's first factor; otherwise null. A secret that never counted opens
 * nothing where a passkey exists: a caller with the SMS alone could have begun it. */
async function takeCode(
  context: RequestContext,
  member: OwnMember,
  code: string,
): Promise<Outcome<string[] | null, ErrorCode>> {
  if (member.secret === null && member.passkeys === 0) return fail('staff_factor_missing');
  const wrong = fail('code_wrong_or_expired', { fields: { code: 'code_wrong_or_expired' } } as const);
  if (!/^\d{6}$/.test(code)) return (await takeRecoveryCode(context, member.id, code)) ? ok(null) : wrong;
  if (member.secret === null) return wrong;
  const secret = await decryptSecret(context.env, member.secret);
  if (secret === null) return fail('media_unavailable');
  const step = findStep(secret, code, context.now);
  if (step === null) return wrong;
  const rows = await context.db.all(sql`UPDATE staff_factors SET last_step = ${step},
      confirmed_at = coalesce(confirmed_at, ${context.now})
    WHERE staff_id = ${member.id} AND last_step < ${step} AND secret = ${member.secret}
      AND (confirmed_at IS NOT NULL OR ${Number(member.session?.isConfirmed ?? false)}
        OR NOT EXISTS (SELECT 1 FROM staff_passkeys p WHERE p.staff_id = ${member.id})) RETURNING staff_id`);
  if (rows.length === 0) return wrong;
  return ok(member.factorAt === null && member.passkeys === 0 ? await createRecoveryCodes(context, member.id) : null);
}
