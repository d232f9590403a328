/** Seconds. Limits the edge cache's copy, and so how long a removed comment stays visible. */
export const COMMENTS_KEPT_SECONDS = 10 * 60;
export const COMMENTS_ON_TITLE = 4;
