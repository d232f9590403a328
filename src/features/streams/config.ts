/** Streams at once of an account whose plan names no number; STREAMS_MAX overrides it, 0 for no limit. */
export const DEFAULT_STREAMS = 3;
/** Seconds from the last heartbeat or segment until a lease ends. */
export const LEASE_SECONDS = 120;
/** Seconds that an isolate remembers a lease, and that a lease is not written again. */
export const REMEMBER_SECONDS = 20;
/** Of the player: milliseconds between heartbeats, and heartbeats that a paused player still sends. */
export const HEARTBEAT_MS = 45_000;
export const PAUSED_HEARTBEATS = 12;
