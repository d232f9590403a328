import type { Env } from '../config/env.ts';
import { keepAnswer, readStored } from '../http/edge-store.ts';
import { answerFile, readWhole, retryRead, serveStored } from './stored-file.ts';

/** Where an answer's bytes come from, and what continues after it. */
export interface MediaPlace {
  env: Env;
  ctx: ExecutionContext;
}

const STORE = 'media-files';
/** A folder's name holds the hash of its source, so that its files do not change; the demo's clips have no hash. */
const SHARED_SECONDS = 24 * 60 * 60;
/** Bytes: a segment is held in memory while it is stored, and a Worker has 128 MB for all its requests. */
const SHARED_BYTES_MAX = 16 * 1024 * 1024;
/** RFC 9211. */
const CACHE_STATUS = { hit: `${STORE}; hit`, miss: `${STORE}; fwd=uri-miss; stored` };
/** Segments, init sections and pictures. A playlist is made for the one who asks. */
const SHARED = /\.(m4s|m4a|mp4|jpg)$/;

/**
 * A file that is alike for all who may see it: the caller has checked the address. Looked up by its key without the
 * signature, so that a place reads a popular film from storage once (issue 18, section 3). Null where there is no file.
 */
export async function serveShared(
  request: Request,
  { env, ctx }: MediaPlace,
  key: string,
  headers: Record<string, string>,
): Promise<Response | null> {
  if (request.method === 'HEAD' || !SHARED.test(key)) return serveStored(request, env.MEDIA, key, headers);
  const cacheKey = new URL(`/media/shared/${key}`, request.url).href;
  const kept = await readShared(cacheKey);
  const shared = kept ?? (await fetchShared(env, ctx, key, cacheKey));
  if (shared === 'large') return serveStored(request, env.MEDIA, key, headers);
  if (shared === null) return null;
  const { bytes, httpEtag, uploaded } = shared;
  const noted = { ...headers, 'cache-status': kept ? CACHE_STATUS.hit : CACHE_STATUS.miss };
  return answerFile(request, { size: bytes.byteLength, httpEtag, uploaded }, noted, (range) =>
    range ? bytes.slice(range.offset, range.offset + range.length) : bytes,
  );
}

interface SharedFile {
  bytes: ArrayBuffer;
  httpEtag: string;
  uploaded: Date;
}

async function readShared(cacheKey: string): Promise<SharedFile | null> {
  const kept = await readStored(cacheKey, STORE);
  const httpEtag = kept?.headers.get('etag') ?? null;
  const uploaded = new Date(kept?.headers.get('last-modified') ?? '');
  if (!kept || httpEtag === null || Number.isNaN(uploaded.getTime())) return null;
  return { bytes: await kept.arrayBuffer(), httpEtag, uploaded };
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
  const bytes = await readWhole(file);
  const headers = {
    'cache-control': `public, max-age=${String(SHARED_SECONDS)}`,
    etag: file.httpEtag,
    'last-modified': file.uploaded.toUTCString(),
  };
  keepAnswer(ctx, cacheKey, { body: bytes, status: 200, headers }, STORE);
  return { bytes, httpEtag: file.httpEtag, uploaded: file.uploaded };
}
