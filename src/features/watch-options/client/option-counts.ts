import { atom } from 'nanostores';
import type { EntitlementAnswer } from '../../purchase/contract.ts';
import {
  hideOption,
  loadOptions,
  NO_OPTIONS,
  resetOptions,
  showOption,
  type WatchOptionCounts,
} from '../option-counts.ts';
import { isKids } from '../../../platform/client/kids.ts';

/** Spec 4.21, 4.22. */
export const $watchOptions = atom<WatchOptionCounts>(NO_OPTIONS);

/** Children are sold nothing. */
export function updateWatchOptions(entitlement: EntitlementAnswer): void {
  const kids = isKids();
  const played = (entitlement.play ? showOption : hideOption)($watchOptions.get(), 'play');
  const subscribed = (entitlement.fullrate_data.show_subscription && !kids ? showOption : hideOption)(
    played,
    'subscribe',
  );
  $watchOptions.set(
    loadOptions(subscribed, {
      ...entitlement,
      show_buy: entitlement.show_buy && !kids && entitlement.price !== null,
      ussd: kids ? null : entitlement.ussd,
    }),
  );
}

export function clearWatchOptions(): void {
  $watchOptions.set(resetOptions());
}
