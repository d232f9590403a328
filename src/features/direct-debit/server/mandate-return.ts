import { and, eq, sql } from 'drizzle-orm';
import { CLAIM_SECONDS } from '../../payments/config.ts';
import { toRial } from '../../../platform/text/money.ts';
import { API_BASE } from '../../../platform/http/calls/api-base.ts';
import { paths } from '../../../platform/paths.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { mandates, type MandateRow } from './schema.ts';
import { createMandateProvider } from './gateways/choose.ts';
import type { MandateDetails, MandateProvider } from './gateways/port.ts';
import type { BankContext } from '../../payments/server/gateways/choose.ts';
import { isRefusedBy } from '../../../platform/http/faults/d1-errors.ts';
import type { Api } from '../../../platform/http/calls/serve.ts';
import { reopenEpisodes, reopenRenewal } from './charges.ts';
import { queueRevocations, revokeNow } from './revocations.ts';

const RETURN_PATH = '/directdebit/return/:id';

export function buildMandateReturnUrl(origin: string, id: string): string {
  return origin + API_BASE + RETURN_PATH.replace(':id', id);
}

interface Return {
  result: 'active' | 'failed' | 'unknown';
  from: string | null;
}
const UNKNOWN: Return = { result: 'unknown', from: null };

/** The consent page's callback; the browser continues to the result page by 303. */
export function mountMandateReturn(api: Api): void {
  api.on(['GET', 'POST'], RETURN_PATH, async (c) => {
    const context = c.get('request');
    const { id = '' } = c.req.param() as Record<string, string>;
    const { result, from } = await handleMandateReturn(context, id, new URL(c.req.url).searchParams).catch(
      (error: unknown) => {
        console.error(`return of mandate ${id.slice(0, 40)}:`, error);
        return UNKNOWN;
      },
    );
    const headers = { location: context.origin + paths.mandateResult(result, from), 'cache-control': 'no-store' };
    return new Response(null, { status: 303, headers });
  });
}

async function handleMandateReturn(context: BankContext, id: string, params: URLSearchParams): Promise<Return> {
  const { db } = context;
  const [row] = await db.select().from(mandates).where(eq(mandates.id, id));
  const provider = createMandateProvider(context);
  if (!row || provider?.id !== row.provider) return UNKNOWN;
  const from = row.returnPath;
  if (row.state !== 'pending') return { result: row.state === 'active' ? 'active' : 'failed', from };
  const mandateReturn = provider.readReturn(params, row.token);
  if (mandateReturn.kind === 'foreign') return { ...UNKNOWN, from };
  if (mandateReturn.kind === 'refused') {
    await db.run(sql`UPDATE mandates SET state = 'failed' WHERE id = ${id} AND state = 'pending' AND claimed_at = 0`);
    return { result: 'failed', from };
  }
  return { result: await confirmMandate(context, provider, row, mandateReturn.authorizationId), from };
}

/** Binds the authorization, confirms it and activates the mandate. Refuses an authorization of another mandate. */
async function confirmMandate(
  context: BankContext,
  provider: MandateProvider,
  mandate: MandateRow,
  authorizationId: string,
): Promise<Return['result']> {
  const { db, now } = context;
  const { id } = mandate;
  const before = compareDetails(mandate, await provider.describe(authorizationId));
  if (before === 'different') return logForeignReturn(mandate);
  const bound = await bind(db, mandate, authorizationId, now);
  if (bound !== 'bound') return bound === 'taken' ? logForeignReturn(mandate) : getResult(db, id);
  const confirmed = await provider.confirm(authorizationId);
  // Some providers tell the details only after the confirmation.
  const after = before === 'same' ? before : compareDetails(mandate, await provider.describe(authorizationId));
  if (after === 'different') {
    await release(db, id, true, now);
    return logForeignReturn(mandate);
  }
  if (confirmed === null) {
    await release(db, id, false, now);
    return 'unknown';
  }
  await concludeMandate(context, mandate, confirmed, after === 'same');
  if (!confirmed && after === 'same') await revokeNow(context, authorizationId);
  return getResult(db, id);
}

/** Revokes a deleted mandate, and a refused one where the provider says that the authorization `isOwn`. */
async function concludeMandate(
  { db, now }: BankContext,
  { id, userId }: MandateRow,
  confirmed: boolean,
  isOwn: boolean,
): Promise<void> {
  const keep = Number(confirmed || isOwn);
  await batch(db, [
    sql`UPDATE mandates SET state = ${confirmed ? 'active' : 'failed'}, verified_at = ${now},
        authorization_id = CASE WHEN ${keep} THEN authorization_id END
      WHERE id = ${id} AND state = 'pending'`,
    queueRevocations(sql`m.id = ${id} AND m.state <> 'active'`, now),
    ...(confirmed
      ? [
          sql`UPDATE direct_debit_settings SET renew_at = (SELECT subscribed_until FROM users WHERE id = ${userId})
            WHERE user_id = ${userId} AND subscription = 1`,
          reopenRenewal(userId, now),
          reopenEpisodes(userId, now),
        ]
      : []),
  ]);
}

/** `untold`: the provider gave nothing to compare. */
function compareDetails(mandate: MandateRow, details: MandateDetails | null): 'same' | 'different' | 'untold' {
  const pairs: [unknown, unknown][] = [
    [details?.token, mandate.token],
    [details?.bank, mandate.bank],
    [details?.mobile, mandate.mobile],
    [details?.rialEach, toRial(mandate.limitToman)],
    [details?.countPerMonth, mandate.countPerMonth],
  ];
  const comparable = pairs.filter(([theirs]) => theirs !== undefined);
  if (comparable.length === 0) return 'untold';
  return comparable.every(([theirs, ours]) => theirs === ours) ? 'same' : 'different';
}

/** For one worker at a time. `taken`: bound to another mandate, or revoked. `busy`: being confirmed, or ended. */
async function bind(
  db: Database,
  { id, provider }: MandateRow,
  authorizationId: string,
  now: number,
): Promise<'bound' | 'taken' | 'busy'> {
  const revoked = sql`EXISTS (SELECT 1 FROM mandate_revocations r
    WHERE r.provider = ${provider} AND r.authorization_id = ${authorizationId})`;
  try {
    const [row] = await db.all<{ ours: number }>(sql`UPDATE mandates SET claimed_at = ${now},
        authorization_id = CASE WHEN ${revoked} THEN authorization_id ELSE ${authorizationId} END
      WHERE id = ${id} AND state = 'pending' AND claimed_at <= ${now - CLAIM_SECONDS}
        AND (authorization_id IS NULL OR authorization_id = ${authorizationId})
      RETURNING authorization_id IS ${authorizationId} AS ours`);
    if (row) return row.ours === 1 ? 'bound' : 'taken';
    return 'busy';
  } catch (error) {
    if (!isRefusedBy(error, 'mandates.authorization_id')) throw error;
    return 'taken';
  }
}

async function release(db: Database, id: string, unbind: boolean, now: number): Promise<void> {
  await db.run(sql`UPDATE mandates SET claimed_at = 0,
      authorization_id = CASE WHEN ${Number(unbind)} THEN NULL ELSE authorization_id END
    WHERE id = ${id} AND state = 'pending' AND claimed_at = ${now}`);
}

function logForeignReturn({ id, provider }: MandateRow): 'unknown' {
  console.error(`a return of mandate ${id} at ${provider} names an authorization that is not its own`);
  return 'unknown';
}

async function getResult(db: Database, id: string): Promise<Return['result']> {
  const [row] = await db
    .select({ state: mandates.state })
    .from(mandates)
    .where(and(eq(mandates.id, id)));
  return row?.state === 'active' ? 'active' : row?.state === 'pending' ? 'unknown' : 'failed';
}
