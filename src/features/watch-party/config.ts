/** Limits of rooms in which people watch together. */

/** People in one room. */
export const ROOM_PEOPLE = 50;
/** Characters of one message of the chat, and of a name. */
export const ROOM_SAY_MAX = 300;
export const ROOM_NAME_MAX = 24;
/** Bytes of anything that a browser sends to a room. */
export const ROOM_MESSAGE_BYTES = 2048;
/** So many messages of the chat, and so many changes of what plays, at once; each comes back after so many milliseconds. */
export const ROOM_SAY_BURST = 5;
export const ROOM_SAY_REFILL_MS = 2_000;
export const ROOM_CHANGE_BURST = 10;
export const ROOM_CHANGE_REFILL_MS = 500;
/** What cannot be read may be sent so often before the room hangs up. */
export const ROOM_NONSENSE_MAX = 10;
