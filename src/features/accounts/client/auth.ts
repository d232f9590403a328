import { map } from 'nanostores';
import { NO_REFERRER } from '../../../platform/config/constants.ts';
import { getGhost, getUser, logout, type User } from '../contract/auth.ts';
import { api, apiUntil } from '../../../platform/client/island-api.ts';
import { hasSession } from '../../../platform/client/session.ts';
import { readVariantFacts } from '../../../platform/client/variant-facts.ts';
import { writeLocal } from '../../../platform/client/local.ts';
import { CONTENT_SUBSCRIPTION_KEY } from '../content-subscription.ts';
import { forgetAllSaved } from '../../../platform/client/forget-saved.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Spec 3.18 `content_subscription`: the end in epoch seconds. `days`: whole days left, 1 if unknown. */
function storeContentSubscription(subscribed: boolean, days: number | null = null): void {
  const until = Math.floor(Date.now() / 1000) + (days ?? 1) * DAY_SECONDS;
  writeLocal(CONTENT_SUBSCRIPTION_KEY, subscribed ? until : null);
  document.documentElement.toggleAttribute('data-content-subscription', subscribed);
}

export interface UserState {
  state: 'idle' | 'loading' | 'ready' | 'failed';
  /** False for a ghost (spec 1.12), whose `user` is the server's guest status. */
  signedIn: boolean;
  user: User | null;
}

const SCOPE_KEY = 'scope'; // Spec 3.05

function hasScope(scope: string): boolean {
  return $user.get().user?.[SCOPE_KEY].includes(scope) ?? false;
}

/** Spec 3.03. Islands load it on demand. */
export const $user = map<UserState>({ state: 'idle', signedIn: false, user: null });

/** The guest of a variant that gives the subscription: no call is needed (spec 4.26). */
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

/** Loads once per page: /get/user with a session, else the ghost status (spec 4.25, 7.05, 7.19), or neither (4.26). */
export function loadUser(): Promise<UserState> {
  loading ??= fetchUser().finally(() => {
    if ($user.get().state === 'failed') loading = undefined;
  });
  return loading;
}

async function fetchUser(): Promise<UserState> {
  const signedIn = hasSession();
  const { isGiven } = readVariantFacts();
  if (isGiven && !signedIn) {
    $user.set({ state: 'ready', signedIn, user: SUBSCRIBED_GUEST });
    return $user.get();
  }
  $user.set({ state: 'loading', signedIn, user: null });
  const result = signedIn ? await api(getUser, { ref: NO_REFERRER }) : await api(getGhost, {});
  if (result.ok) setUser(result.value.user, { signedIn, isGiven });
  else $user.set({ state: 'failed', signedIn, user: null });
  return $user.get();
}

function setUser(record: User, { signedIn, isGiven }: { signedIn: boolean; isGiven: boolean }): void {
  const user = isGiven ? { ...record, subscription: 1 } : record;
  $user.set({ state: 'ready', signedIn, user });
  storeContentSubscription(signedIn && (user.subscription === 1 || hasScope('subscriber')), user.days_period_to_end);
}

const AFTER_LOGIN_TIMEOUT_MS = 3000;

/** Spec 4.03: the page that loads next knows the subscription before its own call. A failure delays no login. */
export async function fetchUserAfterLogin(): Promise<void> {
  const result = await apiUntil(AbortSignal.timeout(AFTER_LOGIN_TIMEOUT_MS))(getUser, { ref: NO_REFERRER });
  if (result.ok) setUser(result.value.user, { signedIn: true, ...readVariantFacts() });
}

/** Spec 4.20: ends the session, then reloads. False if the server was not reached: the session still exists. */
export async function signOut(): Promise<boolean> {
  const result = await api(logout, {});
  if (!result.ok) return false;
  // Spec 7.19.
  await api(getGhost, {});
  await forgetAllSaved();
  storeContentSubscription(false);
  location.reload();
  return true;
}
