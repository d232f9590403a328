export type ScreeningState = 'upcoming' | 'running' | 'ended';

/** Epoch seconds; an end of 0 is unknown. */
export function getScreeningState(starts: number, ends: number, now: number): ScreeningState {
  if (now < starts) return 'upcoming';
  return now < ends || ends === 0 ? 'running' : 'ended';
}

/** Whole days, hours and minutes; zero for a past instant. */
export function computeCountdown(seconds: number): { days: number; hours: number; minutes: number } {
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  return {
    days: Math.floor(wholeSeconds / 86_400),
    hours: Math.floor((wholeSeconds % 86_400) / 3600),
    minutes: Math.floor((wholeSeconds % 3600) / 60),
  };
}
