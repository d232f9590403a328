import { map } from 'nanostores';
import { SIGNED_IN_COOKIE } from '../config/session.ts';
import { NO_REFERRER } from '../config/constants.ts';
import { getGhost, getUser, logout, type User } from '../contract/auth.ts';
import { api } from './api.ts';
import { forgetAllSaved } from './forget-saved.ts';

export interface UserState {
  state: 'idle' | 'loading' | 'ready' | 'failed';
  /** False for a ghost (spec 1.12), whose `user` is what the server says of anonymous visitors. */
  signedIn: boolean;
  user: User | null;
}

/** Spec 3.03: who is here, as far as asked for; nobody asks before an island needs it. */
export const $user = map<UserState>({ state: 'idle', signedIn: false, user: null });

let loading: Promise<UserState> | undefined;

/** Whether this browser holds a session, by the cookie that says so; the session's own cookie is never seen here. */
export function hasSession(): boolean {
  return document.cookie.split(';').some((pair) => pair.trim().startsWith(`${SIGNED_IN_COOKIE}=`));
}

/** Asks once per page who is here: /get/user with a session, else the ghost status (spec 4.25, 7.05, 7.19). */
export function loadUser(): Promise<UserState> {
  loading ??= fetchUser().finally(() => {
    // A failure is asked for again; an answer is kept.
    if ($user.get().state === 'failed') loading = undefined;
  });
  return loading;
}

async function fetchUser(): Promise<UserState> {
  const signedIn = hasSession();
  $user.set({ state: 'loading', signedIn, user: null });
  const result = signedIn ? await api(getUser, { ref: NO_REFERRER }) : await api(getGhost, {});
  $user.set(
    result.ok ? { state: 'ready', signedIn, user: result.value.user } : { state: 'failed', signedIn, user: null },
  );
  return $user.get();
}

/** Spec 4.20: ends the session, then reloads. False where the server was not reached: the session is still there. */
export async function signOut(): Promise<boolean> {
  const result = await api(logout, {});
  if (!result.ok) return false;
  await forgetAllSaved();
  location.reload();
  return true;
}
