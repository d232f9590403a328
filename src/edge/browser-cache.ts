import { SESSION_COOKIE, SIGNED_IN_COOKIE } from '../platform/config/session.ts';
import { readVisitor } from '../platform/http/session/visitor.ts';
import { readReferral } from '../platform/text/referral-code.ts';

/** Seconds in which a guest's browser shows a page without a request, then those in which it shows and asks (RFC 5861). */
const MAX_AGE_SECONDS = 60;
const STALE_WHILE_REVALIDATE_SECONDS = 600;

/** Parameters that change no page (issue 17). A browser without No-Vary-Search only asks more often. */
const IGNORED = ['ref', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_id'];
const NO_VARY_SEARCH = `key-order, params=(${IGNORED.map((name) => `"${name}"`).join(' ')})`;

export interface SharedPage {
  status: number;
  isHealthy: boolean;
  isKids: boolean;
  setsCookie: boolean;
  validUntil: number | null; // Epoch seconds
}

/** Decision 076. `vary` makes every cookie part of the browser's key: no state meets another state's copy. */
export function buildBrowserHeaders(request: Request, page: SharedPage, now: number): Record<string, string> {
  return {
    'cache-control': buildCacheControl(request, page, now),
    vary: 'cookie',
    'no-vary-search': NO_VARY_SEARCH,
  };
}

function buildCacheControl(request: Request, page: SharedPage, now: number): string {
  if (!page.isHealthy) return 'private, no-store';
  const setsCookie = page.setsCookie || readReferral(new URL(request.url)) !== null;
  const isKept = page.status === 200 && !page.isKids && !setsCookie && isGuest(request);
  const secondsValid =
    page.validUntil === null ? MAX_AGE_SECONDS + STALE_WHILE_REVALIDATE_SECONDS : Math.floor(page.validUntil - now);
  if (!isKept || secondsValid <= 0) return 'private, no-cache';
  const fresh = Math.min(MAX_AGE_SECONDS, secondsValid);
  const stale = Math.min(STALE_WHILE_REVALIDATE_SECONDS, secondsValid - fresh);
  return `private, max-age=${String(fresh)}, stale-while-revalidate=${String(stale)}`;
}

export function isGuest(request: Request): boolean {
  const { cookies } = readVisitor(request);
  return !cookies.has(SESSION_COOKIE) && !cookies.has(SIGNED_IN_COOKIE);
}
