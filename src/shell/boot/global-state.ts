import { CONTENT_SUBSCRIPTION_KEY, holdsSubscription } from '../../features/accounts/content-subscription.ts';

/** Marks the document of a visitor who is known to be subscribed (spec 3.18 `content_subscription`). */
export function watchGlobalState(): void {
  const root = document.documentElement;
  try {
    // Signed out: the next account in this browser may be somebody else's.
    if (!('signedIn' in root.dataset)) localStorage.removeItem(CONTENT_SUBSCRIPTION_KEY);
    const kept = localStorage.getItem(CONTENT_SUBSCRIPTION_KEY);
    root.toggleAttribute('data-content-subscription', holdsSubscription(kept, Date.now() / 1000));
  } catch {
    // A browser that keeps nothing shows the offers.
  }
}
