import { ASKER_COOKIE, ASKER_SECONDS } from '../config.ts';
import { readCookie } from '../../../platform/http/cookies.ts';
import { newGuest } from '../../../platform/http/viewer.ts';

const ASKER_ID = /^[\w-]{22}$/;

/** The random id of a browser that has asked for a login code, by its cookie; else null. */
export function readAsker(request: Request): string | null {
  const id = readCookie(request, ASKER_COOKIE) ?? '';
  return ASKER_ID.test(id) ? id : null;
}

/** A new browser: 128 random bits. */
export const createAsker = newGuest;

/** The Set-Cookie value that keeps it, also over logout: it says that this browser has signed in, not who. */
export function askerCookie(id: string): string {
  return `${ASKER_COOKIE}=${id}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${String(ASKER_SECONDS)}`;
}
