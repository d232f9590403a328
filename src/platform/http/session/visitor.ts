import { LOCALE_COOKIE } from '../../config/constants.ts';
import {
  GUEST_COOKIE,
  RAILS_COOKIE,
  REFERRER_COOKIE,
  SESSION_COOKIE,
  SIGNED_IN_COOKIE,
  THEME_COOKIE,
} from '../../config/session.ts';
import { DEFAULT_LOCALE, parseLocale, type Locale } from '../../text/locale.ts';
import { numericReferrer, type Referrer } from '../../text/referral-code.ts';
import { KIDS_COOKIE } from './kids.ts';

const GUEST_ID = /^[\w-]{22}$/;

interface Visitor {
  readonly token: string | null; // The session's; null where it is not a valid header value
  readonly isSignedIn: boolean; // By the mark beside the session's cookie, which scripts read
  readonly guest: string | null;
  readonly kids: string | null; // Signed: readKids verifies it
  readonly locale: Locale; // Of `?hl=`, else the chosen one
  readonly referrer: Referrer; // Spec 5.02; 0 for nobody
  readonly theme: 'dark' | 'light' | null; // Spec 4.23
  readonly rails: string | null; // Letters of the viewer's own rails on the home page
  readonly cookies: ReadonlyMap<string, string>;
}

const visitors = new WeakMap<Request, Visitor>();

/** Reads the cookies of a request once. Of several with one name the first counts: browsers send the closest path first. */
export function readVisitor(request: Request): Visitor {
  const visitor = visitors.get(request) ?? parseVisitor(request);
  visitors.set(request, visitor);
  return visitor;
}

function parseVisitor(request: Request): Visitor {
  // eslint-disable-next-line no-restricted-syntax -- the one reader
  const cookies = parseCookies(request.headers.get('cookie') ?? '');
  const guest = cookies.get(GUEST_COOKIE) ?? '';
  const theme = cookies.get(THEME_COOKIE);
  const chosen = new URL(request.url).searchParams.get('hl');
  return {
    token: parseToken(cookies.get(SESSION_COOKIE) ?? ''),
    isSignedIn: cookies.get(SIGNED_IN_COOKIE) === '1',
    guest: GUEST_ID.test(guest) ? guest : null,
    kids: cookies.get(KIDS_COOKIE) ?? null,
    locale: parseLocale(chosen) ?? parseLocale(cookies.get(LOCALE_COOKIE)) ?? DEFAULT_LOCALE,
    referrer: numericReferrer(cookies.get(REFERRER_COOKIE)),
    theme: theme === 'dark' || theme === 'light' ? theme : null,
    rails: /^[cweb]{1,4}$/.exec(cookies.get(RAILS_COOKIE) ?? '')?.[0] ?? null,
    cookies,
  };
}

function parseCookies(header: string): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}

function parseToken(cookie: string): string | null {
  try {
    const token = decodeURIComponent(cookie);
    return /^[\x21-\x7e]+$/.test(token) ? token : null;
  } catch {
    return null;
  }
}
