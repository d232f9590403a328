import { SESSION_COOKIE } from '../config/session.ts';
import { readCookie } from './cookies.ts';

/** The token of the session cookie; null where there is none or it could not stand in a header. */
export function sessionToken(request: Request): string | null {
  try {
    const token = decodeURIComponent(readCookie(request, SESSION_COOKIE) ?? '');
    return /^[\x21-\x7e]+$/.test(token) ? token : null;
  } catch {
    return null;
  }
}
