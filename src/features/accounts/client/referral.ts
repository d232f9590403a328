import { REFERRER_COOKIE } from '../../../platform/config/session.ts';
import { numericReferrer, type Referrer } from '../../../platform/text/referral-code.ts';

/** The number of who referred this visitor, 0 for nobody (spec 3.06, 5.02). */
export function referrer(): Referrer {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${REFERRER_COOKIE}=`));
  return numericReferrer(pair?.slice(REFERRER_COOKIE.length + 1));
}
