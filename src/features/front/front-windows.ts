import * as v from 'valibot';

/** Epoch seconds from 2000 to 2100. */
export const momentInput = v.pipe(v.number(), v.safeInteger(), v.minValue(946_684_800), v.maxValue(4_102_444_800));

/** From when until when something is shown; null: always. */
export const windowInput = { starts_at: v.nullable(momentInput), ends_at: v.nullable(momentInput) };
export const window = { starts_at: v.nullable(v.number()), ends_at: v.nullable(v.number()) };

export interface Window {
  starts_at: number | null;
  ends_at: number | null;
}

export function isBackwards({ starts_at: start, ends_at: end }: Window): boolean {
  return start !== null && end !== null && end <= start;
}

export type WindowState = 'shown' | 'planned' | 'over';

/** `now`: epoch seconds. */
export function getWindowState({ starts_at: start, ends_at: end }: Window, now: number): WindowState {
  if (end !== null && end <= now) return 'over';
  return start !== null && start > now ? 'planned' : 'shown';
}

/** Epoch seconds at which something next begins or ends; null where nothing is planned. */
export function findNextTurn(windows: readonly Window[], now = Date.now() / 1000): number | null {
  const turns = windows.flatMap(({ starts_at: start, ends_at: end }) => [start, end]);
  const ahead = turns.filter((at): at is number => at !== null && at > now);
  return ahead.length === 0 ? null : Math.min(...ahead);
}
