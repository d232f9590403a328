import { MEDIA_SIGNATURE_SECONDS } from '../config/constants.ts';
import { isGrantOpen } from '../http/clock.ts';
import { isSignedText, signText, type SigningKeys } from './signing.ts';

export interface MediaGrant {
  viewer: string; // Tag of http/viewer.ts
  folder: string;
  expires: number; // Epoch seconds
}

/** The signature is part of the path, so that relative URIs of a playlist inherit it. */
export async function signFolder(keys: SigningKeys, grant: MediaGrant): Promise<string> {
  const { viewer, folder, expires } = grant;
  return `${viewer}.${await signText(keys.current, payload(grant))}/${String(expires)}/${folder}`;
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
