import { DOOR_VERSION_HEADER } from '../../../platform/config/door.ts';
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import { DeadlineError, OutageError, withDeadline } from '../../../platform/http/limits/deadline.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { COPY_HEADERS, putStored, getStored } from '../../../platform/http/cache/edge-store.ts';
import { askOrigin, getOriginVersion } from './ask-origin.ts';
import type { SharedAddress } from './shared-address.ts';
import type { Door } from './settings.ts';
import { isHtml } from '../../../platform/http/pages/is-html.ts';

const STORE = 'door';
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60;
/** Of an answer that is kept: it is in memory meanwhile. */
export const MAX_BYTES = 16 * 1024 * 1024;
/** A part of an isolate's shared reads does not ask again so soon; calls always do. */
const COOL_DOWN_MS = 5_000;
const FETCHED_AT = 'x-door-fetched-at';
const SET_ASIDE = ['cache-control', 'vary'];

let restUntil = 0;

export interface SharedAnswer {
  response: Response;
  /** The origin does not answer, and this is from before. */
  isKept: boolean;
}

/** A fresh answer of the store, else the origin's, else an older one of the store. Throws where there is none. */
export async function readShared(door: Door, address: SharedAddress, ctx: ExecutionContext): Promise<SharedAnswer> {
  const stored = await getStored(address.key, STORE);
  if (!stored) return { response: await fetchShared(door, address, ctx, DEADLINES.page), isKept: false };
  if (isFresh(stored)) return { response: unpack(stored), isKept: false };
  if (Date.now() >= restUntil) {
    const work = fetchShared(door, address, ctx, DEADLINES.origin);
    ctx.waitUntil(work.catch(() => undefined));
    try {
      const response = await withDeadline(work, DEADLINES.call, 'origin');
      if (response.status < 500) return { response, isKept: false };
      await response.body?.cancel();
    } catch (cause) {
      console.error(`a kept page is served: ${describeError(cause)}`);
      restUntil = Date.now() + COOL_DOWN_MS;
    }
  }
  return { response: unpack(stored), isKept: true };
}

/** The store may not say so for itself: what is removed at home goes here, too. */
async function fetchShared(
  door: Door,
  address: SharedAddress,
  ctx: ExecutionContext,
  milliseconds: number,
): Promise<Response> {
  const call = {
    target: address.target,
    headers: address.headers,
    address: '',
    country: null,
    asn: null,
    milliseconds,
  };
  // It changes nothing, so a connection that the origin has just closed is not an outage.
  const response = await askOrigin(door, call).catch((cause: unknown) => {
    if (cause instanceof DeadlineError || cause instanceof OutageError) throw cause;
    return askOrigin(door, call);
  });
  if (response.status >= 500 || Number(response.headers.get('content-length')) > MAX_BYTES) return response;
  const body = await withDeadline(readWhole(response), milliseconds, 'origin');
  restUntil = 0;
  const { status } = response;
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  if (isStorable(response)) putStored(ctx, address.key, { body, status, headers: pack(headers) }, STORE);
  else if (status !== 200 && status !== 429) ctx.waitUntil(forget(address.key));
  return new Response(status === 304 || status === 204 ? null : body, { status, headers });
}

async function readWhole(response: Response): Promise<ArrayBuffer> {
  const length = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
  const body = await response.arrayBuffer();
  if (length !== null && Number(length) !== body.byteLength) throw new OutageError('half of an answer');
  return body;
}

function isStorable({ status, headers }: Response): boolean {
  const control = headers.get('cache-control') ?? '';
  const isPage = isHtml(headers);
  const isShared = isPage ? !control.includes('no-store') : /\bpublic\b/.test(control) && !control.includes('no-store');
  return status === 200 && isShared && !headers.has('set-cookie');
}

async function forget(key: string): Promise<void> {
  await (await caches.open(STORE)).delete(key);
}

function pack(headers: Headers): Headers {
  const packed = new Headers(headers);
  for (const name of SET_ASIDE) {
    packed.set(`x-door-${name}`, headers.get(name) ?? '');
    packed.delete(name);
  }
  packed.set('cache-control', `public, max-age=${String(MAX_AGE_SECONDS)}`);
  packed.set(FETCHED_AT, String(Date.now() / 1000));
  return packed;
}

function unpack(stored: Response): Response {
  const headers = new Headers(stored.headers);
  for (const name of SET_ASIDE) {
    headers.set(name, headers.get(`x-door-${name}`) ?? '');
    headers.delete(`x-door-${name}`);
  }
  for (const name of [FETCHED_AT, ...COPY_HEADERS]) headers.delete(name);
  return new Response(stored.body, { status: stored.status, headers });
}

/** As long as a browser may keep it, and no longer than the origin's build and catalogue. */
function isFresh({ headers }: Response): boolean {
  const control = headers.get('x-door-cache-control') ?? '';
  const seconds = control.includes('no-cache') ? 0 : Number(/\bmax-age=(\d+)/.exec(control)?.[1] ?? 0);
  const last = getOriginVersion();
  const isCurrent = last === null || last === headers.get(DOOR_VERSION_HEADER) || control.includes('immutable');
  return isCurrent && Date.now() / 1000 - Number(headers.get(FETCHED_AT)) < seconds;
}
