/** Bytes of bodies. An isolate has 128 MB for everything. */
const MAX_BYTES = 8 * 2 ** 20;

export interface StoredPage {
  body: Uint8Array<ArrayBuffer>;
  status: number;
  headers: Headers;
}

const pages = new Map<string, StoredPage>();
let bytes = 0;

/** Pages by the edge cache's key that this isolate sent lately: a page in demand costs no read of the edge cache. */
export function getRecentPage(key: string): StoredPage | null {
  const page = pages.get(key);
  if (!page) return null;
  pages.delete(key);
  pages.set(key, page);
  return page;
}

export function putRecentPage(key: string, page: StoredPage): void {
  deletePage(key);
  pages.set(key, page);
  bytes += page.body.byteLength;
  for (const oldest of pages.keys()) {
    if (bytes <= MAX_BYTES) return;
    deletePage(oldest);
  }
}

export function clearRecentPages(): void {
  pages.clear();
  bytes = 0;
}

function deletePage(key: string): void {
  bytes -= pages.get(key)?.body.byteLength ?? 0;
  pages.delete(key);
}
