import { MAX_IDLE_SECONDS, MIN_IDLE_SECONDS } from '../payments/config.ts';

interface Pause {
  started_at: number;
  ended_at: number;
}

/**
 * From when on a play counts before a renewal: since the last plan was paid, within 28 to 31 days in which the
 * subscription was not paused. Two pauses are further apart than that. Epoch seconds.
 */
export function findIdleStart(now: number, lastPaid: number | null, pause: Pause | null): number {
  const countPaused = (from: number) =>
    pause === null ? 0 : Math.max(0, Math.min(now, pause.ended_at) - Math.max(from, pause.started_at));
  const sincePaid = lastPaid === null ? MAX_IDLE_SECONDS : now - lastPaid - countPaused(lastPaid);
  const idle = Math.min(MAX_IDLE_SECONDS, Math.max(MIN_IDLE_SECONDS, sincePaid));
  const start = now - idle;
  return pause !== null && pause.ended_at > start ? start - countPaused(pause.started_at) : start;
}
