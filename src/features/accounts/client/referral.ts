import { REFERRER_COOKIE } from '../../../platform/config/session.ts';
import { numericReferrer, type Referrer } from '../../../platform/text/referral-code.ts';

/** 0 for none (spec 3.06, 5.02). */
export function referrer(): Referrer {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${REFERRER_COOKIE}=`));
  return numericReferrer(pair?.slice(REFERRER_COOKIE.length + 1));
}
