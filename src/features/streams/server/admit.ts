import type { Env } from '../../../platform/config/env.ts';
import { openDatabase } from '../../../platform/db/client.ts';
import { isAhead } from '../../../platform/http/clock.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { REMEMBER_SECONDS } from '../config.ts';
import { getDefaultLimit, holdLease, isWatching, type LeaseState } from './lease.ts';
import { hasStreamRight } from './stream-right.ts';

/** Epoch seconds until which this isolate takes a stream's lease for held, and its viewer's right for there. */
const heldUntil = new Map<string, number>();
const MAX_ENTRIES = 5000;

export const LEASE_ERRORS = { full: 'streams_full', stopped: 'stream_stopped' } as const satisfies Record<
  Exclude<LeaseState, 'held'>,
  ErrorCode
>;

/** Each media request is its stream's heartbeat. Null: it may play. While the database is away a stream plays on. */
export async function admitStream(env: Env, request: Request, stream: string | null): Promise<ErrorCode | null> {
  if (stream === null || getDefaultLimit(env) === 0) return null;
  const now = Math.floor(Date.now() / 1000);
  if (isAhead(heldUntil.get(stream) ?? 0, now, REMEMBER_SECONDS)) return null;
  const holder = { stream, userAgent: request.headers.get('user-agent'), now };
  try {
    const db = openDatabase(env.DB);
    const [state, hasRight] = await Promise.all([
      holdLease(db, env, holder),
      hasStreamRight(db, request, env, { stream, now }),
    ]);
    if (!hasRight) return 'media_key_refused';
    if (state !== 'held') return LEASE_ERRORS[state];
    if (heldUntil.size >= MAX_ENTRIES) heldUntil.clear();
    heldUntil.set(stream, now + REMEMBER_SECONDS);
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
