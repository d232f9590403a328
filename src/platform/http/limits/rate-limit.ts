import { sql } from 'drizzle-orm';
import type { Env } from '../../config/env.ts';
import { LIMITS, type Budget, type Limit, type LimitName, type NetworkBudgets } from '../../config/limits.ts';
import { formatNetwork, parseNetworkAddress } from '../address/network-address.ts';
import { fail, ok, type Failure } from '../../outcome.ts';
import { CLOCK_SLACK_SECONDS } from '../clock.ts';
import type { RequestContext } from '../calls/context.ts';
import { signingKeys, signText } from '../../media/signing.ts';

export type LimitContext = Pick<RequestContext, 'address' | 'db' | 'env' | 'now'>;

export interface Charge<Name extends string = LimitName> {
  limit: Name;
  subject?: string | null; // Such as `user:12`. Null: only the network is charged.
  byNetwork?: boolean; // False for callers who have proved themselves otherwise
}

export interface BudgetReceipt {
  buckets: readonly Bucket[];
}

interface Bucket extends Budget {
  key: string;
  limit: string;
}

export interface Refusal extends Failure<'too_many_requests'> {
  limits: readonly string[];
}

const KEY_LENGTH = 22; // 132 bits

/** Charges every bucket, or none where one is empty. One statement, so that concurrent requests cannot both pass. */
export async function takeBudget<Name extends string = LimitName>(
  context: LimitContext,
  charges: readonly Charge<Name>[],
  limits: Readonly<Record<Name, Limit>> = LIMITS as Record<string, Limit> as Record<Name, Limit>,
): Promise<{ ok: true; value: BudgetReceipt } | Refusal> {
  const { db, now } = context;
  const buckets = await findBuckets(context, charges, limits);
  if (buckets.length === 0) return ok({ buckets });
  const wanted = sql`json_each(${JSON.stringify(buckets)})`;
  // Empty where `full_at` is burst × every seconds ahead; a much later one is of a clock that was wrong.
  const isTrue = (row: 'r' | 'f', bucket: 'w' | 'o') => sql`${sql.raw(`${row}.full_at`)} <= ${now + CLOCK_SLACK_SECONDS}
    + (${sql.raw(bucket)}.value ->> 'every') * (${sql.raw(bucket)}.value ->> 'burst')`;
  const counts = await db.all(sql`
    INSERT INTO rate_limits (key, full_at)
    SELECT w.value ->> 'key', MAX(CASE WHEN ${isTrue('r', 'w')} THEN r.full_at ELSE 0 END, ${now}) + (w.value ->> 'every')
    FROM ${wanted} w LEFT JOIN rate_limits r ON r.key = w.value ->> 'key'
    WHERE NOT EXISTS (SELECT 1 FROM ${wanted} o JOIN rate_limits f ON f.key = o.value ->> 'key'
      WHERE f.full_at + (o.value ->> 'every') > ${now} + (o.value ->> 'every') * (o.value ->> 'burst')
        AND ${isTrue('f', 'o')})
    ON CONFLICT (key) DO UPDATE SET full_at = excluded.full_at
    RETURNING key`);
  if (counts.length > 0) return ok({ buckets });
  const empty = await db.all<{ name: string; wait: number }>(sql`
    SELECT w.value ->> 'limit' AS name,
      r.full_at + (w.value ->> 'every') - (w.value ->> 'every') * (w.value ->> 'burst') - ${now} AS wait
    FROM ${wanted} w JOIN rate_limits r ON r.key = w.value ->> 'key'
    WHERE wait > 0 AND ${isTrue('r', 'w')}`);
  return {
    ...fail('too_many_requests', { retryAfter: Math.max(1, ...empty.map(({ wait }) => wait)) }),
    limits: [...new Set(empty.map(({ name }) => name))],
  };
}

export async function returnBudget(
  { db, now }: Pick<LimitContext, 'db' | 'now'>,
  { buckets }: BudgetReceipt,
): Promise<void> {
  if (buckets.length === 0) return;
  await db.run(sql`UPDATE rate_limits SET full_at = MAX(${now}, full_at - (w.value ->> 'every'))
    FROM json_each(${JSON.stringify(buckets)}) w WHERE rate_limits.key = w.value ->> 'key'`);
}

export async function findBuckets<Name extends string = LimitName>(
  context: LimitContext,
  charges: readonly Charge<Name>[],
  limits: Readonly<Record<Name, Limit>> = LIMITS as Record<string, Limit> as Record<Name, Limit>,
): Promise<Bucket[]> {
  const matches = charges.flatMap(({ limit: name, subject, byNetwork = true }) => {
    const { subject: budget, network } = limits[name];
    const parts: [string, Budget][] = [];
    if (budget) {
      if (subject === undefined) throw new Error(`the limit ${name} needs a subject`);
      if (subject !== null) parts.push([`subject\n${subject}`, budget]);
    }
    if (network && byNetwork) parts.push(...networkParts(context.address, network));
    return parts.map(([text, { burst, every }]) => ({ name, text, burst, every }));
  });
  return Promise.all(
    matches.map(async ({ name, text, burst, every }) => ({
      key: await hashWithSecret(context.env, `limit-v1\n${name}\n${text}`),
      limit: name,
      burst,
      every,
    })),
  );
}

/** D1 alone reveals no address or mobile. Sites without MEDIA_SIGNING_KEY use a public key. */
export async function hashWithSecret(env: Env, text: string): Promise<string> {
  return (await signText(signingKeys(env)?.current ?? 'no key', text)).slice(0, KEY_LENGTH);
}

function networkParts(text: string, budgets: NetworkBudgets): [string, Budget][] {
  const address = parseNetworkAddress(text);
  if (address === null) return [['unknown address', budgets.ipv6Site]];
  return address.version === 4
    ? [
        [formatNetwork(address, 32), budgets.ipv4],
        [formatNetwork(address, 24), budgets.ipv4Block],
      ]
    : [
        [formatNetwork(address, 128), budgets.ipv6],
        [formatNetwork(address, 64), budgets.ipv6Household],
        [formatNetwork(address, 48), budgets.ipv6Site],
      ];
}
