import { defineMiddleware } from 'astro:middleware';
import type { Api } from '../platform/client/api.ts';
import type { Trial } from '../features/site/contract.ts';
import { loadAppDetails, loadShell, type Shell } from '../shell/load-shell.ts';
import { buildBrandStyle } from '../platform/config/brand-style.ts';
import { readSeller } from '../platform/config/seller.ts';
import { chatScript } from './chat.ts';
import { KIDS_HEADER } from '../platform/http/session/kids.ts';
import { LOCALE_HEADER } from '../platform/config/session.ts';
import { nameFullrateOperators } from '../platform/config/operators.ts';
import { findPage } from '../platform/pages/find-page.ts';
import { getVariant, offersTrial } from '../platform/config/variants.ts';
import { DEFAULT_LOCALE, parseLocale } from '../platform/text/locale.ts';
import { getBrand, runWithBrand } from '../platform/text/site-brand.ts';
import { runInLocale } from '../platform/text/locale-server.ts';
import { supportsApiCall } from './api-backend.ts';
import { buildRequesterCookie, createRequester, readRequester } from '../features/accounts/server/requester-cookie.ts';
import { beginSession, clearCookies, clearSession } from './browser-session.ts';
import { createPageApi } from './page-api.ts';
import { limitToTrial, NO_TRIAL } from './page-trial.ts';
import { kidsCookie, parseKids } from '../platform/http/session/kids-cookie.ts';
import { getPreview } from '../platform/http/pages/preview.ts';
import { systemClock } from '../platform/http/clock.ts';
import { getEnv } from '../platform/http/limits/query-count.ts';
import { allowStyle } from '../edge/csp-hashes.ts';
import { isTrueRefusal, recordFailedCall } from '../edge/render-health.ts';
import { readVisitor } from '../platform/http/session/visitor.ts';
import { getSiteOrigin } from '../platform/http/origin/site-origin.ts';

export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, request, url } = context;
  const bindings = getEnv(locals.cfContext);
  const locale = parseLocale(request.headers.get(LOCALE_HEADER)) ?? DEFAULT_LOCALE;
  const token = readVisitor(request).token;
  locals.locale = locale;
  locals.now = (getPreview(locals.cfContext)?.clock ?? systemClock)();
  locals.failure = null;
  locals.variant = getVariant(bindings, url.host);
  locals.siteUrl = getSiteOrigin(bindings, url.origin);
  const kids = request.headers.get(KIDS_HEADER);
  const state = parseKids(kids);
  locals.kids = state?.on === true;
  locals.knowsKidsPin = state?.on === false;
  locals.offers = (call) => supportsApiCall(bindings, call);
  locals.lists = bindings.LISTS === 'on' && locals.offers('addToList');
  locals.comments = !locals.kids && locals.offers('listComments');
  locals.icons = new Set();
  locals.cast = bindings.CAST === 'on' && locals.offers('castAddress');
  locals.fullrateOperators = nameFullrateOperators(bindings, locale);
  locals.samandehi = {
    samandehi_id: bindings.SAMANDEHI_ID || null,
    samandehi_p: bindings.SAMANDEHI_P || null,
  };
  locals.seller = readSeller(bindings);
  locals.chat = chatScript(bindings.CHAT_SCRIPT);
  let made: string | null = null;
  const requester = () =>
    bindings.API_BASE_URL === '' ? (made ??= readRequester(request) ?? createRequester()) : null;
  locals.appPage = context.originPathname.startsWith('/app/') ? context.originPathname : null;
  locals.signedIn = token !== null;
  locals.session = {
    start: (value) => beginSession(value),
    clear: () => clearSession(locals.kids),
    clearAll: () => clearCookies(request, locals.kids),
    kids: (value) => [kidsCookie(value)],
    requester: () => {
      const id = requester();
      return id === null ? [] : [buildRequesterCookie(id)];
    },
  };
  const page = { request, origin: url.origin, env: bindings, ctx: locals.cfContext, locale, requester };
  const client = createPageApi(page);
  const contentApi = recordFailures(client, locals.cfContext, 'content');
  const shellApi = recordFailures(client, locals.cfContext, 'shell');
  locals.details = async () => {
    const answer = await loadDetailsOnce(locals.cfContext, shellApi);
    return answer.ok ? answer.value.data.data : null;
  };
  locals.shell = () => loadShellOnce(locals.cfContext, shellApi, locals);
  const { menus, cache } = findPage(url.pathname);
  const isShellExpected = request.method === 'GET' && !locals.kids && menus === 'expected';
  const hasTrial = !locals.kids && offersTrial(bindings, locals.variant);
  const loadTrial = async (): Promise<Trial> => {
    if (!hasTrial) return NO_TRIAL;
    if (isShellExpected) void locals.shell();
    const answer = await loadDetailsOnce(locals.cfContext, shellApi);
    return (answer.ok && answer.value.data.trial) || NO_TRIAL;
  };
  locals.trialDays = async () => (await loadTrial()).days;
  locals.api = (call, input) => {
    const result = contentApi(call, input);
    // In the same round trip to the database.
    if (isShellExpected) void locals.shell();
    return result;
  };
  locals.brand = getPreview(locals.cfContext)?.brand ?? getBrand();
  const response = await runWithBrand(locals.brand, () => runInLocale(locale, next));
  await allowBrandStyle(response, buildBrandStyle(locals.brand));
  if (cache === 'shared' && request.method === 'GET') await limitToTrial(response, loadTrial);
  return response;
});

/** The framework's policy names the styles of the build alone. */
async function allowBrandStyle({ headers }: Response, style: string): Promise<void> {
  const policy = headers.get('content-security-policy');
  if (style !== '' && policy !== null) headers.set('content-security-policy', await allowStyle(policy, style));
}

const details = new WeakMap<ExecutionContext, ReturnType<typeof loadAppDetails>>();

/** Once per request: the menus and the trial are of one statement. */
function loadDetailsOnce(ctx: ExecutionContext, api: Api): ReturnType<typeof loadAppDetails> {
  const answer = details.get(ctx) ?? loadAppDetails(api);
  details.set(ctx, answer);
  return answer;
}

const shells = new WeakMap<ExecutionContext, Promise<Shell>>();

/** Once per request: the 404 page that replaces a page asks again. */
function loadShellOnce(ctx: ExecutionContext, api: Api, locals: { kids: boolean }): Promise<Shell> {
  const shell = shells.get(ctx) ?? loadShell(api, locals, () => loadDetailsOnce(ctx, api));
  shells.set(ctx, shell);
  return shell;
}

function recordFailures(api: Api, ctx: ExecutionContext, part: 'content' | 'shell'): Api {
  return async (call, input) => {
    const result = await api(call, input);
    if (!result.ok && !isTrueRefusal(result.error)) recordFailedCall(ctx, part, result.error);
    return result;
  };
}
