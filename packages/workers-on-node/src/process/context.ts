/** The work that answers leave behind: `ctx.waitUntil` of Workers, which a graceful stop waits for. */
export interface Background {
  createContext: () => ExecutionContext;
  readonly size: number;
  settle: () => Promise<void>;
}

export function trackBackground(): Background {
  const running = new Set<Promise<unknown>>();
  return {
    createContext: () =>
      ({
        waitUntil: (work: Promise<unknown>) => {
          const ended = Promise.resolve(work)
            .catch((cause: unknown) => console.error('after an answer:', cause))
            .finally(() => running.delete(ended));
          running.add(ended);
        },
        passThroughOnException: () => undefined,
        props: {},
      }) as unknown as ExecutionContext,
    get size() {
      return running.size;
    },
    settle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
