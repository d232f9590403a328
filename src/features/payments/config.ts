export const PAYMENT_MIN_TOMAN = 1000;
export const PAYMENT_MAX_TOMAN = 50_000_000;
/** An open bank page is reused for this long; later a new payment begins. */
export const PAYMENT_OPEN_SECONDS = 15 * 60;
/** Token lifetime at SEP, in minutes: longer than PAYMENT_OPEN_SECONDS, so that ours ends first. */
export const BANK_TOKEN_MINUTES = 20;
/** Banks undo a payment that is not verified within 30 minutes. */
export const BANK_WINDOW_SECONDS = 31 * 60;
/** A verification without an answer is retried for this long; then an alarm is raised. */
export const VERDICT_WAIT_SECONDS = 24 * 60 * 60;
/** A worker that verifies longer than this is dead: a bank has 10 s, its reversal another 10 s. */
export const CLAIM_SECONDS = 45;
/** A payment without a bank page after this has lost its worker. */
export const BEGIN_SECONDS = 30;
/** The cron leaves younger payments to the visitor's own return. */
export const RECONCILE_AFTER_SECONDS = 60;
/** Least time between two questions to the bank about one payment that a visitor waits for. */
export const CHECK_EVERY_SECONDS = 4;
export const RECONCILE_BUDGET_MS = 20_000;
export const RECONCILE_PARALLEL = 3;
export const DEAD_PAYMENT_SECONDS = 90 * 24 * 60 * 60;
export const SWEEP_BUDGET_MS = 20_000;
/** The server knows a purchase's key for this long; a browser sends it for a day (decision 122). */
export const PURCHASE_KEY_SECONDS = 7 * 24 * 60 * 60;
/** A second click within this time means the purchase that has just settled, whatever the method. */
export const SAME_CLICK_SECONDS = 60;
/** Downloads in one basket; checkout/contract.ts refuses more. */
export const BASKET_MAX = 100;
export const PAYMENTS_PER_PAGE = 20;
/** Per cent of a sale before VAT that is recorded for the referrer. */
export const REFERRAL_COMMISSION_PERCENT = 10;

/** Of one payment, given back by one person; REFUND_ALONE_TOMAN overrides it. */
export const REFUND_ALONE_TOMAN = 500_000;

/** Spec 9.12, in toman. */
export const QUICK_CREDITS = [10_000, 20_000, 30_000] as const;

/** Spec 9.13, 9.14. */
export const DEFAULT_GATEWAY = 'saman';
export const DEFAULT_BANK = '012';

export const MANDATE_LIMIT_TOMAN = 1_000_000;
export const MANDATE_COUNT_PER_MONTH = 10;
export const MANDATE_DAYS = 365;
export const RENEW_BEFORE_SECONDS = 24 * 60 * 60;
/** A renewal asks first where nothing was played since the last plan was paid, but at least and at most so long. */
export const MIN_IDLE_SECONDS = 28 * 24 * 60 * 60;
export const MAX_IDLE_SECONDS = 31 * 24 * 60 * 60;
/** Renewing that was turned on so recently is a yes. */
export const TURNED_ON_SECONDS = 3 * 24 * 60 * 60;
/** An answer is waited for so long after the subscription's end. */
export const QUESTION_SECONDS = 7 * 24 * 60 * 60;
export const COLLECT_RETRY_SECONDS = 6 * 60 * 60;
export const COLLECT_ATTEMPTS = 3;
/** Delay while the user's own purchase is open at a bank: no failed attempt. */
export const COLLECT_WAIT_SECONDS = 30 * 60;
export const COLLECT_BUDGET_MS = 60_000;
/** Parallel charges. Vandar takes 30 POST requests in 3 s. */
export const COLLECT_LANES = 4;
export const CHARGES_PER_STATEMENT = 500;
/** The longest month of any calendar, so that the count holds in each month (decision 030). */
export const MANDATE_MONTH_SECONDS = 31 * 24 * 60 * 60;
/** A consent page at Vandar lives 20 minutes; a mandate without consent has failed after this. */
export const MANDATE_CONSENT_SECONDS = 30 * 60;
/** A failed withdrawal is asked about once more after this: a bank may change its answer. */
export const WITHDRAWAL_RECHECK_SECONDS = 24 * 60 * 60;
export const WITHDRAWAL_STUCK_SECONDS = 7 * 24 * 60 * 60;
/** Doubled after each failure up to REVOKE_RETRY_MAX_SECONDS; an alarm is raised after REVOKE_ALARM_AFTER. */
export const REVOKE_RETRY_SECONDS = 5 * 60;
export const REVOKE_RETRY_MAX_SECONDS = 24 * 60 * 60;
export const REVOKE_ALARM_AFTER = 5;
export const DEBIT_KEEP_SECONDS = 90 * 24 * 60 * 60;
