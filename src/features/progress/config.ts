/** Intervals at which the player saves to the browser, and to the server. */
export const KEEP_EVERY_MS = 10_000;
export const SEND_EVERY_MS = 60_000;
export const SEND_GAP_MS = 5000;
/** Seconds shown before a play counts. */
export const PLAY_SECONDS = 30;
