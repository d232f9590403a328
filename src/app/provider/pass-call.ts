import { DEADLINES } from '../../platform/config/deadlines.ts';
import type { Env } from '../../platform/config/env.ts';
import { API_BASE } from '../../platform/http/calls/api-base.ts';
import { getClientAddress } from '../../platform/http/address/client-address.ts';
import { isAhead } from '../../platform/http/clock.ts';
import { describeError } from '../../platform/http/faults/describe-error.ts';
import { putStored, getStored } from '../../platform/http/cache/edge-store.ts';
import { fetchBounded } from '../../platform/http/limits/fetch-bounded.ts';
import { JSON_HEADERS } from '../../platform/http/calls/respond.ts';
import { SESSION_SECONDS_HEADER } from '../../platform/config/session.ts';
import { readFailure, readRetryAfter } from './failure.ts';
import { readErrorStatus } from './read.ts';
import { getApiBase } from './settings.ts';
import { getPolicy } from '../../platform/http/calls/call.ts';
import { findCall } from '../calls.ts';

const FORWARDED = ['accept', 'accept-language', 'authorization', 'content-type', 'idempotency-key'];
/** All that a provider's headers may say to a browser: seconds. Type, policy, origin rules and storage are ours. */
const PASSED_BACK = ['retry-after', SESSION_SECONDS_HEADER];
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const STORED_AT = 'x-kept-at';
const FRESH_SECONDS = 10; // age from which an answer is asked for again
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60;
const COOL_DOWN_MS = 5_000; // a failed provider is not asked for cached answers
let restsUntil = 0;

export async function passCall(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(API_BASE.length);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const outgoing: OutgoingCall = {
    method: request.method,
    path: path + url.search,
    body: isRead ? null : await request.arrayBuffer(),
    isShared: isRead && isPublicAnswer(path),
  };
  const response = await exchange(request, env, ctx, outgoing);
  const isPlain = response.ok || response.body !== null;
  return isPlain ? response : readFailure(response, null, request.headers.has('authorization'));
}

function isPublicAnswer(path: string): boolean {
  const match = findCall('GET', path);
  return match !== null && ['public', 'catalogue'].includes(getPolicy(match.call).answer);
}

export interface OutgoingCall {
  method: string;
  path: string;
  body: ArrayBuffer | string | null;
  isShared: boolean;
  withToken?: boolean; // False: the answer is shared, so no token is sent.
}

/** JSON up to 4 MiB, 502 for a redirect. Only shared answers are stored, for when the provider fails or is late. */
export async function exchange(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  { method, path, body, isShared, withToken = true }: OutgoingCall,
): Promise<Response> {
  const target = getApiBase(env.API_BASE_URL) + path;
  const key = isShared
    ? getCallKey(request, new URL(request.url).origin, `${method} ${target} ${typeof body === 'string' ? body : ''}`)
    : null;
  const stored = key && (await getStored(key));
  if (stored && (isFresh(stored) || isAhead(restsUntil, Date.now(), COOL_DOWN_MS))) return toAnswer(stored);
  try {
    // The stored answer must arrive before the page's own deadline.
    const deadline = stored ? DEADLINES.call - DEADLINES.near : null;
    const answer = await fetchAnswer(request, env, { method, target, body, withToken, deadline });
    if (isShared && method !== 'HEAD' && (answer.status === 200 || stored) && !hasFields(answer.value))
      throw new Error(`no fields with status ${String(answer.status)}`);
    const isAnonymous = !withToken || !request.headers.has('authorization');
    const reported = answer.status === 200 ? readErrorStatus(answer.value) : null;
    const isRefused = reported === null ? isFailure(answer.status) : reported !== 404;
    if (key && isAnonymous && answer.status === 200 && reported === null && answer.body) {
      const headers = {
        ...JSON_HEADERS,
        'cache-control': `max-age=${String(MAX_AGE_SECONDS)}`,
        [STORED_AT]: String(Date.now()),
      };
      putStored(ctx, key, { body: answer.body, status: 200, headers });
    }
    if (stored && isRefused) return toAnswer(stored);
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  } catch (cause) {
    console.error(`provider ${method} ${path.split('?')[0] ?? ''}: ${describeError(cause)}`);
    restsUntil = Date.now() + COOL_DOWN_MS;
    return stored ? toAnswer(stored) : new Response(null, { status: 502 });
  }
}

async function fetchAnswer(
  request: Request,
  env: Env,
  {
    method,
    target,
    body: sentBody,
    withToken,
    deadline,
  }: Omit<OutgoingCall, 'path' | 'isShared'> & { target: string; deadline: number | null },
) {
  const headers = new Headers();
  for (const name of FORWARDED) {
    const value = request.headers.get(name);
    if (value !== null && (withToken || name !== 'authorization')) headers.set(name, value);
  }
  // Spec 7.01.
  if (!headers.has('accept')) headers.set('accept', 'application/json');
  if (typeof sentBody === 'string') headers.set('content-type', 'application/json');
  const address = getClientAddress(request, env);
  if (address !== '') headers.set('x-forwarded-for', address);
  const isRead = method === 'GET' || method === 'HEAD';
  const init = { method, headers, ...(sentBody === null ? {} : { body: sentBody }) };
  // Starting a payment makes the provider call a bank.
  const timeoutMs = deadline ?? (isRead || isCartCall(target) ? DEADLINES.call : DEADLINES.page);
  const response = await fetchBounded(target, init, { timeoutMs, maxBytes: MAX_ANSWER_BYTES });
  if (response.status >= 300 && response.status < 400) throw new Error(`redirect with ${String(response.status)}`);
  if (response.body === null) throw new Error(`more than ${String(MAX_ANSWER_BYTES)} bytes`);
  const body = await response.body.arrayBuffer();
  const value = parseJson(body);
  // A proxy in front of the provider may tell of its failure in HTML with 200.
  const isJson = response.ok || response.headers.get('content-type')?.includes('json') === true;
  if (isJson && body.byteLength > 0 && value === undefined) throw new Error('no JSON');
  return {
    status: response.status,
    headers: toOwnHeaders(response.headers),
    body: value === undefined ? null : body,
    value,
  };
}

function toOwnHeaders(headers: Headers): Record<string, string> {
  const seconds = PASSED_BACK.flatMap((name) => {
    const value = name === 'retry-after' ? readRetryAfter(headers) : headers.get(name);
    return value !== null && /^\d{1,9}$/.test(String(value)) ? [[name, String(value)] as const] : [];
  });
  return { ...JSON_HEADERS, ...Object.fromEntries(seconds) };
}

/** Spec 7.20, 7.21: reading a cart by POST involves no bank. */
function isCartCall(target: string): boolean {
  return target.endsWith('/get/cart');
}

function getCallKey(request: Request, origin: string, target: string): string {
  const key = new URL('/_provider', origin);
  key.search = new URLSearchParams({ target, language: request.headers.get('accept-language') ?? '' }).toString();
  return key.href;
}

function parseJson(body: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

function hasFields(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isFresh(stored: Response): boolean {
  return Math.abs(Date.now() - Number(stored.headers.get(STORED_AT))) <= FRESH_SECONDS * 1000;
}

function isFailure(status: number): boolean {
  return status >= 500 || (status >= 300 && status < 400) || [401, 403, 408, 429].includes(status);
}

function toAnswer(stored: Response): Response {
  return new Response(stored.body, { headers: JSON_HEADERS });
}
