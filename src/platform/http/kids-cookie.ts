import type { Env } from '../config/env.ts';
import { KIDS_COOKIE, KIDS_COOKIE_SECONDS } from './kids.ts';
import { readCookie } from './cookies.ts';
import { isSignedText, signingKeys, signText } from '../media/signing.ts';

/** The kids session of a browser: its random id, and whether it is on. One that was left keeps its parent's PIN. */
export interface KidsState {
  id: string;
  on: boolean;
}

const STATE = /^(on|off)\.([\w-]{22,64})$/;
/** What pages that everybody shares are rendered with: in kids mode, but of no session. */
export const SHARED_KIDS = `on.${'-'.repeat(22)}`;

/** The state as text, for the internal header and inside the cookie. */
export function kidsText({ id, on }: KidsState): string {
  return `${on ? 'on' : 'off'}.${id}`;
}

/** Reads that text; null for anything else. */
export function parseKids(text: string | null): KidsState | null {
  const [, state, id] = STATE.exec(text ?? '') ?? [];
  return id === undefined ? null : { id, on: state === 'on' };
}

/**
 * The kids session that a request's cookie proves, or null: the signature is the server's, so no script and no child
 * can make one up. With a provider's API there is no kids mode, because ratings are not ours to enforce there.
 */
export async function readKids(request: Request, env: Env): Promise<KidsState | null> {
  const cookie = readCookie(request, KIDS_COOKIE);
  const keys = signingKeys(env);
  if (cookie === null || keys === null || env.API_BASE_URL !== '') return null;
  const at = cookie.lastIndexOf('.');
  const text = cookie.slice(0, at);
  return (await isSignedText(keys, cookie.slice(at + 1), payload(text))) ? parseKids(text) : null;
}

/** The signed text that stands in the cookie. */
export async function kidsToken(key: string, state: KidsState): Promise<string> {
  const text = kidsText(state);
  return `${text}.${await signText(key, payload(text))}`;
}

/** The Set-Cookie value that keeps a token. */
export function kidsCookie(token: string): string {
  const seconds = String(KIDS_COOKIE_SECONDS);
  return `${KIDS_COOKIE}=${token}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${seconds}`;
}

function payload(text: string): string {
  return `kids-v1\n${text}`;
}
