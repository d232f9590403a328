/** Kids mode (spec 1.10, 2.46): what it shows, how it is kept, and how a parent leaves it. */

/** The oldest rating, in years, that a kids session shows. */
export const KIDS_MAX_AGE = 7;
/** Holds the kids session's random id and whether it is on, signed by the server; HttpOnly. */
export const KIDS_COOKIE = '__Host-kids';
/** A year, in seconds; /kids renews it at each visit. */
export const KIDS_COOKIE_SECONDS = 365 * 24 * 60 * 60;
/** By which the Worker tells pages and the API of a kids session it has verified; never taken from outside. */
export const KIDS_HEADER = 'x-pardeh-kids';
/** Digits of the parent's PIN. */
export const KIDS_PIN_LENGTH = 4;
/** So many wrong PINs lock the way out for so many seconds. */
export const KIDS_PIN_TRIES = 5;
export const KIDS_LOCK_SECONDS = 15 * 60;
