import { tehranMidnight } from '../../../platform/text/tehran-week.ts';
import type { Media } from './media.ts';
import { WEEK_MINUTES, type Week } from './spans.ts';

const MINUTE = 60 * 1_000_000;
export const WEEK_US = WEEK_MINUTES * MINUTE;
/** The Saturday midnight of Tehran from which weeks are counted, in microseconds of the epoch. */
const FIRST_WEEK = tehranMidnight('1970-01-03') * 1_000_000;

/**
 * One programme of the week, or a gap, as it is played out: its media from the beginning, again and again, until its
 * time is over. A segment that has begun is played to its end, so that the next programme may begin late by less than a
 * segment. Times in microseconds after the anchor.
 */
export interface Entry<T> {
  item: T | null;
  media: Media;
  /** Whether the slate stands in for media that is not there. */
  slate: boolean;
  /** When the guide says that it begins and ends. */
  planned: { from: number; to: number };
  /** When its first segment begins. */
  from: number;
  /** How many segments it has, of all its loops. */
  count: number;
  /** How many segments, and how many loops of media, the week has before it. */
  before: { segments: number; loops: number };
  /** When each part of a loop begins, and as the last one how long a loop is. */
  offsets: readonly number[];
}

/** A week of playout; every week is the same, so this is all that a clock needs to know. */
export interface Layout<T> {
  /** When the first of all weeks begins, in microseconds of the epoch. */
  begins: number;
  entries: readonly Entry<T>[];
  /** Parts, and loops of media, in a week. */
  segments: number;
  loops: number;
  /** The longest segment, in whole seconds, as EXT-X-TARGETDURATION counts. */
  target: number;
}

/** Lays out a week. `findMedia` is null for a programme whose media is not there; then, and in gaps, the slate plays. */
export function buildLayout<T>(
  { anchor, spans }: Week<T>,
  findMedia: (item: T) => Media | null,
  slate: Media,
): Layout<T> {
  const entries: Entry<T>[] = [];
  const before = { segments: 0, loops: 0 };
  let free = 0;
  for (const [index, { item, from, to }] of spans.entries()) {
    const foundMedia = item === null ? null : findMedia(item);
    const media = foundMedia ?? slate;
    const offsets = computeOffsets(media.durationsUs);
    const end = to * MINUTE;
    const start = Math.max(free, from * MINUTE);
    // What is played last must be over when the week begins anew.
    const count = countSegmentsWithin(offsets, end - start, index === spans.length - 1);
    if (count === 0) continue;
    const planned = { from: from * MINUTE, to: end };
    const place = { planned, from: start, count, before: { ...before }, offsets };
    entries.push({ item, media, slate: foundMedia === null, ...place });
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

/** When segment `index` of an entry begins, counted from the entry's own beginning; `index` may be that of its end. */
export function computeStartUs(offsets: readonly number[], index: number): number {
  const segmentsPerLoop = offsets.length - 1;
  return Math.floor(index / segmentsPerLoop) * getLoopDuration(offsets) + (offsets[index % segmentsPerLoop] ?? 0);
}

/** Which segment is on the air so long after an entry's beginning. */
export function findSegmentAt(offsets: readonly number[], durationUs: number): number {
  const loops = Math.floor(durationUs / getLoopDuration(offsets));
  return loops * (offsets.length - 1) + lastAtMost(offsets, durationUs - loops * getLoopDuration(offsets));
}

/** The index of the last number that is not above `limit`, by halving; the first is not above it. */
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

/** How many segments begin before `micros` is over; with `whole`, how many are over by then. */
function countSegmentsWithin(offsets: readonly number[], durationUs: number, whole: boolean): number {
  if (durationUs <= 0) return 0;
  const begun = findSegmentAt(offsets, durationUs);
  return whole || computeStartUs(offsets, begun) >= durationUs ? begun : begun + 1;
}

function computeOffsets(durationsUs: readonly number[]): number[] {
  const offsets = [0];
  for (const length of durationsUs) offsets.push((offsets.at(-1) ?? 0) + length);
  return offsets;
}

function getLoopDuration(offsets: readonly number[]): number {
  return offsets.at(-1) ?? 0;
}

function getLongestSegment({ segments }: { segments: readonly { durationUs: number }[] }): number {
  return segments.reduce((longest, { durationUs }) => Math.max(longest, durationUs), 0);
}
