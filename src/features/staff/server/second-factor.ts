import { Secret, TOTP } from 'otpauth';
import type { Env } from '../../../platform/config/env.ts';
import { base64Url, signingKeys, signText } from '../../../platform/media/signing.ts';
import { STEP_SECONDS } from '../staff.ts';

const IV_BYTES = 12;
const SECRET_BYTES = 20; // RFC 4226, section 4

export function createFactor(issuer: string, label: string): { secret: string; address: string } {
  const secret = new Secret({ size: SECRET_BYTES });
  return { secret: secret.base32, address: new TOTP({ issuer, label, secret, period: STEP_SECONDS }).toString() };
}

/** The number of the period that a code belongs to (RFC 6238); null for a wrong one. `now` in epoch seconds. */
export function findStep(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ secret, period: STEP_SECONDS });
  const delta = totp.validate({ token: code, timestamp: now * 1000, window: 1 });
  return delta === null ? null : Math.floor(now / STEP_SECONDS) + delta;
}

/** `now` in epoch seconds. */
export function createCode(secret: string, now: number): string {
  return new TOTP({ secret, period: STEP_SECONDS }).generate({ timestamp: now * 1000 });
}

/** Null without MEDIA_SIGNING_KEY: nothing is stored in the clear. */
export async function encryptSecret(env: Env, secret: string): Promise<string | null> {
  const keys = signingKeys(env);
  if (keys === null) return null;
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const bytes = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await deriveKey(keys.current),
    new TextEncoder().encode(secret),
  );
  return `${base64Url(iv)}.${base64Url(new Uint8Array(bytes))}`;
}

/** Null where neither key of the settings opens it. */
export async function decryptSecret(env: Env, stored: string): Promise<string | null> {
  const keys = signingKeys(env);
  const [iv, bytes] = stored.split('.').map(toBytes);
  if (keys === null || iv === undefined || bytes === undefined) return null;
  for (const key of [keys.current, keys.previous]) {
    if (key === null) continue;
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await deriveKey(key), bytes).catch(() => null);
    if (plain !== null) return new TextDecoder().decode(plain);
  }
  return null;
}

async function deriveKey(signingKey: string): Promise<CryptoKey> {
  const bytes = toBytes(await signText(signingKey, 'staff-factor-v1'));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}
