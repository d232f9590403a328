import { GUEST_COOKIE, GUEST_SECONDS } from '../../config/session.ts';
import { readBearer } from './bearer.ts';
import { readVisitor } from './visitor.ts';
import { base64Url } from '../../media/signing.ts';

export type ViewerProof = { session: string } | { guest: string };

const TAG_LENGTH = 22;

/** Hash of the proof, 22 characters: identifies a viewer in media URLs without D1 and without revealing the proof. */
export async function viewerTag(proof: ViewerProof): Promise<string> {
  const text = 'session' in proof ? `session\n${proof.session}` : `guest\n${proof.guest}`;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`media-viewer-v1\n${text}`));
  return base64Url(new Uint8Array(hash)).slice(0, TAG_LENGTH);
}

export function isViewerTag(text: string): boolean {
  return /^[\w-]{22}$/.test(text);
}

export async function isViewer(request: Request, tag: string): Promise<boolean> {
  const { token: sessionToken, guest } = readVisitor(request);
  const token = readBearer(request) ?? sessionToken;
  const proofs: ViewerProof[] = [
    ...(token === null ? [] : [{ session: token }]),
    ...(guest === null ? [] : [{ guest }]),
  ];
  for (const proof of proofs) if ((await viewerTag(proof)) === tag) return true;
  return false;
}

export function newGuest(): string {
  // 128 bits
  return base64Url(crypto.getRandomValues(new Uint8Array(16)));
}

export function guestCookie(id: string): string {
  return `${GUEST_COOKIE}=${id}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${String(GUEST_SECONDS)}`;
}
