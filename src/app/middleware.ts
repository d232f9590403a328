import { env } from 'cloudflare:workers';
import { defineMiddleware } from 'astro:middleware';
import { createClient, type Api } from '../platform/client/api.ts';
import { loadShell, type Shell } from '../shell/load-shell.ts';
import { chatScript } from './chat.ts';
import { DEADLINES } from '../platform/config/deadlines.ts';
import { KIDS_HEADER } from '../platform/http/kids.ts';
import { ASKER_HEADER } from '../features/accounts/config.ts';
import { LOCALE_HEADER } from '../platform/config/session.ts';
import type { Env } from '../platform/config/env.ts';
import { getVariant } from '../platform/config/variants.ts';
import { DEFAULT_LOCALE, parseLocale } from '../platform/text/locale.ts';
import { runInLocale } from '../platform/text/locale-server.ts';
import { API_BASE } from '../platform/http/api-base.ts';
import { apiBackend, supportsApiCall } from './api-backend.ts';
import { buildAskerCookie, createAsker, readAsker } from '../features/accounts/server/asker-cookie.ts';
import { clearCookies, clearSession, startSession } from './browser-session.ts';
import { withDeadline } from '../platform/http/deadline.ts';
import { copyClientAddress } from '../platform/http/client-address.ts';
import { kidsCookie, parseKids } from '../platform/http/kids-cookie.ts';
import { rememberedEnv } from '../platform/http/query-count.ts';
import { isTrueRefusal, recordFailedCall } from '../edge/render-health.ts';
import { sessionToken } from '../platform/http/session-cookie.ts';
import { getSiteOrigin } from '../platform/http/site-origin.ts';

export const onRequest = defineMiddleware((context, next) => {
  const { locals, request, url } = context;
  const bindings = rememberedEnv(locals.cfContext) ?? (env as unknown as Env);
  const locale = parseLocale(request.headers.get(LOCALE_HEADER)) ?? DEFAULT_LOCALE;
  const token = sessionToken(request);
  const backend = apiBackend(bindings);
  locals.locale = locale;
  locals.failure = null;
  locals.variant = getVariant(bindings.SITE_VARIANT);
  locals.siteUrl = getSiteOrigin(bindings, url.origin);
  const kids = request.headers.get(KIDS_HEADER);
  const state = parseKids(kids);
  locals.kids = state?.on === true;
  locals.knowsKidsPin = state?.on === false;
  locals.offers = (call) => supportsApiCall(bindings, call);
  locals.lists = bindings.LISTS === 'on' && locals.offers('addToList');
  locals.comments = !locals.kids && locals.offers('listComments');
  locals.chat = chatScript(bindings.CHAT_SCRIPT);
  const asker = bindings.API_BASE_URL === '' ? (readAsker(request) ?? createAsker()) : null;
  locals.signedIn = token !== null;
  locals.session = {
    start: (value) => startSession(value),
    clear: () => clearSession(locals.kids),
    clearAll: () => clearCookies(request, locals.kids),
    kids: (value) => [kidsCookie(value)],
    asker: () => (asker === null ? [] : [buildAskerCookie(asker)]),
  };
  const client = createClient({
    base: url.origin + API_BASE,
    locale,
    fetch: (target, init) => {
      const headers = new Headers(init.headers);
      if (token !== null) headers.set('authorization', `Bearer ${token}`);
      if (kids !== null) headers.set(KIDS_HEADER, kids);
      if (asker !== null) headers.set(ASKER_HEADER, asker);
      copyClientAddress(request, headers, bindings);
      const program = request.headers.get('user-agent');
      if (program !== null) headers.set('user-agent', program);
      // Spec 1.07: `cf` carries the visitor's network.
      const apiRequest = new Request(target, { ...init, headers, ...(request.cf && { cf: request.cf }) });
      const work = backend(apiRequest, bindings, locals.cfContext);
      return inPageTime(work, init.method ?? 'GET', locals.cfContext);
    },
  });
  locals.api = recordFailures(client, locals.cfContext, 'content');
  const shellApi = recordFailures(client, locals.cfContext, 'shell');
  let shell: Promise<Shell> | undefined;
  locals.shell = () => (shell ??= loadShell(shellApi));
  return runInLocale(locale, next);
});

/** Fails after the deadline. A form's call continues through `waitUntil`: a payment must not be lost with its page. */
function inPageTime(work: Promise<Response>, method: string, ctx: ExecutionContext): Promise<Response> {
  if (method === 'GET') return withDeadline(work, DEADLINES.call, 'API');
  ctx.waitUntil(work.catch(() => undefined));
  return withDeadline(work, DEADLINES.form, 'API');
}

function recordFailures(api: Api, ctx: ExecutionContext, part: 'content' | 'shell'): Api {
  return async (call, input) => {
    const result = await api(call, input);
    if (!result.ok && !isTrueRefusal(result.error)) recordFailedCall(ctx, part, result.error);
    return result;
  };
}
