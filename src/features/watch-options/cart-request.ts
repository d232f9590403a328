import type { TitleKind } from '../../platform/kinds.ts';
import type { Referrer } from '../../platform/text/referral-code.ts';

/** Paths below API_BASE: spec 7.20 for a user, 7.21 for a guest. */
export const CART_PATH = '/get/cart';
export const GHOST_CART_PATH = '/ghost/get/cart';

/**
 * The payload of a cart (spec 7.20, 7.21), which buys nothing. `ref` is the referrer's number (spec 3.06), sent as text:
 * a JavaScript number does not hold each exactly. `quality`: '' for all.
 */
export function toCartRequest({ kind, id }: { kind: TitleKind; id: number }, ref: Referrer, quality = '') {
  return { id, type: kind, quality, force_to_buy: 0 as const, ref: `${ref}` };
}
