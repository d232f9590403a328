import type { Env } from '../platform/config/env.ts';
import type { PageAccess } from '../platform/pages/define-page.ts';
import { findPage, matchPage } from '../platform/pages/find-page.ts';
import { paths } from '../platform/paths.ts';
import { hasOneReading } from '../edge/request-path.ts';
import { safeRedirect } from '../platform/safe-redirect.ts';
import { API_BASE } from '../platform/http/calls/api-base.ts';
import { isDemo } from '../platform/http/origin/demo.ts';
import { answerError } from '../edge/designed-answer.ts';
import { refuseForeignOrigin } from './origin-check.ts';
import { refuseUnsafeSettings } from './refuse-unsafe.ts';
import { readVisitor } from '../platform/http/session/visitor.ts';
import { UnknownMiddleware } from '../edge/unknown-middleware.ts';

export type Guard = (request: Request, env: Env) => Response | null | Promise<Response | null>;

/** Spec 8.10. */
export const GUARDS: Readonly<Record<string, Guard>> = {
  settings: refuseUnsafeSettings, // Decision 026
  /** docs/security.md. */
  path: (request, env) => (hasOneReading(request.url) ? null : answerError(request, env, 'not_found')),
  demo: (request, env) => (isClosedDevCall(request, env) ? answerError(request, env, 'not_found') : null),
  origin: refuseForeignOrigin,
  /** Spec 2.45, 4.04. */
  auth: (request) => (readVisitor(request).token === null ? redirect(paths.login(getWantedPath(request))) : null),
  /** Spec 4.05. */
  guest: (request) =>
    request.method === 'GET' && readVisitor(request).token !== null
      ? redirect(safeRedirect(new URL(request.url).searchParams.get('redirect')))
      : null,
};

const ACCESS_GUARDS: Partial<Record<PageAccess, readonly string[]>> = { member: ['auth'], guest: ['guest'] };

/** Spec 2.45, 4.04 to 4.06. An address without a page has none: it is not found. */
export function getPageGuards(pathname: string): readonly string[] {
  const page = matchPage(pathname);
  return (page && ACCESS_GUARDS[page.access]) ?? [];
}

export const EVERY_REQUEST = ['settings', 'path', 'demo', 'origin'] as const;

/** The first answer, or null. An unknown guard fails every request: no page opens by a typo (spec 8.10). */
export async function runGuards(
  names: readonly string[],
  request: Request,
  env: Env,
  table: Readonly<Record<string, Guard>> = GUARDS,
): Promise<Response | null> {
  const guards = names.map((name) => {
    const guard = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!guard) throw new UnknownMiddleware(name);
    return guard;
  });
  for (const guard of guards) {
    const answer = await guard(request, env);
    if (answer) return answer;
  }
  return null;
}

function isClosedDevCall(request: Request, env: Env): boolean {
  const { host, pathname } = new URL(request.url);
  return pathname.startsWith(`${API_BASE}/dev/`) && !isDemo(env, host);
}

/** Calls that a page makes in process skip the guards, and a provider in demo mode would answer them. */
export function isClosedDevPage({ host, pathname }: URL, env: Env): boolean {
  return findPage(pathname).access === 'demo' && !isDemo(env, host);
}

function getWantedPath(request: Request): string {
  const url = new URL(request.url);
  const referer = request.headers.get('referer');
  const from = request.method === 'POST' && referer !== null && URL.canParse(referer) ? new URL(referer) : url;
  return from.origin === url.origin ? from.pathname + from.search : url.pathname + url.search;
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
