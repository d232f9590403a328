import { COUNT_CAP, COUNT_DEEPEST } from '../../../platform/config/constants.ts';
import type { PageMeta } from '../contract/shapes.ts';

export function toPageMeta(page: number, total: number, perPage: number): PageMeta {
  return { page, pages: Math.max(1, Math.ceil(total / perPage)), total, capped: false };
}

/** The limit of a count: the cap, or one past the page, to know whether a next page exists. */
export function getCountLimit(page: number, perPage: number): number {
  return Math.min(Math.max(COUNT_CAP, page * perPage), COUNT_DEEPEST) + 1;
}

/** `counted` comes from a query limited by getCountLimit; a count that reached the limit is a lower bound. */
export function toCappedPageMeta(page: number, counted: number, perPage: number): PageMeta {
  const limit = getCountLimit(page, perPage);
  const capped = counted >= limit;
  return { ...toPageMeta(page, counted, perPage), total: capped ? limit - 1 : counted, capped };
}
