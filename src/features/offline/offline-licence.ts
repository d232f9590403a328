import type { PlayState } from '../entitlement/entitlement.ts';

/** A title that was kept in a browser is gone after so many days, whatever it was kept by. */
const OFFLINE_DAYS = 30;
const DAY = 24 * 60 * 60;

export interface LicenceFacts {
  state: PlayState;
  /** Epoch seconds: now, and when what the viewer watches by ends (0 or null where nothing of it does). */
  now: number;
  subscribedUntil: number;
  ticketUntil: number | null;
}

/**
 * Until when a title may be kept in the viewer's browser (epoch seconds): as long as what they watch it by, at most
 * `OFFLINE_DAYS`. Null for a viewer who watches by their network (spec 1.07): they may leave it at any time.
 */
export function offlineUntil({ state, now, subscribedUntil, ticketUntil }: LicenceFacts): number | null {
  if (state === 'operator_fullrate') return null;
  const longest = now + OFFLINE_DAYS * DAY;
  if (state === 'subscribed' && subscribedUntil > now) return Math.min(longest, subscribedUntil);
  if (state === 'owned' && ticketUntil !== null && ticketUntil > now) return Math.min(longest, ticketUntil);
  return longest;
}
