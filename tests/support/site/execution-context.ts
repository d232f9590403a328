/** Work that a request leaves behind runs, and nobody waits for it. */
export const CONTEXT = {
  waitUntil: (promise: Promise<unknown>) => {
    promise.catch(() => undefined);
  },
  passThroughOnException: () => undefined,
  props: {},
} as unknown as ExecutionContext;
