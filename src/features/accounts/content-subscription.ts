/**
 * The key of `content_subscription` (spec 3.18) in the local storage. The script of every page may share no file with
 * code that loads later, so accounts/client/global.ts repeats the key; a test compares both.
 */
export const CONTENT_SUBSCRIPTION_KEY = 'content_subscription';

/** Whether a kept `content_subscription` (epoch seconds until which the subscription is known to last) still holds. */
export function holdsSubscription(kept: string | null, now: number): boolean {
  return /^\d{1,11}$/.test(kept ?? '') && Number(kept) > now;
}
