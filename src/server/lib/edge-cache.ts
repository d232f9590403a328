import type { Env } from '../../config/env.ts';
import { KIDS_HEADER } from '../../config/kids.ts';
import { LOCALE_HEADER, TRUE_UNTIL_HEADER } from '../../config/session.ts';
import { firstScreenBytes } from '../../domain/first-screen.ts';
import { firstStyleFirst } from '../../domain/first-style.ts';
import { parseLocale, type Locale } from '../../domain/locale.ts';
import type { ApiFetch } from '../app.ts';
import { catalogueVersion } from './catalogue-version.ts';
import { firstScreenFirst } from './first-screen.ts';
import { SHARED_KIDS } from './kids-cookie.ts';
import { ownHashes } from './own-hashes.ts';
import { visitorMarks, withMarks } from './visitor-marks.ts';

/** Served as it is for this long; after that it is still served, and refreshed behind the answer. Seconds. */
const FRESH_SECONDS = 60;
const KEPT_SECONDS = 7 * 24 * 60 * 60;
/** Kept with a page, for us: how many of its bytes make the first screen. */
const FIRST_SCREEN = 'x-first-screen';
const POLICY = 'content-security-policy';

/** Pages that are personal or set cookies; all others are the same for everybody in a locale. */
const PERSONAL =
  /^\/(login|logout|locale|profile|payments|callback|plan|((movie|series|episode)\/)?download|dev|ref|kids|continue|app(?=\/?$))(\/|$)/;
/** The only query parameters that change a page; any other is not part of the key and never reaches it. */
const PARAMETERS = [
  'query',
  'page',
  'sort',
  'type',
  'age',
  'lang',
  'country',
  'f_type',
  'genre',
  'letter',
  'job',
  'day',
];

/** What a shared page depends on beside its address. */
export interface PageView {
  locale: Locale;
  /** Whether it is for a kids session, which sees only what is rated for children. */
  kids: boolean;
}

/** Whether the answer is the same for everybody in a locale and mode, so that the edge may keep it. */
export function isCacheable(request: Request, url: URL): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && !PERSONAL.test(url.pathname);
}

/**
 * A catalogue page from the edge cache, keyed by URL, locale, kids mode, variant, build and catalogue version.
 * The page is rendered without the visitor's cookies, so that nothing personal can be stored.
 */
export async function edgeCached(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  { locale, kids }: PageView,
  renderPage: ApiFetch,
): Promise<Response> {
  const url = canonicalUrl(request);
  const key = new URL(url);
  key.searchParams.set(
    '_key',
    [locale, kids ? 'kids' : 'all', env.SITE_VARIANT, __BUILD_ID__, await catalogueVersion(env)].join('.'),
  );
  const cacheKey = key.href;
  const render = async () => {
    const headers = new Headers({
      accept: 'text/html',
      [LOCALE_HEADER]: locale,
      ...(kids && { [KIDS_HEADER]: SHARED_KIDS }),
    });
    const response = await renderPage(new Request(url, { headers }), env, ctx);
    return storable(response) ? keep(cacheKey, response, ctx) : response;
  };
  const cached = await caches.default.match(cacheKey);
  if (!cached) return forBrowser(await render(), request, 'miss');
  const now = Date.now() / 1000;
  const age = now - Number(cached.headers.get('x-rendered-at'));
  if (age <= FRESH_SECONDS) return forBrowser(cached, request, 'hit');
  const trueUntil = cached.headers.get(TRUE_UNTIL_HEADER);
  if (trueUntil !== null && now > Number(trueUntil) + FRESH_SECONDS) return forBrowser(await render(), request, 'miss');
  ctx.waitUntil(refresh(cacheKey, render));
  return forBrowser(cached, request, 'stale');
}

/** When this isolate began to refresh a page (ms): visitors of a stale page cause one render, not one each. */
const refreshing = new Map<string, number>();
/** A refresh that the platform cut off never says so; after this long another may begin. */
const REFRESH_MS = 30_000;

async function refresh(key: string, render: () => Promise<Response>): Promise<void> {
  if (Date.now() - (refreshing.get(key) ?? 0) < REFRESH_MS) return;
  refreshing.set(key, Date.now());
  try {
    await render();
  } catch (cause) {
    // The stale page stays; the next visitor tries again.
    console.error('refresh of a cached page:', cause);
  } finally {
    refreshing.delete(key);
  }
}

function canonicalUrl(request: Request): URL {
  const url = new URL(request.url);
  const kept = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = url.searchParams.get(name);
    if (value !== null) kept.set(name, value);
  }
  url.search = kept.toString();
  return url;
}

function storable(response: Response): boolean {
  return (response.status === 200 || response.status === 404) && !response.headers.has('set-cookie');
}

async function keep(key: string, response: Response, ctx: ExecutionContext): Promise<Response> {
  const { html, style } = firstStyleFirst(await response.text());
  const body = new TextEncoder().encode(html);
  const headers = new Headers(response.headers);
  headers.set('x-rendered-at', String(Date.now() / 1000));
  headers.set('cache-control', `public, max-age=${String(KEPT_SECONDS)}`);
  headers.set('etag', `W/"${await digest(body)}"`);
  const policy = headers.get(POLICY);
  if (policy !== null) headers.set(POLICY, await ownHashes(policy, html, style));
  headers.set(FIRST_SCREEN, String(firstScreenBytes(body)));
  const stored = new Response(body, { status: response.status, headers });
  ctx.waitUntil(caches.default.put(key, stored.clone()));
  return stored;
}

/** What the browser gets: always asked again (the page depends on a cookie), 304 when it is the same. */
function forBrowser(response: Response, request: Request, state: string): Response {
  const headers = new Headers(response.headers);
  const firstScreen = Number(headers.get(FIRST_SCREEN));
  headers.delete('x-rendered-at');
  headers.delete(FIRST_SCREEN);
  headers.delete(TRUE_UNTIL_HEADER);
  headers.delete('cf-cache-status');
  headers.set('cache-control', 'private, no-cache');
  headers.set('vary', 'cookie');
  headers.append('server-timing', `cache;desc="${state}"`);
  keepLanguage(headers, request);
  const marks = visitorMarks(request);
  const etag = headers.get('etag')?.replace(/"$/, `${marks.tag}"`);
  if (etag !== undefined) headers.set('etag', etag);
  if (etag !== undefined && request.headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers });
  const whole = request.method === 'HEAD' ? null : response.body;
  const body = whole && withMarks(firstScreenFirst(whole, firstScreen), marks);
  return new Response(body, { status: response.status, headers });
}

/** A page does not know of ?hl, so a redirect of its own would lose the language that the visitor asked for by it. */
function keepLanguage(headers: Headers, request: Request): void {
  const language = parseLocale(new URL(request.url).searchParams.get('hl'));
  const location = headers.get('location');
  if (language === null || !location?.startsWith('/')) return;
  const target = new URL(location, request.url);
  target.searchParams.set('hl', language);
  headers.set('location', target.pathname + target.search);
}

async function digest(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return Array.from(hash.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
