import { tehranMidnight } from '../tehran-week.ts';
import type { Media } from './media.ts';
import { WEEK_MINUTES, type Week } from './spans.ts';

const MINUTE = 60 * 1_000_000;
export const WEEK_MICROS = WEEK_MINUTES * MINUTE;
/** The Saturday midnight of Tehran from which weeks are counted, in microseconds of the epoch. */
const FIRST_WEEK = tehranMidnight('1970-01-03') * 1_000_000;

/**
 * One programme of the week, or a gap, as it is played out: its media from the beginning, again and again, until its
 * time is over. A part that has begun is played to its end, so that the next programme may begin late by less than a
 * part. Times in microseconds after the anchor.
 */
export interface Entry<T> {
  item: T | null;
  media: Media;
  /** Whether the slate stands in for media that is not there. */
  slate: boolean;
  /** When the guide says that it begins and ends. */
  planned: { from: number; to: number };
  /** When its first part begins. */
  from: number;
  /** How many parts it has, of all its rounds. */
  count: number;
  /** How many parts, and how many rounds of media, the week has before it. */
  before: { parts: number; rounds: number };
  /** When each part of a round begins, and as the last one how long a round is. */
  offsets: readonly number[];
}

/** A week of playout; every week is the same, so this is all that a clock needs to know. */
export interface Layout<T> {
  /** When the first of all weeks begins, in microseconds of the epoch. */
  begins: number;
  entries: readonly Entry<T>[];
  /** Parts, and rounds of media, in a week. */
  parts: number;
  rounds: number;
  /** The longest part, in whole seconds, as EXT-X-TARGETDURATION counts. */
  target: number;
}

/** Lays out a week. `mediaOf` is null for a programme whose media is not there; then, and in gaps, the slate plays. */
export function layoutOf<T>({ anchor, spans }: Week<T>, mediaOf: (item: T) => Media | null, slate: Media): Layout<T> {
  const entries: Entry<T>[] = [];
  const before = { parts: 0, rounds: 0 };
  let free = 0;
  for (const [index, { item, from, to }] of spans.entries()) {
    const found = item === null ? null : mediaOf(item);
    const media = found ?? slate;
    const offsets = offsetsOf(media.micros);
    const end = to * MINUTE;
    const start = Math.max(free, from * MINUTE);
    // What is played last must be over when the week begins anew.
    const count = partsWithin(offsets, end - start, index === spans.length - 1);
    if (count === 0) continue;
    const planned = { from: from * MINUTE, to: end };
    const place = { planned, from: start, count, before: { ...before }, offsets };
    entries.push({ item, media, slate: found === null, ...place });
    free = start + timeOf(offsets, count);
    before.parts += count;
    before.rounds += Math.ceil(count / media.micros.length);
  }
  const longest = Math.max(...entries.flatMap(({ media }) => [...media.renditions.values()].map(longestOf)));
  return {
    begins: FIRST_WEEK + anchor * MINUTE,
    entries,
    ...before,
    target: Math.max(1, Math.round(longest / 1e6)),
  };
}

/** When part `index` of an entry begins, counted from the entry's own beginning; `index` may be that of its end. */
export function timeOf(offsets: readonly number[], index: number): number {
  const perRound = offsets.length - 1;
  return Math.floor(index / perRound) * roundOf(offsets) + (offsets[index % perRound] ?? 0);
}

/** Which part is on the air so long after an entry's beginning. */
export function partAt(offsets: readonly number[], micros: number): number {
  const rounds = Math.floor(micros / roundOf(offsets));
  return rounds * (offsets.length - 1) + lastAtMost(offsets, micros - rounds * roundOf(offsets));
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

/** How many parts begin before `micros` is over; with `whole`, how many are over by then. */
function partsWithin(offsets: readonly number[], micros: number, whole: boolean): number {
  if (micros <= 0) return 0;
  const begun = partAt(offsets, micros);
  return whole || timeOf(offsets, begun) >= micros ? begun : begun + 1;
}

function offsetsOf(micros: readonly number[]): number[] {
  const offsets = [0];
  for (const length of micros) offsets.push((offsets.at(-1) ?? 0) + length);
  return offsets;
}

function roundOf(offsets: readonly number[]): number {
  return offsets.at(-1) ?? 0;
}

function longestOf({ parts }: { parts: readonly { micros: number }[] }): number {
  return parts.reduce((longest, { micros }) => Math.max(longest, micros), 0);
}
