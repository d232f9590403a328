import type { RequestContext } from '../../platform/http/calls/context.ts';
import { tehranDayEnd } from '../../platform/text/tehran-week.ts';
import type { PlayState } from '../entitlement/entitlement.ts';

/** A saved title ends after so many days, whatever its licence. */
const OFFLINE_DAYS = 30;
const DAY = 24 * 60 * 60;

export interface LicenceFacts {
  state: PlayState;
  /** Epoch seconds; 0 or null where nothing ends. */
  now: number;
  subscribedUntil: number;
  ownedUntil: number | null;
  /** The day after which only its owners play it. */
  lastDay: string | null | undefined;
}

export function getLicenceFacts(
  { now, user }: Pick<RequestContext, 'now' | 'user'>,
  state: PlayState,
  {
    owned_until: ownedUntil,
    available_until: lastDay,
  }: { owned_until: number | null; available_until?: string | null },
): LicenceFacts {
  return { state, now, subscribedUntil: user?.subscribedUntil ?? 0, ownedUntil, lastDay };
}

/** Epoch seconds. Null on a full-rate network (spec 1.07), which the viewer may leave at any time. */
export function offlineUntil({ state, now, subscribedUntil, ownedUntil, lastDay }: LicenceFacts): number | null {
  if (state === 'operator_fullrate') return null;
  const end = lastDay == null || state === 'owned' ? Infinity : tehranDayEnd(lastDay);
  const longest = Math.min(now + OFFLINE_DAYS * DAY, end);
  if (state === 'subscribed' && subscribedUntil > now) return Math.min(longest, subscribedUntil);
  if (state === 'owned' && ownedUntil !== null) return Math.min(longest, ownedUntil);
  return longest;
}
