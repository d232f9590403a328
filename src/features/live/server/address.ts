import { MEDIA_SIGNATURE_SECONDS } from '../../../platform/config/constants.ts';
import { isGrantOpen } from '../../../platform/http/clock.ts';
import { defineMediaAddress } from '../../../platform/media/define-media-address.ts';
import { isSignedText, signText, type SigningKeys } from '../../../platform/media/signing.ts';

export const MAX_VALID_SECONDS = 2 * MEDIA_SIGNATURE_SECONDS; // A receiver's address

export interface LiveGrant {
  /** Who may open the address (audience.ts). */
  audience: string;
  channel: number;
  /** Epoch seconds of a programme to replay; null for live. */
  from: number | null;
  expires: number;
}

export interface SignedLive extends LiveGrant {
  signature: string;
  name: string; // Of a playlist, without its ending
}

export const MASTER = 'master';

export const liveAddress = defineMediaAddress<SignedLive>({
  pattern:
    /^live\/(?<audience>[\w-]+)\.(?<signature>[\w-]+)\/(?<expires>\d{1,12})\/(?<channel>\d{1,9})\/(?:(?<from>\d{1,10})\/)?(?<name>[a-z]+\d{0,4}|subs-[a-zA-Z-]{2,12})\.m3u8$/,
  build: ({ audience, signature, expires, channel, from, name }) => {
    const programme = from === null ? '' : `${from}/`;
    return `live/${audience}.${signature}/${expires}/${channel}/${programme}${name}.m3u8`;
  },
  read: ({ audience = '', signature = '', expires, channel, from, name = '' }) => ({
    audience,
    signature,
    expires: Number(expires),
    channel: Number(channel),
    from: from === undefined ? null : Number(from),
    name,
  }),
});

/** The channel's master playlist. An address of this site, also where another host serves the media. */
export async function signLiveUrl(keys: SigningKeys, origin: string, grant: LiveGrant): Promise<string> {
  const signature = await signText(keys.current, payload(grant));
  return `${origin}/media/${liveAddress.build({ ...grant, signature, name: MASTER })}`;
}

export async function isLiveGrant(
  keys: SigningKeys,
  signature: string,
  grant: LiveGrant,
  now: number,
): Promise<boolean> {
  if (!isGrantOpen(grant.expires, now, MAX_VALID_SECONDS)) return false;
  return isSignedText(keys, signature, payload(grant));
}

function payload({ audience, channel, from, expires }: LiveGrant): string {
  return `live-v2\n${audience}\n${channel}\n${from ?? 'live'}\n${expires}`;
}
