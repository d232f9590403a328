import type { PageMeta } from '../contract/shapes.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

export function formatCount({ total, capped }: PageMeta): string {
  const count = formatNumber(total);
  return capped ? m.listing_count_capped({ count }) : m.listing_count({ count });
}
