import { env } from 'cloudflare:workers';
import { defineMiddleware } from 'astro:middleware';
import { createClient } from './client/api.ts';
import { loadShell, type Shell } from './client/shell.ts';
import { needsSignIn } from './config/access.ts';
import { chatScript } from './config/chat.ts';
import { KIDS_HEADER } from './config/kids.ts';
import { LOCALE_HEADER } from './config/session.ts';
import type { Env } from './config/env.ts';
import { variantOf } from './config/variants.ts';
import { DEFAULT_LOCALE, parseLocale } from './domain/locale.ts';
import { paths } from './domain/paths.ts';
import { runInLocale } from './i18n/locale-server.ts';
import { API_BASE } from './server/app.ts';
import { apiBackend } from './server/api-backend.ts';
import { clearSession, startSession } from './server/lib/browser-session.ts';
import { kidsCookie, parseKids } from './server/lib/kids-cookie.ts';
import { rememberedEnv } from './server/lib/query-count.ts';
import { sessionToken } from './server/lib/session-cookie.ts';

/** Gives every page its locale, its variant, and the API: in process or at the provider, the page cannot tell. */
export const onRequest = defineMiddleware((context, next) => {
  const { locals, request, url } = context;
  const bindings = rememberedEnv(locals.cfContext) ?? (env as unknown as Env);
  const locale = parseLocale(request.headers.get(LOCALE_HEADER)) ?? DEFAULT_LOCALE;
  const token = sessionToken(request);
  const backend = apiBackend(bindings);
  locals.locale = locale;
  locals.variant = variantOf(bindings.SITE_VARIANT);
  locals.siteUrl = bindings.SITE_URL === '' ? url.origin : bindings.SITE_URL;
  const kids = request.headers.get(KIDS_HEADER);
  const state = parseKids(kids);
  locals.kids = state?.on === true;
  locals.knowsKidsPin = state?.on === false;
  locals.lists = bindings.LISTS === 'on';
  locals.chat = chatScript(bindings.CHAT_SCRIPT);
  locals.signedIn = token !== null;
  locals.session = {
    start: (value) => startSession(value),
    clear: () => clearSession(),
    kids: (value) => [kidsCookie(value)],
  };
  locals.api = createClient({
    base: url.origin + API_BASE,
    locale,
    fetch: (target, init) => {
      const headers = new Headers(init.headers);
      if (token !== null) headers.set('authorization', `Bearer ${token}`);
      if (kids !== null) headers.set(KIDS_HEADER, kids);
      const address = request.headers.get('cf-connecting-ip');
      if (address !== null) headers.set('cf-connecting-ip', address);
      const program = request.headers.get('user-agent');
      if (program !== null) headers.set('user-agent', program);
      return backend(new Request(target, { ...init, headers }), bindings, locals.cfContext);
    },
  });
  let shell: Promise<Shell> | undefined;
  locals.shell = () => (shell ??= loadShell(locals.api));
  if (!locals.signedIn && needsSignIn(url.pathname)) return context.redirect(paths.login(wantedBy(request, url)), 303);
  return runInLocale(locale, next);
});

/** Where a guest wanted to be: the page asked for, or the one whose form they sent, as the browser names it. */
function wantedBy(request: Request, url: URL): string {
  const referer = request.headers.get('referer');
  const from = request.method === 'POST' && referer !== null && URL.canParse(referer) ? new URL(referer) : url;
  return from.origin === url.origin ? from.pathname + from.search : url.pathname + url.search;
}
