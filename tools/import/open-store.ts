import { problem } from '../lib/progress.ts';
import { openDataStore, openLocalStore, STATE_DIR } from './local-store.ts';
import { openCloudflareStore } from './cloudflare-store.ts';
import type { Store } from './store.ts';

/** Where a command writes: Cloudflare, a data folder of the Node host, or else the local state. */
export interface StoreTarget {
  remote: boolean;
  data?: string | undefined;
}

export const STORE_TARGET_OPTIONS = { remote: { type: 'boolean', default: false }, data: { type: 'string' } } as const;

export function requireOneTarget({ remote, data }: StoreTarget): void {
  if (remote && data !== undefined) throw problem('--remote and --data exclude each other.');
}

export function openStore(place: StoreTarget): Store {
  requireOneTarget(place);
  const { remote, data } = place;
  if (remote) return openCloudflareStore();
  return data === undefined ? openLocalStore(STATE_DIR) : openDataStore(data);
}
