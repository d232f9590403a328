import { defineMediaAddress } from '../../../platform/media/define-media-address.ts';
import { isSignedText, signText, type SigningKeys } from '../../../platform/media/signing.ts';
import type { AiredAs } from '../playout/aired.ts';
import { isGrantOpen } from '../../../platform/http/clock.ts';
import { MAX_VALID_SECONDS } from './address.ts';
import type { Airing } from '../playout/on-air.ts';

/** The files of one showing of a folder: which of them are open follows from the clock (playout/aired.ts). */
export interface AiredGrant {
  audience: string;
  folder: string;
  as: AiredAs;
  airing: Airing;
  expires: number; // Epoch seconds
}

export interface SignedAired extends AiredGrant {
  signature: string;
  file: string; // Below the folder
}

/** It begins as files of titles do: proxies of a media host forward that prefix. */
export const airedAddress = defineMediaAddress<SignedAired>({
  pattern:
    /^v\/(?<audience>[\w-]+)\.(?<signature>[\w-]+)\/(?<expires>\d{1,12})\/(?<as>live|rewind|again)\.(?<startsAt>\d{1,16})\.(?<count>\d{1,6})\/(?<folder>[\w-]+)\/(?<file>[\w-]+\/[\w-]+\.[a-z0-9]{2,4})$/,
  build: ({ audience, signature, expires, as, airing: { startsAt, count }, folder, file }) =>
    `v/${audience}.${signature}/${String(expires)}/${[as, startsAt, count].join('.')}/${folder}/${file}`,
  read: ({ audience = '', signature = '', expires, as, startsAt, count, folder = '', file = '' }) => ({
    audience,
    signature,
    expires: Number(expires),
    as: as as AiredAs,
    airing: { startsAt: Number(startsAt), count: Number(count) },
    folder,
    file,
  }),
});

export async function signAired(keys: SigningKeys, grant: AiredGrant): Promise<AiredGrant & { signature: string }> {
  return { ...grant, signature: await signText(keys.current, payload(grant)) };
}

export async function isAiredGrant(
  keys: SigningKeys,
  signature: string,
  grant: AiredGrant,
  now: number,
): Promise<boolean> {
  const { expires, airing } = grant;
  if (![airing.startsAt, airing.count].every(Number.isSafeInteger)) return false;
  if (!isGrantOpen(expires, now, MAX_VALID_SECONDS)) return false;
  return isSignedText(keys, signature, payload(grant));
}

function payload({ audience, folder, as, airing: { startsAt, count }, expires }: AiredGrant): string {
  return ['aired-v1', audience, folder, as, startsAt, count, expires].join('\n');
}
