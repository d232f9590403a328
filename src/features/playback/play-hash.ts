/** The hash that opens the player of a page's title. */
export const PLAY_HASH = '#play';
