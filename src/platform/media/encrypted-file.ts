import { keepFile, readKeptFile, readShared, SHARED_STORE, type MediaContext, type SharedFile } from './shared-file.ts';
import { answerFile, StorageFailure } from './stored-file.ts';

export interface EncryptedUnit {
  folder: string;
  path: string;
  file: string;
  range: { length: number; offset: number } | null;
}

export interface MediaCipher {
  /** Of the key and of the form: names what is stored. */
  tag: string;
  encrypt: (bytes: ArrayBuffer) => Promise<ArrayBuffer>;
}

/** The caller has checked the address. The cipher is stored by hour without the signature: once for all its viewers.
 * Ranges are ignored (RFC 9110, 14.2): only a whole unit can be decrypted. Null where there is no file. */
export async function serveEncrypted(
  request: Request,
  context: MediaContext,
  unit: EncryptedUnit,
  cipher: MediaCipher,
  headers: Record<string, string>,
): Promise<Response | null> {
  const key = `video/${unit.folder}/${unit.path}/${unit.file}`;
  // A viewer can name any range: parts are not stored, so that they cannot fill the cache.
  const cacheKey = unit.range ? null : new URL(`/media/encrypted/${cipher.tag}/${key}`, request.url).href;
  const stored = cacheKey === null ? null : await readKeptFile(cacheKey);
  const file = stored ?? (await encryptFile(request, context, unit, cipher, { key, cacheKey }));
  if (!file) return null;
  const status = `${SHARED_STORE}; ${stored ? 'hit' : `fwd=uri-miss${cacheKey === null ? '' : '; stored'}`}`;
  const wholeRequest = new Request(request.url, { method: request.method, headers: withoutRange(request.headers) });
  const { bytes, httpEtag, uploaded } = file;
  const version = { size: bytes.byteLength, httpEtag, uploaded };
  const response = await answerFile(wholeRequest, version, { ...headers, 'cache-status': status }, () => bytes);
  if (response.ok) response.headers.set('accept-ranges', 'none');
  return response;
}

async function encryptFile(
  request: Request,
  context: MediaContext,
  unit: EncryptedUnit,
  { tag, encrypt }: MediaCipher,
  { key, cacheKey }: { key: string; cacheKey: string | null },
): Promise<SharedFile | null> {
  const shared = (await readShared(request, context, key))?.file ?? null;
  if (shared === 'large') throw new StorageFailure(`${key} is too large to be encrypted`);
  const part = shared && cut(shared.bytes, unit.range);
  if (!part) return null;
  const httpEtag = `${shared.httpEtag.slice(0, -1)}-${tag}"`;
  const file = { bytes: await encrypt(part), httpEtag, uploaded: shared.uploaded };
  if (cacheKey !== null) keepFile(context.ctx, cacheKey, file);
  return file;
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
