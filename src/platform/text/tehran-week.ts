/** Day 0 is Saturday; times are minutes after midnight in Tehran, bounds are epoch seconds. */

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;
export const TEHRAN_OFFSET_SECONDS = 3.5 * 60 * 60; // No daylight saving since 2022
const EPOCH_DAY = 5; // 1 January 1970 was a Thursday

export interface TehranMoment {
  day: number;
  minute: number;
}

export interface WeekItem {
  day: number;
  start: number;
  minutes: number; // May run past midnight
}

export function tehranMoment(epochSeconds: number): TehranMoment {
  const minutes = Math.floor((epochSeconds + TEHRAN_OFFSET_SECONDS) / 60);
  return {
    day: wrap(Math.floor(minutes / DAY_MINUTES) + EPOCH_DAY, 7),
    minute: wrap(minutes, DAY_MINUTES),
  };
}

const DAY_SECONDS = DAY_MINUTES * 60;

export function tehranDate(epochSeconds: number): string {
  return new Date((epochSeconds + TEHRAN_OFFSET_SECONDS) * 1000).toISOString().slice(0, 10);
}

export function tehranMidnight(date: string): number {
  return Date.parse(date) / 1000 - TEHRAN_OFFSET_SECONDS;
}

export function tehranDayEnd(date: string): number {
  return tehranMidnight(date) + DAY_SECONDS;
}

export function daysFrom(date: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => tehranDate(tehranMidnight(date) + at * DAY_SECONDS));
}

export function dayBefore(date: string): string {
  return tehranDate(tehranMidnight(date) - DAY_SECONDS);
}

export function itemsOn<T extends WeekItem>(
  items: readonly T[],
  date: string,
): { item: T; startsAt: number; endsAt: number }[] {
  const midnight = tehranMidnight(date);
  const { day } = tehranMoment(midnight);
  const yesterday = wrap(day - 1, 7);
  return items
    .filter((item) => item.day === day || (item.day === yesterday && item.start + item.minutes > DAY_MINUTES))
    .map((item) => {
      const startsAt = midnight + item.start * 60 - (item.day === day ? 0 : DAY_SECONDS);
      return { item, startsAt, endsAt: startsAt + item.minutes * 60 };
    })
    .sort((a, b) => a.startsAt - b.startsAt);
}

export function daysAround(day: number): number[] {
  return [wrap(day - 1, 7), day, wrap(day + 1, 7)];
}

/** `now` is null in a gap. `endsAt` ends the present item or the gap. */
export function onAir<T extends WeekItem>(
  items: readonly T[],
  epochSeconds: number,
): { now: T | null; next: T | null; startsAt: number | null; endsAt: number; nextAt: number | null } {
  const { day, minute } = tehranMoment(epochSeconds);
  const at = day * DAY_MINUTES + minute;
  const since = (item: T) => wrap(at - (item.day * DAY_MINUTES + item.start), WEEK_MINUTES);
  const until = (item: T) => WEEK_MINUTES - since(item);
  // Of overlapping programmes the later one is shown (live/playout/spans.ts).
  const now = items.reduce<T | null>(
    (best, item) => (since(item) < item.minutes && (best === null || since(item) < since(best)) ? item : best),
    null,
  );
  const next = items.reduce<T | null>(
    (best, item) => (item !== now && (best === null || until(item) < until(best)) ? item : best),
    null,
  );
  const minutesLeft = now ? now.minutes - since(now) : next ? until(next) : 0;
  const thisMinute = Math.floor(epochSeconds / 60) * 60;
  return {
    now,
    next,
    startsAt: now && thisMinute - since(now) * 60,
    endsAt: thisMinute + minutesLeft * 60,
    nextAt: next && thisMinute + until(next) * 60,
  };
}

function wrap(value: number, size: number): number {
  return ((value % size) + size) % size;
}

export function tehranHour(epochSeconds: number): number {
  return Math.floor((epochSeconds + TEHRAN_OFFSET_SECONDS) / 3600) % 24;
}

/** The first second of the hour in Tehran, epoch seconds. */
export function tehranHourStart(epochSeconds: number): number {
  return epochSeconds - wrap(epochSeconds + TEHRAN_OFFSET_SECONDS, 3600);
}
