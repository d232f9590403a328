import { STATE_DIR } from '../import/local-store.ts';
import { openStore, type StoreTarget } from '../import/open-store.ts';
import type { Store } from '../import/store.ts';
import { holdState } from './hold-state.ts';

/** The database and the storage. Those of wrangler's local state are open for one process at a time. */
export function openAccess(place: StoreTarget, signal: AbortSignal) {
  const { remote, data } = place;
  const isShared = remote || data !== undefined;
  const hold = async () => (isShared ? () => undefined : holdState(STATE_DIR, signal));
  return {
    withStore: async <T>(work: (store: Store) => Promise<T>) => {
      const release = await hold();
      const store = openStore(place);
      try {
        return await work(store);
      } finally {
        await store.close().finally(release);
      }
    },
    /** `scratch`: a folder for wrangler's own file. */
    openStorage: async (scratch: string) => {
      // Only now: wrangler takes a second to load.
      const { openBucket } = await import('./bucket.ts');
      const release = await hold();
      const bucket = await openBucket(
        remote ? { remote: scratch } : data === undefined ? { state: STATE_DIR } : { data },
      );
      return { ...bucket, close: () => bucket.close().finally(release) };
    },
  };
}
