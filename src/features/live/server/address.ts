import { isSignedText, signText, type SigningKeys } from '../../../platform/media/signing.ts';

export interface LiveGrant {
  channel: number;
  expires: number;
}

/** Always an address of this site, also where another host serves the media. */
export async function liveBase(keys: SigningKeys, origin: string, grant: LiveGrant): Promise<string> {
  const signature = await signText(keys.current, payload(grant));
  return `${origin}/media/live/${signature}/${grant.expires}/${grant.channel}`;
}

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
