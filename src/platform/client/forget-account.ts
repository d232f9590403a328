import { writeLocal } from './local.ts';

/** Epoch milliseconds of the last login of this browser. */
export const LOGIN_KEY = 'login-at';
export const PLAYER_KEY = 'player';
/** In the stored settings of the player, where they are an account's. */
export const OWN_MARK = '"own":true';

/** At a login: nothing of the account before is shown to this one, nor sent as this one's. */
export function forgetAccount(): void {
  writeLocal(LOGIN_KEY, Date.now());
  try {
    for (const key of Object.keys(localStorage)) {
      const isOwn =
        key.startsWith('progress:own:') || (key === PLAYER_KEY && localStorage.getItem(key)?.includes(OWN_MARK));
      if (isOwn) localStorage.removeItem(key);
    }
  } catch {
    // Storage may be forbidden.
  }
}
