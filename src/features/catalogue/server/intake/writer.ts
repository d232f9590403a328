import type { Statement } from '../../../../platform/db/json-statements.ts';
import type { RowStore } from './row-store.ts';

/** Writes one batch while the next is read and built. */
export interface Writer {
  /** Waits until nothing is being written. */
  settle: () => Promise<void>;
  /** Begins to write the batch that was queued. */
  start: () => void;
  queue: (statements: readonly Statement[]) => void;
  /** Batches that were begun. */
  count: () => number;
}

export function createWriter(store: RowStore, dryRun: boolean): Writer {
  let queued: readonly Statement[] = [];
  let writing = Promise.resolve();
  let batches = 0;
  return {
    settle: () => writing,
    start: () => {
      if (dryRun || queued.length === 0) return;
      batches += 1;
      writing = store.apply(queued);
      // Awaited by the next batch; until then it is not an unhandled rejection.
      writing.catch(() => undefined);
      queued = [];
    },
    queue: (statements) => {
      queued = statements;
    },
    count: () => batches,
  };
}
