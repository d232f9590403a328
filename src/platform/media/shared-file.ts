import type { Env } from '../config/env.ts';
import { putStored, getStored } from '../http/cache/edge-store.ts';
import { answerFile, readWhole, retryRead, serveStored } from './stored-file.ts';

/** Where an answer's bytes come from, and what continues after it. */
export interface MediaContext {
  env: Env;
  ctx: ExecutionContext;
}

export const SHARED_STORE = 'media-files';
/** A folder's name holds the hash of its source, so that its files do not change; the demo's clips have no hash. */
const SHARED_SECONDS = 24 * 60 * 60;
/** Bytes: a segment is held in memory while it is stored, and a Worker has 128 MB for all its requests. */
const SHARED_BYTES_MAX = 16 * 1024 * 1024;
/** RFC 9211. */
const CACHE_STATUS = { hit: `${SHARED_STORE}; hit`, miss: `${SHARED_STORE}; fwd=uri-miss; stored` };
/** Segments, init sections and pictures. A playlist is made for the one who asks. */
const SHARED = /\.(m4s|m4a|mp4|jpg)$/;

/** The caller has checked the address. The file is looked up by its key without the signature, so that a place reads
 * a popular film from storage once (issue 18, section 3). Null where there is no file. */
export async function serveShared(
  request: Request,
  { env, ctx }: MediaContext,
  key: string,
  headers: Record<string, string>,
): Promise<Response | null> {
  if (request.method === 'HEAD' || !SHARED.test(key)) return serveStored(request, env.MEDIA, key, headers);
  const shared = await readShared(request, { env, ctx }, key);
  if (shared === null) return null;
  if (shared.file === 'large') return serveStored(request, env.MEDIA, key, headers);
  const { bytes, httpEtag, uploaded } = shared.file;
  const fileHeaders = { ...headers, 'cache-status': CACHE_STATUS[shared.status] };
  return answerFile(request, { size: bytes.byteLength, httpEtag, uploaded }, fileHeaders, (range) =>
    range ? bytes.slice(range.offset, range.offset + range.length) : bytes,
  );
}

export interface SharedFile {
  bytes: ArrayBuffer;
  httpEtag: string;
  uploaded: Date;
}

/** From the place's cache, else from storage and then stored. `large`: above `SHARED_BYTES_MAX`. */
export async function readShared(
  request: Request,
  { env, ctx }: MediaContext,
  key: string,
): Promise<{ file: SharedFile | 'large'; status: keyof typeof CACHE_STATUS } | null> {
  const cacheKey = new URL(`/media/shared/${key}`, request.url).href;
  const storedFile = await readKeptFile(cacheKey);
  if (storedFile) return { file: storedFile, status: 'hit' };
  const file = await fetchShared(env, ctx, key, cacheKey);
  return file && { file, status: 'miss' };
}

export async function readKeptFile(cacheKey: string): Promise<SharedFile | null> {
  const stored = await getStored(cacheKey, SHARED_STORE);
  const httpEtag = stored?.headers.get('etag') ?? null;
  const uploaded = new Date(stored?.headers.get('last-modified') ?? '');
  if (!stored || httpEtag === null || Number.isNaN(uploaded.getTime())) return null;
  return { bytes: await stored.arrayBuffer(), httpEtag, uploaded };
}

async function fetchShared(
  env: Env,
  ctx: ExecutionContext,
  key: string,
  cacheKey: string,
): Promise<SharedFile | 'large' | null> {
  const file = await retryRead(() => env.MEDIA.get(key));
  if (!file) return null;
  if (file.size > SHARED_BYTES_MAX) {
    await file.body.cancel();
    return 'large';
  }
  const shared = { bytes: await readWhole(file), httpEtag: file.httpEtag, uploaded: file.uploaded };
  keepFile(ctx, cacheKey, shared);
  return shared;
}

export function keepFile(ctx: ExecutionContext, cacheKey: string, { bytes, httpEtag, uploaded }: SharedFile): void {
  const headers = {
    'cache-control': `public, max-age=${String(SHARED_SECONDS)}`,
    etag: httpEtag,
    'last-modified': uploaded.toUTCString(),
  };
  putStored(ctx, cacheKey, { body: bytes, status: 200, headers }, SHARED_STORE);
}
