import { readCookie } from '../http/cookies.ts';

/**
 * A signature that prolongs addresses which are in use: a browser's own HLS asks by the addresses of the manifest that it
 * once read, and another manifest would mean to begin anew. It comes as a cookie, so only to the site's own host.
 */
export interface Renewal {
  signature: string;
  /** Epoch seconds. */
  expires: number;
}

/** What a manifest is asked with for its renewal instead of itself. */
const PARAMETER = 'renew';
const VALUE = /^([\w-]{43})\.(\d{1,12})$/;

/** Whether a signed manifest is asked for its renewal. */
export function asksToRenew(request: Request): boolean {
  return new URL(request.url).searchParams.has(PARAMETER);
}

/** Keeps the signature of a fresh address for those of the same media (a folder, or `live-<channel>`) that expire. */
export function answerRenewal(media: string, { signature, expires }: Renewal, now: number): Response {
  const attributes = `Path=/media/; HttpOnly; Secure; SameSite=Strict; Max-Age=${String(expires - now)}`;
  const cookie = `${getCookieName(media)}=${signature}.${String(expires)}; ${attributes}`;
  return new Response(null, { status: 204, headers: { 'set-cookie': cookie, 'cache-control': 'no-store' } });
}

/**
 * What opens an address: a renewal that lasts longer than the address itself, so that what a playlist lists now is good as
 * long as it plays, else the address's own signature. Null where `isValid` takes neither.
 */
export async function getEffectiveGrant(
  request: Request,
  media: string,
  addressGrant: Renewal,
  isValid: (renewal: Renewal) => Promise<boolean>,
): Promise<Renewal | null> {
  const [, signature, until] = VALUE.exec(readCookie(request, getCookieName(media)) ?? '') ?? [];
  const expires = Number(until);
  if (signature !== undefined && expires > addressGrant.expires && (await isValid({ signature, expires }))) {
    return { signature, expires };
  }
  return (await isValid(addressGrant)) ? addressGrant : null;
}

function getCookieName(media: string): string {
  return `media_${media}`;
}
