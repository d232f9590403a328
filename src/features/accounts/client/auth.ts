import { map } from 'nanostores';
import { NO_REFERRER } from '../../../platform/config/constants.ts';
import { givesSubscription, getVariant } from '../../../platform/config/variants.ts';
import { getGhost, getUser, logout, type User } from '../contract/auth.ts';
import { api } from '../../../platform/client/island-api.ts';
import { hasSession } from '../../../platform/client/session.ts';
import { storeContentSubscription } from './global.ts';
import { forgetAllSaved } from '../../../platform/client/forget-saved.ts';

export interface UserState {
  state: 'idle' | 'loading' | 'ready' | 'failed';
  /** False for a ghost (spec 1.12), whose `user` is what the server says of anonymous visitors. */
  signedIn: boolean;
  user: User | null;
}

/** Spec 3.05: the key of the user record that lists what the account may do. */
export const SCOPE_KEY = 'scope';

/** Whether the loaded account has a scope; false for a guest, and before it is loaded. */
export function hasScope(scope: string): boolean {
  return $user.get().user?.[SCOPE_KEY].includes(scope) ?? false;
}

/** Spec 3.03: who is here, as far as asked for; nobody asks before an island needs it. */
export const $user = map<UserState>({ state: 'idle', signedIn: false, user: null });

/** A guest where the site's variant gives the subscription: known without a call (spec 4.26). */
const SUBSCRIBED_GUEST: User = {
  subscription: 1,
  operator_fullrate: 0,
  days_period_to_end: null,
  mobile: null,
  show_app: 1,
  ref: NO_REFERRER,
  samandehi_id: null,
  samandehi_p: null,
  scope: [],
};

let loading: Promise<UserState> | undefined;

/**
 * Asks once per page who is here: /get/user with a session, else the ghost status (spec 4.25, 7.05, 7.19), which nobody
 * asks for where the variant gives the subscription (spec 4.26).
 */
export function loadUser(): Promise<UserState> {
  loading ??= fetchUser().finally(() => {
    // A failure is asked for again; an answer is kept.
    if ($user.get().state === 'failed') loading = undefined;
  });
  return loading;
}

async function fetchUser(): Promise<UserState> {
  const signedIn = hasSession();
  const isGiven = givesSubscription(getVariant(document.documentElement.dataset['variant']), location.host);
  if (isGiven && !signedIn) {
    $user.set({ state: 'ready', signedIn, user: SUBSCRIBED_GUEST });
    return $user.get();
  }
  $user.set({ state: 'loading', signedIn, user: null });
  const result = signedIn ? await api(getUser, { ref: NO_REFERRER }) : await api(getGhost, {});
  if (result.ok) {
    const user = isGiven ? { ...result.value.user, subscription: 1 } : result.value.user;
    $user.set({ state: 'ready', signedIn, user });
    storeContentSubscription(signedIn && (user.subscription === 1 || hasScope('subscriber')), user.days_period_to_end);
  } else $user.set({ state: 'failed', signedIn, user: null });
  return $user.get();
}

/** Spec 4.20: ends the session, then reloads. False where the server was not reached: the session is still there. */
export async function signOut(): Promise<boolean> {
  const result = await api(logout, {});
  if (!result.ok) return false;
  // Spec 7.19: the guest's status is asked again.
  await api(getGhost, {});
  await forgetAllSaved();
  storeContentSubscription(false);
  location.reload();
  return true;
}
