import { createHash } from 'node:crypto';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { PlayState } from '../../entitlement/entitlement.ts';
import { createStreamId, parseStreamId, SESSION_LENGTH, type StreamItem } from '../stream-id.ts';
import { getDefaultLimit, holdLease, type LeaseState } from './lease.ts';

/** The viewer's current stream of this item, else a new one; null for what an account does not limit. */
export function chooseStream(
  { user, env, token }: Pick<RequestContext, 'user' | 'env' | 'token'>,
  state: PlayState,
  item: StreamItem,
  current?: string,
): string | null {
  const isOpen = state === 'free' || state === 'operator_fullrate';
  if (user === null || isOpen || getDefaultLimit(env) === 0) return null;
  return continueStream({ user, token }, item, current);
}

/** A stream ends with its session: another session of the account begins another one. */
export function continueStream(
  { user, token }: { user: { id: number }; token: string | null },
  item: StreamItem,
  current = '',
): string {
  const stream = parseStreamId(current);
  const session = token === null ? null : createHash('sha256').update(token).digest('hex').slice(0, SESSION_LENGTH);
  const isOwn = stream?.user === user.id && stream.session === session;
  const continues = isOwn && stream.item.kind === item.kind && stream.item.id === item.id;
  return continues ? current : createStreamId(user.id, item, session);
}

/** Another account's stream is held here: `chooseStream` does not continue it. */
export async function holdOwnStream(
  { env, db, now, user, userAgent, asn }: Pick<RequestContext, 'env' | 'db' | 'now' | 'user' | 'userAgent' | 'asn'>,
  stream: string,
): Promise<LeaseState> {
  if (user === null || parseStreamId(stream)?.user !== user.id || getDefaultLimit(env) === 0) return 'held';
  return holdLease(db, env, { stream, userAgent, now, asn });
}
