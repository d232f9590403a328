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
/** A verification whose answer was lost is asked for again for so long, then a person is called. */
export const VERDICT_WAIT_SECONDS = 24 * 60 * 60;
/** A worker that has not finished verifying by then is dead: a bank has 10 s, and reversing another 10. */
export const CLAIM_SECONDS = 45;
/** A payment that has no bank page after this has lost its worker. */
export const BEGIN_SECONDS = 30;
/** The cron looks at a payment once it is this old, so that it does not get in the way of the visitor's own return. */
export const RECONCILE_AFTER_SECONDS = 60;
/** A visitor who waits has the bank asked no more often than this about one payment. */
export const CHECK_EVERY_SECONDS = 4;
/** One tick asks the banks about open payments for so long, in milliseconds. */
export const RECONCILE_BUDGET_MS = 20_000;
/** Payments that one bank is asked about at once; all banks share the six connections a Worker may wait on. */
export const RECONCILE_PARALLEL = 3;
/** A payment that came to nothing is removed after this: long after any bank could still settle it. */
export const DEAD_PAYMENT_SECONDS = 90 * 24 * 60 * 60;
/** Payments removed in one tick; the next one takes the rest. */
export const SWEEP_PAYMENTS = 200;
/** A purchase that settled within this time is meant by a second click on it, whatever the method. */
export const SAME_CLICK_SECONDS = 60;
/** Downloads in one cart; payments/contract.ts refuses more. */
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
/** What has nothing to do with the account, as a purchase under way at a bank's page, is waited for so long. */
export const COLLECT_WAIT_SECONDS = 30 * 60;
/** The work of one tick on direct debit ends after this, in milliseconds; the next tick continues. */
export const COLLECT_BUDGET_MS = 60_000;
/** Collections that wait for the provider side by side. Vandar takes 30 POST requests in 3 s. */
export const COLLECT_LANES = 4;
/** Due charges that one statement records. */
export const CHARGES_PER_STATEMENT = 500;
/** The longest month of any calendar: a count that holds in every 31 days holds in each month. Decision 030. */
export const MANDATE_MONTH_SECONDS = 31 * 24 * 60 * 60;
/** A consent page lives 20 minutes at Vandar; a mandate that nobody has agreed to by then has failed. */
export const MANDATE_CONSENT_SECONDS = 30 * 60;
/** A withdrawal that failed is asked about once more after this: a bank may change its mind. */
export const WITHDRAWAL_RECHECK_SECONDS = 24 * 60 * 60;
/** One that is still open after this is a person's business. */
export const WITHDRAWAL_STUCK_SECONDS = 7 * 24 * 60 * 60;
/** A failed revocation is repeated after this, doubled each time up to a day; after so many an alarm is raised. */
export const REVOKE_RETRY_SECONDS = 5 * 60;
export const REVOKE_RETRY_MAX_SECONDS = 24 * 60 * 60;
export const REVOKE_ALARM_AFTER = 5;
/** Finished rows of direct debit are kept for so long. */
export const DEBIT_KEEP_SECONDS = 90 * 24 * 60 * 60;
