import { REQUESTER_COOKIE, REQUESTER_SECONDS } from '../config.ts';
import { newGuest } from '../../../platform/http/session/viewer.ts';
import { readVisitor } from '../../../platform/http/session/visitor.ts';

const REQUESTER_ID = /^[\w-]{22}$/;

export function readRequester(request: Request): string | null {
  const id = readVisitor(request).cookies.get(REQUESTER_COOKIE) ?? '';
  return REQUESTER_ID.test(id) ? id : null;
}

export const createRequester = newGuest;

/** Kept over logout: it records that this browser has signed in, not as whom. */
export function buildRequesterCookie(id: string): string {
  return `${REQUESTER_COOKIE}=${id}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${String(REQUESTER_SECONDS)}`;
}
