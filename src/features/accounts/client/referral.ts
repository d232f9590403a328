import { REFERRER_COOKIE } from '../../../platform/config/session.ts';
import { numericReferrer, type Referrer } from '../../../platform/text/referral-code.ts';

/** 0 for none (spec 3.06, 5.02). */
export function readReferrerNumber(): Referrer {
  return numericReferrer(readReferrerText());
}

export function readReferrerText(): string {
  return new RegExp(`(^|; )${REFERRER_COOKIE}=(\\d{1,18})(;|$)`).exec(document.cookie)?.[2] ?? '0';
}
