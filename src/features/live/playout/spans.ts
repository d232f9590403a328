import type { WeekItem } from '../../../platform/text/tehran-week.ts';

export const WEEK_MINUTES = 7 * 24 * 60;

/** Minutes after the anchor; `item` is null in a gap. */
interface Span<T> {
  item: T | null;
  from: number;
  to: number;
}

/** `at` is in minutes after Saturday's midnight, as is `anchor`, the start of the first programme. */
interface Finding {
  is: 'gap' | 'overlap';
  at: number;
  minutes: number;
}

export interface Week<T> {
  anchor: number;
  spans: Span<T>[];
  findings: Finding[];
}

export function buildWeek<T extends WeekItem>(items: readonly T[]): Week<T> {
  const placed = items
    .filter(({ minutes }) => minutes > 0)
    .map((item) => ({ item, at: item.day * 24 * 60 + item.start }))
    .sort((a, b) => a.at - b.at);
  const anchor = placed[0]?.at ?? 0;
  const spans: Span<T>[] = [];
  const findings: Finding[] = [];
  for (const [index, { item, at }] of placed.entries()) {
    const next = placed[index + 1]?.at ?? anchor + WEEK_MINUTES;
    const ends = at + item.minutes;
    if (ends > next) findings.push({ is: 'overlap', at: next % WEEK_MINUTES, minutes: ends - next });
    if (next > at) spans.push({ item, from: at - anchor, to: Math.min(ends, next) - anchor });
    if (ends >= next) continue;
    findings.push({ is: 'gap', at: ends % WEEK_MINUTES, minutes: next - ends });
    spans.push({ item: null, from: ends - anchor, to: next - anchor });
  }
  if (placed.length > 0) return { anchor, spans, findings };
  return {
    anchor,
    spans: [{ item: null, from: 0, to: WEEK_MINUTES }],
    findings: [{ is: 'gap', at: 0, minutes: WEEK_MINUTES }],
  };
}
