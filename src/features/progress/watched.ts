import type { Progress } from './progress.ts';

/** The part of a title that can have been watched, by the server’s clock: a player may claim any place at any time. */
export interface Watched {
  /** Seconds of the title. */
  watched: number;
  /** When a save last added to them, or the first one came. Epoch seconds. */
  measuredAt: number;
}

/** As fast as the player plays (playback/client/panels/rates.ts). */
export const MAX_PLAY_RATE = 2;
/** Played before the first save, which a player sends after a minute. */
export const MAX_UNMEASURED_SECONDS = 120;

/** A save without a step forward leaves the time as it was: a second, paused device takes nothing from the first. */
export function measureWatched(earlier: (Watched & { state: Progress }) | null, save: Progress, now: number): Watched {
  const { watched, measuredAt } = earlier ?? { watched: 0, measuredAt: now };
  const playable = earlier ? (now - measuredAt) * MAX_PLAY_RATE : MAX_UNMEASURED_SECONDS;
  const step = getNewestPlace(save) - (earlier ? getNewestPlace(earlier.state) : 0);
  const played = Math.floor(Math.min(step, playable));
  return played > 0 ? { watched: watched + played, measuredAt: now } : { watched, measuredAt };
}

function getNewestPlace({ points }: Progress): number {
  return points.reduce((newest, point) => (point.when >= newest.when ? point : newest), { at: 0, when: 0 }).at;
}
