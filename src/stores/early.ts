/** An answer that the page has asked for before the code that wants it had come; see components/watch/warm-play.ts. */
export interface Early {
  url: string;
  body: string;
  /** Milliseconds of the page's clock. */
  at: number;
  response: Promise<Response>;
}

declare global {
  /** Between a script of the page and the islands, which share no module. */
  var pardehEarly: Early | undefined;
}

/** What lies longer than this was asked for by a press that led to nothing. */
const GOOD_FOR_MS = 30_000;

/** The answer to exactly this request, if the page has asked for it; each is taken once. */
export function takeEarly(url: string, body: unknown): Promise<Response> | undefined {
  const early = globalThis.pardehEarly;
  if (early?.url !== url || early.body !== body) return undefined;
  globalThis.pardehEarly = undefined;
  return performance.now() - early.at < GOOD_FOR_MS ? early.response : undefined;
}
