import { COUNT_CAP, COUNT_DEEPEST } from '../../../platform/config/constants.ts';
import type { PageMeta } from '../contract/shapes.ts';

/** Where a page stands among `total` entries; there is always a first page. */
export function pageMeta(page: number, total: number, perPage: number): PageMeta {
  return { page, pages: Math.max(1, Math.ceil(total / perPage)), total, capped: false };
}

/** How far to count for a page of a filtered list: to the cap, and one past the page, so that a next page is known of. */
export function getCountLimit(page: number, perPage: number): number {
  return Math.min(Math.max(COUNT_CAP, page * perPage), COUNT_DEEPEST) + 1;
}

/** The same for entries of which at most getCountLimit were counted; a count that reached it is a least number. */
export function cappedPageMeta(page: number, counted: number, perPage: number): PageMeta {
  const limit = getCountLimit(page, perPage);
  const capped = counted >= limit;
  return { ...pageMeta(page, counted, perPage), total: capped ? limit - 1 : counted, capped };
}
