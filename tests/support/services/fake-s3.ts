// An S3 server after AWS's documents: "Signature Calculations for the Authorization Header: Transferring Payload in a
// Single Chunk", GetObject, HeadObject, PutObject, DeleteObject, ListObjectsV2, CreateMultipartUpload, UploadPart,
// CompleteMultipartUpload, AbortMultipartUpload, "Error responses".
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { joinBytes } from '../media/join-bytes.ts';

interface Stored {
  bytes: Uint8Array;
  etag: string;
  type: string;
  modified: Date;
}

export type Fault =
  | ('hang' | 'cut' | 'drop' | 'pause' | 'drip' | 'drip-headers' | 'redirect' | 'no-range')
  /** Status 0 lets the request pass. */
  | { status: number; code: string };

export interface FakeS3 {
  url: string;
  objects: Map<string, Stored>;
  /** Parts of uploads that are not complete, by upload and number. */
  uploads: Map<string, Map<string, Uint8Array>>;
  /** Each takes one request, in order. */
  faults: Fault[];
  /** While it is set, each request has this fault. */
  outage: Fault | null;
  /** Method and raw target of each request. */
  requests: string[];
  skewMs: number;
  close: () => Promise<void>;
}

export const FAKE_S3 = {
  bucket: 'films',
  region: 'ir-thr-at1',
  keyId: 'AKIAFAKEKEYOFTESTS',
  secret: 'a/secret+of/tests',
};
const PAGE = 3;
const SKEW_MAX_MS = 15 * 60_000;

export async function startFakeS3(): Promise<FakeS3> {
  const server = createServer((request, response) => void answer(fake, request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const fake: FakeS3 = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    objects: new Map(),
    uploads: new Map(),
    faults: [],
    outage: null,
    requests: [],
    skewMs: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return fake;
}

async function answer(fake: FakeS3, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = new Uint8Array(await buffer(request));
  fake.requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
  const fault = fake.outage ?? fake.faults.shift();
  if (fault === 'hang') return;
  if (fault === 'drop') {
    request.socket.destroy();
    return;
  }
  if (fault === 'drip-headers') {
    request.socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    drip(request.socket);
    return;
  }
  if (fault === 'redirect') {
    response.setHeader('location', `${fake.url}/elsewhere`);
    sendError(response, 307, 'TemporaryRedirect');
    return;
  }
  if (typeof fault === 'object' && fault.status !== 0) {
    sendError(response, fault.status, fault.code);
    return;
  }
  const refusal = checkSignature(request, body, Date.now() + fake.skewMs);
  if (refusal) {
    sendError(response, ...refusal);
    return;
  }
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const [, bucket, ...parts] = path.split('/').map(decodeURIComponent);
  if (bucket !== FAKE_S3.bucket) {
    sendError(response, 404, 'NoSuchBucket');
    return;
  }
  const key = parts.join('/');
  if (key === '') {
    sendList(fake, new URLSearchParams(query), response);
    return;
  }
  if (query !== '') {
    answerUpload(fake, key, new URLSearchParams(query), request, body, response);
    return;
  }
  if (request.method === 'PUT') {
    const etag = toTag(body);
    const type = request.headers['content-type'] ?? '';
    fake.objects.set(key, { bytes: body, etag, type, modified: new Date(Math.floor(Date.now() / 1000) * 1000) });
    response.setHeader('etag', etag).end();
    return;
  }
  if (request.method === 'DELETE') {
    fake.objects.delete(key);
    response.writeHead(204).end();
    return;
  }
  sendObject(fake.objects.get(key), request, response, fault);
}

const toTag = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`;

function answerUpload(
  { objects, uploads }: FakeS3,
  key: string,
  query: URLSearchParams,
  { method, headers }: IncomingMessage,
  body: Uint8Array,
  response: ServerResponse,
): void {
  response.setHeader('content-type', 'application/xml');
  if (query.has('uploads')) {
    const id = `${key}&<${headers['content-type'] ?? ''}>`;
    uploads.set(id, new Map());
    const text = id.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    response.end(`<InitiateMultipartUploadResult><UploadId>${text}</UploadId></InitiateMultipartUploadResult>`);
    return;
  }
  const id = query.get('uploadId') ?? '';
  const parts = uploads.get(id);
  if (!parts) {
    sendError(response, 404, 'NoSuchUpload');
    return;
  }
  if (method === 'PUT') {
    parts.set(query.get('partNumber') ?? '', body);
    response.setHeader('etag', toTag(body)).end();
    return;
  }
  uploads.delete(id);
  if (method === 'DELETE') {
    response.writeHead(204).end();
    return;
  }
  const listed = [...new TextDecoder().decode(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
  const chosen = listed.map(([, number = '', tag]) => ({ tag, bytes: parts.get(number) ?? new Uint8Array() }));
  if (chosen.some(({ tag, bytes }) => tag !== toTag(bytes))) {
    // As AWS does where it has begun its answer.
    response.end('<Error><Code>InvalidPart</Code></Error>');
    return;
  }
  const bytes = joinBytes(chosen.map((part) => part.bytes));
  const etag = `${toTag(bytes).slice(0, -1)}-${String(chosen.length)}"`;
  objects.set(key, { bytes, etag, type: id.slice(key.length + 2, -1), modified: new Date() });
  response.end(`<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`);
}

function sendObject(
  object: Stored | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  fault?: Fault,
): void {
  if (!object) {
    sendError(response, 404, 'NoSuchKey');
    return;
  }
  const { 'if-match': match, range } = request.headers;
  if (match !== undefined && match !== object.etag) {
    sendError(response, 412, 'PreconditionFailed');
    return;
  }
  const { length } = object.bytes;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  const isPart = range !== undefined && fault !== 'no-range';
  if (isPart && first > last) {
    sendError(response, 416, 'InvalidRange');
    return;
  }
  const bytes = isPart ? object.bytes.subarray(first, last + 1) : object.bytes;
  response.writeHead(isPart ? 206 : 200, {
    etag: object.etag,
    'content-type': object.type,
    'last-modified': object.modified.toUTCString(),
    'content-length': bytes.length,
    ...(isPart && { 'content-range': `bytes ${String(first)}-${String(last)}/${String(length)}` }),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  if (fault === 'drip') {
    response.flushHeaders();
    drip(response);
    return;
  }
  if (fault !== 'cut' && fault !== 'pause') {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, bytes.length / 2), () => {
    if (fault === 'cut') request.socket.end();
  });
}

/** A byte at a time, each within the limit of a pause. */
function drip(out: Writable): void {
  const timer = setInterval(() => out.write('0'), 100);
  out.on('close', () => clearInterval(timer)).on('error', () => clearInterval(timer));
}

function sendList(fake: FakeS3, query: URLSearchParams, response: ServerResponse): void {
  const prefix = query.get('prefix') ?? '';
  const after = atob(query.get('continuation-token') ?? '');
  const keys = [...fake.objects.keys()].map((key) => [encode(key), key] as const).sort();
  const rest = keys.filter(([encoded, key]) => key.startsWith(prefix) && encoded > after);
  const page = rest.slice(0, Math.min(PAGE, Number(query.get('max-keys') ?? 1000)));
  const isCut = rest.length > page.length;
  const items = page.map(([encoded, key]) => {
    const { bytes, etag, modified } = fake.objects.get(key)!;
    return `<Contents><Key>${encoded}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${String(bytes.length)}</Size></Contents>`;
  });
  const next = isCut ? `<NextContinuationToken>${btoa(page.at(-1)![0])}</NextContinuationToken>` : '';
  response.setHeader('content-type', 'application/xml');
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>${String(isCut)}</IsTruncated>${items.join('')}${next}</ListBucketResult>`,
  );
}

function sendError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0"?>\n<Error><Code>${code}</Code><AWSAccessKeyId>${FAKE_S3.keyId}</AWSAccessKeyId></Error>`,
  );
}

function checkSignature(request: IncomingMessage, body: Uint8Array, now: number): [number, string] | null {
  const { headers, method = '', url = '' } = request;
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([\da-f]{64})$/;
  const [, keyId, day = '', region = '', names = '', signature = ''] = pattern.exec(headers.authorization ?? '') ?? [];
  if (keyId === undefined) return [403, 'AccessDenied'];
  if (keyId !== FAKE_S3.keyId) return [403, 'InvalidAccessKeyId'];
  if (region !== FAKE_S3.region) return [400, 'AuthorizationHeaderMalformed'];
  const stamp = String(headers['x-amz-date']);
  const time = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!stamp.startsWith(day) || Number.isNaN(time)) return [403, 'AccessDenied'];
  if (Math.abs(time - now) > SKEW_MAX_MS) return [403, 'RequestTimeTooSkewed'];
  const signed = names.split(';');
  const needed = Object.keys(headers).filter(
    (name) => name === 'host' || name === 'content-type' || name.startsWith('x-amz-'),
  );
  if (needed.some((name) => !signed.includes(name)) || signed.join() !== [...signed].sort().join())
    return [403, 'AccessDenied'];
  const hash = createHash('sha256').update(body).digest('hex');
  if (headers['x-amz-content-sha256'] !== hash) return [400, 'XAmzContentSHA256Mismatch'];
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path.split('/').map(decodeURIComponent).map(encode).join('/'),
    query === '' ? '' : query.split('&').map(toCanonicalPair).sort().join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', stamp, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Uint8Array>(
    (secret, part) => new Uint8Array(createHmac('sha256', secret).update(part).digest()),
    `AWS4${FAKE_S3.secret}`,
  );
  const wanted = createHmac('sha256', key).update(text).digest('hex');
  const isRight = timingSafeEqual(new TextEncoder().encode(wanted), new TextEncoder().encode(signature));
  return isRight ? null : [403, 'SignatureDoesNotMatch'];
}

function toCanonicalPair(pair: string): string {
  const [name = '', value = ''] = pair.split('=').map((text) => encode(decodeURIComponent(text)));
  return `${name}=${value}`;
}

/** AWS's UriEncode of a part between slashes. */
function encode(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  const isPlain = (sign: string) => /[A-Za-z\d\-._~]/.test(sign);
  return bytes
    .map((byte) =>
      isPlain(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');
}
