import type { ErrorCode } from '../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../platform/outcome.ts';

/** Ten years: later is a slip of the keyboard. */
export const MAX_AHEAD_SECONDS = 10 * 366 * 24 * 60 * 60;

/** Epoch seconds; null is at once. Errors: `starts_past`, `starts_far`. */
export function checkStart(startsAt: number | null, now: number): Outcome<null, ErrorCode> {
  if (startsAt === null) return ok(null);
  if (startsAt < now) return fail('starts_past', { fields: { starts_at: 'starts_past' } });
  return startsAt > now + MAX_AHEAD_SECONDS ? fail('starts_far', { fields: { starts_at: 'starts_far' } }) : ok(null);
}
