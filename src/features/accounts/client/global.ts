import { writeLocal } from '../../../platform/client/local.ts';

/** CONTENT_SUBSCRIPTION_KEY of accounts/content-subscription.ts, which the script of every page keeps to itself. */
export const KEPT_SUBSCRIPTION_KEY = 'content_subscription';
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Spec 3.18 `content_subscription`: until when this browser's visitor is known to watch by subscription. It marks the
 * document, where a subscriber is shown no offer of plans (shell/boot/global-state.ts marks the next pages).
 * @param days whole days that are left; one where it is not known
 */
export function storeContentSubscription(subscribed: boolean, days: number | null = null): void {
  const until = Math.floor(Date.now() / 1000) + (days ?? 1) * DAY_SECONDS;
  writeLocal(KEPT_SUBSCRIPTION_KEY, subscribed ? until : null);
  document.documentElement.toggleAttribute('data-content-subscription', subscribed);
}
