import { readVisitor } from '../http/session/visitor.ts';

/** Native HLS keeps the manifest's addresses, and a new manifest would restart playback. */
export interface Renewal {
  signature: string;
  expires: number; // Epoch seconds
}

const PARAMETER = 'renew';
const VALUE = /^([\w-]{43})\.(\d{1,12})$/;

export function asksToRenew(request: Request): boolean {
  return new URL(request.url).searchParams.has(PARAMETER);
}

export function answerRenewal(media: string, { signature, expires }: Renewal, now: number): Response {
  const attributes = `Path=/media/; HttpOnly; Secure; SameSite=Strict; Max-Age=${String(expires - now)}`;
  const cookie = `${getCookieName(media)}=${signature}.${String(expires)}; ${attributes}`;
  return new Response(null, { status: 204, headers: { 'set-cookie': cookie, 'cache-control': 'no-store' } });
}

/** The grant that expires last: a renewal cookie or the address's own signature; null where neither is valid. */
export async function getEffectiveGrant(
  request: Request,
  media: string,
  addressGrant: Renewal,
  isValid: (renewal: Renewal) => Promise<boolean>,
): Promise<Renewal | null> {
  const [, signature, until] = VALUE.exec(readVisitor(request).cookies.get(getCookieName(media)) ?? '') ?? [];
  const expires = Number(until);
  if (signature !== undefined && expires > addressGrant.expires && (await isValid({ signature, expires }))) {
    return { signature, expires };
  }
  return (await isValid(addressGrant)) ? addressGrant : null;
}

function getCookieName(media: string): string {
  return `media_${media}`;
}
