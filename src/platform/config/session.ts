export const SESSION_COOKIE = '__Host-session';
/** Not secret: the header renders signed in before any script runs. */
export const SIGNED_IN_COOKIE = 'signed_in';
export const RENEWED_COOKIE = '__Host-renewed'; // For a day after the session's cookie was written
export const THEME_COOKIE = 'theme'; // `dark` or `light` (spec 4.23); also in local storage
/** `1` while the account's setting saves data: pages fetch nothing ahead. */
export const DATA_SAVER_COOKIE = 'save_data';
/** The count of the viewer's own rails on the last home page; the next one reserves their place. */
export const RAILS_COOKIE = 'rails';
/** The play that a message to support is about, for the help page alone: an address is in logs and in the history. */
export const PLAY_SESSION_COOKIE = 'play_session';
export const REFERRAL_COOKIE = 'ref'; // Spec 3.06.
export const REFERRER_COOKIE = 'ref_number';
export const LOCALE_HEADER = 'x-pardeh-locale'; // Internal headers: removed from every incoming request.
/** Epoch seconds until which a live page is valid; the edge cache stops serving it a minute later. */
export const VALID_UNTIL_HEADER = 'x-valid-until';
export const GUEST_COOKIE = '__Host-guest';
export const GUEST_SECONDS = 30 * 24 * 60 * 60;
export const GUEST_HEADER = 'x-pardeh-guest';
export const ASSERTION_COOKIE = '__Host-assertion';
/** Internal, in both directions: a session's assertion (platform/http/session/session-assertion.ts). */
export const ASSERTION_HEADER = 'x-pardeh-assertion';
export const SESSION_SECONDS_HEADER = 'x-pardeh-session-seconds';
