import { DEADLINES } from '../config/deadlines.ts';
import { fail } from '../outcome.ts';
import type { ByteRange } from './byte-range.ts';
import { decideFile, type FileVersion } from './file-conditions.ts';
import { withDeadline } from '../http/limits/deadline.ts';
import { describeError } from '../http/faults/describe-error.ts';
import { respondFailure } from '../http/calls/respond.ts';
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
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new StorageFailure(`R2 broke off ${file.key}`, { cause });
  });
  if (bytes.byteLength !== file.size) throw new StorageFailure(`R2 gave a part of ${file.key}`);
  return bytes;
}

export function storageFailed(failure: StorageFailure): Response {
  console.error(failure.message, failure.cause);
  return respondFailure(fail('media_storage', { retryAfter: RETRY_AFTER_SECONDS }));
}

/** One request to R2, two where conditions, a range or HEAD ask first. Null where there is no file. */
export async function serveStored(
  request: Request,
  bucket: R2Bucket,
  key: string,
  headers: Record<string, string>,
): Promise<Response | null> {
  if (asksFirst(request)) {
    const meta = await retryRead(() => bucket.head(key));
    return meta && answerFile(request, meta, headers, (range) => readBody(bucket, meta, range));
  }
  const file = await retryRead(() => bucket.get(key));
  return file && answerFile(request, file, headers, () => file.body);
}

const CONDITIONS = ['range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

function asksFirst({ method, headers }: Request): boolean {
  return method === 'HEAD' || CONDITIONS.some((name) => headers.has(name));
}

/** 200, 206, 304, 412 or 416 for a version of a file; `read` gives the range, or all for null. */
export async function answerFile(
  request: Request,
  file: FileVersion,
  extraHeaders: Record<string, string>,
  read: (range: ByteRange | null) => BodyInit | Promise<BodyInit>,
): Promise<Response> {
  const headers = { ...extraHeaders, ...describeVersion(file) };
  const size = String(file.size);
  const decision = decideFile(request, file);
  if (decision === 'precondition_failed') return respondFailure(fail('precondition_failed'));
  if (decision === 'not_modified') return new Response(null, { status: 304, headers });
  if (decision === 'range_not_satisfiable') {
    return respondFailure(fail('range_not_satisfiable'), { 'content-range': `bytes */${size}` });
  }
  const range = decision === 'whole' ? null : decision;
  const body = request.method === 'HEAD' ? null : await read(range);
  if (!range) return new Response(body, { headers: { ...headers, 'content-length': size } });
  const contentRange = `bytes ${String(range.offset)}-${String(range.offset + range.length - 1)}/${size}`;
  return new Response(body, {
    status: 206,
    headers: { ...headers, 'content-length': String(range.length), 'content-range': contentRange },
  });
}

/** A version stored meanwhile is a failure, so that versions do not mix. */
async function readBody(bucket: R2Bucket, meta: R2Object, range: ByteRange | null): Promise<ReadableStream> {
  const onlyIf = { etagMatches: meta.etag };
  const file = await retryRead(() => bucket.get(meta.key, range ? { range, onlyIf } : { onlyIf }));
  if (file === null || !('body' in file)) throw new StorageFailure(`${meta.key} has changed while it was read`);
  return file.body;
}

function describeVersion(file: FileVersion): Record<string, string> {
  return { 'accept-ranges': 'bytes', etag: file.httpEtag, 'last-modified': file.uploaded.toUTCString() };
}
