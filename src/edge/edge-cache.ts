import { DEADLINES, RETRY_AFTER_SECONDS } from '../platform/config/deadlines.ts';
import type { Env } from '../platform/config/env.ts';
import { KIDS_HEADER } from '../platform/http/kids.ts';
import { LOCALE_HEADER, TRUE_UNTIL_HEADER } from '../platform/config/session.ts';
import { countBytesAboveFold } from '../platform/ui/fold-mark.ts';
import { inlineCriticalCss } from './critical-css.ts';
import { parseLocale, type Locale } from '../platform/text/locale.ts';
import type { ApiFetch } from '../platform/http/api-base.ts';
import { catalogueVersion } from '../platform/http/catalogue-version.ts';
import { withDeadline } from '../platform/http/deadline.ts';
import { describeError } from '../platform/http/describe-error.ts';
import { keepAnswer, readStored } from '../platform/http/edge-store.ts';
import { flushAboveTheFold } from './above-the-fold.ts';
import { SHARED_KIDS } from '../platform/http/kids-cookie.ts';
import { pruneCspHashes } from './csp-hashes.ts';
import { renderWatched, type Page } from './watched-render.ts';
import { visitorMarks, withMarks } from './visitor-marks.ts';

/** Served as it is for this long; after that it is still served, and refreshed behind the answer. Seconds. */
const FRESH_SECONDS = 60;
const KEPT_SECONDS = 7 * 24 * 60 * 60;
/** A 404 is kept for so long at most: what is published appears without anybody's doing. */
const KEPT_MISSING_SECONDS = FRESH_SECONDS;
/** Kept with a page, for us: when it was rendered (epoch seconds), and from which version of the catalogue. */
const RENDERED_AT = 'x-rendered-at';
const VERSION = 'x-catalogue-version';
/** Kept with a page, for us: how many of its bytes make the first screen. */
const FOLD_HEADER = 'x-first-screen';
const POLICY = 'content-security-policy';

/** Pages that are personal or set cookies; all others are the same for everybody in a locale. */
const PERSONAL =
  /^\/(login|logout|locale|profile|payments|callback|plan|((movie|series|episode)\/)?download|dev|ref|kids|continue|comments|app(?=\/?$))(\/|$)/;
/** The only query parameters that change a page; any other is not part of the key and never reaches it. */
const PARAMETERS = [
  'query',
  'page',
  'literal',
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
 * A catalogue page from the edge cache, keyed by URL, locale, kids mode, variant and build; one of another catalogue
 * version is rendered again. The page is rendered without the visitor's cookies, so that nothing personal can be
 * stored. A page that was made from failed calls is not kept, and a kept one, however old, is better than it.
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
  key.searchParams.set('_key', [locale, kids ? 'kids' : 'all', env.SITE_VARIANT, __BUILD_ID__].join('.'));
  const cacheKey = key.href;
  const [version, kept] = await Promise.all([catalogueVersion(env), readStored(cacheKey)]);
  const render = async () => {
    const headers = new Headers({
      accept: 'text/html',
      [LOCALE_HEADER]: locale,
      ...(kids && { [KIDS_HEADER]: SHARED_KIDS }),
    });
    const page = await renderWatched(new Request(url, { headers }), env, ctx, renderPage);
    return isStorable(page) ? storePage(cacheKey, page.response, ctx, version) : page;
  };
  if (!kept) return forBrowser(await render(), request, 'miss');
  const now = Date.now() / 1000;
  const good = { response: kept, isHealthy: true };
  if (isCurrent(kept, version, now)) {
    if (now - Number(kept.headers.get(RENDERED_AT)) <= FRESH_SECONDS) return forBrowser(good, request, 'hit');
    ctx.waitUntil(refresh(cacheKey, render));
    return forBrowser(good, request, 'stale');
  }
  const page = await renderInTime(cacheKey, render, ctx);
  return page ? forBrowser(page, request, 'miss') : forBrowser(good, request, 'kept');
}

/** Whether a kept page may be served before it is rendered again. */
function isCurrent({ status, headers }: Response, version: string | null, now: number): boolean {
  if (version !== null && headers.get(VERSION) !== version) return false;
  const until = headers.get(TRUE_UNTIL_HEADER);
  if (until !== null && now > Number(until) + FRESH_SECONDS) return false;
  // What was missing may be there by now: a 404 is not served and refreshed behind the answer.
  return status === 200 || now - Number(headers.get(RENDERED_AT)) <= FRESH_SECONDS;
}

/** When a page that could not be rendered well may be tried again before a visitor (ms), by its key. */
const resting = new Map<string, number>();
const REST_MS = 5_000;

/** A page that stands in for a kept one: null where it does not come out well, or not soon. */
async function renderInTime(key: string, render: () => Promise<Page>, ctx: ExecutionContext): Promise<Page | null> {
  if ((resting.get(key) ?? 0) > Date.now()) return null;
  const work = render();
  ctx.waitUntil(work.catch(() => undefined));
  try {
    const page = await withDeadline(work, DEADLINES.call, 'page');
    if (page.isHealthy && page.response.status < 500) return page;
  } catch (cause) {
    console.error(`a kept page is served, a new one failed: ${describeError(cause)}`);
  }
  if (resting.size > 1000) resting.clear();
  resting.set(key, Date.now() + REST_MS);
  return null;
}

/** When this isolate began to refresh a page (ms): visitors of a stale page cause one render, not one each. */
const refreshing = new Map<string, number>();
/** A refresh that the platform cut off never says so; after this long another may begin. */
const REFRESH_MS = 30_000;

async function refresh(key: string, render: () => Promise<Page>): Promise<void> {
  if (Date.now() - (refreshing.get(key) ?? 0) < REFRESH_MS) return;
  refreshing.set(key, Date.now());
  try {
    await render();
  } catch (cause) {
    // The stale page stays; the next visitor tries again.
    console.error(`refresh of a cached page: ${describeError(cause)}`);
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

function isStorable({ response: { status, headers }, isHealthy }: Page): boolean {
  return isHealthy && (status === 200 || status === 404) && !headers.has('set-cookie');
}

async function storePage(
  key: string,
  response: Response,
  ctx: ExecutionContext,
  version: string | null,
): Promise<Page> {
  const { html, style } = inlineCriticalCss(await response.text());
  const body = new TextEncoder().encode(html);
  const headers = new Headers(response.headers);
  const seconds = response.status === 404 ? KEPT_MISSING_SECONDS : KEPT_SECONDS;
  headers.set(RENDERED_AT, String(Date.now() / 1000));
  headers.set(VERSION, version ?? '');
  headers.set('cache-control', `public, max-age=${String(seconds)}`);
  headers.set('etag', `W/"${await digest(body)}"`);
  const policy = headers.get(POLICY);
  if (policy !== null) headers.set(POLICY, await pruneCspHashes(policy, html, style));
  headers.set(FOLD_HEADER, String(countBytesAboveFold(body)));
  const { status } = response;
  keepAnswer(ctx, key, { body, status, headers });
  return { response: new Response(body, { status, headers }), isHealthy: true };
}

/** What the browser gets: always asked again (the page depends on a cookie), 304 when it is the same. */
function forBrowser({ response, isHealthy }: Page, request: Request, state: string): Response {
  const headers = new Headers(response.headers);
  const bytesAboveFold = Number(headers.get(FOLD_HEADER));
  for (const name of [RENDERED_AT, VERSION]) headers.delete(name);
  headers.delete(FOLD_HEADER);
  headers.delete(TRUE_UNTIL_HEADER);
  headers.delete('cf-cache-status');
  // A page of errors is nobody's to keep; the service worker reads it here, too.
  headers.set('cache-control', isHealthy ? 'private, no-cache' : 'private, no-store');
  if (response.status >= 500 && !headers.has('retry-after')) headers.set('retry-after', String(RETRY_AFTER_SECONDS));
  headers.set('vary', 'cookie');
  headers.append('server-timing', `cache;desc="${state}"`);
  carryLanguage(headers, request);
  const marks = visitorMarks(request);
  const etag = headers.get('etag')?.replace(/"$/, `${marks.tag}"`);
  if (etag !== undefined) headers.set('etag', etag);
  if (etag !== undefined && request.headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers });
  const whole = request.method === 'HEAD' ? null : response.body;
  const body = whole && withMarks(flushAboveTheFold(whole, bytesAboveFold), marks);
  return new Response(body, { status: response.status, headers });
}

/** A page does not know of ?hl, so a redirect of its own would lose the language that the visitor asked for by it. */
function carryLanguage(headers: Headers, request: Request): void {
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
