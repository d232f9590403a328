import type { Env } from '../platform/config/env.ts';
import { API_BASE } from '../platform/http/api-base.ts';
import { isBankPost } from '../platform/http/bank-post.ts';
import { answerError } from '../edge/designed-answer.ts';
import { getSiteOrigin } from '../platform/http/site-origin.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** They change something by GET (spec 7.07; a budget is spent), so only a page of this site, or a program, may reach them. */
const UNSAFE_GET = new Set([`${API_BASE}/logout`, `${API_BASE}/account/export`]);
/** Where banks send the browser back to, by a form of their own site; what it says is verified with the bank. */
const BANK_RETURN = /^\/api\/v1\/(payments|directdebit)\/return\//;

/**
 * Refuses an unsafe request that a browser sends from another site (OWASP CSRF cheat sheet: Origin first,
 * then Sec-Fetch-Site). A client that is no browser sends neither and brings its own bearer, so it passes. The path has
 * one reading by now (guard-request.ts).
 */
export function refuseForeignOrigin(request: Request, env: Env): Promise<Response> | null {
  const url = new URL(request.url);
  if (BANK_RETURN.test(url.pathname) || isBankPost(request, env)) return null;
  const isUnsafeGet = SAFE.has(request.method) && UNSAFE_GET.has(url.pathname);
  if (SAFE.has(request.method) && !isUnsafeGet) return null;
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  const own = new Set([url.origin, getSiteOrigin(env, url.origin)]);
  if (origin !== null) return own.has(origin) ? null : refuse(request, env);
  if (isUnsafeGet) return site === 'same-origin' || (site === null && isProgram(request)) ? null : refuse(request, env);
  return site === null || site === 'same-origin' || site === 'none' ? null : refuse(request, env);
}

/** A program brings its own bearer and has no cookies; a browser that tells nothing of itself has nothing else. */
function isProgram({ headers }: Request): boolean {
  return headers.has('authorization') && !headers.has('cookie');
}

async function refuse(request: Request, env: Env): Promise<Response> {
  return answerError(request, env, 'forbidden_origin');
}
