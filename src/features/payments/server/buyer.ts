import type { Referrer } from '../../../platform/text/referral-code.ts';
import type { BankContext } from './gateways/choose.ts';
import type { RequestContext, Wait } from '../../../platform/http/context.ts';
import { isSteppedUp } from '../../accounts/server/is-stepped-up.ts';
import { isSubscribed } from '../../accounts/server/user-view.ts';

/** Who buys, and when: a request's, or the cron's on behalf of a user. `userId` null: a guest who asks for prices. */
export interface Buyer extends BankContext {
  userId: number | null;
  mobile: string;
  subscribed: boolean;
  /** Whether a code was confirmed on the session that buys (accounts/server/step-up.ts); left out: no. */
  steppedUp?: boolean;
  /** The caller's address, for rate limits; the cron has none. */
  address?: string;
  /** The referrer's number; NO_REFERRER for none. */
  ref: Referrer;
}

/** A signed-in buyer at the checkout. `wait` is the request's, so that tests and the simulator have no hidden timers. */
export interface Payer extends Buyer {
  userId: number;
  wait: Wait;
}

/** The caller as a buyer; a guest may only ask for prices. */
export function toBuyer(context: RequestContext): Buyer & Pick<Payer, 'wait'> {
  const { address, env, db, now, wait, origin, user } = context;
  return {
    env,
    db,
    now,
    wait,
    origin,
    address,
    userId: user?.id ?? null,
    mobile: user?.mobile ?? '',
    subscribed: isSubscribed(context),
    ref: user?.ref ?? 0,
    steppedUp: isSteppedUp(context),
  };
}
