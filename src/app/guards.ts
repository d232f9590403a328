import type { Env } from '../platform/config/env.ts';
import { paths } from '../platform/paths.ts';
import { hasOneReading } from '../edge/request-path.ts';
import { safeRedirect } from '../platform/safe-redirect.ts';
import { API_BASE } from '../platform/http/api-base.ts';
import { isDemo } from '../platform/http/demo.ts';
import { answerError } from '../edge/designed-answer.ts';
import { refuseForeignOrigin } from './origin-check.ts';
import { refuseUnsafeSettings } from './refuse-unsafe.ts';
import { sessionToken } from '../platform/http/session-cookie.ts';
import { UnknownMiddleware } from '../edge/unknown-middleware.ts';

/** Lets a request pass (null) or answers it. */
export type Guard = (request: Request, env: Env) => Response | null | Promise<Response | null>;

/** Every guard by its name (spec 8.10). */
export const GUARDS: Readonly<Record<string, Guard>> = {
  /** The site does not run on unsafe settings (decision 026). */
  settings: refuseUnsafeSettings,
  /** A path reads in one way only (decision 027). */
  path: (request, env) => (hasOneReading(request.url) ? null : answerError(request, env, 'not_found')),
  /** Outside the demo no call of /dev passes, to a provider as little as to our own API. */
  demo: (request, env) => (isClosedDevCall(request, env) ? answerError(request, env, 'not_found') : null),
  /** No other site sends what changes something. */
  origin: refuseForeignOrigin,
  /** A guest signs in first, and comes back (spec 2.45, 4.04). */
  auth: (request) => (sessionToken(request) === null ? redirect(paths.login(getWantedPath(request))) : null),
  /** A signed-in visitor has no use for the page (spec 4.05). */
  guest: (request) =>
    request.method === 'GET' && sessionToken(request) !== null
      ? redirect(safeRedirect(new URL(request.url).searchParams.get('redirect')))
      : null,
};

/** The guards of every request, in their order; those of a page are in platform/config/access.ts. */
export const EVERY_REQUEST = ['settings', 'path', 'demo', 'origin'] as const;

/**
 * Runs guards by name until one answers; null where all let the request pass. A name that the table does not have fails
 * every request, so that a page is never open by a spelling mistake (spec 8.10).
 */
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

/**
 * Whether a page is one of /dev outside the demo, where there are none: what such a page asks for in process does not
 * come through the guards, and a provider that is a demo itself would answer it.
 */
export function isClosedDevPage({ host, pathname }: URL, env: Env): boolean {
  return (pathname === '/dev' || pathname.startsWith('/dev/')) && !isDemo(env, host);
}

/** Where a guest wanted to be: the page asked for, or the one whose form they sent, as the browser names it. */
function getWantedPath(request: Request): string {
  const url = new URL(request.url);
  const referer = request.headers.get('referer');
  const from = request.method === 'POST' && referer !== null && URL.canParse(referer) ? new URL(referer) : url;
  return from.origin === url.origin ? from.pathname + from.search : url.pathname + url.search;
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
