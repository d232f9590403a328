export const VAT_PERCENT = 10; // Spec 9.01.
export const REFERRAL_DAYS = 30;
export const NO_REFERRER = 4; // Spec 9.03: nobody.
/** Spec 3.03: with this `show_app`, /app redirects to the install link. */
export const SHOW_APP_STRAIGHT = 3;
export const LOCALE_COOKIE = 'i18n_redirected'; // Spec 9.04, 9.05.
export const LOCALE_COOKIE_DAYS = 365;
export const RESEND_SECONDS = 90; // Spec 9.07.
export const CODE_LENGTH = 4; // Spec 9.08.
export const MOBILE_MAX_LENGTH = 13; // Spec 9.09.
export const QUICK_SEARCH_MIN = 3; // Spec 9.10, 5.07.
export const SEARCH_MIN = 2;
export const MAGAZINES_PER_PAGE = 24; // Spec 9.11.
export const WORKS_PER_JOB = 18;
export const COWORKERS = 12;
export const PEOPLE_PER_GROUP = 12;
export const GUIDE_DAYS = 7;
/** Filtered lists are counted up to COUNT_CAP, or to the requested page, at most to COUNT_DEEPEST. */
export const COUNT_CAP = 1000;
export const COUNT_DEEPEST = 10_000;
export const TITLES_PER_PAGE = 48;
export const FETCH_DELAY_MS = 200; // Spec 9.15; the other values are in shell.ts.
export const LAST_SEARCHES_MAX = 5; // Spec 9.16.
export const DEFAULT_SLIDER_REF = '{code}'; // Spec 9.17, 9.18.
export const DEFAULT_FULLRATE_MESSAGE = '0.5';
export const FIXED_LIVE_ID = 401; // Spec 2.12.
export const BOOK_FAIR_VIDEO_ID = 301;

export const CODE_TTL_SECONDS = 300; // Issue 2, "Guessing a 4-digit code".
export const CODE_TRIES = 3;
export const SENDS_PER_DAY = 10;
export const ERASE_AFTER_MONTHS = 10; // Spec 8.16.
export const LIST_MAX = 2000;
export const LIST_PREVIEW = 12;
export const DEVICES_SHOWN = 50;
export const SESSION_DAYS = 90; // Renewed on each day of use.
/** Maximum age from login: a copied token is worthless after a year. */
export const SESSION_MAX_DAYS = 365;
export const STEP_UP_SECONDS = 10 * 60; // From the login or from a confirmed code.
export const DEVICE_NOTICE_SECONDS = 10 * 60;
export const DEVICE_NOTICES_PER_DAY = 3;
export const NEW_DEVICE_DAYS = 7;
export const BODY_MAX_BYTES = 64 * 1024;
export const MEDIA_SIGNATURE_SECONDS = 6 * 60 * 60;
export const DOWNLOAD_LINK_DAYS = 4; // Download URLs expire at the fourth midnight (UTC)
export const CATCH_UP_SECONDS = 24 * 60 * 60;
export const LIVE_WINDOW = 7;
/** How far a viewer of a channel may go back. */
export const REWIND_SECONDS = 30 * 60;
/** In which an act of the desk is taken back, where nothing has left the house. */
export const UNDO_SECONDS = 10 * 60;
export const STARS_MAX = 5;
