import { toHex } from './bytes-as-text.ts';
import type { EncryptedUnit, MediaCipher } from './encrypted-file.ts';

const encoder = new TextEncoder();
const KEY_BYTES = 16;
const PREFIX_BYTES = 8;
const HOUR_SECONDS = 60 * 60;

export interface KeyScope {
  folder: string;
  path: string;
  hour: number;
}

export function toHour(epochSeconds: number): number {
  return Math.floor(epochSeconds / HOUR_SECONDS);
}

export function deriveKey(secret: string, scope: KeyScope): Promise<Uint8Array<ArrayBuffer>> {
  return derive(secret, ['media-key-v1', ...listParts(scope)], KEY_BYTES);
}

/** No two units of a key have the same vector, and long playlists stay small when they are compressed. */
export function createVectors(secret: string, scope: KeyScope) {
  const prefixes = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return async (file: string, offset: number | null): Promise<Uint8Array<ArrayBuffer>> => {
    const [, stem = file, number = '0', extension = ''] = /^(.*?)(\d{1,9})(\.\w+)$/.exec(file) ?? [];
    const form = `${stem}#${extension}${offset === null ? '' : '@'}`;
    const prefix = prefixes.get(form) ?? derive(secret, ['media-iv-v1', ...listParts(scope), form], PREFIX_BYTES);
    prefixes.set(form, prefix);
    const vector = new Uint8Array(KEY_BYTES);
    vector.set(await prefix);
    const view = new DataView(vector.buffer);
    view.setUint32(PREFIX_BYTES, Number(number));
    view.setUint32(PREFIX_BYTES + 4, offset ?? 0);
    return vector;
  };
}

export async function createAesCipher(secret: string, unit: KeyScope & EncryptedUnit): Promise<MediaCipher> {
  const iv = await createVectors(secret, unit)(unit.file, unit.range?.offset ?? null);
  return { tag: toHex(iv), encrypt: async (bytes) => encryptUnit(bytes, await deriveKey(secret, unit), iv) };
}

/** RFC 8216, 4.3.2.4: CBC with the padding of PKCS7. */
async function encryptUnit(
  bytes: ArrayBuffer,
  key: Uint8Array<ArrayBuffer>,
  iv: Uint8Array<ArrayBuffer>,
): Promise<ArrayBuffer> {
  const imported = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['encrypt']);
  return crypto.subtle.encrypt({ name: 'AES-CBC', iv }, imported, bytes);
}

const listParts = ({ folder, path, hour }: KeyScope) => [folder, path, String(hour)];

export async function derive(
  secret: string,
  parts: readonly string[],
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveBits']);
  const info = encoder.encode(parts.join('\n'));
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 8 * length));
}
