import type { TitleKind } from '../../platform/kinds.ts';
import type { Referrer } from '../../platform/text/referral-code.ts';

/** Paths below API_BASE: spec 7.20 for a user, 7.21 for a guest. */
export const CART_PATH = '/get/cart';
export const GHOST_CART_PATH = '/ghost/get/cart';

/** The payload of spec 7.20 and 7.21; buys nothing. `ref` (spec 3.06) is text: JavaScript rounds large numbers. */
export function toEntitlementRequest({ kind, id }: { kind: TitleKind; id: number }, ref: Referrer, quality = '') {
  return { id, type: kind, quality, force_to_buy: 0 as const, ref: `${ref}` };
}
