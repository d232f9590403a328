import { REFERRAL_DAYS } from '../../../platform/config/constants.ts';
import { REFERRAL_COOKIE, REFERRER_COOKIE } from '../../../platform/config/session.ts';
import { readReferral } from '../../../platform/text/referral-code.ts';

/** Spec 3.06, 5.01, without script. Set after the edge cache: the shared copy holds no cookie. */
export function setReferral(request: Request, headers: Headers): void {
  const url = new URL(request.url);
  // A call's `ref` is sent along, not kept.
  if (request.method !== 'GET' || /^\/(api|media)\//.test(url.pathname)) return;
  const referral = readReferral(url);
  if (!referral) return;
  const attributes = `Path=/; Max-Age=${String(REFERRAL_DAYS * 24 * 60 * 60)}; SameSite=Lax; Secure`;
  headers.append('set-cookie', `${REFERRAL_COOKIE}=${referral.code}; ${attributes}`);
  headers.append('set-cookie', `${REFERRER_COOKIE}=${String(referral.number)}; ${attributes}`);
}
