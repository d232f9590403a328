/** The browser's session cookie: HttpOnly, so that no script ever reads the bearer token it holds. */
export const SESSION_COOKIE = '__Host-session';
/** Says only that somebody is signed in, so that the header paints right before any script asks. */
export const SIGNED_IN_COOKIE = 'signed_in';
/** The chosen theme, `dark` or `light` (spec 4.23); local storage keeps it too. */
export const THEME_COOKIE = 'theme';
/** `1` while the account's setting saves data: pages fetch nothing ahead. */
export const DATA_SAVER_COOKIE = 'save_data';
/** The count of the viewer's own rails on the last home page; the next one reserves their place. */
export const RAILS_COOKIE = 'rails';
/** Spec 3.06: the referral code as it came, and the number it decodes to, which calls send along. */
export const REFERRAL_COOKIE = 'ref';
export const REFERRER_COOKIE = 'ref_number';
/** The header by which the Worker tells Astro the locale it has decided on; never taken from outside. */
export const LOCALE_HEADER = 'x-pardeh-locale';
/**
 * By which a page tells the Worker until when (epoch seconds) what it says is true: a live page until the next change
 * of programme. From a minute after that the cached page is not served any more. It never leaves the Worker.
 */
export const VALID_UNTIL_HEADER = 'x-valid-until';
/** Holds a guest's random id, for which media addresses are signed; HttpOnly. */
export const GUEST_COOKIE = '__Host-guest';
/** A month, in seconds; every cart of a guest renews it. */
export const GUEST_SECONDS = 30 * 24 * 60 * 60;
/** By which the Worker tells the API which guest asks; never taken from outside. */
export const GUEST_HEADER = 'x-pardeh-guest';
/** By which the API tells the browser's door how many seconds the session of the request has left; it goes no further. */
export const SESSION_SECONDS_HEADER = 'x-pardeh-session-seconds';
