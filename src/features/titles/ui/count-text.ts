import type { PageMeta } from '../contract/shapes.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

/** How many titles a list has, in words; «more than 1,000» where nobody counted to the end. */
export function countText({ total, capped }: PageMeta): string {
  const count = formatNumber(total);
  return capped ? m.listing_count_capped({ count }) : m.listing_count({ count });
}
