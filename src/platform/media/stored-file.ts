import { DEADLINES } from '../config/deadlines.ts';
import { fail } from '../outcome.ts';
import { parseRange, type ByteRange } from './byte-range.ts';
import { withDeadline } from '../http/deadline.ts';
import { describeError } from '../http/describe-error.ts';
import { respondFailure } from '../http/respond.ts';
import { retryOnce } from '../retry-once.ts';

const RETRY_AFTER_SECONDS = 2;

export class StorageFailure extends Error {}

/** Retries once: most failures of R2 are momentary. */
export async function retryRead<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await retryOnce(() => withDeadline(read(), DEADLINES.call, 'R2'), logFailure);
  } catch (cause) {
    throw new StorageFailure('R2 failed twice', { cause });
  }
}

function logFailure(error: unknown): true {
  console.error(`R2 failed and is asked again: ${describeError(error)}`);
  return true;
}

export async function readWhole(file: R2ObjectBody): Promise<ArrayBuffer> {
  const bytes = await file.arrayBuffer();
  if (bytes.byteLength !== file.size) throw new StorageFailure(`R2 gave a part of ${file.key}`);
  return bytes;
}

export function storageFailed(failure: StorageFailure): Response {
  console.error(failure.message, failure.cause);
  return respondFailure(fail('media_storage', { retryAfter: RETRY_AFTER_SECONDS }));
}

/** RFC 9110, 13 and 14. One request to R2, two for a range. Null where there is no file. */
export async function serveStored(
  request: Request,
  bucket: R2Bucket,
  key: string,
  headers: Record<string, string>,
): Promise<Response | null> {
  const isHead = request.method === 'HEAD';
  if (isHead || request.headers.has('range')) {
    const meta = await retryRead(() => bucket.head(key));
    return meta && servePart(request, bucket, meta, { ...headers, ...validators(meta) });
  }
  const file = await retryRead(() => bucket.get(key));
  if (!file) return null;
  const all = { ...headers, ...validators(file) };
  if (!matchesValidator(request, file)) return new Response(file.body, { headers: withContentLength(all, file.size) });
  await file.body.cancel();
  return new Response(null, { status: 304, headers: all });
}

async function servePart(
  request: Request,
  bucket: R2Bucket,
  meta: R2Object,
  headers: Record<string, string>,
): Promise<Response> {
  if (matchesValidator(request, meta)) return new Response(null, { status: 304, headers });
  const range = readRange(request, meta);
  if (range === 'unsatisfiable') {
    return respondFailure(fail('range_not_satisfiable'), { 'content-range': `bytes */${String(meta.size)}` });
  }
  const body = request.method === 'HEAD' ? null : await readBody(bucket, meta, range);
  if (!range) return new Response(body, { headers: withContentLength(headers, meta.size) });
  const last = String(range.offset + range.length - 1);
  const contentRange = `bytes ${String(range.offset)}-${last}/${String(meta.size)}`;
  return new Response(body, {
    status: 206,
    headers: { ...withContentLength(headers, range.length), 'content-range': contentRange },
  });
}

/** A version stored meanwhile is a failure, so that versions do not mix. */
async function readBody(bucket: R2Bucket, meta: R2Object, range: ByteRange | null): Promise<ReadableStream> {
  const onlyIf = { etagMatches: meta.etag };
  const file = await retryRead(() => bucket.get(meta.key, range ? { range, onlyIf } : { onlyIf }));
  if (file === null || !('body' in file)) throw new StorageFailure(`${meta.key} has changed while it was read`);
  return file.body;
}

function validators(meta: R2Object): Record<string, string> {
  return { 'accept-ranges': 'bytes', etag: meta.httpEtag, 'last-modified': meta.uploaded.toUTCString() };
}

function withContentLength(headers: Record<string, string>, length: number): Record<string, string> {
  return { ...headers, 'content-length': String(length) };
}

/** Weak comparison (RFC 9110, 13.1.2). */
function matchesValidator(request: Request, meta: R2Object): boolean {
  const tags = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(meta.httpEtag) || tags.includes('*');
}

/** If-Range with another tag or date asks for the whole (RFC 9110, 13.1.5). */
function readRange(request: Request, meta: R2Object): ByteRange | null | 'unsatisfiable' {
  const condition = request.headers.get('if-range');
  if (condition !== null && condition !== meta.httpEtag && condition !== meta.uploaded.toUTCString()) return null;
  return parseRange(request.headers.get('range'), meta.size);
}
