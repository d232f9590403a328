import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { returnBudget, takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type * as calls from '../passkeys-contract.ts';
import { chooseRelyingParty, createChallenge, takeChallenge } from './challenges.ts';
import { findKnownPasskeys } from './known-passkeys.ts';
import { endOtherSessions, openSession } from './open-session.ts';
import { requireOpener } from './own-member.ts';
import { act, chargeMember } from './passkeys.ts';
import { verifyAssertion } from './verify-passkey.ts';

const keyRow = v.object({ id: v.number(), name: v.string(), public_key: v.string(), counter: v.number() });
type Key = v.InferOutput<typeof keyRow>;

export const beginPasskeySession: Service<typeof calls.beginPasskeySession> = async (context) => {
  const opener = await requireOpener(context);
  if (!opener.ok) return opener;
  const member = opener.value;
  if (member.livePasskeys === 0) return fail('staff_factor_missing');
  const budget = await chargeMember(context, member);
  if (!budget.ok) return budget;
  const passkeys = await findKnownPasskeys(context, member.id);
  const challenge = await createChallenge(context, member.id, 'open');
  return ok({ data: { challenge, rp_id: chooseRelyingParty(context).id, known: passkeys } });
};

export const openPasskeySession: Service<typeof calls.openPasskeySession> = async (context, { credential }) => {
  const opener = await requireOpener(context);
  if (!opener.ok) return opener;
  const member = opener.value;
  const budget = await takeBudget(context, [{ limit: 'staffCode', subject: String(member.id) }]);
  if (!budget.ok) return budget;
  const challenge = await takeChallenge(context, member.id, 'open');
  return act(context, member, 'openPasskeySession', async (record) => {
    const key = await findKey(context, member.id, credential.id);
    if (challenge === null || key === null) return fail('passkey_refused');
    const counter = await verifyAssertion(chooseRelyingParty(context), challenge, key.public_key, credential);
    if (counter === null) return fail('passkey_refused');
    record({ after: { passkey: key.name } });
    if (!(await countUse(context, key, counter))) {
      record({ after: { passkey: key.name, is_blocked: true } });
      await endOtherSessions(context, member.id);
      return fail('passkey_refused');
    }
    await returnBudget(context, budget.value);
    return ok({ data: { session: await openSession(context, member) } });
  });
};

async function findKey({ db }: RequestContext, memberId: number, credentialId: string): Promise<Key | null> {
  const rows = await db.all(sql`SELECT id, name, public_key, counter FROM staff_passkeys
    WHERE credential_id = ${credentialId} AND staff_id = ${memberId} AND blocked_at IS NULL`);
  return v.parse(v.array(keyRow), rows)[0] ?? null;
}

/** False for a counter that went back: the key was copied, and it opens nothing from now on (WebAuthn, 6.1.1). */
async function countUse({ db, now }: RequestContext, { id }: Key, counter: number): Promise<boolean> {
  const rows = await db.all(sql`UPDATE staff_passkeys SET
      counter = CASE WHEN ${counter} > counter THEN ${counter} ELSE counter END, used_at = ${now},
      blocked_at = CASE WHEN ${counter} > counter OR (${counter} = 0 AND counter = 0) THEN NULL ELSE ${now} END
    WHERE id = ${id} AND blocked_at IS NULL RETURNING blocked_at`);
  return rows.length === 1 && v.parse(v.object({ blocked_at: v.nullable(v.number()) }), rows[0]).blocked_at === null;
}
