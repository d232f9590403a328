import { and, eq, sql } from 'drizzle-orm';
import { CLAIM_SECONDS } from '../../payments/config.ts';
import { toRial } from '../../../platform/text/money.ts';
import { paths } from '../../../platform/paths.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { mandates, type MandateRow } from './schema.ts';
import { mandateProvider } from './gateways/choose.ts';
import type { MandateDetails, MandateProvider } from './gateways/port.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { isRefusedBy } from '../../../platform/http/d1-errors.ts';
import type { Api } from '../../../platform/http/serve.ts';
import { reopenEpisodes, reopenRenewal } from './charges.ts';
import { queueRevocations, revokeNow } from './revocations.ts';

const RETURN_PATH = '/directdebit/return/:id';

interface Return {
  result: 'active' | 'failed' | 'unknown';
  /** Where the visitor was: a local path. */
  from: string | null;
}
const UNKNOWN: Return = { result: 'unknown', from: null };

/** The provider's way back from its consent page; the browser goes on to the result page by 303. */
export function mountMandateReturn(api: Api): void {
  api.on(['GET', 'POST'], RETURN_PATH, async (c) => {
    const context = c.get('request');
    const { id = '' } = c.req.param() as Record<string, string>;
    const { result, from } = await takeReturn(context, id, new URL(c.req.url).searchParams).catch((error: unknown) => {
      console.error(`return of mandate ${id.slice(0, 40)}:`, error);
      return UNKNOWN;
    });
    const headers = { location: context.origin + paths.mandateResult(result, from), 'cache-control': 'no-store' };
    return new Response(null, { status: 303, headers });
  });
}

/** Confirms an agreed mandate with the provider; what came along in the address alone changes nothing. */
async function takeReturn(context: RequestContext, id: string, params: URLSearchParams): Promise<Return> {
  const { db } = context;
  const [row] = await db.select().from(mandates).where(eq(mandates.id, id));
  const provider = mandateProvider(context);
  if (!row || provider?.id !== row.provider) return UNKNOWN;
  const from = row.returnPath;
  if (row.state !== 'pending') return { result: row.state === 'active' ? 'active' : 'failed', from };
  const mandateReturn = provider.readReturn(params, row.token);
  if (mandateReturn.kind === 'foreign') return { ...UNKNOWN, from };
  if (mandateReturn.kind === 'refused') {
    await db.run(sql`UPDATE mandates SET state = 'failed' WHERE id = ${id} AND state = 'pending' AND claimed_at = 0`);
    return { result: 'failed', from };
  }
  return { result: await agree(context, provider, row, mandateReturn.authorizationId), from };
}

/**
 * Binds an authorization to its mandate, confirms it with the provider and makes the mandate active. Whatever the
 * provider tells of the authorization must fit the mandate: another's, named in this return, is refused.
 */
async function agree(
  context: RequestContext,
  provider: MandateProvider,
  mandate: MandateRow,
  authorizationId: string,
): Promise<Return['result']> {
  const { db, now } = context;
  const { id } = mandate;
  const before = compareDetails(mandate, await provider.describe(authorizationId));
  if (before === 'different') return reportForeign(mandate);
  const bound = await bind(db, mandate, authorizationId, now);
  if (bound !== 'bound') return bound === 'taken' ? reportForeign(mandate) : stateNow(db, id);
  const confirmed = await provider.confirm(authorizationId);
  // Not told before it was confirmed: perhaps now.
  const after = before === 'same' ? before : compareDetails(mandate, await provider.describe(authorizationId));
  if (after === 'different') {
    await release(db, id, true, now);
    return reportForeign(mandate);
  }
  if (confirmed === null) {
    await release(db, id, false, now);
    return 'unknown';
  }
  await conclude(context, mandate, confirmed, after === 'same');
  if (!confirmed && after === 'same') await revokeNow(context, authorizationId);
  return stateNow(db, id);
}

/**
 * Makes the mandate active, with what had stopped without it, or failed. One that was deleted meanwhile is revoked, and
 * so is one that was refused, where the authorization `isOwn` by the provider's word.
 */
async function conclude(
  { db, now }: RequestContext,
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

/** `untold`: the provider has said nothing that could be compared. */
function compareDetails(mandate: MandateRow, mandateDetails: MandateDetails | null): 'same' | 'different' | 'untold' {
  const pairs: [unknown, unknown][] = [
    [mandateDetails?.token, mandate.token],
    [mandateDetails?.bank, mandate.bank],
    [mandateDetails?.mobile, mandate.mobile],
    [mandateDetails?.rialEach, toRial(mandate.limitToman)],
    [mandateDetails?.countPerMonth, mandate.countPerMonth],
  ];
  const comparable = pairs.filter(([theirs]) => theirs !== undefined);
  if (comparable.length === 0) return 'untold';
  return comparable.every(([theirs, ours]) => theirs === ours) ? 'same' : 'different';
}

/**
 * Binds the authorization before it is confirmed, for one worker at a time. `taken`: it is another mandate's, or was
 * and is being revoked. `busy`: another worker confirms this mandate, or it has ended.
 */
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

/** Gives the claim back; `unbind` where the authorization turned out to be another's. */
async function release(db: Database, id: string, unbind: boolean, now: number): Promise<void> {
  await db.run(sql`UPDATE mandates SET claimed_at = 0,
      authorization_id = CASE WHEN ${Number(unbind)} THEN NULL ELSE authorization_id END
    WHERE id = ${id} AND state = 'pending' AND claimed_at = ${now}`);
}

/** A return that names an authorization of somebody else changes nothing, and is logged: there is nothing to do. */
function reportForeign({ id, provider }: MandateRow): 'unknown' {
  console.error(`a return of mandate ${id} at ${provider} names an authorization that is not its own`);
  return 'unknown';
}

async function stateNow(db: Database, id: string): Promise<Return['result']> {
  const [row] = await db
    .select({ state: mandates.state })
    .from(mandates)
    .where(and(eq(mandates.id, id)));
  return row?.state === 'active' ? 'active' : row?.state === 'pending' ? 'unknown' : 'failed';
}
