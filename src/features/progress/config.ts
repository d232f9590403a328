/** How often the player notes in the browser where it is, and how often it tells the server. Milliseconds. */
export const KEEP_EVERY_MS = 10_000;
export const SEND_EVERY_MS = 60_000;
/** Pauses in quick succession are sent together: no two sends are closer than this. Milliseconds. */
export const SEND_GAP_MS = 5000;
/** So much of a title must have been shown before it counts as played, in seconds. */
export const PLAY_SECONDS = 30;
