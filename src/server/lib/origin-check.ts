import type { Env } from '../../config/env.ts';
import { fail } from '../../domain/outcome.ts';
import { respondFailure } from './respond.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** They change something by GET (spec 7.07, 7.13), so a link from another site must not reach them. */
const UNSAFE_GET = new Set(['/api/v1/logout', '/api/v1/get/charge_wallet']);
/** Where banks send the browser back to, by a form of their own site; what it says is verified with the bank. */
const BANK_RETURN = /^\/api\/v1\/(payments|directdebit)\/return\//;

/**
 * Refuses an unsafe request that a browser sends from another site (OWASP CSRF cheat sheet: Origin first,
 * then Sec-Fetch-Site). A client that is no browser sends neither and brings its own bearer, so it passes.
 */
export function refuseForeignOrigin(request: Request, env: Env): Response | null {
  const url = new URL(request.url);
  if (BANK_RETURN.test(url.pathname)) return null;
  if (SAFE.has(request.method) && !UNSAFE_GET.has(url.pathname)) return null;
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  const own = new Set([url.origin, ...(env.SITE_URL === '' ? [] : [new URL(env.SITE_URL).origin])]);
  const foreign = origin !== null ? !own.has(origin) : site !== null && site !== 'same-origin' && site !== 'none';
  return foreign ? respondFailure(fail('forbidden_origin')) : null;
}
