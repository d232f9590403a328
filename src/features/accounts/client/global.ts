import { writeLocal } from '../../../platform/client/local.ts';
import { CONTENT_SUBSCRIPTION_KEY } from '../content-subscription.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Spec 3.18 `content_subscription`: the end in epoch seconds. `days`: whole days left, 1 if unknown. */
export function storeContentSubscription(subscribed: boolean, days: number | null = null): void {
  const until = Math.floor(Date.now() / 1000) + (days ?? 1) * DAY_SECONDS;
  writeLocal(CONTENT_SUBSCRIPTION_KEY, subscribed ? until : null);
  document.documentElement.toggleAttribute('data-content-subscription', subscribed);
}
