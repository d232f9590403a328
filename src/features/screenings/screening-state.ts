/** Where a screening stands at an instant; all in epoch seconds. */
export type ScreeningState = 'upcoming' | 'running' | 'ended';

/** Before its hour, in its period, or after it. */
export function screeningState(starts: number, ends: number, now: number): ScreeningState {
  if (now < starts) return 'upcoming';
  return now < ends ? 'running' : 'ended';
}

/** The whole days, hours and minutes in a number of seconds; nothing is left below none. */
export function countdown(seconds: number): { days: number; hours: number; minutes: number } {
  const left = Math.max(0, Math.floor(seconds));
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor((left % 86_400) / 3600),
    minutes: Math.floor((left % 3600) / 60),
  };
}
