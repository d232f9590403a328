import { SIGNED_IN_COOKIE } from '../config/session.ts';

/** Whether this browser holds a session, by the cookie that says so; the session's own cookie is never seen here. */
export function hasSession(): boolean {
  return document.cookie.split(';').some((pair) => pair.trim().startsWith(`${SIGNED_IN_COOKIE}=`));
}
