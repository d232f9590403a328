import { tehranMidnight } from '../../../platform/text/tehran-week.ts';
import type { Media } from './media.ts';
import { WEEK_MINUTES, type Week } from './spans.ts';

const MINUTE = 60 * 1_000_000;
export const WEEK_US = WEEK_MINUTES * MINUTE;
/** Microseconds of the epoch: the Saturday midnight of Tehran from which weeks count. */
const FIRST_WEEK = tehranMidnight('1970-01-03') * 1_000_000;

/** A programme or gap as played out: its media loops until its end. Microseconds after the anchor. */
export interface Entry<T> {
  item: T | null;
  media: Media;
  slate: boolean;
  planned: { from: number; to: number };
  from: number;
  count: number;
  before: { segments: number; loops: number };
  /** The start of each segment in a loop; the last element is the loop's duration. */
  offsets: readonly number[];
}

export interface Layout<T> {
  begins: number;
  entries: readonly Entry<T>[];
  segments: number;
  loops: number;
  /** Whole seconds, as EXT-X-TARGETDURATION counts. */
  target: number;
}

export function buildLayout<T>(
  { anchor, spans }: Week<T>,
  findMedia: (item: T) => Media | null,
  slate: Media,
): Layout<T> {
  const entries: Entry<T>[] = [];
  const before = { segments: 0, loops: 0 };
  let free = 0;
  for (const [index, { item, from, to }] of spans.entries()) {
    const programmeMedia = item === null ? null : findMedia(item);
    const media = programmeMedia ?? slate;
    const offsets = computeOffsets(media.durationsUs);
    const end = to * MINUTE;
    const start = Math.max(free, from * MINUTE);
    // The last programme must be over when the week begins again.
    const count = countSegmentsWithin(offsets, end - start, index === spans.length - 1);
    if (count === 0) continue;
    const planned = { from: from * MINUTE, to: end };
    const place = { planned, from: start, count, before: { ...before }, offsets };
    entries.push({ item, media, slate: programmeMedia === null, ...place });
    free = start + computeStartUs(offsets, count);
    before.segments += count;
    before.loops += Math.ceil(count / media.durationsUs.length);
  }
  const longest = Math.max(...entries.flatMap(({ media }) => [...media.renditions.values()].map(getLongestSegment)));
  return {
    begins: FIRST_WEEK + anchor * MINUTE,
    entries,
    ...before,
    target: Math.max(1, Math.round(longest / 1e6)),
  };
}

/** Microseconds from the entry's start to a segment's; `index` may be the end. */
export function computeStartUs(offsets: readonly number[], index: number): number {
  const segmentsPerLoop = offsets.length - 1;
  return Math.floor(index / segmentsPerLoop) * getLoopDuration(offsets) + (offsets[index % segmentsPerLoop] ?? 0);
}

export function findSegmentAt(offsets: readonly number[], durationUs: number): number {
  const loops = Math.floor(durationUs / getLoopDuration(offsets));
  return loops * (offsets.length - 1) + lastAtMost(offsets, durationUs - loops * getLoopDuration(offsets));
}

export function lastAtMost(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((ascending[middle] ?? Infinity) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

function countSegmentsWithin(offsets: readonly number[], durationUs: number, isComplete: boolean): number {
  if (durationUs <= 0) return 0;
  const begun = findSegmentAt(offsets, durationUs);
  return isComplete || computeStartUs(offsets, begun) >= durationUs ? begun : begun + 1;
}

export function computeOffsets(durationsUs: readonly number[]): number[] {
  const offsets = [0];
  for (const length of durationsUs) offsets.push((offsets.at(-1) ?? 0) + length);
  return offsets;
}

export function getLoopDuration(offsets: readonly number[]): number {
  return offsets.at(-1) ?? 0;
}

function getLongestSegment({ segments }: { segments: readonly { durationUs: number }[] }): number {
  return segments.reduce((longest, { durationUs }) => Math.max(longest, durationUs), 0);
}
