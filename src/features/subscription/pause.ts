const DAY = 24 * 60 * 60;

export const PAUSE_MONTHS = [1, 2, 3] as const;
export type PauseMonths = (typeof PAUSE_MONTHS)[number];
const MONTH_SECONDS = 30 * DAY;
/** From the end of a pause until the next one may begin. */
export const PAUSE_APART_DAYS = 180;
export const PAUSE_APART_SECONDS = PAUSE_APART_DAYS * DAY;
/** A subscription with less left is not paused: its renewal may be under way. */
export const MIN_PAUSE_LEFT_SECONDS = DAY;

/** Epoch seconds. */
export function getPauseEnd(months: PauseMonths, now: number): number {
  return now + months * MONTH_SECONDS;
}
