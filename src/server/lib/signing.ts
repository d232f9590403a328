/**
 * Signed media addresses: `/media/v/<signature>/<expires>/<folder>/…`. The signature covers the folder and the
 * expiry (epoch seconds) and stands in the path, so that the relative addresses of a playlist carry it along.
 */
const encoder = new TextEncoder();

/** The signature of a folder until `expires`, as base64url. */
export async function signFolder(key: string, folder: string, expires: number): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await hmacKey(key), payload(folder, expires));
  return base64Url(new Uint8Array(signature));
}

/** Whether the signature is ours and has not expired at `now` (epoch seconds). Compared in constant time. */
export async function isSigned(
  key: string,
  { signature, folder, expires }: { signature: string; folder: string; expires: number },
  now: number,
): Promise<boolean> {
  const bytes = fromBase64Url(signature);
  if (!bytes || !Number.isSafeInteger(expires)) return false;
  // crypto.subtle.verify compares in constant time; the expiry is looked at only afterwards.
  const valid = await crypto.subtle.verify('HMAC', await hmacKey(key), bytes, payload(folder, expires));
  return valid && expires > now;
}

async function hmacKey(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', encoder.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
}

function payload(folder: string, expires: number): Uint8Array<ArrayBuffer> {
  return encoder.encode(`media-v1\n${folder}\n${String(expires)}`);
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]{43}$/.test(text)) return null;
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}
