/** Kids mode: spec 1.10, 2.46. */

export const KIDS_MAX_AGE = 7; // years
export const KIDS_COOKIE = '__Host-kids';
export const KIDS_COOKIE_SECONDS = 365 * 24 * 60 * 60;
export const KIDS_HEADER = 'x-pardeh-kids'; // Internal header: removed from every incoming request.
export const KIDS_TITLES_MAX = 200; // Titles whose progress a kids session keeps, the last watched: anybody may begin one
export const KIDS_PIN_LENGTH = 4;
export const KIDS_PIN_TRIES = 5;
export const KIDS_LOCK_SECONDS = 15 * 60;
