import { atom } from 'nanostores';
import type { Cart } from '../contract/cart.ts';
import { hideWay, loadWays, NO_WAYS, resetWays, showWay, type Ways } from '../domain/ways.ts';
import { isKids } from './kids.ts';

/** Spec 4.21, 4.22: the ways to a title that the open modal shows. */
export const $ways = atom<Ways>(NO_WAYS);

/** Follows a cart response: shows and hides playing and subscribing, then counts the rest. Children are sold nothing. */
export function followWays(cart: Cart): void {
  const kids = isKids();
  const played = (cart.play ? showWay : hideWay)($ways.get(), 'play');
  const subscribed = (cart.fullrate_data.show_subscription && !kids ? showWay : hideWay)(played, 'subscribe');
  $ways.set(
    loadWays(subscribed, {
      ...cart,
      show_buy: cart.show_buy && !kids && cart.price !== null,
      ussd: kids ? null : cart.ussd,
    }),
  );
}

/** The modal is gone. */
export function clearWays(): void {
  $ways.set(resetWays());
}
