import type { Media } from './media.ts';
import { lastAtMost, findSegmentAt, computeStartUs, WEEK_US, type Entry, type Layout } from './layout.ts';

/** One showing of a folder: when its first segment begins (microseconds of the epoch), and its segments, loops included. */
export interface Airing {
  startsAt: number;
  count: number;
}

export interface AirSegment<T = unknown> {
  item: T | null;
  /** The media sequence number, the same for every viewer; `loop` rises with each discontinuity. */
  sequence: number;
  loop: number;
  first: boolean;
  media: Media;
  index: number;
  /** Microseconds of the epoch. */
  startsAt: number;
  airing: Airing;
}

interface AirPosition {
  week: number;
  entry: number;
  segment: number;
}

/** The last `size` segments that ended by `now` (microseconds of the epoch), and all that began since `since`. */
export function getSegmentsOnAir<T>(layout: Layout<T>, now: number, size: number, since = Infinity): AirSegment<T>[] {
  const segments: AirSegment<T>[] = [];
  let place = before(layout, placeAt(layout, now));
  for (;;) {
    const segment = toAirSegment(layout, place);
    if (segments.length >= size && segment.startsAt < since) return segments.reverse();
    segments.push(segment);
    place = before(layout, place);
  }
}

/** The first segment's start within `spanUs` before `now`, without a showing between that may not be sought in. */
export function findRewindStart<T>(
  layout: Layout<T>,
  now: number,
  spanUs: number,
  mayRewind: (item: T | null) => boolean,
): number {
  const earliest = now - spanUs;
  let place = { ...placeAt(layout, now), segment: 0 };
  let start = now;
  for (;;) {
    const { item, offsets, count } = entryAt(layout, place.entry);
    if (!mayRewind(item)) return start;
    const begins = toAirSegment(layout, place).startsAt;
    if (begins < earliest) {
      const segment = Math.min(count, findSegmentAt(offsets, earliest - begins - 1) + 1);
      return Math.min(start, begins + computeStartUs(offsets, segment));
    }
    start = begins;
    place = { ...before(layout, place), segment: 0 };
  }
}

export function getLoopAt<T>(layout: Layout<T>, now: number): number {
  return toAirSegment(layout, placeAt(layout, now)).loop;
}

/** `startsAt` and `endsAt` are epoch seconds, as in the guide. */
export interface Showing<T> {
  entry: Entry<T>;
  startsAt: number;
  endsAt: number;
  segments: AirSegment<T>[];
  over: boolean;
}

/** The programme of `startsAt` (epoch seconds) as aired by `now` (microseconds); null for none, or a slate. */
export function showingAt<T>(layout: Layout<T>, startsAt: number, now: number): Showing<T> | null {
  const since = startsAt * 1e6 - layout.begins;
  const week = Math.floor(since / WEEK_US);
  const index = layout.entries.findIndex(({ planned }) => planned.from === since - week * WEEK_US);
  const entry = layout.entries[index];
  if (!entry || entry.item === null || entry.slate) return null;
  const aired = now - (layout.begins + week * WEEK_US + entry.from);
  const count = Math.max(0, Math.min(entry.count, findSegmentAt(entry.offsets, Math.max(0, aired))));
  const segments = Array.from({ length: count }, (_, segment) => {
    const { sequence, loop, ...rest } = toAirSegment(layout, { week, entry: index, segment });
    const origin = {
      sequence: week * layout.segments + entry.before.segments,
      loop: countLoopsBefore(layout, week, entry),
    };
    return { ...rest, sequence: sequence - origin.sequence, loop: loop - origin.loop };
  });
  const endsAt = startsAt + (entry.planned.to - entry.planned.from) / 1e6;
  return { entry, startsAt, endsAt, segments, over: count === entry.count };
}

function placeAt<T>(layout: Layout<T>, now: number): AirPosition {
  const week = Math.floor((now - layout.begins) / WEEK_US);
  const since = now - layout.begins - week * WEEK_US;
  const entry = lastAtMost(
    layout.entries.map(({ from }) => from),
    since,
  );
  const { offsets, from, count } = entryAt(layout, entry);
  return { week, entry, segment: Math.min(count, findSegmentAt(offsets, since - from)) };
}

function before<T>(layout: Layout<T>, { week, entry, segment }: AirPosition): AirPosition {
  if (segment > 0) return { week, entry, segment: segment - 1 };
  const last = entry > 0 ? entry - 1 : layout.entries.length - 1;
  return { week: entry > 0 ? week : week - 1, entry: last, segment: entryAt(layout, last).count - 1 };
}

function toAirSegment<T>(layout: Layout<T>, { week, entry, segment }: AirPosition): AirSegment<T> {
  const scheduled = entryAt(layout, entry);
  const segmentsPerLoop = scheduled.media.durationsUs.length;
  const beginsAt = layout.begins + week * WEEK_US + scheduled.from;
  return {
    item: scheduled.item,
    sequence: week * layout.segments + scheduled.before.segments + segment,
    loop: countLoopsBefore(layout, week, scheduled) + Math.floor(segment / segmentsPerLoop),
    first: segment % segmentsPerLoop === 0,
    media: scheduled.media,
    index: segment % segmentsPerLoop,
    startsAt: beginsAt + computeStartUs(scheduled.offsets, segment),
    airing: { startsAt: beginsAt, count: scheduled.count },
  };
}

function countLoopsBefore<T>(layout: Layout<T>, week: number, { before: { loops } }: Entry<T>): number {
  return week * layout.loops + loops;
}

function entryAt<T>({ entries }: Layout<T>, index: number): Entry<T> {
  const entry = entries[index];
  if (!entry) throw new Error(`the layout has no entry ${String(index)}`);
  return entry;
}
