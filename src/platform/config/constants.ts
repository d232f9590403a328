/** The business constants of the specification (section 9), each in one place. */

/** Spec 9.01: per cent added to listed prices. */
export const VAT_PERCENT = 10;
/** How long a referral is remembered; the newest one counts. */
export const REFERRAL_DAYS = 30;
/** Spec 9.03: the referrer number that means nobody. */
export const NO_REFERRER = 4;
/** Spec 3.03: the `show_app` that sends a visitor of /app straight to the install link. */
export const SHOW_APP_STRAIGHT = 3;
/** Spec 9.04, 9.05. */
export const LOCALE_COOKIE = 'i18n_redirected';
export const LOCALE_COOKIE_DAYS = 365;
/** Spec 9.07, seconds between two sends of a code. */
export const RESEND_SECONDS = 90;
/** Spec 9.08. */
export const CODE_LENGTH = 4;
/** Spec 9.09. */
export const MOBILE_MAX_LENGTH = 13;
/** Spec 9.10, 5.07: letters before suggestions, and before the search page opens. */
export const QUICK_SEARCH_MIN = 3;
export const SEARCH_MIN = 2;
/** Spec 9.11. */
export const MAGAZINES_PER_PAGE = 24;
/** Works of one job on a person's page, before the page of them all; and how many people are named beside. */
export const WORKS_PER_JOB = 18;
export const COWORKERS = 12;
/** People of a group on the page of all groups. */
export const PEOPLE_PER_GROUP = 12;
/** Days of a channel's guide, from today on. */
export const GUIDE_DAYS = 7;
/** Filtered lists are counted up to here, or as far as the page that is asked for, but never beyond COUNT_DEEPEST. */
export const COUNT_CAP = 1000;
export const COUNT_DEEPEST = 10_000;
/** Titles on a browse page. */
export const TITLES_PER_PAGE = 48;
/** Spec 9.15, milliseconds; the rest of that item is in shell.ts. */
export const FETCH_DELAY_MS = 200;
/** Spec 9.16. */
export const LAST_SEARCHES_MAX = 5;
/** Spec 9.17, 9.18. */
export const DEFAULT_SLIDER_REF = '{code}';
export const DEFAULT_FULLRATE_MESSAGE = '0.5';
/** Spec 2.12: the fixed live item and the fixed book-fair video. */
export const FIXED_LIVE_ID = 401;
export const BOOK_FAIR_VIDEO_ID = 301;

/** Login codes (issue 2, reference "Guessing a 4-digit code"). */
export const CODE_TTL_SECONDS = 300;
export const CODE_TRIES = 3;
export const SENDS_PER_DAY = 10;
/** Spec 8.16: months from the day an account is cancelled until it is erased. */
export const ERASE_AFTER_MONTHS = 10;
/** Titles on one list of a user's own; titles of each on the page of all lists, and devices shown. */
export const LIST_MAX = 2000;
export const LIST_PREVIEW = 12;
export const DEVICES_SHOWN = 50;
/** Sessions slide this far on each day of use. */
export const SESSION_DAYS = 90;
/**
 * No session lives longer than this from its login, however it is used: a token that was copied unnoticed is worth
 * nothing after a year, and a viewer types a code once a year.
 */
export const SESSION_MAX_DAYS = 365;
/** A code confirmed on a session, or the login itself, counts for this long, seconds. */
export const STEP_UP_SECONDS = 10 * 60;
/** Notices of a new device to one account: seconds apart, and at most so many a day. */
export const DEVICE_NOTICE_SECONDS = 10 * 60;
export const DEVICE_NOTICES_PER_DAY = 3;
/** A session on a device that was new is marked so in the list of devices for this long, days. */
export const NEW_DEVICE_DAYS = 7;
/** A request body larger than this is refused. */
export const BODY_MAX_BYTES = 64 * 1024;
/** A signed media address is good for this long. */
export const MEDIA_SIGNATURE_SECONDS = 6 * 60 * 60;
/** A download's address is good for three to four days: until the fourth midnight (UTC) from now. */
export const DOWNLOAD_LINK_DAYS = 4;
/** A programme of a live channel can be seen again for so long after its end. */
export const CATCH_UP_SECONDS = 24 * 60 * 60;
/** Parts in a live playlist. */
export const LIVE_WINDOW = 7;
/** Spec 8.12: a page whose script chunk failed to load reloads at most once in this time. */
export const CHUNK_RELOAD_MS = 60_000;
/** Stars of a viewer's rating. */
export const STARS_MAX = 5;
