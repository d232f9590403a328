import { atom } from 'nanostores';

export const SLEEP_MINUTES = [15, 30, 60] as const;

/** When playing stops: epoch milliseconds, or the end of what plays. `minutes` is the choice that set it. */
type Sleep = { at: number; minutes: number } | 'end' | null;

export const $sleep = atom<Sleep>(null);

export function setSleep(choice: string, now: number): void {
  const minutes = SLEEP_MINUTES.find((candidate) => String(candidate) === choice);
  $sleep.set(choice === 'end' ? 'end' : minutes === undefined ? null : { at: now + minutes * 60_000, minutes });
}

export function getSleepChoice(sleep: Sleep): string {
  return sleep === null ? 'off' : sleep === 'end' ? 'end' : String(sleep.minutes);
}

export function isSleepDue(sleep: Sleep, state: { now: number; ended: boolean }): boolean {
  return sleep === 'end' ? state.ended : sleep !== null && state.now >= sleep.at;
}
