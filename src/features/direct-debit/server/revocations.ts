import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import {
  COLLECT_LANES,
  MANDATE_CONSENT_SECONDS,
  REVOKE_ALARM_AFTER,
  REVOKE_RETRY_MAX_SECONDS,
  REVOKE_RETRY_SECONDS,
} from '../../payments/config.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { mandateProvider } from './gateways/choose.ts';
import type { BankContext } from '../../payments/server/gateways/choose.ts';
import { raiseAlarm } from '../../alarms/server/alarm.ts';
import { workInLanes, type HasTime } from '../../../platform/budget.ts';

/**
 * The statement that writes down the authorizations of some mandates to be revoked at their provider. In the batch
 * that ends the mandates, so that neither a crash nor a provider that is down leaves one alive.
 */
export function queueRevocations(mandates: SQL, now: number): SQL {
  return sql`INSERT INTO mandate_revocations (provider, authorization_id, attempts, next_try_at, created_at)
    SELECT m.provider, m.authorization_id, 0, ${now}, ${now} FROM mandates m
    WHERE m.authorization_id IS NOT NULL AND (${mandates})
    ON CONFLICT (provider, authorization_id) DO NOTHING`;
}

const revocation = v.object({ authorization_id: v.string(), attempts: v.number() });
type Revocation = v.InferOutput<typeof revocation>;

/** Revokes what is written down (cron), each again with growing pauses until the provider says that it is over. */
export async function revokeQueued(context: BankContext, hasTime: HasTime): Promise<void> {
  const provider = mandateProvider(context);
  if (!provider) return;
  await failStaleMandates(context);
  await workInLanes(
    COLLECT_LANES,
    hasTime,
    () => takeRevocation(context.db, provider.id, context.now),
    (taken) => revokeTaken(context, taken),
  );
}

/** Revokes one authorization at once, in the request that deleted it; where that fails the cron goes on. */
export async function revokeNow(context: BankContext, authorizationId: string): Promise<void> {
  const provider = mandateProvider(context);
  const taken = provider && (await takeRevocation(context.db, provider.id, context.now, authorizationId));
  if (taken) await revokeTaken(context, taken);
}

/** Takes a revocation for one attempt, so that two workers do not make it at once, with the next one noted. */
async function takeRevocation(
  db: Database,
  provider: string,
  now: number,
  authorizationId: string | null = null,
): Promise<Revocation | null> {
  const due = sql`provider = ${provider} AND next_try_at <= ${now}`;
  const which =
    authorizationId === null
      ? sql`(SELECT authorization_id FROM mandate_revocations WHERE ${due} ORDER BY next_try_at LIMIT 1)`
      : sql`${authorizationId}`;
  const [row] = await db.all(sql`UPDATE mandate_revocations SET attempts = attempts + 1,
      next_try_at = ${now} + min(${REVOKE_RETRY_MAX_SECONDS}, ${REVOKE_RETRY_SECONDS} << min(attempts, 16))
    WHERE authorization_id = ${which} AND ${due} RETURNING authorization_id, attempts`);
  return row === undefined ? null : v.parse(revocation, row);
}

async function revokeTaken(
  context: BankContext,
  { authorization_id: authorizationId, attempts }: Revocation,
): Promise<void> {
  const provider = mandateProvider(context);
  if (!provider) return;
  if ((await provider.revoke(authorizationId)) !== 'unknown') {
    await context.db.run(sql`DELETE FROM mandate_revocations
      WHERE provider = ${provider.id} AND authorization_id = ${authorizationId}`);
  } else if (attempts >= REVOKE_ALARM_AFTER) {
    const what = `${provider.id}:${authorizationId}`;
    const text = `authorization ${authorizationId} at ${provider.id} could not be revoked ${String(attempts)} times`;
    await raiseAlarm(context, { kind: 'mandate_not_revoked', key: `mandate_not_revoked:${what}`, text });
  }
}

/** Ends mandates that nobody has agreed to in time, or whose confirmation lost its worker: those are revoked. */
async function failStaleMandates({ db, now }: BankContext): Promise<void> {
  const stale = sql`state = 'pending' AND created_at <= ${now - MANDATE_CONSENT_SECONDS}
    AND claimed_at <= ${now - MANDATE_CONSENT_SECONDS}`;
  await batch(db, [
    queueRevocations(sql`m.id IN (SELECT id FROM mandates WHERE ${stale})`, now),
    sql`UPDATE mandates SET state = 'failed' WHERE ${stale}`,
  ]);
}
