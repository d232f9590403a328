import { REFERRER_COOKIE } from '../config/session.ts';
import { numericReferrer } from '../domain/referral-code.ts';

/** The number of who referred this visitor, 0 for nobody (spec 3.06, 5.02). */
export function referrer(): number {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${REFERRER_COOKIE}=`));
  return numericReferrer(pair?.slice(REFERRER_COOKIE.length + 1));
}
