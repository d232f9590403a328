import { NO_REFERRER } from '../../../config/constants.ts';
import { isRestrictedHost, variantOf } from '../../../config/variants.ts';
import type { User } from '../../../contract/auth.ts';
import type { RequestContext } from '../../lib/context.ts';

const DAY = 24 * 60 * 60;

/** Whether the visitor has a subscription that has not ended, or the one that igapp gives (spec 4.26). */
export function isSubscribed(context: Pick<RequestContext, 'env' | 'host' | 'now' | 'user'>): boolean {
  return (context.user !== null && context.user.subscribedUntil > context.now) || hasDefaultSubscription(context);
}

/** Spec 4.26: in the igapp variant everybody is subscribed, except on its restricted hosts. */
function hasDefaultSubscription({ env, host }: Pick<RequestContext, 'env' | 'host'>): boolean {
  const variant = variantOf(env.SITE_VARIANT);
  return variant.name === 'igapp' && !isRestrictedHost(variant, host);
}

/** The visitor as the API shows them, signed in or not (spec 3.03). Days are whole, rounded up; null for none left. */
export function userView(context: RequestContext): User {
  const { env, user, now } = context;
  const secondsLeft = (user?.subscribedUntil ?? 0) - now;
  return {
    subscription: isSubscribed(context) ? 1 : 0,
    operator_fullrate: 0,
    days_period_to_end: secondsLeft > 0 ? Math.ceil(secondsLeft / DAY) : null,
    mobile: user?.mobile ?? null,
    show_app: Number(env.SHOW_APP ?? 1),
    ref: user?.ref ?? NO_REFERRER,
    samandehi_id: null,
    samandehi_p: null,
  };
}
