import { getCookie } from '../../../platform/client/cookies.ts';
import { REFERRER_COOKIE } from '../../../platform/config/session.ts';
import { numericReferrer, type Referrer } from '../../../platform/text/referral-code.ts';

/** 0 for none (spec 3.06, 5.02). */
export function referrer(): Referrer {
  return numericReferrer(getCookie(REFERRER_COOKIE));
}
