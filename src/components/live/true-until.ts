import type { Guide } from '../../contract/live.ts';
import { daysFrom, tehranMidnight } from '../../domain/tehran-week.ts';

/**
 * Until when (epoch seconds) a page that shows these channels is true: the first of their programmes to end. Undefined
 * where none of them has a programme.
 */
export function trueUntil(
  channels: readonly { ends_at: number; now_fa: string; next_fa?: string }[],
): number | undefined {
  const ends = channels.filter(({ now_fa, next_fa }) => now_fa !== '' || next_fa).map(({ ends_at }) => ends_at);
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

/** Until when (epoch seconds) a page with a channel's guide is true: its programme's end, and midnight at the latest. */
export function guideTrueUntil({ channel, today }: Pick<Guide, 'channel' | 'today'>): number {
  const midnight = tehranMidnight(daysFrom(today, 2)[1] ?? today);
  return Math.min(midnight, trueUntil([channel]) ?? midnight);
}
