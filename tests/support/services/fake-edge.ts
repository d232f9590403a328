// The part of Cloudflare behind wrangler's remote bindings: a preview of a Worker at workers.dev, whose bindings pass
// requests on to R2 as workerd writes them. Limits after "Workers: Limits" and "R2: Limits": a request's body has 100 MB
// on Free and Pro; parts have 5 MiB or more and one size, but for the last.
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { joinBytes } from '../media/join-bytes.ts';
import { readForm, readMetadata, Refusal, type ApiRequest, type Binding, type Stores } from './fake-workers.ts';

export interface FakeEdge {
  /** The result of a call of previews; undefined where it is none. */
  answer: (request: ApiRequest) => Promise<unknown>;
  /** Answers a request for workers.dev. False for any other, which it leaves alone. */
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  objects: Map<string, Uint8Array>;
  /** Uploads in parts that are neither complete nor given up. */
  open: Map<string, Map<number, Uint8Array>>;
  /** The requests that R2 has carried out, as `put video/…`. */
  log: string[];
  /** The answers to a call, by the beginning of its log line; status 0 cuts the line. */
  faults: { call: string; status: number }[];
  bodyLimit: number;
}

interface R2Request {
  method: string;
  /** A list has none. */
  object?: string;
  prefix?: string;
  cursor?: string;
  uploadId?: string;
  partNumber?: number;
  parts?: { part: number; etag: string }[];
}

const LIST_PAGE = 1000;
const PART_MIN = 5 * 2 ** 20;
const toTag = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');
const describe = (name: string, bytes: Uint8Array) => ({
  ...{ name, version: randomUUID(), size: bytes.byteLength, etag: toTag(bytes), uploaded: String(Date.now()) },
  ...{ httpFields: {}, customFields: [], checksums: {}, storageClass: 'Standard' },
});

export function startFakeEdge(stores: Stores): FakeEdge {
  const sessions = new Set<string>();
  const previews = new Set<string>();
  const openPreview = async (request: ApiRequest) => {
    if (!sessions.has(String(request.headers['cf-preview-upload-config-token'])))
      throw new Refusal(400, 10_049, 'Preview token expired');
    const metadata = readMetadata(await readForm(request)) as { bindings: Binding[] };
    const buckets = metadata.bindings.map((binding) => String(binding['bucket_name']));
    for (const bucket of buckets)
      if (!stores.buckets.has(bucket)) throw new Refusal(400, 10_085, `R2 bucket '${bucket}' not found.`);
    const token = randomUUID();
    previews.add(token);
    return { preview_token: token };
  };
  const edge: FakeEdge = {
    ...{ objects: new Map(), open: new Map(), log: [], faults: [], bodyLimit: 100_000_000 },
    answer: async (request) => {
      const [, bucket = '', key = ''] = /^r2\/buckets\/([\w-]+)\/objects\/(.+)$/.exec(request.path) ?? [];
      if (request.method === 'PUT' && key !== '') {
        if (!stores.buckets.has(bucket)) throw new Refusal(404, 10_006, 'The specified bucket does not exist.');
        edge.objects.set(decodeURIComponent(key), request.body);
        return { key: decodeURIComponent(key) };
      }
      if (request.path !== 'workers/subdomain/edge-preview')
        return request.path.endsWith('/edge-preview') ? openPreview(request) : undefined;
      const token = randomUUID();
      sessions.add(token);
      return { token };
    },
    serve: async (request, response) => {
      const { headers } = request;
      if (!String(headers['x-forwarded-host']).endsWith('.workers.dev')) return false;
      const bytes = new Uint8Array(await buffer(request));
      if (bytes.byteLength > edge.bodyLimit) response.writeHead(413).end('<title>413 Request Entity Too Large</title>');
      else if (!previews.has(String(headers['cf-workers-preview-token'])))
        response.writeHead(400).end('Invalid Workers Preview configuration');
      else answerBinding(edge, headers, bytes, response);
      return true;
    },
  };
  return edge;
}

function answerBinding(
  edge: FakeEdge,
  headers: IncomingMessage['headers'],
  bytes: Uint8Array,
  response: ServerResponse,
): void {
  const size = Number(headers['mf-header-cf-r2-metadata-size'] ?? 0);
  const text =
    size > 0 ? new TextDecoder().decode(bytes.subarray(0, size)) : String(headers['mf-header-cf-r2-request']);
  const call = JSON.parse(text) as R2Request;
  const line = `${call.method} ${call.object ?? call.prefix ?? ''}${call.partNumber === undefined ? '' : ` ${String(call.partNumber)}`}`;
  const at = edge.faults.findIndex((fault) => line.startsWith(fault.call));
  const [fault] = at === -1 ? [] : edge.faults.splice(at, 1);
  if (fault?.status === 0) response.destroy();
  else if (fault) response.writeHead(fault.status).end('<title>error</title>');
  else {
    const result = carryOut(edge, call, bytes.subarray(size));
    if (result instanceof Refusal) {
      const error = { version: 1, v4code: result.code, message: result.message };
      response.writeHead(result.status, { 'cf-r2-error': JSON.stringify(error) }).end();
      return;
    }
    edge.log.push(line);
    const [metadata, value] = [
      new TextEncoder().encode(JSON.stringify(result.metadata)),
      result.value ?? new Uint8Array(),
    ];
    response.writeHead(200, { 'cf-r2-metadata-size': String(metadata.byteLength), 'content-type': 'application/json' });
    response.end(joinBytes([metadata, value]));
  }
}

/** A page as R2 gives it: by name, at most 1,000. */
function listObjects(objects: ReadonlyMap<string, Uint8Array>, { prefix = '', cursor = '' }: R2Request): object {
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > cursor).sort();
  const page = names.slice(0, LIST_PAGE);
  const truncated = names.length > page.length;
  return {
    objects: page.map((name) => describe(name, objects.get(name) ?? new Uint8Array())),
    ...{ truncated, ...(truncated && { cursor: page.at(-1) }), delimitedPrefixes: [] },
  };
}

function carryOut(
  { objects, open }: FakeEdge,
  call: R2Request,
  value: Uint8Array,
): { metadata: object; value?: Uint8Array } | Refusal {
  const { method, object = '', uploadId = '', partNumber = 0 } = call;
  if (method === 'list') return { metadata: listObjects(objects, call) };
  const parts = open.get(`${object} ${uploadId}`);
  if (method === 'put') {
    objects.set(object, value);
    return { metadata: describe(object, value) };
  }
  if (method === 'get' || method === 'head') {
    const stored = objects.get(object);
    if (!stored) return new Refusal(404, 10_007, 'The specified key does not exist.');
    return { metadata: describe(object, stored), ...(method === 'get' && { value: stored }) };
  }
  if (method === 'createMultipartUpload') {
    const id = randomUUID();
    open.set(`${object} ${id}`, new Map());
    return { metadata: { uploadId: id } };
  }
  if (!parts) return new Refusal(404, 10_024, 'The specified multipart upload does not exist.');
  if (method === 'uploadPart') {
    parts.set(partNumber, value);
    return { metadata: { etag: toTag(value) } };
  }
  if (method === 'abortMultipartUpload') {
    open.delete(`${object} ${uploadId}`);
    return { metadata: {} };
  }
  const chosen = (call.parts ?? []).map(({ part, etag }) => ({ etag, bytes: parts.get(part) ?? new Uint8Array() }));
  if (chosen.some(({ etag, bytes }) => toTag(bytes) !== etag))
    return new Refusal(400, 10_025, 'One or more of the specified parts could not be found.');
  const sizes = chosen.slice(0, -1).map(({ bytes }) => bytes.byteLength);
  if (sizes.some((part) => part < PART_MIN || part !== sizes[0]))
    return new Refusal(400, 10_011, 'Your proposed upload is smaller than the minimum allowed object size.');
  const content = joinBytes(chosen.map(({ bytes }) => bytes));
  objects.set(object, content);
  open.delete(`${object} ${uploadId}`);
  return { metadata: describe(object, content) };
}
