import { isSignedText, signText, type SigningKeys } from './signing.ts';

/** What a media address is signed for: `<viewer>.<signature>/<expires>/<folder>/…` below `/media/v/`. */
export interface MediaGrant {
  /** The tag of viewer.ts, or ANYONE. */
  viewer: string;
  folder: string;
  /** Epoch seconds. */
  expires: number;
}

/** Instead of a viewer's tag: what a channel plays is one playlist for all who may see the channel. */
export const ANYONE = 'anyone';

/**
 * The beginning of the addresses of a folder. The signature stands in the path, so that the relative addresses of a
 * playlist carry it along.
 */
export async function signFolder(keys: SigningKeys, grant: MediaGrant): Promise<string> {
  const { viewer, folder, expires } = grant;
  return `${viewer}.${await signText(keys.current, payload(grant))}/${String(expires)}/${folder}`;
}

/** Whether the signature is ours and has not expired at `now` (epoch seconds). */
export async function isGranted(
  keys: SigningKeys,
  signature: string,
  grant: MediaGrant,
  now: number,
): Promise<boolean> {
  if (!Number.isSafeInteger(grant.expires)) return false;
  // The expiry is looked at only afterwards.
  return (await isSignedText(keys, signature, payload(grant))) && grant.expires > now;
}

function payload({ viewer, folder, expires }: MediaGrant): string {
  return `media-v2\n${viewer}\n${folder}\n${String(expires)}`;
}
