import type { Env } from '../../config/env.ts';
import { fail } from '../../domain/outcome.ts';
import { respondFailure } from './respond.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Signs out by GET too (spec 7.07), so a link from another site must not reach it. */
const UNSAFE_GET = '/api/v1/logout';

/**
 * Refuses an unsafe request that a browser sends from another site (OWASP CSRF cheat sheet: Origin first,
 * then Sec-Fetch-Site). A client that is no browser sends neither and brings its own bearer, so it passes.
 */
export function refuseForeignOrigin(request: Request, env: Env): Response | null {
  const url = new URL(request.url);
  if (SAFE.has(request.method) && url.pathname !== UNSAFE_GET) return null;
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  const own = new Set([url.origin, ...(env.SITE_URL === '' ? [] : [new URL(env.SITE_URL).origin])]);
  const foreign = origin !== null ? !own.has(origin) : site !== null && site !== 'same-origin' && site !== 'none';
  return foreign ? respondFailure(fail('forbidden_origin')) : null;
}
