import { readTime, type MarkerEntry } from '../../../titles/facts/timeline.ts';

const SPAN_SECONDS = 60;

/** A new marker of a minute, or of the room that is left: credits at the end, others behind those that are there. */
export function placeMarker(kind: MarkerEntry[0], markers: readonly MarkerEntry[], length: number): MarkerEntry {
  const spans = markers
    .map(([, starts, ends]) => [readTime(starts) ?? 0, readTime(ends) ?? 0] as const)
    .sort(([a], [b]) => a - b);
  if (kind === 'credits') {
    const last = Math.max(0, ...spans.map(([, ends]) => ends));
    return [kind, Math.max(Math.min(last, length - 1), length - SPAN_SECONDS, 0), length];
  }
  const starts = spans.reduce((at, [from, to]) => (at < to && at + 1 > from ? to : at), 0);
  const next = Math.min(length, ...spans.map(([from]) => from).filter((from) => from > starts));
  return [kind, starts, Math.min(starts + SPAN_SECONDS, next)];
}

/** The seconds between which one end of a marker moves: up to its own other end, and to its neighbours. */
export function findRoom(
  at: number,
  side: 'start' | 'end',
  markers: readonly MarkerEntry[],
  length: number,
): readonly [min: number, max: number] {
  const [, starts, ends] = markers[at]?.map((time) => readTime(time) ?? 0) ?? [];
  const [from = 0, to = 0] = [starts, ends];
  const others = markers
    .filter((_, place) => place !== at)
    .map(([, ...times]) => times.map((time) => readTime(time) ?? 0));
  if (side === 'start')
    return [Math.max(0, ...others.map(([, end = 0]) => end).filter((end) => end <= from)), Math.max(0, to - 1)];
  return [from + 1, Math.min(length, ...others.map(([start = 0]) => start).filter((start) => start >= to))];
}
