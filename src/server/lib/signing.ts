const encoder = new TextEncoder();

/** The HMAC of a text, as base64url. The text begins with what it is for, so that no signature serves twice. */
export async function signText(key: string, text: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await hmacKey(key), encoder.encode(text));
  return base64Url(new Uint8Array(signature));
}

/** Whether a signature is ours; compared in constant time by crypto.subtle.verify. */
export async function isSignedText(key: string, signature: string, text: string): Promise<boolean> {
  const bytes = fromBase64Url(signature);
  return bytes !== null && crypto.subtle.verify('HMAC', await hmacKey(key), bytes, encoder.encode(text));
}

/**
 * The signature of a folder until `expires` (epoch seconds). Signed media addresses are
 * `/media/v/<signature>/<expires>/<folder>/…`: it stands in the path, so that the relative addresses of a playlist
 * carry it along.
 */
export async function signFolder(key: string, folder: string, expires: number): Promise<string> {
  return signText(key, payload(folder, expires));
}

/** Whether the signature is ours and has not expired at `now` (epoch seconds). Compared in constant time. */
export async function isSigned(
  key: string,
  { signature, folder, expires }: { signature: string; folder: string; expires: number },
  now: number,
): Promise<boolean> {
  if (!Number.isSafeInteger(expires)) return false;
  // The expiry is looked at only afterwards.
  return (await isSignedText(key, signature, payload(folder, expires))) && expires > now;
}

async function hmacKey(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', encoder.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
}

function payload(folder: string, expires: number): string {
  return `media-v1\n${folder}\n${String(expires)}`;
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
