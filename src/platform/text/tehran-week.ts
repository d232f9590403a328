/** The week of a channel by Tehran's clock: day 0 is Saturday, times are minutes. Pure. */

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** Iran has had no daylight saving since 2022: always UTC+3:30. */
export const TEHRAN_OFFSET_SECONDS = 3.5 * 60 * 60;
/** 1 January 1970 was a Thursday, which is day 5 of a week that begins on Saturday. */
const EPOCH_DAY = 5;

export interface TehranMoment {
  /** 0 Saturday … 6 Friday. */
  day: number;
  /** Whole minutes after midnight. */
  minute: number;
}

export interface WeekItem {
  day: number;
  /** Minutes after midnight. */
  start: number;
  /** Length; an item may run past midnight. */
  minutes: number;
}

/** Where in Tehran's week an instant (epoch seconds) lies. */
export function tehranMoment(epochSeconds: number): TehranMoment {
  const minutes = Math.floor((epochSeconds + TEHRAN_OFFSET_SECONDS) / 60);
  return {
    day: wrap(Math.floor(minutes / DAY_MINUTES) + EPOCH_DAY, 7),
    minute: wrap(minutes, DAY_MINUTES),
  };
}

const DAY_SECONDS = DAY_MINUTES * 60;

/** The date in Tehran of an instant (epoch seconds), as ISO: 2026-11-21. */
export function tehranDate(epochSeconds: number): string {
  return new Date((epochSeconds + TEHRAN_OFFSET_SECONDS) * 1000).toISOString().slice(0, 10);
}

/** When an ISO date begins in Tehran, in epoch seconds. */
export function tehranMidnight(date: string): number {
  return Date.parse(date) / 1000 - TEHRAN_OFFSET_SECONDS;
}

/** The ISO dates of `count` days from a date on. */
export function daysFrom(date: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => tehranDate(tehranMidnight(date) + at * DAY_SECONDS));
}

/** The ISO date before a date. */
export function dayBefore(date: string): string {
  return tehranDate(tehranMidnight(date) - DAY_SECONDS);
}

/**
 * A channel's items of one date, each with its bounds in epoch seconds, in their order. An item of the evening before
 * that runs past midnight comes first. `items` may be those of the whole week.
 */
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

/** The days whose items can be on now or come next: yesterday (past midnight), today and tomorrow. */
export function daysAround(day: number): number[] {
  return [wrap(day - 1, 7), day, wrap(day + 1, 7)];
}

/**
 * What is on at an instant (epoch seconds) and what follows it. `now` is null in a gap; `next` is the item that
 * starts soonest after the instant; `endsAt` is when the present one ends, or the gap does. `startsAt` and `nextAt`
 * are when `now` and `next` begin, null without one. All in epoch seconds.
 */
export function onAir<T extends WeekItem>(
  items: readonly T[],
  epochSeconds: number,
): { now: T | null; next: T | null; startsAt: number | null; endsAt: number; nextAt: number | null } {
  const { day, minute } = tehranMoment(epochSeconds);
  const at = day * DAY_MINUTES + minute;
  const since = (item: T) => wrap(at - (item.day * DAY_MINUTES + item.start), WEEK_MINUTES);
  const until = (item: T) => WEEK_MINUTES - since(item);
  // Where two programmes are planned at once, the one that began later is shown (live/playout/spans.ts).
  const now = items.reduce<T | null>(
    (best, item) => (since(item) < item.minutes && (best === null || since(item) < since(best)) ? item : best),
    null,
  );
  const next = items.reduce<T | null>(
    (best, item) => (item !== now && (best === null || until(item) < until(best)) ? item : best),
    null,
  );
  const left = now ? now.minutes - since(now) : next ? until(next) : 0;
  const thisMinute = Math.floor(epochSeconds / 60) * 60;
  return {
    now,
    next,
    startsAt: now && thisMinute - since(now) * 60,
    endsAt: thisMinute + left * 60,
    nextAt: next && thisMinute + until(next) * 60,
  };
}

function wrap(value: number, size: number): number {
  return ((value % size) + size) % size;
}

/** The hour of the day in Tehran, 0 to 23, of an instant in epoch seconds. */
export function tehranHour(epochSeconds: number): number {
  return Math.floor((epochSeconds + TEHRAN_OFFSET_SECONDS) / 3600) % 24;
}
