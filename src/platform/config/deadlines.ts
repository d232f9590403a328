/** Timeouts in milliseconds. */
export const DEADLINES = {
  near: 500, // KV and the edge cache
  save: 900, // a part that writes for a visitor
  call: 3_000, // another server, a part of this one
  form: 6_000, // The call of a form may wait for a bank.
  page: 8_000,
  upload: 15 * 60_000, // 16 MiB from a slow line, joining the parts of a film, all sizes of a picture
  pictures: 25_000, // all sizes of a part of a stored picture
  origin: 10_000, // of the door, longer than the origin's own
  originWrite: 30_000,
} as const;

export const RETRY_AFTER_SECONDS = 5;
