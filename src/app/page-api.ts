import { createClient, type Api } from '../platform/client/api.ts';
import { DEADLINES } from '../platform/config/deadlines.ts';
import type { Env } from '../platform/config/env.ts';
import { getVariant } from '../platform/config/variants.ts';
import { REQUESTER_HEADER } from '../features/accounts/config.ts';
import { API_BASE } from '../platform/http/calls/api-base.ts';
import { copyClientHeaders } from '../platform/http/address/client-address.ts';
import { systemClock } from '../platform/http/clock.ts';
import { getPreview } from '../platform/http/pages/preview.ts';
import { withDeadline } from '../platform/http/limits/deadline.ts';
import { catalogueVersion } from '../platform/http/cache/catalogue-version.ts';
import { KIDS_HEADER } from '../platform/http/session/kids.ts';
import { parseKids } from '../platform/http/session/kids-cookie.ts';
import { readVisitor } from '../platform/http/session/visitor.ts';
import type { Locale } from '../platform/text/locale.ts';
import { deferTo } from './api-app.ts';
import { apiBackend, embeddedApi } from './api-backend.ts';
import { readAnswer } from './answer-memory.ts';
import { createInProcessApi } from './in-process-api.ts';
import { isSameForGuests, STRICT, type ReadNeeds } from './read-needs.ts';
import { requestContext } from './request-context.ts';

interface PageRequest {
  request: Request;
  origin: string;
  env: Env;
  ctx: ExecutionContext;
  locale: Locale;
  requester: () => string | null;
}

/** The API of one page. A GET of our own API gets values in process; a form's call and a provider's API get requests. */
export function createPageApi(page: PageRequest): Api {
  const { env, ctx, locale, origin } = page;
  const base = origin + API_BASE;
  const client = createClient({
    base,
    locale,
    fetch: (target, init) => {
      const work = apiBackend(env)(buildRequest(page, target, init), env, ctx);
      return inPageTime(work, init.method ?? 'GET', ctx);
    },
  });
  if (env.API_BASE_URL !== '') return client;
  const hasSession = readVisitor(page.request).token !== null;
  const preview = getPreview(ctx);
  const openContext = (needs: ReadNeeds) => {
    const request = buildRequest(page, base, { headers: { 'accept-language': locale } });
    return requestContext(request, env, preview?.clock ?? systemClock, deferTo(ctx), undefined, needs);
  };
  // A page of a signed-in visitor shows one state of the database, with one read of the session.
  const inProcess = createInProcessApi(
    embeddedApi,
    (copy) => openContext(copy === 'replica' ? { session: 'none', database: 'replica' } : STRICT),
    !hasSession,
  );
  const variant = getVariant(env, new URL(origin).host);
  const isKids = parseKids(page.request.headers.get(KIDS_HEADER))?.on === true;
  const audience = [locale, isKids, variant.givesSubscription, variant.isRestricted];
  return async (call, input) => {
    const api = inProcess.find(call);
    if (api && !hasSession && preview === null && isSameForGuests(call)) {
      const key = JSON.stringify([call.name, input, audience, await catalogueVersion(env)]);
      return readAnswer(key, () => api(call, input));
    }
    if (api) return api(call, input);
    const result = await client(call, input);
    // A form may have changed the session or the account.
    inProcess.forget();
    return result;
  };
}

function buildRequest(
  { request, env, requester: findRequester }: PageRequest,
  target: string,
  init: RequestInit,
): Request {
  const headers = new Headers(init.headers);
  const token = readVisitor(request).token;
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const kids = request.headers.get(KIDS_HEADER);
  if (kids !== null) headers.set(KIDS_HEADER, kids);
  const requester = findRequester();
  if (requester !== null) headers.set(REQUESTER_HEADER, requester);
  copyClientHeaders(request, headers, env);
  const program = request.headers.get('user-agent');
  if (program !== null) headers.set('user-agent', program);
  // Spec 1.07: `cf` carries the visitor's network.
  return new Request(target, { ...init, headers, ...(request.cf && { cf: request.cf }) });
}

/** Fails after the deadline. A form's call continues through `waitUntil`: a payment must not be lost with its page. */
function inPageTime(work: Promise<Response>, method: string, ctx: ExecutionContext): Promise<Response> {
  if (method === 'GET') return withDeadline(work, DEADLINES.call, 'API');
  ctx.waitUntil(work.catch(() => undefined));
  return withDeadline(work, DEADLINES.form, 'API');
}
