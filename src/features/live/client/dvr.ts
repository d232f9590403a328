import type { LivePlay } from '../contract.ts';
import { MIN_WINDOW_SECONDS } from '@pardeh/hls/rewind';
import { formatPlain, formatTime } from '../../../platform/text/format.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

type Programmes = LivePlay['programmes'];

/** Seconds behind the live position that still count as live. */
const AT_EDGE = 10;

export interface DvrWindow {
  start: number;
  live: number;
  /** Milliseconds of the epoch at the beginning of the time line. */
  clockOffset: number;
}

/** A source without a clock has the viewer's at its live edge. */
export function toDvrWindow(start: number, live: number, clockOffset: number | null): DvrWindow {
  return { start, live, clockOffset: clockOffset ?? Date.now() - live * 1000 };
}

export function isBarShown({ start, live }: DvrWindow): boolean {
  return live - start >= MIN_WINDOW_SECONDS;
}

export function isAtEdge({ live }: DvrWindow, at: number): boolean {
  return at >= live - AT_EDGE;
}

export function describeDelay(dvr: DvrWindow, at: number): string {
  if (isAtEdge(dvr, at)) return m.live_badge();
  const minutes = Math.round((dvr.live - at) / 60);
  return minutes < 1 ? m.live_seconds_behind() : m.live_minutes_behind({ count: formatPlain(minutes) });
}

export function findProgramme(programmes: Programmes, dvr: DvrWindow, at: number): Programmes[number] | null {
  const seconds = dvr.clockOffset / 1000 + at;
  return programmes.findLast(({ starts_at, ends_at }) => starts_at <= seconds && seconds < ends_at) ?? null;
}

export function formatMoment({ clockOffset }: DvrWindow, at: number): string {
  return formatTime(clockOffset / 1000 + at);
}

export function describeMoment(programmes: Programmes, dvr: DvrWindow, at: number): string {
  const programme = findProgramme(programmes, dvr, at);
  const position = { time: formatMoment(dvr, at), state: describeDelay(dvr, at) };
  if (!programme) return m.live_position(position);
  return m.live_position_programme({ ...position, name: nameIn(getLocale(), programme) });
}

export function listBoundaries(programmes: Programmes, { start, live, clockOffset }: DvrWindow): number[] {
  const shares = programmes.map(({ starts_at }) => (starts_at - clockOffset / 1000 - start) / (live - start));
  return shares.filter((share) => share > 0 && share < 1);
}
