import { SIGNED_IN_COOKIE } from '../config/session.ts';

export function hasSession(): boolean {
  return document.cookie.includes(`${SIGNED_IN_COOKIE}=`);
}
