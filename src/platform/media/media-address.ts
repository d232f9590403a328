import { MEDIA_SIGNATURE_SECONDS } from '../config/constants.ts';
import { isGrantOpen } from '../http/clock.ts';
import { defineMediaAddress } from './define-media-address.ts';
import { isSignedText, signText, type SigningKeys } from './signing.ts';

export interface MediaGrant {
  viewer: string; // Tag of http/session/viewer.ts
  folder: string;
  expires: number; // Epoch seconds
}

export interface SignedFile {
  viewer: string;
  signature: string;
  expires: number; // Epoch seconds
  path: string; // `<folder>/<file>`
}

/** The signature is part of the path, so that relative URIs of a playlist inherit it. */
export const fileAddress = defineMediaAddress<SignedFile>({
  pattern: /^v\/(?<viewer>[^./]*)(?:\.(?<signature>[^/]*))?\/(?<expires>\d{1,12})\/(?<path>.+)$/,
  build: ({ viewer, signature, expires, path }) => `v/${viewer}.${signature}/${String(expires)}/${path}`,
  read: ({ viewer = '', signature = '', expires, path = '' }) => ({
    viewer,
    signature,
    expires: Number(expires),
    path,
  }),
});

export async function signFolder(keys: SigningKeys, grant: MediaGrant): Promise<MediaGrant & { signature: string }> {
  return { ...grant, signature: await signText(keys.current, payload(grant)) };
}

export async function isGranted(
  keys: SigningKeys,
  signature: string,
  grant: MediaGrant,
  now: number,
): Promise<boolean> {
  if (!isGrantOpen(grant.expires, now, MEDIA_SIGNATURE_SECONDS)) return false;
  return isSignedText(keys, signature, payload(grant));
}

function payload({ viewer, folder, expires }: MediaGrant): string {
  return `media-v2\n${viewer}\n${folder}\n${String(expires)}`;
}
