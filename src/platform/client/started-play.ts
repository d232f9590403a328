declare global {
  /** A play that a page's script has begun at a press, for the code that comes after it; rooms add their fields. */
  interface StartedPlay {
    cart?: { url: string; body: string; at: number; response: Promise<Response> } | undefined;
    /** In Safari a video may play later only if a press has loaded it. */
    video?: HTMLVideoElement | undefined;
  }
  var startedPlay: StartedPlay | undefined;
}

const MAX_AGE_MS = 30_000;

export function consumePrefetch(url: string, body: unknown): Promise<Response> | undefined {
  const { startedPlay } = globalThis;
  const cart = startedPlay?.cart;
  if (cart?.url !== url || cart.body !== body) return undefined;
  delete startedPlay?.cart;
  return performance.now() - cart.at < MAX_AGE_MS ? cart.response : undefined;
}
