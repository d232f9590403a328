import { sql } from 'drizzle-orm';
import type { Env } from '../config/env.ts';
import { LIMITS, type Budget, type Limit, type LimitName, type NetworkBudgets } from '../config/limits.ts';
import { formatNetwork, parseNetworkAddress } from './network-address.ts';
import { fail, ok, type Failure } from '../outcome.ts';
import type { RequestContext } from './context.ts';
import { signingKeys, signText } from '../media/signing.ts';

export type LimitContext = Pick<RequestContext, 'address' | 'db' | 'env' | 'now'>;

/** Which limit a request spends from, and whose part of it. */
export interface Charge<Name extends string = LimitName> {
  limit: Name;
  /** Whose budget, such as `user:12`; needed where the limit has one by subject. Null: nobody's, the network alone. */
  subject?: string | null;
  /** False: only the subject counts and the network does not, for callers who have proved themselves otherwise. */
  byNetwork?: boolean;
}

/** What was taken, for `returnBudget`. */
export interface Taken {
  buckets: readonly Bucket[];
}

interface Bucket extends Budget {
  key: string;
  limit: string;
}

/** A refusal: `retryAfter` seconds until the next try can pass, and the limits that have nothing left. */
export interface Refusal extends Failure<'too_many_requests'> {
  limits: readonly string[];
}

/** Hash characters kept of a key: 132 bits. */
const KEY_LENGTH = 22;

/**
 * Takes one from every budget of the charges, or nothing where one of them is empty: the check and the writes are one
 * statement, so that requests at the same moment cannot pass together. Budgets refill continuously: nobody is locked
 * for longer than one `every`. `limits` is for tests.
 */
export async function takeBudget<Name extends string = LimitName>(
  context: LimitContext,
  charges: readonly Charge<Name>[],
  limits: Readonly<Record<Name, Limit>> = LIMITS as Record<string, Limit> as Record<Name, Limit>,
): Promise<{ ok: true; value: Taken } | Refusal> {
  const { db, now } = context;
  const buckets = await findBuckets(context, charges, limits);
  if (buckets.length === 0) return ok({ buckets });
  const wanted = sql`json_each(${JSON.stringify(buckets)})`;
  // `full_at` says how much is left: burst × every seconds from now is an empty bucket.
  const taken = await db.all(sql`
    INSERT INTO rate_limits (key, full_at)
    SELECT w.value ->> 'key', MAX(COALESCE(r.full_at, 0), ${now}) + (w.value ->> 'every')
    FROM ${wanted} w LEFT JOIN rate_limits r ON r.key = w.value ->> 'key'
    WHERE NOT EXISTS (SELECT 1 FROM ${wanted} o JOIN rate_limits f ON f.key = o.value ->> 'key'
      WHERE f.full_at + (o.value ->> 'every') > ${now} + (o.value ->> 'every') * (o.value ->> 'burst'))
    ON CONFLICT (key) DO UPDATE SET full_at = excluded.full_at
    RETURNING key`);
  if (taken.length > 0) return ok({ buckets });
  const empty = await db.all<{ name: string; wait: number }>(sql`
    SELECT w.value ->> 'limit' AS name,
      r.full_at + (w.value ->> 'every') - (w.value ->> 'every') * (w.value ->> 'burst') - ${now} AS wait
    FROM ${wanted} w JOIN rate_limits r ON r.key = w.value ->> 'key'
    WHERE wait > 0`);
  return {
    ...fail('too_many_requests', { retryAfter: Math.max(1, ...empty.map(({ wait }) => wait)) }),
    limits: [...new Set(empty.map(({ name }) => name))],
  };
}

/** Gives back what `takeBudget` took, for a request that turned out to cost nothing, such as a right guess. */
export async function returnBudget({ db, now }: Pick<LimitContext, 'db' | 'now'>, { buckets }: Taken): Promise<void> {
  if (buckets.length === 0) return;
  await db.run(sql`UPDATE rate_limits SET full_at = MAX(${now}, full_at - (w.value ->> 'every'))
    FROM json_each(${JSON.stringify(buckets)}) w WHERE rate_limits.key = w.value ->> 'key'`);
}

/** The buckets of charges, without taking anything, such as for `returnBudget` in a later request. */
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

/**
 * The keyed hash under which an address or a mobile is counted, so that D1 alone does not say whose it is. Without
 * MEDIA_SIGNING_KEY nothing is secret on a site; limits still hold there.
 */
export async function hashWithSecret(env: Env, text: string): Promise<string> {
  return (await signText(signingKeys(env)?.current ?? 'no key', text)).slice(0, KEY_LENGTH);
}

/** An address's networks, each with its budget. */
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
