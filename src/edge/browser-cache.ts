import { GUEST_PAGE_SECONDS } from '../platform/config/freshness.ts';
import { SESSION_COOKIE, SIGNED_IN_COOKIE } from '../platform/config/session.ts';
import { readVisitor } from '../platform/http/session/visitor.ts';
import { readReferral } from '../platform/text/referral-code.ts';

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

/** Decision 142. `vary` makes every cookie part of the browser's key: no state meets another state's copy. */
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
  const secondsValid = page.validUntil === null ? GUEST_PAGE_SECONDS : Math.floor(page.validUntil - now);
  if (!isKept || secondsValid <= 0) return 'private, no-cache';
  return `private, max-age=${String(Math.min(GUEST_PAGE_SECONDS, secondsValid))}`;
}

export function isGuest(request: Request): boolean {
  const { cookies } = readVisitor(request);
  return !cookies.has(SESSION_COOKIE) && !cookies.has(SIGNED_IN_COOKIE);
}
