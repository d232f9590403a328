import { SESSION_COOKIE } from '../config/session.ts';
import { readCookie } from './cookies.ts';

/** Null where the token is not a valid header value. */
export function sessionToken(request: Request): string | null {
  try {
    const token = decodeURIComponent(readCookie(request, SESSION_COOKIE) ?? '');
    return /^[\x21-\x7e]+$/.test(token) ? token : null;
  } catch {
    return null;
  }
}
