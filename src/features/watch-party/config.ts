export const ROOM_PEOPLE = 50;
export const ROOM_SAY_MAX = 300;
export const ROOM_NAME_MAX = 24;
export const ROOM_MESSAGE_BYTES = 2048; // bytes
/** Each message costs a token, whatever its answer; a connection without one is closed. */
export const ROOM_MESSAGE_BURST = 100;
export const ROOM_MESSAGE_REFILL_MS = 50;
export const ROOM_UNREAD_MAX = 65_536; // UTF-16 units sent to a connection that has not shown that it reads them
export const ROOM_SAY_BURST = 5; // Token buckets: burst, and milliseconds until one more.
export const ROOM_SAY_REFILL_MS = 2_000;
export const ROOM_CHANGE_BURST = 10;
export const ROOM_CHANGE_REFILL_MS = 500;
export const ROOM_NONSENSE_MAX = 10; // Unreadable messages until the room closes the connection
