import { atom } from 'nanostores';
import type { EntitlementAnswer } from '../contract.ts';
import {
  hideOption,
  loadOptions,
  NO_OPTIONS,
  resetOptions,
  showOption,
  type WatchOptionCounts,
} from '../option-counts.ts';
import { isKids } from '../../../platform/client/kids.ts';

/** Spec 4.21, 4.22: the ways to a title that the open modal shows. */
export const $watchOptions = atom<WatchOptionCounts>(NO_OPTIONS);

/** Follows a cart response: shows and hides playing and subscribing, then counts the rest. Children are sold nothing. */
export function updateWatchOptions(cart: EntitlementAnswer): void {
  const kids = isKids();
  const played = (cart.play ? showOption : hideOption)($watchOptions.get(), 'play');
  const subscribed = (cart.fullrate_data.show_subscription && !kids ? showOption : hideOption)(played, 'subscribe');
  $watchOptions.set(
    loadOptions(subscribed, {
      ...cart,
      show_buy: cart.show_buy && !kids && cart.price !== null,
      ussd: kids ? null : cart.ussd,
    }),
  );
}

/** The modal is gone. */
export function clearWatchOptions(): void {
  $watchOptions.set(resetOptions());
}
