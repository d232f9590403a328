import { REFERRAL_DAYS } from '../../../platform/config/constants.ts';
import { REFERRAL_COOKIE, REFERRER_COOKIE } from '../../../platform/config/session.ts';
import { readReferral } from '../../../platform/text/referral-code.ts';

/**
 * Keeps the referral that an address carries (spec 3.06, 5.01), on any page and without script. Put on the answer as it
 * leaves, after the edge's cache: the copy that everybody shares holds no cookie.
 */
export function rememberReferral(request: Request, headers: Headers): void {
  const url = new URL(request.url);
  // A call's own `ref` is a number to send along, not a code to keep.
  if (request.method !== 'GET' || /^\/(api|media)\//.test(url.pathname)) return;
  const referral = readReferral(url);
  if (!referral) return;
  const attributes = `Path=/; Max-Age=${String(REFERRAL_DAYS * 24 * 60 * 60)}; SameSite=Lax; Secure`;
  headers.append('set-cookie', `${REFERRAL_COOKIE}=${referral.code}; ${attributes}`);
  headers.append('set-cookie', `${REFERRER_COOKIE}=${String(referral.number)}; ${attributes}`);
}
