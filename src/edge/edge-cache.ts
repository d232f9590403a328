import { DEADLINES, RETRY_AFTER_SECONDS } from '../platform/config/deadlines.ts';
import type { Env } from '../platform/config/env.ts';
import { KIDS_HEADER } from '../platform/http/session/kids.ts';
import { LOCALE_HEADER, VALID_UNTIL_HEADER } from '../platform/config/session.ts';
import { parseLocale, type Locale } from '../platform/text/locale.ts';
import type { ApiFetch } from '../platform/http/calls/api-base.ts';
import { catalogueVersion, getNextPublication } from '../platform/http/cache/catalogue-version.ts';
import { withDeadline } from '../platform/http/limits/deadline.ts';
import { COPY_HEADERS, putStored, getStored } from '../platform/http/cache/edge-store.ts';
import { SHARED_KIDS } from '../platform/http/session/kids-cookie.ts';
import { logFailure } from './designed-answer.ts';
import { FOLD_HEADER, finishRender, sendPage } from './html-passes.ts';
import { digestHeld } from './held-body.ts';
import { isText, renderWatched, type RenderedPage } from './watched-render.ts';
import { buildBrowserHeaders } from './browser-cache.ts';
import { chooseKeptParts, PARTS_HEADER } from './kept-parts.ts';
import { toPageTiming } from '../platform/http/pages/page-timing.ts';
import { canonicalUrl } from './shared-address.ts';
import { recentPages, type StoredPage } from './recent-pages.ts';
import { LruCache } from '../platform/http/cache/lru-cache.ts';
import { visitorMarks } from './visitor-marks.ts';

const FRESH_SECONDS = 60;
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60;
const MAX_AGE_OF_MISSING_SECONDS = FRESH_SECONDS;
/** With a cached page, never sent: render time in epoch seconds, catalogue version. */
const RENDERED_AT = 'x-rendered-at';
const VERSION = 'x-catalogue-version';

type SentPage = Omit<StoredPage, 'body'> & { body: StoredPage['body'] | null; isHealthy: boolean };

export interface PageView {
  locale: Locale;
  kids: boolean;
}

/** Renders without the visitor's cookies: nothing personal is stored. A stored page is better than one of failed calls. */
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
  const recent = recentPages.get(cacheKey);
  const [version, next, cachedPage] = await Promise.all([
    catalogueVersion(env),
    getNextPublication(env),
    recent ?? readPage(cacheKey),
  ]);
  // Another isolate may have stored a newer one.
  const isOld = recent && !(isCurrent(recent, version) && isRecent(recent));
  const stored = isOld ? await readPage(cacheKey) : cachedPage;
  const render = async (): Promise<SentPage> => {
    const headers = new Headers({
      accept: 'text/html',
      [LOCALE_HEADER]: locale,
      ...(kids && { [KIDS_HEADER]: SHARED_KIDS }),
    });
    const page = await renderWatched(new Request(url, { headers }), env, ctx, renderPage);
    if (isStorable(page)) return storePage(cacheKey, page, ctx, version);
    const { body } = page;
    return { ...page, body: isText(body) ? new TextEncoder().encode(body.join('')) : body };
  };
  const send = (page: SentPage, state: string) => forBrowser(page, request, { kids, state, next });
  if (!stored) return send(await render(), 'miss');
  const storedPage = { ...stored, isHealthy: true };
  if (isCurrent(stored, version)) {
    if (isRecent(stored)) {
      if (stored !== recent) recentPages.put(cacheKey, stored);
      return send(storedPage, 'hit');
    }
    ctx.waitUntil(refresh(cacheKey, render));
    return send(storedPage, 'stale');
  }
  const page = await renderInTime(cacheKey, render, ctx);
  return page ? send(page, 'miss') : send(storedPage, 'kept');
}

async function readPage(key: string): Promise<StoredPage | null> {
  const stored = await getStored(key);
  return stored && { body: new Uint8Array(await stored.arrayBuffer()), status: stored.status, headers: stored.headers };
}

function isRecent({ headers }: StoredPage): boolean {
  return Math.abs(Date.now() / 1000 - Number(headers.get(RENDERED_AT))) <= FRESH_SECONDS;
}

function isCurrent(page: StoredPage, version: string | null): boolean {
  const { status, headers } = page;
  if (version !== null && headers.get(VERSION) !== version) return false;
  const until = headers.get(VALID_UNTIL_HEADER);
  if (until !== null && Date.now() / 1000 > Number(until) + FRESH_SECONDS) return false;
  // A 404 is not served while it is refreshed: the page may exist by now.
  return status === 200 || isRecent(page);
}

const MAX_KEYS = 1000;
/** Pages whose rendering has failed. */
const coolDowns = new LruCache<true>({ max: MAX_KEYS });
const COOL_DOWN_MS = 5_000;

async function renderInTime(
  key: string,
  render: () => Promise<SentPage>,
  ctx: ExecutionContext,
): Promise<SentPage | null> {
  if (coolDowns.get(key)) return null;
  const work = render();
  ctx.waitUntil(work.catch(() => undefined));
  try {
    const page = await withDeadline(work, DEADLINES.call, 'page');
    if (page.isHealthy && page.status < 500) return page;
  } catch (cause) {
    logFailure('a kept page is served, a new one failed', cause);
  }
  coolDowns.put(key, true, COOL_DOWN_MS);
  return null;
}

const refreshing = new LruCache<true>({ max: MAX_KEYS });
const REFRESH_MS = 30_000;

async function refresh(key: string, render: () => Promise<SentPage>): Promise<void> {
  if (refreshing.get(key)) return;
  refreshing.put(key, true, REFRESH_MS);
  try {
    await render();
  } catch (cause) {
    logFailure('refresh of a cached page', cause);
  } finally {
    refreshing.delete(key);
  }
}

function isStorable({ status, headers, isHealthy }: RenderedPage): boolean {
  return isHealthy && (status === 200 || status === 404) && !headers.has('set-cookie');
}

async function storePage(
  key: string,
  { status, headers: rendered, body: content }: RenderedPage,
  ctx: ExecutionContext,
  version: string | null,
): Promise<SentPage> {
  const headers = new Headers(rendered);
  const body = isText(content) ? await finishRender(content, headers) : (content ?? new Uint8Array());
  const seconds = status === 404 ? MAX_AGE_OF_MISSING_SECONDS : MAX_AGE_SECONDS;
  headers.set(RENDERED_AT, String(Date.now() / 1000));
  headers.set(VERSION, version ?? '');
  headers.set('cache-control', `public, max-age=${String(seconds)}`);
  headers.set('etag', `W/"${digestHeld(body).toString('hex').slice(0, 24)}"`);
  putStored(ctx, key, { body, status, headers });
  recentPages.put(key, { body, status, headers });
  return { status, headers, body, isHealthy: true };
}

function forBrowser(
  { status, headers: pageHeaders, body: page, isHealthy }: SentPage,
  request: Request,
  { kids, state, next }: { kids: boolean; state: string; next: number | null },
): Response {
  const headers = new Headers(pageHeaders);
  const bytesAboveFold = Number(headers.get(FOLD_HEADER));
  const parts = headers.get(PARTS_HEADER);
  const version = headers.get(VERSION) ?? '';
  // A title that comes out may be on any page.
  const ends = [headers.get(VALID_UNTIL_HEADER), next].filter((end) => end !== null).map(Number);
  const sharedPage = {
    status,
    isHealthy,
    isKids: kids,
    setsCookie: headers.has('set-cookie'),
    validUntil: ends.length === 0 ? null : Math.min(...ends),
  };
  const browserHeaders = buildBrowserHeaders(request, sharedPage, Date.now() / 1000);
  // The passes change the length.
  const internal = [RENDERED_AT, VERSION, FOLD_HEADER, PARTS_HEADER, VALID_UNTIL_HEADER, 'content-length'];
  for (const name of [...internal, ...COPY_HEADERS]) headers.delete(name);
  for (const [name, value] of Object.entries(browserHeaders)) headers.set(name, value);
  if (status >= 500 && !headers.has('retry-after')) headers.set('retry-after', String(RETRY_AFTER_SECONDS));
  headers.append('server-timing', `cache;desc="${state}"`);
  const digest = /"(\w+)"/.exec(headers.get('etag') ?? '')?.[1];
  if (digest !== undefined) headers.append('server-timing', toPageTiming({ version, digest }));
  carryLanguage(headers, request);
  const tag = visitorMarks(request).tag + chooseKeptParts(parts, request).tag;
  const etag = headers.get('etag')?.replace(/"$/, `${tag}"`);
  if (etag !== undefined) headers.set('etag', etag);
  if (etag !== undefined && request.headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers });
  const isSent = page !== null && request.method !== 'HEAD';
  return new Response(isSent ? sendPage(page, request, { bytesAboveFold, parts }) : null, { status, headers });
}

/** A page does not know of `?hl`: its own redirect would lose it. */
function carryLanguage(headers: Headers, request: Request): void {
  const language = parseLocale(new URL(request.url).searchParams.get('hl'));
  const location = headers.get('location');
  if (language === null || !location?.startsWith('/')) return;
  const target = new URL(location, request.url);
  target.searchParams.set('hl', language);
  headers.set('location', target.pathname + target.search);
}
