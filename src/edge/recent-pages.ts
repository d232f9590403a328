import { LruCache } from '../platform/http/cache/lru-cache.ts';

/** Bytes of bodies. An isolate has 128 MB for everything. */
const MAX_BYTES = 8 * 2 ** 20;

export interface StoredPage {
  body: Uint8Array<ArrayBuffer>;
  status: number;
  headers: Headers;
}

/** Pages by the edge cache's key that this isolate sent lately: a page in demand costs no read of the edge cache. */
export const recentPages = new LruCache<StoredPage>({ max: MAX_BYTES, weigh: ({ body }) => body.byteLength });
