/** The local storage key of spec 3.18. */
export const CONTENT_SUBSCRIPTION_KEY = 'content_subscription';

/** `endText`: the epoch second at which the subscription ends. */
export function isSubscriptionRunning(endText: string | null, now: number): boolean {
  return /^\d{1,11}$/.test(endText ?? '') && Number(endText) > now;
}
