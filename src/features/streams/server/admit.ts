import type { Env } from '../../../platform/config/env.ts';
import { openDatabase } from '../../../platform/db/client.ts';
import { readNetworkNumber } from '../../../platform/http/address/network-number.ts';
import { LruCache } from '../../../platform/http/cache/lru-cache.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { REMEMBER_SECONDS } from '../config.ts';
import { getDefaultLimit, holdLease, isWatching, type LeaseState } from './lease.ts';
import { hasStreamRight } from './stream-right.ts';

/** Streams whose lease this isolate takes for held, and their viewer's right for there. */
const admitted = new LruCache<true>({ max: 5000 });

export const LEASE_ERRORS = { full: 'streams_full', stopped: 'stream_stopped' } as const satisfies Record<
  Exclude<LeaseState, 'held'>,
  ErrorCode
>;

/** Each media request is its stream's heartbeat. Null: it may play. While the database is away a stream plays on. */
export async function admitStream(env: Env, request: Request, stream: string | null): Promise<ErrorCode | null> {
  if (stream === null || getDefaultLimit(env) === 0) return null;
  const now = Math.floor(Date.now() / 1000);
  if (admitted.get(stream)) return null;
  const holder = { stream, userAgent: request.headers.get('user-agent'), now, asn: readNetworkNumber(request, env) };
  try {
    const db = openDatabase(env.DB);
    const [state, hasRight] = await Promise.all([
      holdLease(db, env, holder),
      hasStreamRight(db, request, env, { stream, now }),
    ]);
    if (!hasRight) return 'media_key_refused';
    if (state !== 'held') return LEASE_ERRORS[state];
    admitted.put(stream, true, REMEMBER_SECONDS * 1000);
  } catch (error) {
    console.error(`a stream's lease could not be read: ${describeError(error)}`);
  }
  return null;
}

/** The key of the next title, without a lease of its own: for an account that has one now. */
export async function admitAhead(env: Env, request: Request, stream: string | null): Promise<ErrorCode | null> {
  if (stream === null || getDefaultLimit(env) === 0) return null;
  const now = Math.floor(Date.now() / 1000);
  return (await isWatching(openDatabase(env.DB), stream, now)) ? null : admitStream(env, request, stream);
}
