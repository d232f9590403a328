import { RETRY_AFTER_SECONDS } from '../platform/config/deadlines.ts';
import type { Env } from '../platform/config/env.ts';
import { ERROR_STATUS, type ApiError, type ErrorCode } from '../platform/http/calls/errors.ts';
import { fail } from '../platform/outcome.ts';
import { getPageStatus } from '../platform/http/pages/page-status.ts';
import { paths } from '../platform/paths.ts';
import { API_BASE } from '../platform/http/calls/api-base.ts';
import { describeError, isOutage } from '../platform/http/faults/describe-error.ts';
import { errorPage, errorText } from './error-page.ts';
import { respondFailure } from '../platform/http/calls/respond.ts';
import { UnknownMiddleware } from './unknown-middleware.ts';

const BANK_RETURN = /^\/(payments|directdebit)\/return\/(?:[^/]+\/)?([\w-]{1,64})$/;
const PLAIN = /^\/(media\/|sitemap|robots\.txt|sw\.js|healthz$|manifest\.webmanifest$)/;

type PageFailureCode = 'unavailable' | 'internal' | 'overloaded';

export class PageFailure extends Error {
  readonly code: PageFailureCode;
  readonly failed: ApiError | null;
  constructor(code: PageFailureCode, failed: ApiError | null = null) {
    super(`the page failed: ${code}`);
    this.code = code;
    this.failed = failed;
  }
}

/** The host renders as many pages as it can already. The host counts these; a log line for each would add to the load. */
export class Overload extends PageFailure {
  constructor() {
    super('overloaded');
  }
}

export function logFailure(subject: string, cause: unknown): void {
  if (!(cause instanceof Overload)) console.error(`${subject}: ${describeError(cause)}`);
}

/** The answer to a request that threw or timed out, in the format of its door. Never stored; logs once. */
export async function answerThrown(request: Request, env: Env, cause: unknown): Promise<Response> {
  const { pathname } = new URL(request.url);
  logFailure(`${request.method} ${pathname}`, cause);
  if (cause instanceof UnknownMiddleware) {
    return answerError(request, env, 'unknown_middleware', { name: cause.middleware });
  }
  if (cause instanceof PageFailure && cause.failed) return answerFailedCall(request, env, cause.failed);
  const code = cause instanceof PageFailure ? cause.code : isOutage(cause) ? 'unavailable' : 'internal';
  return answerError(request, env, code);
}

function answerFailedCall(
  request: Request,
  env: Env,
  error: Pick<ApiError, 'status' | 'code' | 'retry_after'>,
): Promise<Response> {
  const status = getPageStatus(error);
  const isOurs = Object.hasOwn(ERROR_STATUS, error.code) && error.status === status;
  const code = isOurs ? (error.code as ErrorCode) : (CODES[status] ?? (status < 500 ? 'invalid_input' : 'unavailable'));
  const minutes = String(Math.max(1, Math.ceil((error.retry_after ?? 0) / 60)));
  return answerError(request, env, code, { minutes }, { status, retryAfter: error.retry_after });
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  403: 'forbidden',
  404: 'not_found',
  429: 'too_many_requests',
  502: 'provider_unreachable',
};

/** In the format of the requested door (spec 8.01, 8.11); a navigation gets a page, except at the API. */
export async function answerError(
  request: Request,
  env: Pick<Env, 'SITE_URL'> & Partial<Pick<Env, 'API_BASE_URL'>>,
  code: ErrorCode,
  values: Record<string, string> = {},
  { status = ERROR_STATUS[code], retryAfter = null }: { status?: number; retryAfter?: number | null } = {},
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const wait = retryAfter ?? (status >= 500 ? RETRY_AFTER_SECONDS : null);
  const retry: Record<string, string> = wait === null ? {} : { 'retry-after': String(wait) };
  if (pathname.startsWith(`${API_BASE}/`)) {
    return answerBankReturn(request, env) ?? respondFailure(fail(code, { values }), retry);
  }
  const headers = { 'cache-control': 'no-store', ...retry };
  const isHead = request.method === 'HEAD';
  if (PLAIN.test(pathname) && !isNavigation(request)) {
    const text = isHead ? null : `${errorText(code, 'fa', values)}\n${errorText(code, 'en', values)}\n`;
    return new Response(text, { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } });
  }
  const page = await errorPage(request, status, code, values, (env.API_BASE_URL ?? '') === '');
  return new Response(isHead ? null : page.html, {
    status,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': page.policy },
  });
}

const LOOKED_AT = new Set(['document', 'iframe', 'frame', 'embed', 'object']);

function isNavigation({ headers }: Request): boolean {
  const destination = headers.get('sec-fetch-dest');
  if (destination !== null) return LOOKED_AT.has(destination);
  return headers.get('accept')?.includes('text/html') === true;
}

/** For a navigation: the error page in place of a failure's JSON (spec 8.11). */
export async function designFailure(request: Request, env: Env, response: Response): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (response.status < 400 || !isJson || !isNavigation(request)) return response;
  const body: unknown = await response.json().catch(() => null);
  const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
  const wait = Number(response.headers.get('retry-after'));
  const error = { status: response.status, code: code as ErrorCode, retry_after: wait > 0 ? wait : null };
  return answerFailedCall(request, env, error);
}

/** Leads a visitor from the bank to the result page, whatever fails; null for any other address. */
export function answerBankReturn(request: Request, env: Pick<Env, 'SITE_URL'>): Response | null {
  const url = new URL(request.url);
  const [, kind, id = ''] = BANK_RETURN.exec(url.pathname.slice(API_BASE.length)) ?? [];
  if (kind === undefined) return null;
  const path = kind === 'payments' ? paths.callback(id) : paths.mandateResult('unknown');
  const site = URL.canParse(env.SITE_URL) ? new URL(env.SITE_URL).origin : url.origin;
  return new Response(null, { status: 303, headers: { location: site + path, 'cache-control': 'no-store' } });
}
