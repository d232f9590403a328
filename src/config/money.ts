/** Limits and times of payments. Amounts in toman, times in seconds. */

/** Least and most of one payment at a gateway; each bank may ask for more, and refuses what is above its own limit. */
export const PAYMENT_MIN_TOMAN = 1000;
export const PAYMENT_MAX_TOMAN = 50_000_000;
/** A bank's page is offered again for so long, then a new payment is begun. */
export const PAYMENT_OPEN_SECONDS = 15 * 60;
/** What SEP is told of the same, in minutes: a little more, so that ours ends first. */
export const BANK_TOKEN_MINUTES = 20;
/** Banks undo by themselves what is not verified within 30 minutes; after this nothing more is to be expected. */
export const BANK_WINDOW_SECONDS = 31 * 60;
/** A worker that has not finished verifying by then is dead: a bank has 10 s, and reversing another 10. */
export const CLAIM_SECONDS = 45;
/** A payment that has no bank page after this has lost its worker. */
export const BEGIN_SECONDS = 30;
/** The cron looks at a payment once it is this old, so that it does not get in the way of the visitor's own return. */
export const RECONCILE_AFTER_SECONDS = 60;
/** A visitor who waits has the bank asked no more often than this about one payment. */
export const CHECK_EVERY_SECONDS = 4;
/** Payments looked at in one tick of the cron. */
export const RECONCILE_BATCH = 50;
/** The same purchase from the wallet within this time is a second click, not a second wish. */
export const SAME_CLICK_SECONDS = 60;
/** Downloads in one cart; contract/payments.ts refuses more. */
export const CART_MAX = 100;
export const PAYMENTS_PER_PAGE = 20;
/** Per cent of a sale before VAT that is recorded for the referrer. */
export const REFERRAL_COMMISSION_PERCENT = 10;

/** Spec 9.12: amounts of credit to pick from, in toman. */
export const QUICK_CREDITS = [10_000, 20_000, 30_000] as const;

/** Spec 9.13, 9.14. */
export const DEFAULT_GATEWAY = 'saman';
export const DEFAULT_BANK = '012';

/** The terms of a mandate, shown before consent. */
export const MANDATE_LIMIT_TOMAN = 1_000_000;
export const MANDATE_COUNT_PER_MONTH = 10;
export const MANDATE_DAYS = 365;
/** A subscription that ends within this is renewed. */
export const RENEW_BEFORE_SECONDS = 24 * 60 * 60;
/** A failed collection is tried again after this, and this often in all. */
export const COLLECT_RETRY_SECONDS = 6 * 60 * 60;
export const COLLECT_ATTEMPTS = 3;
