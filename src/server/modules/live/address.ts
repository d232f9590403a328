import type { Env } from '../../../config/env.ts';
import { isSignedText, signText } from '../../lib/signing.ts';

/** What a signature of a live address is for: one channel, until then. */
export interface LiveGrant {
  channel: number;
  /** Epoch seconds. */
  expires: number;
}

/** The address below which the playlists of a channel lie. They are made here, whoever serves the media. */
export async function liveBase(key: string, origin: string, grant: LiveGrant): Promise<string> {
  const signature = await signText(key, payload(grant));
  return `${origin}/media/live/${signature}/${grant.expires}/${grant.channel}`;
}

/** Whether a live address is ours and has not expired at `now` (epoch seconds). */
export async function isLiveGrant(key: string, signature: string, grant: LiveGrant, now: number): Promise<boolean> {
  if (!Number.isSafeInteger(grant.expires)) return false;
  return (await isSignedText(key, signature, payload(grant))) && grant.expires > now;
}

/** Where signed media lies: `MEDIA_BASE_URL`, or this Worker's own door by an address without a host. */
export function mediaBase(env: Env): string {
  return env.MEDIA_BASE_URL === '' ? '/media' : env.MEDIA_BASE_URL.replace(/\/$/, '');
}

function payload({ channel, expires }: LiveGrant): string {
  return `live-v1\n${channel}\n${expires}`;
}
