import type { Guide } from './contract.ts';
import { daysFrom, tehranMidnight } from '../../platform/text/tehran-week.ts';

/** Epoch seconds at which the first of the channels' programmes ends; undefined without programmes. */
export function getValidUntil(
  channels: readonly { ends_at: number; now_fa: string; next_fa?: string }[],
): number | undefined {
  const ends = channels.filter(({ now_fa, next_fa }) => now_fa !== '' || next_fa).map(({ ends_at }) => ends_at);
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

/** Epoch seconds: the end of the current programme, midnight at the latest. */
export function getGuideValidUntil({ channel, today }: Pick<Guide, 'channel' | 'today'>): number {
  const midnight = tehranMidnight(daysFrom(today, 2)[1] ?? today);
  return Math.min(midnight, getValidUntil([channel]) ?? midnight);
}

export function hasEnded(channels: readonly { ends_at: number }[], now = Date.now() / 1000): boolean {
  return channels.some(({ ends_at: end }) => end <= now);
}
