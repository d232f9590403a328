import { isSignedText, signText, type SigningKeys } from '../../../platform/media/signing.ts';

/** What a signature of a live address is for: one channel, until then. */
export interface LiveGrant {
  channel: number;
  /** Epoch seconds. */
  expires: number;
}

/** The address below which the playlists of a channel lie. They are made here, whoever serves the media. */
export async function liveBase(keys: SigningKeys, origin: string, grant: LiveGrant): Promise<string> {
  const signature = await signText(keys.current, payload(grant));
  return `${origin}/media/live/${signature}/${grant.expires}/${grant.channel}`;
}

/** Whether a live address is ours and has not expired at `now` (epoch seconds). */
export async function isLiveGrant(
  keys: SigningKeys,
  signature: string,
  grant: LiveGrant,
  now: number,
): Promise<boolean> {
  if (!Number.isSafeInteger(grant.expires)) return false;
  return (await isSignedText(keys, signature, payload(grant))) && grant.expires > now;
}

function payload({ channel, expires }: LiveGrant): string {
  return `live-v1\n${channel}\n${expires}`;
}
