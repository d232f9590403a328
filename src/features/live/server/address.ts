import { MEDIA_SIGNATURE_SECONDS } from '../../../platform/config/constants.ts';
import { isGrantOpen } from '../../../platform/http/clock.ts';
import { isSignedText, signText, type SigningKeys } from '../../../platform/media/signing.ts';

export const LONGEST_SECONDS = 2 * MEDIA_SIGNATURE_SECONDS; // A receiver's address

export interface LiveGrant {
  /** Who may open the address (audience.ts). */
  audience: string;
  channel: number;
  /** Epoch seconds of a programme to replay; null for live. */
  from: number | null;
  expires: number;
}

/** The folder of the channel's playlists. Always an address of this site, also where another host serves the media. */
export async function liveBase(keys: SigningKeys, origin: string, grant: LiveGrant): Promise<string> {
  const signature = await signText(keys.current, payload(grant));
  const programme = grant.from === null ? '' : `/${grant.from}`;
  return `${origin}/media/live/${grant.audience}.${signature}/${grant.expires}/${grant.channel}${programme}`;
}

export async function isLiveGrant(
  keys: SigningKeys,
  signature: string,
  grant: LiveGrant,
  now: number,
): Promise<boolean> {
  if (!isGrantOpen(grant.expires, now, LONGEST_SECONDS)) return false;
  return isSignedText(keys, signature, payload(grant));
}

function payload({ audience, channel, from, expires }: LiveGrant): string {
  return `live-v2\n${audience}\n${channel}\n${from ?? 'live'}\n${expires}`;
}
