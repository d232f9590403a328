import { STEP_UP_SECONDS } from '../../../platform/config/constants.ts';
import { CLOCK_SLACK_SECONDS, isAhead } from '../../../platform/http/clock.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { SessionUser } from '../../../platform/http/calls/context.ts';

interface Session {
  user: Pick<SessionUser, 'steppedUpAt'> | null;
  now: number; // Epoch seconds
}

export function isSteppedUp({ user, now }: Session): boolean {
  return user !== null && isAhead(user.steppedUpAt + STEP_UP_SECONDS, now, STEP_UP_SECONDS + CLOCK_SLACK_SECONDS);
}

export function requireStepUp(session: Session): Outcome<null, ErrorCode> {
  return isSteppedUp(session) ? ok(null) : fail('code_needed');
}
