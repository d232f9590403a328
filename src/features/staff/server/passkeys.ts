import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { ERROR_STATUS, type ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { hashWithSecret, takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type * as calls from '../passkeys-contract.ts';
import { MAX_PASSKEYS } from '../staff.ts';
import { chooseRelyingParty, createChallenge, takeChallenge } from './challenges.ts';
import { createRecoveryCodes, endOtherSessions, openSession } from './open-session.ts';
import { describeOwnAct, findOwnMember, refuseUnconfirmed, requireOpener, type OwnMember } from './own-member.ts';
import { findKnownPasskeys } from './known-passkeys.ts';
import { beginAct, endAct, type Change } from './trail.ts';
import { verifyAttestation } from './verify-passkey.ts';

const passkeyRow = v.object({
  id: v.number(),
  name: v.string(),
  added_at: v.number(),
  used_at: v.nullable(v.number()),
  is_blocked: v.pipe(
    v.number(),
    v.transform((count) => count > 0),
  ),
});

const COLUMNS = sql.raw('id, name, added_at, used_at, blocked_at IS NOT NULL AS is_blocked');

export const listPasskeys: Service<typeof calls.listPasskeys> = async (context) => {
  const member = await findOwnMember(context);
  if (member === null) return fail('staff_unknown');
  if (member.session === null) return fail('staff_closed');
  const rows = await context.db.all(
    sql`SELECT ${COLUMNS} FROM staff_passkeys WHERE staff_id = ${member.id} ORDER BY id`,
  );
  return ok({ data: v.parse(v.array(passkeyRow), rows) });
};

export const beginPasskey: Service<typeof calls.beginPasskey> = async (context) => {
  const opener = await requireOpener(context);
  if (!opener.ok) return opener;
  const member = opener.value;
  const refusal = isFirstFactor(member) ? null : refuseUnconfirmed(member);
  if (refusal !== null) return refusal;
  const budget = await chargeMember(context, member);
  if (!budget.ok) return budget;
  const passkeys = await findKnownPasskeys(context, member.id);
  if (passkeys.length >= MAX_PASSKEYS) return fail('passkeys_full');
  return ok({
    data: {
      challenge: await createChallenge(context, member.id, 'add'),
      rp_id: chooseRelyingParty(context).id,
      user_id: await hashWithSecret(context.env, `staff-passkey\n${String(member.id)}`),
      user_name: member.name,
      known: passkeys,
    },
  });
};

export const addPasskey: Service<typeof calls.addPasskey> = async (context, { name, credential }) => {
  const opener = await requireOpener(context);
  if (!opener.ok) return opener;
  const member = opener.value;
  const isFirst = isFirstFactor(member);
  const refusal = isFirst ? null : refuseUnconfirmed(member);
  if (refusal !== null) return refusal;
  const challenge = await takeChallenge(context, member.id, 'add');
  return act(context, member, 'addPasskey', async (record) => {
    const key = challenge && (await verifyAttestation(chooseRelyingParty(context), challenge, credential));
    if (key === null || key === '') return fail('passkey_refused');
    const isAlone = sql`NOT EXISTS (SELECT 1 FROM staff_passkeys p WHERE p.staff_id = ${member.id})
      AND NOT EXISTS (SELECT 1 FROM staff_factors f WHERE f.staff_id = ${member.id} AND f.confirmed_at IS NOT NULL)`;
    const hasRoom = sql`(SELECT count(*) FROM staff_passkeys p WHERE p.staff_id = ${member.id}) < ${MAX_PASSKEYS}`;
    const rows = await context.db.all(sql`INSERT INTO staff_passkeys
        (staff_id, credential_id, public_key, counter, transports, name, added_at)
      SELECT ${member.id}, ${key.id}, ${key.publicKey}, ${key.counter}, ${JSON.stringify(credential.transports)}, ${name},
        ${context.now} WHERE ${isFirst ? isAlone : hasRoom}
        AND EXISTS (SELECT 1 FROM staff s WHERE s.id = ${member.id} AND s.ended_at IS NULL)
      ON CONFLICT (credential_id) DO NOTHING RETURNING id`);
    if (rows.length === 0) return fail('passkey_refused');
    record({ after: { passkey: name } });
    const codes = isFirst ? await createRecoveryCodes(context, member.id) : null;
    return ok({ data: { session: await openSession(context, member), recovery_codes: codes } });
  });
};

export const renamePasskey: Service<typeof calls.renamePasskey> = (context, { id, name }) =>
  changeOwnFactor(context, 'renamePasskey', async (member, record) => {
    const isOwn = sql`id = ${id} AND staff_id = ${member.id}`;
    const before = await findPasskey(context, isOwn);
    if (before === null) return fail('passkey_unknown');
    await context.db.run(sql`UPDATE staff_passkeys SET name = ${name} WHERE ${isOwn}`);
    record({ before: { passkey: before.name }, after: { passkey: name } });
    return ok({ data: { ...before, name } });
  });

export const removePasskey: Service<typeof calls.removePasskey> = (context, { id }) =>
  changeOwnFactor(context, 'removePasskey', async (member, record) => {
    const before = await findPasskey(context, sql`id = ${id} AND staff_id = ${member.id}`);
    if (before === null) return fail('passkey_unknown');
    const rows = await context.db.all(sql`DELETE FROM staff_passkeys WHERE id = ${id} AND staff_id = ${member.id}
      AND (EXISTS (SELECT 1 FROM staff_factors f WHERE f.staff_id = ${member.id} AND f.confirmed_at IS NOT NULL)
        OR EXISTS (SELECT 1 FROM staff_passkeys o WHERE o.staff_id = ${member.id} AND o.id <> ${id}
          AND o.blocked_at IS NULL)) RETURNING id`);
    if (rows.length === 0) return fail('staff_last_factor');
    await endOtherSessions(context, member.id);
    record({ before: { passkey: before.name } });
    return ok({ data: {} });
  });

/** Each asking writes a challenge. */
export function chargeMember(context: RequestContext, { id }: OwnMember) {
  return takeBudget(context, [{ limit: 'operator', subject: `member:${String(id)}`, byNetwork: false }]);
}

function isFirstFactor({ factorAt, passkeys }: OwnMember): boolean {
  return factorAt === null && passkeys === 0;
}

async function findPasskey({ db }: RequestContext, condition: SQL) {
  const rows = await db.all(sql`SELECT ${COLUMNS} FROM staff_passkeys WHERE ${condition}`);
  return v.parse(v.array(passkeyRow), rows)[0] ?? null;
}

type Note = (change: Change) => void;

/** A confirmed member's act about their own ways in. */
export async function changeOwnFactor<T>(
  context: RequestContext,
  action: string,
  run: (member: OwnMember, record: Note) => Promise<Outcome<T, ErrorCode>>,
): Promise<Outcome<T, ErrorCode>> {
  const member = await findOwnMember(context);
  if (member === null) return fail('staff_unknown');
  const refusal = refuseUnconfirmed(member);
  return refusal ?? act(context, member, action, (record) => run(member, record));
}

/** Its row of the trail is written before, and its end after. */
export async function act<T>(
  context: RequestContext,
  member: OwnMember,
  action: string,
  run: (record: Note) => Promise<Outcome<T, ErrorCode>>,
): Promise<Outcome<T, ErrorCode>> {
  const id = await beginAct(context, describeOwnAct(member, action));
  const details: Change = {};
  const outcome = await run((part) => Object.assign(details, part));
  await endAct(context, id, outcome.ok ? 200 : ERROR_STATUS[outcome.code], details);
  return outcome;
}
