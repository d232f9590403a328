import type { Env } from '../../config/env.ts';
import { KIDS_COOKIE, KIDS_COOKIE_SECONDS } from './kids.ts';
import { readVisitor } from './visitor.ts';
import { isSignedText, signingKeys, signText } from '../../media/signing.ts';

/** `on` is false for a session that was left: it keeps the parent's PIN. */
export interface KidsState {
  id: string;
  on: boolean;
}

const STATE = /^(on|off)\.([\w-]{22,64})$/;
/** Shared (cached) pages are rendered in kids mode without a session. */
export const SHARED_KIDS = `on.${'-'.repeat(22)}`;

export function kidsText({ id, on }: KidsState): string {
  return `${on ? 'on' : 'off'}.${id}`;
}

export function parseKids(text: string | null): KidsState | null {
  const [, state, id] = STATE.exec(text ?? '') ?? [];
  return id === undefined ? null : { id, on: state === 'on' };
}

/** Verifies the signature. Provider mode has no kids mode: ratings are not enforced there. */
export async function readKids(request: Request, env: Env): Promise<KidsState | null> {
  const cookie = readVisitor(request).kids;
  const keys = signingKeys(env);
  if (cookie === null || keys === null || env.API_BASE_URL !== '') return null;
  const at = cookie.lastIndexOf('.');
  const text = cookie.slice(0, at);
  return (await isSignedText(keys, cookie.slice(at + 1), payload(text))) ? parseKids(text) : null;
}

export async function kidsToken(key: string, state: KidsState): Promise<string> {
  const text = kidsText(state);
  return `${text}.${await signText(key, payload(text))}`;
}

export function kidsCookie(token: string): string {
  const seconds = String(KIDS_COOKIE_SECONDS);
  return `${KIDS_COOKIE}=${token}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${seconds}`;
}

function payload(text: string): string {
  return `kids-v1\n${text}`;
}
