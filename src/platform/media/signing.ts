import type { Env } from '../config/env.ts';

const encoder = new TextEncoder();

/** The server's secrets: signs with `current`, takes both, so that keys can be changed while addresses are in use. */
export interface SigningKeys {
  current: string;
  previous: string | null;
}

/** The keys that the Worker was given; null for none, where nothing must be signed or believed. */
export function signingKeys(env: Env): SigningKeys | null {
  const current = env.MEDIA_SIGNING_KEY ?? '';
  const previous = env.MEDIA_SIGNING_KEY_PREVIOUS ?? '';
  return current === '' ? null : { current, previous: previous === '' ? null : previous };
}

/** The HMAC of a text, as base64url. The text begins with what it is for, so that no signature serves twice. */
export async function signText(key: string, text: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await hmacKey(key), encoder.encode(text));
  return base64Url(new Uint8Array(signature));
}

/** Whether a signature is ours, by either key; compared in constant time by crypto.subtle.verify. */
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

/** Bytes as base64url without padding. */
export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** A film is hundreds of parts, and each is checked: the isolate keeps the keys it has made ready. */
const ready = new Map<string, CryptoKey>();

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

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]{43}$/.test(text)) return null;
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  // Two bits of the last letter stand for nothing: of the four ways to write the same bytes, ours alone is good.
  return base64Url(bytes) === text ? bytes : null;
}
