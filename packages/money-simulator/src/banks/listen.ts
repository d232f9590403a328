/** Serves a fetch-style handler over HTTP on loopback: the server that a bank's tests already have. */
export type Listen = (
  handler: (request: Request) => Promise<Response>,
) => Promise<{ url: string; close: () => Promise<void> }>;
