import { problem } from '../lib/progress.ts';
import { openDataStore, openLocalStore, STATE_DIR } from './local-store.ts';
import { openCloudflareStore } from './cloudflare-store.ts';
import type { Store } from './store.ts';

/** Where a command writes: Cloudflare, a data folder of the Node host, or else the local state. */
export interface Place {
  remote: boolean;
  data?: string | undefined;
}

export const PLACE_OPTIONS = { remote: { type: 'boolean', default: false }, data: { type: 'string' } } as const;

export function requireOnePlace({ remote, data }: Place): void {
  if (remote && data !== undefined) throw problem('--remote and --data exclude each other.');
}

export function openStore(place: Place): Store {
  requireOnePlace(place);
  const { remote, data } = place;
  if (remote) return openCloudflareStore();
  return data === undefined ? openLocalStore(STATE_DIR) : openDataStore(data);
}
