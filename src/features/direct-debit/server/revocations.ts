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
import { createMandateProvider } from './gateways/choose.ts';
import { stopWithoutBank } from './settings.ts';
import type { BankContext } from '../../payments/server/gateways/choose.ts';
import { raiseAlarm } from '../../alarms/server/alarm.ts';
import { workInLanes, type HasTime } from '../../../platform/budget.ts';

/** Collection ends at once; with the last bank everything automatic ends. `which`: of the account's `mandates m`. */
export const endMandates = (userId: number, which: SQL, now: number): SQL[] => [
  queueRevocations(sql`m.user_id = ${userId} AND (${which})`, now),
  sql`UPDATE mandates AS m SET state = 'cancelled' WHERE m.user_id = ${userId} AND (${which}) RETURNING id`,
  ...stopWithoutBank(userId),
];

/** In the batch that ends the mandates, so that neither a crash nor an outage leaves an authorization valid. */
export function queueRevocations(mandates: SQL, now: number): SQL {
  return sql`INSERT INTO mandate_revocations (provider, authorization_id, attempts, next_try_at, created_at)
    SELECT m.provider, m.authorization_id, 0, ${now}, ${now} FROM mandates m
    WHERE m.authorization_id IS NOT NULL AND (${mandates})
    ON CONFLICT (provider, authorization_id) DO NOTHING`;
}

const revocationRow = v.object({ authorization_id: v.string(), attempts: v.number() });
type Revocation = v.InferOutput<typeof revocationRow>;

/** Repeats with growing pauses until the provider confirms (cron). */
export async function revokeQueued(context: BankContext, hasTime: HasTime): Promise<void> {
  const provider = createMandateProvider(context);
  if (!provider) return;
  await failStaleMandates(context);
  await workInLanes(
    COLLECT_LANES,
    hasTime,
    () => takeRevocation(context.db, provider.id, context.now),
    (revocation) => revokeTaken(context, revocation),
  );
}

export async function revokeNow(context: BankContext, authorizationId: string): Promise<void> {
  const provider = createMandateProvider(context);
  const revocation = provider && (await takeRevocation(context.db, provider.id, context.now, authorizationId));
  if (revocation) await revokeTaken(context, revocation);
}

/** Schedules the next attempt with the claim, so that one worker makes it. */
async function takeRevocation(
  db: Database,
  provider: string,
  now: number,
  authorizationId: string | null = null,
): Promise<Revocation | null> {
  const due = sql`provider = ${provider} AND next_try_at <= ${now}`;
  const revokedId =
    authorizationId === null
      ? sql`(SELECT authorization_id FROM mandate_revocations WHERE ${due} ORDER BY next_try_at LIMIT 1)`
      : sql`${authorizationId}`;
  const [row] = await db.all(sql`UPDATE mandate_revocations SET attempts = attempts + 1,
      next_try_at = ${now} + min(${REVOKE_RETRY_MAX_SECONDS}, ${REVOKE_RETRY_SECONDS} << min(attempts, 16))
    WHERE authorization_id = ${revokedId} AND ${due} RETURNING authorization_id, attempts`);
  return row === undefined ? null : v.parse(revocationRow, row);
}

async function revokeTaken(
  context: BankContext,
  { authorization_id: authorizationId, attempts }: Revocation,
): Promise<void> {
  const provider = createMandateProvider(context);
  if (!provider) return;
  if ((await provider.revoke(authorizationId)) !== 'unknown') {
    await context.db.run(sql`DELETE FROM mandate_revocations
      WHERE provider = ${provider.id} AND authorization_id = ${authorizationId}`);
  } else if (attempts >= REVOKE_ALARM_AFTER) {
    const authorization = `${provider.id}:${authorizationId}`;
    const text = `authorization ${authorizationId} at ${provider.id} could not be revoked ${String(attempts)} times`;
    await raiseAlarm(context, { kind: 'mandate_not_revoked', key: `mandate_not_revoked:${authorization}`, text });
  }
}

async function failStaleMandates({ db, now }: BankContext): Promise<void> {
  const stale = sql`state = 'pending' AND created_at <= ${now - MANDATE_CONSENT_SECONDS}
    AND claimed_at <= ${now - MANDATE_CONSENT_SECONDS}`;
  await batch(db, [
    queueRevocations(sql`m.id IN (SELECT id FROM mandates WHERE ${stale})`, now),
    sql`UPDATE mandates SET state = 'failed' WHERE ${stale}`,
  ]);
}
