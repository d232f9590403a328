import { getCookie } from './cookies.ts';
import { SIGNED_IN_COOKIE } from '../config/session.ts';

/** Whether this browser holds a session, by the cookie that says so; the session's own cookie is never seen here. */
export function hasSession(): boolean {
  return getCookie(SIGNED_IN_COOKIE) !== undefined;
}
