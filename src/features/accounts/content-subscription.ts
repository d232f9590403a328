/** Local storage key (spec 3.18). accounts/client/global.ts repeats it for its own bundle; a test compares both. */
export const CONTENT_SUBSCRIPTION_KEY = 'content_subscription';

/** `kept`: the epoch second at which the subscription ends. */
export function holdsSubscription(kept: string | null, now: number): boolean {
  return /^\d{1,11}$/.test(kept ?? '') && Number(kept) > now;
}
