import type { PageMeta } from '../../../contract/shapes.ts';

/** Where a page stands among `total` entries; there is always a first page. */
export function pageMeta(page: number, total: number, perPage: number): PageMeta {
  return { page, pages: Math.max(1, Math.ceil(total / perPage)), total };
}
