import type { IncomingMessage } from 'node:http';
import { arrayBuffer, json, text } from 'node:stream/consumers';
import { splitKey } from './media-key.ts';
import { streamBody } from './s3-body.ts';
import { parseList, trimTag } from './s3-list.ts';
import { beginParts, PART_BYTES, putInParts, resumeParts, type S3Parts } from './s3-parts.ts';
import { createS3Sender, encodeStrictly, readText, S3Error, type S3Limits } from './s3-request.ts';
import type { S3Target } from './s3-target.ts';

interface GetOptions {
  range?: { offset?: number; length?: number; suffix?: number };
  onlyIf?: { etagMatches?: string };
}
interface PutOptions {
  httpMetadata?: { contentType?: string };
}
interface ListOptions {
  prefix?: string;
  cursor?: string;
  limit?: number;
}
type PutValue = ArrayBuffer | ArrayBufferView | string | Blob | null;

const LIMITS: S3Limits = { connect: 2000, answer: 2500, idle: 10_000, retry: 100, rate: 16_384 };
/** S3's own limit of one PUT. */
const MAX_BYTES = 5 * 2 ** 30;
const LIST_MAX = 1000;
const LIST_BYTES = 16 * 2 ** 20;

/** R2's binding over a bucket of an S3-compatible server, as far as we use it (docs/deploy.md). */
export function createMediaS3(target: S3Target, limits: S3Limits = LIMITS): R2Bucket {
  const send = createS3Sender(target, limits);
  const head = async (key: string) => {
    const answer = await send({ method: 'HEAD', path: toPath(key) }, [404]);
    answer.resume();
    return answer.statusCode === 404 ? null : describeObject(key, answer, readSize(answer));
  };
  const headEmpty = async (key: string) => {
    const object = await head(key);
    return object && withBody(object, new Blob([]).stream(), { offset: object.size, length: 0 });
  };
  const get = async (key: string, { range, onlyIf }: GetOptions = {}) => {
    if (range?.length === 0 || range?.suffix === 0) return headEmpty(key);
    const headers = {
      ...(range && { range: toRange(range) }),
      ...(onlyIf?.etagMatches !== undefined && { 'if-match': `"${onlyIf.etagMatches}"` }),
    };
    const answer = await send({ method: 'GET', path: toPath(key), headers }, [404, 412, 416]);
    const status = answer.statusCode;
    if (status === 404) return requireBucket(answer, limits);
    if (status === 412 || status === 416) {
      answer.resume();
      return status === 412 ? head(key) : headEmpty(key);
    }
    const span = range ? readSpan(answer) : { offset: 0, length: readSize(answer), size: readSize(answer) };
    const object = describeObject(key, answer, span.size);
    return withBody(object, streamBody(answer, span.length, limits), span);
  };
  const put = async (key: string, value: PutValue, { httpMetadata }: PutOptions = {}) => {
    const type = httpMetadata?.contentType ?? 'application/octet-stream';
    if (value instanceof Blob && value.size > PART_BYTES) {
      await putInParts(send, { path: toPath(key), type, file: value }, limits);
      return head(key);
    }
    const body = await toBytes(value);
    const headers = { 'content-type': type };
    (await send({ method: 'PUT', path: toPath(key), headers, body })).resume();
    return head(key);
  };
  const remove = async (keys: string | string[]) => {
    for (const key of [keys].flat()) (await send({ method: 'DELETE', path: toPath(key) }, [404])).resume();
  };
  const list = async ({ prefix = '', cursor, limit = LIST_MAX }: ListOptions = {}) => {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      'max-keys': String(Math.min(limit, LIST_MAX)),
      ...(prefix !== '' && { prefix }),
      ...(cursor !== undefined && { 'continuation-token': cursor }),
    };
    const answer = await send({ method: 'GET', path: '', query });
    const page = parseList(await readText(answer, LIST_BYTES, limits.idle));
    const objects = page.objects.map(({ key, size, etag, uploaded }) => toObject({ key, size, etag, uploaded }));
    return { ...page, objects, truncated: page.cursor !== undefined, delimitedPrefixes: [] };
  };
  const toUpload = (key: string, parts: S3Parts) => ({
    key,
    uploadId: parts.uploadId,
    uploadPart: async (partNumber: number, value: PutValue) => ({
      partNumber,
      etag: await parts.put(partNumber, await toBytes(value)),
    }),
    complete: async (list: readonly { partNumber: number; etag: string }[]) => {
      await parts.complete(list);
      return head(key);
    },
    abort: parts.abort,
  });
  const createMultipartUpload = async (key: string, { httpMetadata }: PutOptions = {}) => {
    const type = httpMetadata?.contentType ?? 'application/octet-stream';
    return toUpload(key, await beginParts(send, { path: toPath(key), type }, limits));
  };
  const resumeMultipartUpload = (key: string, uploadId: string) =>
    toUpload(key, resumeParts(send, { path: toPath(key), uploadId }, limits));
  const bucket = { head, get, put, delete: remove, list, createMultipartUpload, resumeMultipartUpload };
  return bucket as unknown as R2Bucket;
}

function toPath(key: string): string {
  return `/${splitKey(key).map(encodeStrictly).join('/')}`;
}

function toRange({ offset = 0, length, suffix }: NonNullable<GetOptions['range']>): string {
  if (suffix !== undefined) return `bytes=-${String(suffix)}`;
  return `bytes=${String(offset)}-${length === undefined ? '' : String(offset + length - 1)}`;
}

function readSize({ headers }: IncomingMessage): number {
  const size = headers['content-length'];
  if (size === undefined) throw new S3Error('an answer without its length');
  return Number(size);
}

function readSpan({ headers, statusCode }: IncomingMessage) {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  if (statusCode !== 206 || size === undefined) throw new S3Error('the whole file where a part was asked for');
  return { offset: Number(first), length: Number(last) - Number(first) + 1, size: Number(size) };
}

function describeObject(key: string, { headers }: IncomingMessage, size: number) {
  const etag = trimTag(headers.etag ?? '');
  const uploaded = new Date(headers['last-modified'] ?? '');
  if (etag === '' || Number.isNaN(uploaded.getTime())) throw new S3Error('an answer without a tag or a time');
  return toObject({ key, size, etag, uploaded, contentType: headers['content-type'] });
}

interface Described {
  key: string;
  size: number;
  etag: string;
  uploaded: Date;
  contentType?: string | undefined;
}

function toObject({ contentType, ...object }: Described) {
  const httpMetadata = contentType === undefined ? {} : { contentType };
  return { ...object, version: object.etag, httpEtag: `"${object.etag}"`, httpMetadata };
}

function withBody<T extends object>(
  object: T,
  body: ReadableStream<Uint8Array>,
  { offset, length }: { offset: number; length: number },
) {
  return {
    ...object,
    range: { offset, length },
    body,
    arrayBuffer: () => arrayBuffer(body as never),
    text: () => text(body as never),
    json: () => json(body as never),
  };
}

/** A file that is missing is null, a bucket that is missing is a failure. */
async function requireBucket(answer: IncomingMessage, limits: S3Limits): Promise<null> {
  const body = await readText(answer, LIST_BYTES, limits.idle);
  if (body.includes('<Code>NoSuchBucket</Code>')) throw new S3Error('404 NoSuchBucket');
  return null;
}

async function toBytes(value: PutValue): Promise<Uint8Array> {
  if (value instanceof ReadableStream) throw new TypeError('S3: put takes bytes, no stream');
  const bytes = ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(await new Response(value ?? '').arrayBuffer());
  if (bytes.byteLength > MAX_BYTES) throw new S3Error('a file above 5 GiB');
  return bytes;
}
