import { CONTENT_SUBSCRIPTION_KEY, isSubscriptionRunning } from '../../features/accounts/content-subscription.ts';
import { OWN_MARK, PLAYER_KEY } from '../../platform/client/forget-account.ts';

/** Spec 3.18. */
export function watchGlobalState(): void {
  const root = document.documentElement;
  try {
    // Signed out: the next account may be another person's.
    if (!('signedIn' in root.dataset)) {
      localStorage.removeItem(CONTENT_SUBSCRIPTION_KEY);
      if (localStorage.getItem(PLAYER_KEY)?.includes(OWN_MARK)) localStorage.removeItem(PLAYER_KEY);
    }
    const stored = localStorage.getItem(CONTENT_SUBSCRIPTION_KEY);
    root.toggleAttribute('data-content-subscription', isSubscriptionRunning(stored, Date.now() / 1000));
  } catch {
    // Storage may be forbidden.
  }
}
