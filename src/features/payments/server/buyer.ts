import type { Place } from '../../../platform/http/address/place.ts';
import type { Referrer } from '../../../platform/text/referral-code.ts';
import type { BankContext } from './gateways/choose.ts';
import type { RequestContext, Wait } from '../../../platform/http/calls/context.ts';
import { isSteppedUp } from '../../accounts/server/is-stepped-up.ts';
import { isSubscribed } from '../../accounts/server/user-view.ts';

export interface Buyer extends BankContext, Partial<Place> {
  userId: number | null;
  mobile: string;
  subscribed: boolean;
  steppedUp?: boolean;
  address?: string;
  ref: Referrer;
}

/** `wait` comes from the request, so that tests and the simulator have no hidden timers. */
export interface Payer extends Buyer {
  userId: number;
  wait: Wait;
}

type BuyerSource = Pick<
  RequestContext,
  'address' | 'asn' | 'country' | 'env' | 'db' | 'host' | 'now' | 'origin' | 'user' | 'wait'
>;

export function toBuyer(context: BuyerSource): Buyer & Pick<Payer, 'wait'> & { address: string } {
  const { address, asn, country, env, db, now, wait, origin, user } = context;
  return {
    env,
    db,
    now,
    wait,
    origin,
    ...{ address, asn, country },
    userId: user?.id ?? null,
    mobile: user?.mobile ?? '',
    subscribed: isSubscribed(context),
    ref: user?.ref ?? 0,
    steppedUp: isSteppedUp(context),
  };
}
