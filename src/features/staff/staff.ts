/** A sign-in at the desk lasts so long, and a confirmation for money and staff. */
export const STAFF_SESSION_SECONDS = 12 * 60 * 60;
/** The desk opens on an account's session that had a code by SMS, its sign-in included, within this time. */
export const ACCOUNT_CODE_DAYS = 30;
export const CONFIRM_SECONDS = 10 * 60;
export const RECOVERY_CODES = 10;
/** Codes are of 30 seconds (RFC 6238); the one before and the one after count, too. */
export const STEP_SECONDS = 30;
/** For a challenge of a passkey: who is asked has to find a telephone. */
export const CHALLENGE_SECONDS = 2 * 60;
export const MAX_PASSKEYS = 10;
