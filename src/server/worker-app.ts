import type { Env } from '../config/env.ts';
import { LOCALE_COOKIE } from '../config/constants.ts';
import { LOCALE_HEADER } from '../config/session.ts';
import { API_BASE, type ApiFetch } from './app.ts';
import { apiBackend } from './api-backend.ts';
import { browserSession } from './lib/browser-session.ts';
import { cookieOf } from './lib/cookies.ts';
import { edgeCached, isCacheable } from './lib/edge-cache.ts';
import { kidsRedirect, withKids } from './lib/kids-gate.ts';
import { allowMediaHost } from './lib/media-host.ts';
import { refuseForeignOrigin } from './lib/origin-check.ts';
import { countQueries, rememberEnv } from './lib/query-count.ts';
import { rememberReferral } from './lib/referral-cookie.ts';
import { visitorMarks, withMarks } from './lib/visitor-marks.ts';
import { serveMedia } from './modules/playback/media.ts';
import { serveSitemap } from './modules/sitemap/sitemap.ts';
import { canonicalPath, isLegible } from '../domain/canonical-path.ts';
import { DEFAULT_LOCALE, parseLocale } from '../domain/locale.ts';
import { paths } from '../domain/paths.ts';

/** For every answer; the content security policy comes with each page, since it holds its scripts' hashes. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'strict-transport-security': 'max-age=31536000',
};

/**
 * For what is one visitor's own: whoever opened it has no hold on it, to lead it elsewhere in the middle of a payment.
 * Not for pages that are everybody's: the browser begins a new process for it, which a slow phone's first paint waits for.
 */
const PERSONAL_HEADERS = { 'cache-control': 'private, no-store', 'cross-origin-opener-policy': 'same-origin' };

/** How long a browser remembers another spelling of an address. Seconds. */
const REDIRECT_HEADERS = { 'cache-control': 'public, max-age=86400' };

/** The three doors: the API, the media, and the pages behind the edge cache. */
export function createWorker(renderPage: ApiFetch): ApiFetch {
  return async (request, rawEnv, ctx) => {
    const refused = refuseForeignOrigin(request, rawEnv);
    if (refused) return refused;
    const { env, queries } = countQueries(rawEnv);
    rememberEnv(ctx, env);
    const response = await route(request, env, ctx, renderPage);
    // A connection that has been opened is no answer to be written on.
    if (response.status === 101) return response;
    const answer = new Response(response.body, response);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) answer.headers.set(name, value);
    if (answer.headers.get('content-type') === 'text/html')
      answer.headers.set('content-type', 'text/html; charset=utf-8');
    allowMediaHost(answer.headers, env);
    rememberReferral(request, answer.headers);
    answer.headers.append('server-timing', `d1;desc="${String(queries())}"`);
    return answer;
  };
}

async function route(request: Request, env: Env, ctx: ExecutionContext, renderPage: ApiFetch): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname.startsWith(`${API_BASE}/`)) return browserSession(apiBackend(env))(request, env, ctx);
  if (url.pathname.startsWith('/media/')) return serveMedia(request, env, ctx);
  const canonical = canonicalPath(url.pathname);
  if (canonical !== null && (request.method === 'GET' || request.method === 'HEAD')) {
    return new Response(null, { status: 301, headers: { location: canonical + url.search, ...REDIRECT_HEADERS } });
  }
  if (!isLegible(url.pathname)) {
    const { headers } = request;
    return route(new Request(new URL(paths.notFound(), url), { headers }), env, ctx, renderPage);
  }
  if (url.pathname.startsWith('/sitemap')) {
    const sitemap = await serveSitemap(request, env, ctx);
    if (sitemap) return sitemap;
  }
  const locale =
    parseLocale(url.searchParams.get('hl')) ?? parseLocale(cookieOf(request, LOCALE_COOKIE)) ?? DEFAULT_LOCALE;
  const { headers, kids } = await withKids(request, env);
  const home = kidsRedirect(kids, url.pathname);
  if (home) return home;
  const view = { locale, kids: kids?.on === true };
  if (isCacheable(request, url)) return edgeCached(request, env, ctx, view, renderPage);
  headers.set(LOCALE_HEADER, locale);
  const response = await renderPage(new Request(request, { headers }), env, ctx);
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  const body = response.body && isPage ? withMarks(response.body, visitorMarks(request)) : response.body;
  const personal = new Response(body, response);
  for (const [name, value] of Object.entries(PERSONAL_HEADERS)) personal.headers.set(name, value);
  return personal;
}
