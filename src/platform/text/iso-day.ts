import { TEHRAN_OFFSET_SECONDS } from './tehran-week.ts';

/** Epoch seconds → the day in Tehran, `2026-11-21`. */
export function isoDay(seconds: number): string {
  return new Date((seconds + TEHRAN_OFFSET_SECONDS) * 1000).toISOString().slice(0, 10);
}
