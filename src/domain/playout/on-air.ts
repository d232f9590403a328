import type { Media } from './media.ts';
import { lastAtMost, partAt, timeOf, WEEK_MICROS, type Entry, type Layout } from './layout.ts';

/** One part of the playout, with its place in the endless row of all parts. */
export interface AirPart {
  /** Its media sequence number: one more than that of the part before, for ever and for everybody. */
  sequence: number;
  /** The number of its round of media: one more at each discontinuity. */
  round: number;
  /** Whether it is the first of its round. */
  first: boolean;
  media: Media;
  /** Its place among the parts of its media. */
  index: number;
  /** When it goes on the air, in microseconds of the epoch. */
  startsAt: number;
}

interface Place {
  week: number;
  entry: number;
  part: number;
}

/**
 * The last `size` parts that have been on the air to their end at an instant (microseconds of the epoch). It is the same
 * for every viewer, whoever asks and wherever: nothing but the layout and the clock goes in.
 */
export function partsOnAir<T>(layout: Layout<T>, now: number, size: number): AirPart[] {
  const parts: AirPart[] = [];
  let place = before(layout, placeAt(layout, now));
  while (parts.length < size) {
    parts.unshift(partOf(layout, place));
    place = before(layout, place);
  }
  return parts;
}

/** The round of media that is on the air at an instant (microseconds of the epoch), as `AirPart.round` numbers them. */
export function roundAt<T>(layout: Layout<T>, now: number): number {
  return partOf(layout, placeAt(layout, now)).round;
}

/** A programme of some week, found by when the guide says that it begins. */
export interface Showing<T> {
  entry: Entry<T>;
  /** Epoch seconds, as the guide has them. */
  startsAt: number;
  endsAt: number;
  /** Its parts that have been on the air at `now`, numbered from nought. */
  parts: AirPart[];
  /** Whether all of it has been. */
  over: boolean;
}

/**
 * The programme that begins at `startsAt` (epoch seconds), with what of it has been on the air at `now` (microseconds);
 * null where none begins then, or only the slate was shown.
 */
export function showingAt<T>(layout: Layout<T>, startsAt: number, now: number): Showing<T> | null {
  const since = startsAt * 1e6 - layout.begins;
  const week = Math.floor(since / WEEK_MICROS);
  const found = layout.entries.findIndex(({ planned }) => planned.from === since - week * WEEK_MICROS);
  const entry = layout.entries[found];
  if (!entry || entry.item === null || entry.slate) return null;
  const aired = now - (layout.begins + week * WEEK_MICROS + entry.from);
  const count = Math.max(0, Math.min(entry.count, partAt(entry.offsets, Math.max(0, aired))));
  const parts = Array.from({ length: count }, (_, part) => {
    const { sequence, round, ...rest } = partOf(layout, { week, entry: found, part });
    const origin = { sequence: week * layout.parts + entry.before.parts, round: roundBase(layout, week, entry) };
    return { ...rest, sequence: sequence - origin.sequence, round: round - origin.round };
  });
  const endsAt = startsAt + (entry.planned.to - entry.planned.from) / 1e6;
  return { entry, startsAt, endsAt, parts, over: count === entry.count };
}

/** Where the part stands that is on the air at `now`, which is not over yet. */
function placeAt<T>(layout: Layout<T>, now: number): Place {
  const week = Math.floor((now - layout.begins) / WEEK_MICROS);
  const since = now - layout.begins - week * WEEK_MICROS;
  const entry = lastAtMost(
    layout.entries.map(({ from }) => from),
    since,
  );
  const { offsets, from, count } = entryAt(layout, entry);
  return { week, entry, part: Math.min(count, partAt(offsets, since - from)) };
}

function before<T>(layout: Layout<T>, { week, entry, part }: Place): Place {
  if (part > 0) return { week, entry, part: part - 1 };
  const last = entry > 0 ? entry - 1 : layout.entries.length - 1;
  return { week: entry > 0 ? week : week - 1, entry: last, part: entryAt(layout, last).count - 1 };
}

function partOf<T>(layout: Layout<T>, { week, entry, part }: Place): AirPart {
  const found = entryAt(layout, entry);
  const perRound = found.media.micros.length;
  return {
    sequence: week * layout.parts + found.before.parts + part,
    round: roundBase(layout, week, found) + Math.floor(part / perRound),
    first: part % perRound === 0,
    media: found.media,
    index: part % perRound,
    startsAt: layout.begins + week * WEEK_MICROS + found.from + timeOf(found.offsets, part),
  };
}

function roundBase<T>(layout: Layout<T>, week: number, { before: { rounds } }: Entry<T>): number {
  return week * layout.rounds + rounds;
}

function entryAt<T>({ entries }: Layout<T>, index: number): Entry<T> {
  const entry = entries[index];
  if (!entry) throw new Error(`the layout has no entry ${String(index)}`);
  return entry;
}
