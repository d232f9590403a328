import { COPY_HEADERS, putStored, getStored } from '../../../platform/http/cache/edge-store.ts';
import { askOrigin, type OriginCall } from './ask-origin.ts';
import type { Door } from './settings.ts';
import { MAX_BYTES } from './shared.ts';

const STORE = 'door-segments';
const MAX_AGE_SECONDS = 24 * 60 * 60;
const CACHE_STATUS = 'door; fwd=stale; fwd-status=304';
/** The signature and its expiry, then what is alike for all who may see it. */
const SEGMENT = /^\/media\/(?:v|cast)\/[\w-]+\.[\w-]+\/\d{1,12}\/((?:[\w.-]+\/)+[\w-]+\.(?:m4s|m4a|mp4|jpg))$/;
const CONDITIONS = ['range', 'if-range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/** The address without the signature. Null for what is not a whole segment, or has conditions of the visitor's own. */
export function findSegmentKey({ method, url, headers }: Request): string | null {
  const { origin, pathname } = new URL(url);
  const [, path] = SEGMENT.exec(pathname) ?? [];
  const isPlain = method === 'GET' && !CONDITIONS.some((name) => headers.has(name));
  return path !== undefined && isPlain ? `${origin}/media/kept/${path}` : null;
}

/** The origin checks the right to each segment. Where the door has the same bytes, 304 is its whole answer (RFC 9110, 13.1.2). */
export async function readSegment(door: Door, call: OriginCall, key: string, ctx: ExecutionContext): Promise<Response> {
  const stored = await getStored(key, STORE);
  const tag = stored?.headers.get('etag') ?? null;
  const headers = new Headers(call.headers);
  if (tag !== null) headers.set('if-none-match', tag);
  const response = await askOrigin(door, { ...call, headers });
  if (stored && response.status === 304 && response.headers.get('etag') === tag) return join(response, stored);
  return isStorable(response) ? keepPassing(response, key, ctx) : response;
}

/** The permission is the origin's of now, the bytes are from before. */
function join(permission: Response, stored: Response): Response {
  const headers = new Headers(stored.headers);
  for (const name of COPY_HEADERS) headers.delete(name);
  for (const [name, value] of permission.headers) if (name !== 'content-length') headers.set(name, value);
  headers.append('cache-status', CACHE_STATUS);
  return new Response(stored.body, { headers });
}

function isStorable({ status, headers }: Response): boolean {
  const isKnown = headers.get('etag')?.startsWith('"') === true && !headers.has('content-encoding');
  const isOpen = headers.get('cache-control')?.includes('no-store') !== true && !headers.has('set-cookie');
  const length = Number(headers.get('content-length'));
  return status === 200 && isKnown && isOpen && length > 0 && length <= MAX_BYTES;
}

/** The viewer does not wait for the copy, which is kept only whole. */
function keepPassing(response: Response, key: string, ctx: ExecutionContext): Response {
  const [seen, copied] = response.body?.tee() ?? [null, null];
  const headers = new Headers({ 'cache-control': `public, max-age=${String(MAX_AGE_SECONDS)}` });
  for (const name of ['content-type', 'etag', 'last-modified', 'accept-ranges']) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const keep = async () => {
    const body = await new Response(copied).arrayBuffer();
    if (body.byteLength === Number(response.headers.get('content-length')))
      putStored(ctx, key, { body, status: 200, headers }, STORE);
  };
  ctx.waitUntil(keep().catch(() => undefined));
  return new Response(seen, response);
}
