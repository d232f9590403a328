/** Epoch seconds. */
export type Clock = () => number;

/** Further ahead than this a stored time is of a clock that was wrong: more than the clocks of two machines differ. */
export const CLOCK_SLACK_SECONDS = 600;

/** By which the clocks of two hosts may differ. */
export const MAX_CLOCK_DIFFERENCE_SECONDS = 90;

export const systemClock: Clock = () => Math.floor(Date.now() / 1000);

export function isGrantOpen(end: number, now: number, longest: number): boolean {
  return Number.isSafeInteger(end) && isAhead(end, now, longest + CLOCK_SLACK_SECONDS);
}

/** False also for an end that is further ahead than the `longest` time: the clock was set back since. Of one unit. */
export function isAhead(end: number, now: number, longest: number): boolean {
  return end > now && end - now <= longest;
}
