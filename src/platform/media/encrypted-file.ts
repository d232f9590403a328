import { createVectors, deriveKey, encryptUnit, toHex, type KeyScope } from './segment-keys.ts';
import { keepFile, readKeptFile, readShared, SHARED_STORE, type MediaPlace, type SharedFile } from './shared-file.ts';
import { answerFile, StorageFailure } from './stored-file.ts';

/** A file of a rendition, or a part of it in bytes, in the cipher of an hour. */
export interface EncryptedUnit extends KeyScope {
  file: string;
  range: { length: number; offset: number } | null;
}

/**
 * The caller has checked the address. The cipher is stored by hour without the signature, so that a place encrypts a
 * segment once for all its viewers. Ranges are ignored (RFC 9110, 14.2): only a whole unit can be decrypted. Null where
 * there is no file.
 */
export async function serveEncrypted(
  request: Request,
  place: MediaPlace,
  secret: string,
  unit: EncryptedUnit,
  headers: Record<string, string>,
): Promise<Response | null> {
  const iv = await createVectors(secret, unit)(unit.file, unit.range?.offset ?? null);
  const key = `video/${unit.folder}/${unit.path}/${unit.file}`;
  const name = [toHex(iv), unit.range?.length ?? '', key].join('/');
  const cacheKey = new URL(`/media/encrypted/${name}`, request.url).href;
  const kept = await readKeptFile(cacheKey);
  const cipher = kept ?? (await encryptFile(request, place, secret, unit, { iv, key, cacheKey }));
  if (!cipher) return null;
  const status = `${SHARED_STORE}; ${kept ? 'hit' : 'fwd=uri-miss; stored'}`;
  const whole = new Request(request.url, { method: request.method, headers: withoutRange(request.headers) });
  const { bytes, httpEtag, uploaded } = cipher;
  const version = { size: bytes.byteLength, httpEtag, uploaded };
  const response = await answerFile(whole, version, { ...headers, 'cache-status': status }, () => bytes);
  if (response.ok) response.headers.set('accept-ranges', 'none');
  return response;
}

async function encryptFile(
  request: Request,
  place: MediaPlace,
  secret: string,
  unit: EncryptedUnit,
  { iv, key, cacheKey }: { iv: Uint8Array<ArrayBuffer>; key: string; cacheKey: string },
): Promise<SharedFile | null> {
  const shared = (await readShared(request, place, key))?.file ?? null;
  if (shared === 'large') throw new StorageFailure(`${key} is too large to be encrypted`);
  const part = shared && cut(shared.bytes, unit.range);
  if (!part) return null;
  const bytes = await encryptUnit(part, await deriveKey(secret, unit), iv);
  const httpEtag = `${shared.httpEtag.slice(0, -1)}-${toHex(iv)}"`;
  const cipher = { bytes, httpEtag, uploaded: shared.uploaded };
  keepFile(place.ctx, cacheKey, cipher);
  return cipher;
}

function cut(bytes: ArrayBuffer, range: EncryptedUnit['range']): ArrayBuffer | null {
  if (!range) return bytes;
  const { offset, length } = range;
  return length > 0 && offset + length <= bytes.byteLength ? bytes.slice(offset, offset + length) : null;
}

function withoutRange(headers: Headers): Headers {
  const others = new Headers(headers);
  for (const name of ['range', 'if-range']) others.delete(name);
  return others;
}
