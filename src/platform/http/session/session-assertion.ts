import type { Env } from '../../config/env.ts';
import { isSignedText, signingKeys, signText } from '../../media/signing.ts';
import { sha256 } from '../hash.ts';

/** Seconds for which an assertion spares the lookup of a session, and so the longest time until a revocation counts. */
export const ASSERTION_SECONDS = 300;
const SKEW_SECONDS = 30; // Between the clocks of two machines

const ASSERTION = /^([1-9]\d{0,14})\.([1-9]\d{9,10})\.([\w-]{43})$/;

/** `<user>.<end>.<signature>`: this token was a session of this user within the last five minutes (decision 112). It is
 * signed for the token and worthless without it. Null without a signing key. Epoch seconds. */
export async function createAssertion(env: Env, token: string, userId: number, now: number): Promise<string | null> {
  const keys = signingKeys(env);
  if (keys === null) return null;
  const claim = `${String(userId)}.${String(now + ASSERTION_SECONDS)}`;
  return `${claim}.${await signText(keys.current, await toPayload(claim, token))}`;
}

/** The user's id; null if the assertion is expired, forged, of another token, or of a clock that is ahead. */
export async function verifyAssertion(env: Env, text: string, token: string, now: number): Promise<number | null> {
  const [, user, end, signature] = ASSERTION.exec(text) ?? [];
  const keys = signingKeys(env);
  if (user === undefined || end === undefined || signature === undefined || keys === null) return null;
  if (Number(end) <= now || Number(end) > now + ASSERTION_SECONDS + SKEW_SECONDS) return null;
  const isSigned = await isSignedText(keys, signature, await toPayload(`${user}.${end}`, token));
  return isSigned && !isRevoked(token, now) && !isRevoked(nameUser(Number(user)), now) ? Number(user) : null;
}

/** Tokens and accounts whose sessions this isolate has ended, with the epoch second after which no assertion of theirs is alive. */
const revoked = new Map<string, number>();

/** Ends the token's assertions in this isolate at once. Others refuse them when they expire. */
export function revokeAssertions(token: string, now: number): void {
  for (const [other, end] of revoked) if (end <= now) revoked.delete(other);
  revoked.set(token, now + ASSERTION_SECONDS + SKEW_SECONDS);
}

/** As above, for all sessions of an account. */
export function revokeUserAssertions(userId: number, now: number): void {
  revokeAssertions(nameUser(userId), now);
}

/** A token has no space. */
const nameUser = (id: number) => `user ${String(id)}`;

function isRevoked(token: string, now: number): boolean {
  return (revoked.get(token) ?? 0) > now;
}

async function toPayload(claim: string, token: string): Promise<string> {
  return `session-assertion-v1\n${await sha256(token)}\n${claim}`;
}
