import { getCookie } from './cookies.ts';
import { SIGNED_IN_COOKIE } from '../config/session.ts';

export function hasSession(): boolean {
  return getCookie(SIGNED_IN_COOKIE) !== undefined;
}
