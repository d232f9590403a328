import type { Card, PageMeta } from '../contract/shapes.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

/** The number of a list's titles; of episodes where the page has nothing else. */
export function formatCount({ total, capped }: PageMeta, items: readonly Card[]): string {
  const count = formatNumber(total);
  const areEpisodes = items.length > 0 && items.every(({ kind }) => kind === 'episode');
  if (areEpisodes) return capped ? m.listing_episodes_capped({ count }) : m.listing_episodes({ count });
  return capped ? m.listing_count_capped({ count }) : m.listing_count({ count });
}
