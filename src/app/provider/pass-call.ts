import { DEADLINES } from '../../platform/config/deadlines.ts';
import type { Env } from '../../platform/config/env.ts';
import { fail } from '../../platform/outcome.ts';
import { API_BASE } from '../../platform/http/api-base.ts';
import { getClientAddress } from '../../platform/http/client-address.ts';
import { describeError } from '../../platform/http/describe-error.ts';
import { keepAnswer, readStored } from '../../platform/http/edge-store.ts';
import { respondFailure } from '../../platform/http/respond.ts';
import { isSharedCall } from '../public-calls.ts';

/** Headers that the provider needs; cookies and the visitor's other headers stay here. */
const FORWARDED = ['accept', 'accept-language', 'authorization', 'content-type'];
const KEPT_AT = 'x-kept-at';
/** A kept answer of the catalogue is given without asking for so long; after that only where the provider fails. Seconds. */
const FRESH_SECONDS = 10;
const KEPT_SECONDS = 7 * 24 * 60 * 60;
/** For so long a provider that has failed is not asked again for what is kept. Milliseconds. */
const REST_MS = 5_000;
let restsUntil = 0;

/** A call of the visitor as it came, for what the provider answers as we do (`PROVIDER_CALLS`). */
export async function passCall(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(API_BASE.length);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const sent: Sent = {
    method: request.method,
    path: path + url.search,
    body: isRead ? null : await request.arrayBuffer(),
    isShared: isRead && isSharedCall(path),
  };
  return exchange(request, env, ctx, sent);
}

/** One request to the provider: method, path with query below its base, and body. */
export interface Sent {
  method: string;
  path: string;
  body: ArrayBuffer | string | null;
  /** Whether the answer is the same for everybody. */
  isShared: boolean;
  /** False: nobody's token goes along, since the answer must be everybody's. */
  withToken?: boolean;
}

/**
 * A call at the provider, within the time that a call may take. An answer that is everybody's is kept: it stands in
 * while the provider fails, is slow, answers no JSON or refuses us (429, 401, 403). Personal answers are never kept.
 */
export async function exchange(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  { method, path, body, isShared, withToken = true }: Sent,
): Promise<Response> {
  const target = env.API_BASE_URL.replace(/\/$/, '') + path;
  const key = isShared
    ? getCallKey(request, new URL(request.url).origin, `${method} ${target} ${typeof body === 'string' ? body : ''}`)
    : null;
  const kept = key && (await readStored(key));
  if (kept && (isFresh(kept) || restsUntil > Date.now())) return toAnswer(kept);
  try {
    // What stands in has to come before the page gives its call up, at the same deadline.
    const deadline = kept ? DEADLINES.call - DEADLINES.near : null;
    const answer = await fetchAnswer(request, env, { method, target, body, withToken, deadline });
    const isAnonymous = !withToken || !request.headers.has('authorization');
    if (key && isAnonymous && answer.status === 200 && answer.body) {
      const headers = {
        ...JSON_TYPE,
        'cache-control': `max-age=${String(KEPT_SECONDS)}`,
        [KEPT_AT]: String(Date.now()),
      };
      keepAnswer(ctx, key, { body: answer.body, status: 200, headers });
    }
    if (kept && isFailure(answer.status)) return toAnswer(kept);
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  } catch (cause) {
    console.error(`provider ${method} ${path.split('?')[0] ?? ''}: ${describeError(cause)}`);
    restsUntil = Date.now() + REST_MS;
    return kept ? toAnswer(kept) : respondFailure(fail('provider_unreachable'));
  }
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** The provider's whole answer; throws where it is late, breaks off, or is half a JSON. */
async function fetchAnswer(
  request: Request,
  env: Env,
  {
    method,
    target,
    body: sentBody,
    withToken,
    deadline,
  }: Omit<Sent, 'path' | 'isShared'> & { target: string; deadline: number | null },
) {
  const headers = new Headers();
  for (const name of FORWARDED) {
    const value = request.headers.get(name);
    if (value !== null && (withToken || name !== 'authorization')) headers.set(name, value);
  }
  // Spec 7.01: calls accept JSON.
  if (!headers.has('accept')) headers.set('accept', 'application/json');
  if (typeof sentBody === 'string') headers.set('content-type', 'application/json');
  const address = getClientAddress(request, env);
  if (address !== '') headers.set('x-forwarded-for', address);
  const isRead = method === 'GET' || method === 'HEAD';
  const response = await fetch(target, {
    method,
    headers,
    redirect: 'manual',
    // A payment that is begun there asks a bank in its turn.
    signal: AbortSignal.timeout(deadline ?? (isRead || isCartCall(target) ? DEADLINES.call : DEADLINES.page)),
    ...(sentBody === null ? {} : { body: sentBody }),
  });
  const body = await response.arrayBuffer();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  if (isJson && body.byteLength > 0) JSON.parse(new TextDecoder().decode(body));
  const answer = new Headers(response.headers);
  for (const name of ['set-cookie', 'content-encoding', 'content-length']) answer.delete(name);
  // These statuses may have no body, not even an empty one.
  return { status: response.status, headers: answer, body: [204, 205, 304].includes(response.status) ? null : body };
}

/** A cart is read by POST (spec 7.20, 7.21): no bank is asked for it. */
function isCartCall(target: string): boolean {
  return target.endsWith('/get/cart');
}

function getCallKey(request: Request, origin: string, target: string): string {
  const key = new URL('/_provider', origin);
  key.search = new URLSearchParams({ target, language: request.headers.get('accept-language') ?? '' }).toString();
  return key.href;
}

function isFresh(kept: Response): boolean {
  return Date.now() - Number(kept.headers.get(KEPT_AT)) <= FRESH_SECONDS * 1000;
}

/** Statuses that say nothing about what was asked. */
function isFailure(status: number): boolean {
  return status >= 500 || [401, 403, 408, 429].includes(status);
}

function toAnswer(kept: Response): Response {
  return new Response(kept.body, { headers: { ...JSON_TYPE, 'cache-control': 'no-store' } });
}
