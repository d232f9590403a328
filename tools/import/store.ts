import type { RowStore } from '../../src/features/catalogue/server/intake/row-store.ts';

/** The local database or the one at Cloudflare. Both run the same statements. */
export interface Store extends RowStore {
  /** Runs SQL without values that defines tables or tidies them, all or none. */
  execute: (sql: readonly string[]) => Promise<void>;
  /** Writes the version of the catalogue to KV: pages in caches turn over. */
  putVersion: (version: string) => Promise<void>;
  close: () => Promise<void>;
}
