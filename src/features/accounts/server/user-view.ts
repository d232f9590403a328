import { NO_REFERRER } from '../../../platform/config/constants.ts';
import { isFullrateNetwork } from '../../../platform/config/operators.ts';
import { getVariant } from '../../../platform/config/variants.ts';
import type { User } from '../contract/auth.ts';
import type { RequestContext, SessionUser } from '../../../platform/http/calls/context.ts';

const DAY = 24 * 60 * 60;

type SubscriptionFacts = Pick<SessionUser, 'subscribedUntil' | 'pausedUntil'>;

/** A running subscription that is not paused, or the one that igapp gives (spec 4.26). */
export function isSubscribed(
  context: Pick<RequestContext, 'env' | 'host' | 'now'> & { user: SubscriptionFacts | null },
): boolean {
  const { env, host, now, user } = context;
  return (user !== null && isRunning(user, now)) || getVariant(env, host).givesSubscription;
}

export function isPaused({ pausedUntil }: Pick<SessionUser, 'pausedUntil'>, now: number): boolean {
  return pausedUntil > now;
}

function isRunning(user: SubscriptionFacts, now: number): boolean {
  return user.subscribedUntil > now && !isPaused(user, now);
}

/** Seconds that count from now on, or from the end of the pause. */
export function countSecondsLeft({ subscribedUntil, pausedUntil }: SubscriptionFacts, now: number): number {
  return Math.max(0, subscribedUntil - Math.max(now, pausedUntil));
}

/** Spec 3.03. Days are whole, rounded up; null for none, and during a pause. */
export function toUserView(context: RequestContext): User {
  const { env, user, now } = context;
  const secondsLeft = user !== null && isRunning(user, now) ? countSecondsLeft(user, now) : 0;
  return {
    subscription: isSubscribed(context) ? 1 : 0,
    operator_fullrate: isFullrateNetwork(env, context.asn) ? 1 : 0,
    days_period_to_end: secondsLeft > 0 ? Math.ceil(secondsLeft / DAY) : null,
    paused_until: user !== null && isPaused(user, now) ? user.pausedUntil : null,
    mobile: user?.mobile ?? null,
    show_app: Number(env.SHOW_APP ?? 1),
    ref: user?.ref ?? NO_REFERRER,
    samandehi_id: env.SAMANDEHI_ID || null,
    samandehi_p: env.SAMANDEHI_P || null,
    scope: user === null ? [] : isSubscribed(context) ? ['user', 'subscriber'] : ['user'],
  };
}
