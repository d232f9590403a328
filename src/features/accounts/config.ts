/** The numbers of decision 036, beside the budgets `code_…` of limits.ts. */

/** The browser's random id, by which codes belong to it; HttpOnly, kept over logout. */
export const ASKER_COOKIE = '__Host-login';
/** Browsers keep no cookie longer. Seconds. */
export const ASKER_SECONDS = 400 * 24 * 60 * 60;
/** By which the Worker tells the API which browser asks; never taken from outside. */
export const ASKER_HEADER = 'x-pardeh-asker';
/** The asker of a long code: anyone who can read the phone's SMS. */
export const SHARED_ASKER = '*';
/** Digits of the code for a mobile whose four-digit codes of the day are spent: a guess is right once in 10^10. */
export const LONG_CODE_LENGTH = 10;
/** Twice as long as the pause between two of them, so that the newest one on the phone is always valid. */
export const LONG_CODE_SECONDS = 2 * 60 * 60;
/** Devices that a mobile is remembered on. */
export const KNOWN_DEVICES = 10;
