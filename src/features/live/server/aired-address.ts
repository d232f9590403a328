import { isSignedText, signText, type SigningKeys } from '../../../platform/media/signing.ts';
import type { AiredAs } from '../playout/aired.ts';
import { isGrantOpen } from '../../../platform/http/clock.ts';
import { LONGEST_SECONDS } from './address.ts';
import type { Airing } from '../playout/on-air.ts';

/** The files of one showing of a folder: which of them are open follows from the clock (playout/aired.ts). */
export interface AiredGrant {
  audience: string;
  folder: string;
  as: AiredAs;
  airing: Airing;
  expires: number; // Epoch seconds
}

/** Below the media's own prefix, which proxies of a media host forward. The folder follows, without a slash before it. */
export async function signAired(keys: SigningKeys, grant: AiredGrant): Promise<string> {
  const { audience, as, airing, expires, folder } = grant;
  const signature = await signText(keys.current, payload(grant));
  const showing = [as, airing.startsAt, airing.count].join('.');
  return `v/${audience}.${signature}/${String(expires)}/${showing}/${folder}`;
}

export async function isAiredGrant(
  keys: SigningKeys,
  signature: string,
  grant: AiredGrant,
  now: number,
): Promise<boolean> {
  const { expires, airing } = grant;
  if (![airing.startsAt, airing.count].every(Number.isSafeInteger)) return false;
  if (!isGrantOpen(expires, now, LONGEST_SECONDS)) return false;
  return isSignedText(keys, signature, payload(grant));
}

function payload({ audience, folder, as, airing: { startsAt, count }, expires }: AiredGrant): string {
  return ['aired-v1', audience, folder, as, startsAt, count, expires].join('\n');
}
