import { LOCALE_COOKIE } from '../platform/config/constants.ts';
import { SESSION_COOKIE, SIGNED_IN_COOKIE } from '../platform/config/session.ts';
import { KIDS_COOKIE } from '../platform/http/session/kids.ts';
import { readVisitor } from '../platform/http/session/visitor.ts';

const STATE_COOKIES = [SESSION_COOKIE, SIGNED_IN_COOKIE, KIDS_COOKIE, LOCALE_COOKIE];

/** Null if no personal page is loaded ahead. The browser drops the 403; a 5xx would count as a fault of the site. */
export function refuseSpeculation(request: Request): Response | null {
  if (request.headers.get('sec-purpose')?.startsWith('prefetch') !== true) return null;
  return new Response(null, { status: 403, headers: { 'cache-control': 'private, no-store' } });
}

/** Ends what the browser has loaded ahead, where the answer changes the state that those pages show. */
export function endSpeculations(request: Request, headers: Headers): void {
  const { cookies } = readVisitor(request);
  const changesState = headers.getSetCookie().some((cookie) => {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
    return STATE_COOKIES.includes(name) && (cookies.get(name) ?? '') !== value;
  });
  if (changesState) headers.append('clear-site-data', '"prefetchCache", "prerenderCache"');
}
