/** How long a request waits for one part before it goes on without it. Milliseconds. */
export const DEADLINES = {
  /** A read of the configuration (KV) or of the edge's cache: what should be near and quick. */
  near: 500,
  /** One call to a part or to another's server. */
  call: 3_000,
  /** What a page without script waits for a form's call, which may ask a bank; the rest of `page` shows what came. */
  form: 6_000,
  /** A whole answer, whatever it is made of. */
  page: 8_000,
} as const;

/** When a caller should try again after a part has failed, in seconds. */
export const RETRY_AFTER_SECONDS = 5;
