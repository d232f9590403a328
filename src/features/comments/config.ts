/** A page in the edge's cache is not served any longer than this after its render (plus a minute): a removed comment is gone by then. Seconds. */
export const COMMENTS_KEPT_SECONDS = 10 * 60;
/** Comments on a title's own page; the rest are on the page of its comments. */
export const COMMENTS_ON_TITLE = 4;
