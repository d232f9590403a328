import { ASKER_COOKIE, ASKER_SECONDS } from '../config.ts';
import { newGuest } from '../../../platform/http/viewer.ts';
import { readVisitor } from '../../../platform/http/visitor.ts';

const ASKER_ID = /^[\w-]{22}$/;

export function readAsker(request: Request): string | null {
  const id = readVisitor(request).cookies.get(ASKER_COOKIE) ?? '';
  return ASKER_ID.test(id) ? id : null;
}

export const createAsker = newGuest;

/** Kept over logout: it records that this browser has signed in, not as whom. */
export function buildAskerCookie(id: string): string {
  return `${ASKER_COOKIE}=${id}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${String(ASKER_SECONDS)}`;
}
