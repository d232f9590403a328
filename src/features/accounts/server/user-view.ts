import { NO_REFERRER } from '../../../platform/config/constants.ts';
import { isFullrateNetwork } from '../../../platform/config/operators.ts';
import { getVariant } from '../../../platform/config/variants.ts';
import type { User } from '../contract/auth.ts';
import type { RequestContext, SessionUser } from '../../../platform/http/calls/context.ts';

const DAY = 24 * 60 * 60;

/** A running subscription, or the one that igapp gives (spec 4.26). */
export function isSubscribed(
  context: Pick<RequestContext, 'env' | 'host' | 'now'> & { user: Pick<SessionUser, 'subscribedUntil'> | null },
): boolean {
  const { env, host, now, user } = context;
  return (user !== null && user.subscribedUntil > now) || getVariant(env, host).givesSubscription;
}

/** Spec 3.03. Days are whole, rounded up; null for none. */
export function toUserView(context: RequestContext): User {
  const { env, user, now } = context;
  const secondsLeft = (user?.subscribedUntil ?? 0) - now;
  return {
    subscription: isSubscribed(context) ? 1 : 0,
    operator_fullrate: isFullrateNetwork(env, context.asn) ? 1 : 0,
    days_period_to_end: secondsLeft > 0 ? Math.ceil(secondsLeft / DAY) : null,
    mobile: user?.mobile ?? null,
    show_app: Number(env.SHOW_APP ?? 1),
    ref: user?.ref ?? NO_REFERRER,
    samandehi_id: env.SAMANDEHI_ID || null,
    samandehi_p: env.SAMANDEHI_P || null,
    scope: user === null ? [] : isSubscribed(context) ? ['user', 'subscriber'] : ['user'],
  };
}
