import type { Env } from '../config/env.ts';

const encoder = new TextEncoder();

/** Signs with `current`, verifies with both, for key rotation. */
export interface SigningKeys {
  current: string;
  previous: string | null;
}

export function signingKeys(env: Env): SigningKeys | null {
  const current = env.MEDIA_SIGNING_KEY ?? '';
  const previous = env.MEDIA_SIGNING_KEY_PREVIOUS ?? '';
  return current === '' ? null : { current, previous: previous === '' ? null : previous };
}

/** For what needs a signature: the missing key is logged, with what to do about it. */
export function requireSigningKeys(env: Env): SigningKeys | null {
  const keys = signingKeys(env);
  if (keys === null) {
    console.error(
      'MEDIA_SIGNING_KEY is not set: media is refused. Set it with `wrangler secret put`, or in .dev.vars.',
    );
  }
  return keys;
}

/** HMAC as base64url. The text starts with its purpose, so that no signature serves twice. */
export async function signText(key: string, text: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await hmacKey(key), encoder.encode(text));
  return base64Url(new Uint8Array(signature));
}

/** Constant time (crypto.subtle.verify). */
export async function isSignedText(
  { current, previous }: SigningKeys,
  signature: string,
  text: string,
): Promise<boolean> {
  const bytes = fromBase64Url(signature);
  if (bytes === null) return false;
  const verify = async (key: string) => crypto.subtle.verify('HMAC', await hmacKey(key), bytes, encoder.encode(text));
  return (await verify(current)) || (previous !== null && (await verify(previous)));
}

export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}

const ready = new Map<string, CryptoKey>(); // Imported keys are reused: a film has hundreds of segments.

async function hmacKey(key: string): Promise<CryptoKey> {
  const cryptoKey = ready.get(key);
  if (cryptoKey) return cryptoKey;
  const made = await crypto.subtle.importKey('raw', encoder.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  ready.set(key, made);
  return made;
}

/** The 32 bytes of a signature; null for another text. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]{43}$/.test(text)) return null;
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  // The last letter has two unused bits: only the canonical encoding is accepted.
  return base64Url(bytes) === text ? bytes : null;
}
