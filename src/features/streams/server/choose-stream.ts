import type { RequestContext } from '../../../platform/http/context.ts';
import type { PlayState } from '../../entitlement/entitlement.ts';
import { createStreamId, parseStreamId, type StreamItem } from '../stream-id.ts';
import { getDefaultLimit, holdLease, type LeaseState } from './lease.ts';

/** The viewer's current stream of this item, else a new one; null for what an account does not limit. */
export function chooseStream(
  { user, env }: Pick<RequestContext, 'user' | 'env'>,
  state: PlayState,
  item: StreamItem,
  current?: string,
): string | null {
  const isOpen = state === 'free' || state === 'operator_fullrate';
  if (user === null || isOpen || getDefaultLimit(env) === 0) return null;
  return continueStream(user.id, item, current);
}

export function continueStream(userId: number, item: StreamItem, current = ''): string {
  const stream = parseStreamId(current);
  const isOwn = stream?.user === userId && stream.item.kind === item.kind && stream.item.id === item.id;
  return isOwn ? current : createStreamId(userId, item);
}

/** Another account's stream is held here: `chooseStream` does not continue it. */
export async function holdOwnStream(
  { env, db, now, user, userAgent }: Pick<RequestContext, 'env' | 'db' | 'now' | 'user' | 'userAgent'>,
  stream: string,
): Promise<LeaseState> {
  if (user === null || parseStreamId(stream)?.user !== user.id || getDefaultLimit(env) === 0) return 'held';
  return holdLease(db, env, { stream, userAgent, now });
}
