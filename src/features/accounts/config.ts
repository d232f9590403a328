/** Decision 036; its budgets are the `code_…` limits of limits.ts. */

/** The browser's random id, which its codes belong to; HttpOnly, kept after logout. */
export const REQUESTER_COOKIE = '__Host-login';
export const REQUESTER_SECONDS = 400 * 24 * 60 * 60; // Seconds. Browsers keep no cookie longer.
export const REQUESTER_HEADER = 'x-pardeh-requester'; // Set by the Worker for the API; removed from incoming requests
export const SHARED_REQUESTER = '*'; // The requester of a long code: anyone who can read the phone's SMS
/** For a mobile whose four-digit codes of the day are spent: one guess in 10^10 is right. */
export const LONG_CODE_LENGTH = 10;
/** Seconds. Twice the pause between two codes, so that the newest one is always valid. */
export const LONG_CODE_SECONDS = 2 * 60 * 60;
export const KNOWN_DEVICES = 10; // Per mobile
