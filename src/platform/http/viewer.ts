import { GUEST_COOKIE, GUEST_SECONDS } from '../config/session.ts';
import { readBearer } from './bearer.ts';
import { readCookie } from './cookies.ts';
import { sessionToken } from './session-cookie.ts';
import { base64Url } from '../media/signing.ts';

/** What a viewer alone has: the token of a session, or the random id in a guest's cookie. */
export type ViewerProof = { session: string } | { guest: string };

const TAG_LENGTH = 22;
const GUEST_ID = /^[\w-]{22}$/;

/**
 * The name of a viewer in media addresses, 22 characters. It is made of the proof by hash alone: whoever asks for a
 * segment can be told apart without D1, and the tag says nothing of the proof.
 */
export async function viewerTag(proof: ViewerProof): Promise<string> {
  const text = 'session' in proof ? `session\n${proof.session}` : `guest\n${proof.guest}`;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`media-viewer-v1\n${text}`));
  return base64Url(new Uint8Array(hash)).slice(0, TAG_LENGTH);
}

/** Whether a request comes from the viewer of that tag: by its bearer token, its session cookie or its guest cookie. */
export async function isViewer(request: Request, tag: string): Promise<boolean> {
  const token = readBearer(request) ?? sessionToken(request);
  const guest = readGuest(request);
  const proofs: ViewerProof[] = [
    ...(token === null ? [] : [{ session: token }]),
    ...(guest === null ? [] : [{ guest }]),
  ];
  for (const proof of proofs) if ((await viewerTag(proof)) === tag) return true;
  return false;
}

/** The id of a guest by their cookie, or null. */
export function readGuest(request: Request): string | null {
  const id = readCookie(request, GUEST_COOKIE) ?? '';
  return GUEST_ID.test(id) ? id : null;
}

/** A new guest: 128 random bits. */
export function newGuest(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(16)));
}

/** The Set-Cookie value that keeps a guest's id. */
export function guestCookie(id: string): string {
  return `${GUEST_COOKIE}=${id}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${String(GUEST_SECONDS)}`;
}
