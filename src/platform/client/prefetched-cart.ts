/** An answer that the page has asked for before the code that wants it had come; see playback/client/warm-play.ts. */
export interface PrefetchedCart {
  url: string;
  body: string;
  /** Milliseconds of the page's clock. */
  at: number;
  response: Promise<Response>;
}

declare global {
  /** Between a script of the page and the islands, which share no module. */
  var prefetchedCart: PrefetchedCart | undefined;
}

/** What lies longer than this was asked for by a press that led to nothing. */
const GOOD_FOR_MS = 30_000;

/** The answer to exactly this request, if the page has asked for it; each is taken once. */
export function consumePrefetch(url: string, body: unknown): Promise<Response> | undefined {
  const prefetched = globalThis.prefetchedCart;
  if (prefetched?.url !== url || prefetched.body !== body) return undefined;
  globalThis.prefetchedCart = undefined;
  return performance.now() - prefetched.at < GOOD_FOR_MS ? prefetched.response : undefined;
}
