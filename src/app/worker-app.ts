import type { Env } from '../platform/config/env.ts';
import { SECURITY_HEADERS } from '../platform/config/security-headers.ts';
import { LOCALE_HEADER } from '../platform/config/session.ts';
import { DEADLINES } from '../platform/config/deadlines.ts';
import { UPLOADS_PATH } from '../features/ingest/upload-rules.ts';
import { API_BASE, type ApiFetch } from '../platform/http/calls/api-base.ts';
import { apiBackend } from './api-backend.ts';
import { renderPreview } from './preview-page.ts';
import { publishIfDue } from '../features/catalogue/server/publish-due.ts';
import { findRequestCall } from './calls.ts';
import { respondAlways } from './respond-always.ts';
import { loadSite, loadSiteOnce } from '../features/site/server/load-site.ts';
import { isBankPost, redirectBankPost } from '../platform/http/origin/bank-post.ts';
import { browserSession } from './browser-session.ts';
import { answerBankReturn, answerError, designFailure, PageFailure } from '../edge/designed-answer.ts';
import { edgeCached } from '../edge/edge-cache.ts';
import { isCacheable, listMethods } from '../edge/shared-address.ts';
import { EVERY_REQUEST, getPageGuards, isClosedDevPage, runGuards } from './guards.ts';
import { withDeadline } from '../platform/http/limits/deadline.ts';
import { kidsRedirect, withKids } from '../edge/kids-gate.ts';
import { endSpeculations, refuseSpeculation } from '../edge/speculation.ts';
import { allowMediaHost } from './allow-media-host.ts';
import { countQueries, putEnv } from '../platform/http/limits/query-count.ts';
import { setReferral } from '../features/accounts/server/referral-cookie.ts';
import { readWholeRequest } from '../platform/http/limits/request-body.ts';
import { visitorMarks, withMarks } from '../edge/visitor-marks.ts';
import { getPlainFailure, isDocument } from '../edge/watched-render.ts';
import { isHtml } from '../platform/http/pages/is-html.ts';
import { serveMedia } from './media.ts';
import { serveSitemap } from '../features/seo/server/sitemap.ts';
import { hidesPage } from '../platform/pages/find-page.ts';
import { canonicalPath, isLegible } from '../platform/seo/canonical-path.ts';
import { readVisitor } from '../platform/http/session/visitor.ts';
import { paths } from '../platform/paths.ts';

const HEALTH_PATH = '/healthz';
const DEADLINE_MS = 2000;

/** Its body is read by the upload's own handler, once it knows who sends it. */
function isUploadPart({ method, url }: Request): boolean {
  return ['PATCH', 'POST'].includes(method) && new URL(url).pathname.startsWith(`${API_BASE}${UPLOADS_PATH}/`);
}

/** 200 while the database answers, else 503. Provider mode has no database. */
async function answerHealth(request: Request, env: Env): Promise<Response> {
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { ...headers, allow: 'GET, HEAD' } });
  const isHealthy = env.API_BASE_URL !== '' || (await canRead(env));
  const body = JSON.stringify({ status: isHealthy ? 'ok' : 'unavailable' });
  return new Response(request.method === 'HEAD' ? null : body, {
    status: isHealthy ? 200 : 503,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  });
}

async function canRead({ DB }: Env): Promise<boolean> {
  try {
    await withDeadline(DB.prepare('SELECT 1').first(), DEADLINE_MS, 'health');
    return true;
  } catch {
    return false;
  }
}

/** COOP: the opener cannot navigate a payment page. A new process delays the first paint, so personal pages only. */
const PERSONAL_HEADERS = { 'cache-control': 'private, no-store', 'cross-origin-opener-policy': 'same-origin' };

const REDIRECT_HEADERS = { 'cache-control': 'public, max-age=86400' }; // one day

export function createWorker(renderSitePage: ApiFetch): ApiFetch {
  const renderPage: ApiFetch = async (request, env, ctx) => {
    await loadSite(env);
    return renderSitePage(request, env, ctx);
  };
  return async (request, rawEnv, ctx) => {
    const { env, queries } = countQueries(rawEnv);
    putEnv(ctx, env);
    const isPart = isUploadPart(request);
    const call = env.API_BASE_URL === '' ? findRequestCall(request)?.call : undefined;
    const isUpload = call?.upload !== undefined;
    const answer = async () => {
      const wholeRequest = isPart ? request : await readWholeRequest(request, isUpload);
      if (wholeRequest === null) return answerError(request, env, 'body_too_large');
      return (await runGuards(EVERY_REQUEST, wholeRequest, env)) ?? (await route(wholeRequest, env, ctx, renderPage));
    };
    const response = await respondAlways(
      request,
      env,
      ctx,
      answer,
      isPart || isUpload ? DEADLINES.upload : call?.isSlow === true ? DEADLINES.pictures : DEADLINES.page,
    );
    // A WebSocket upgrade cannot be modified.
    if (response.status === 101) return response;
    const final = new Response(response.body, response);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) final.headers.set(name, value);
    if (final.headers.get('content-type') === 'text/html')
      final.headers.set('content-type', 'text/html; charset=utf-8');
    if (response.status < 500) allowMediaHost(final.headers, env);
    setReferral(request, final.headers);
    endSpeculations(request, final.headers);
    final.headers.append('server-timing', `d1;desc="${String(queries())}"`);
    return final;
  };
}

async function route(request: Request, env: Env, ctx: ExecutionContext, renderPage: ApiFetch): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname.startsWith(`${API_BASE}/`)) {
    // SMS, payments and files name the site.
    await Promise.all([publishIfDue(env, ctx), loadSite(env)]);
    return routeApi(request, env, ctx);
  }
  if (url.pathname.startsWith('/media/')) return designFailure(request, env, await serveMedia(request, env, ctx));
  if (url.pathname === HEALTH_PATH) return answerHealth(request, env);
  const canonical = canonicalPath(url.pathname);
  if (canonical !== null) {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const headers = { location: canonical + url.search, ...(isRead ? REDIRECT_HEADERS : {}) };
    // 308 keeps a form's method and body.
    return new Response(null, { status: isRead ? 301 : 308, headers });
  }
  if (isBankPost(request, env)) return withPersonalHeaders(redirectBankPost(request));
  const methods = listMethods(url);
  if (!methods.includes(request.method)) {
    const answer = await answerError(request, env, 'method_not_allowed');
    answer.headers.set('allow', methods.join(', '));
    return answer;
  }
  if (!isLegible(url.pathname) || hidesPage(url.pathname) || isClosedDevPage(url, env)) {
    const { headers } = request;
    return route(new Request(new URL(paths.notFound(), url), { headers }), env, ctx, renderPage);
  }
  if (url.pathname.startsWith('/sitemap')) {
    const sitemap = await serveSitemap(request, env, ctx);
    if (sitemap) return sitemap;
  }
  await Promise.all([publishIfDue(env, ctx), loadSiteOnce(env)]);
  const preview = await renderPreview(request, env, ctx, renderPage);
  if (preview) return withPersonalHeaders(preview);
  const { locale } = readVisitor(request);
  const isShared = isCacheable(request, url);
  const refused = isShared ? null : refuseSpeculation(request);
  if (refused) return refused;
  const { headers, kids } = await withKids(request, env);
  const home = kidsRedirect(kids, url.pathname);
  if (home) return home;
  const guarded = await runGuards(getPageGuards(url.pathname), request, env);
  if (guarded) return withPersonalHeaders(guarded);
  const view = { locale, kids: kids?.on === true };
  if (isShared) return edgeCached(request, env, ctx, view, renderPage);
  headers.set(LOCALE_HEADER, locale);
  const response = await renderPage(new Request(request, { headers }), env, ctx);
  if (response.status === 500 && !isDocument(response)) throw new PageFailure('internal');
  const plain = request.method === 'HEAD' ? null : getPlainFailure(response);
  if (plain !== null) return answerError(request, env, plain);
  const marked =
    response.body && isHtml(response.headers) ? withMarks(response.body, visitorMarks(request)) : response.body;
  return withPersonalHeaders(new Response(marked, response));
}

function withPersonalHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(PERSONAL_HEADERS)) response.headers.set(name, value);
  return response;
}

async function routeApi(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const response = await browserSession(apiBackend(env))(request, env, ctx);
  return (response.status >= 500 ? answerBankReturn(request, env) : null) ?? response;
}
