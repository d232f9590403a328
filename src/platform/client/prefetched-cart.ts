interface PrefetchedCart {
  url: string;
  body: string;
  at: number;
  response: Promise<Response>;
}

declare global {
  var prefetchedCart: PrefetchedCart | undefined;
}

const MAX_AGE_MS = 30_000;

export function consumePrefetch(url: string, body: unknown): Promise<Response> | undefined {
  const prefetched = globalThis.prefetchedCart;
  if (prefetched?.url !== url || prefetched.body !== body) return undefined;
  globalThis.prefetchedCart = undefined;
  return performance.now() - prefetched.at < MAX_AGE_MS ? prefetched.response : undefined;
}
