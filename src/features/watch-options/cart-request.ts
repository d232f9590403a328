import type { TitleKind } from '../../platform/kinds.ts';
import type { Referrer } from '../../platform/text/referral-code.ts';

/** Paths below API_BASE: spec 7.20 for a user, 7.21 for a guest. */
export const CART_PATH = '/get/cart';
export const GHOST_CART_PATH = '/ghost/get/cart';

/** What an opener of a cart knows beside the title. */
export interface CartOpener {
  /** The quality that it is opened for; '' for all of them. */
  quality?: string;
  /** The number of who referred this visitor, 0 for nobody (spec 3.06). */
  ref: Referrer;
}

/**
 * The whole payload of a cart (spec 7.20, 7.21), as every opener sends it; `ref` is text, since JavaScript does not hold
 * every number exactly. It buys nothing: that is a call of its own.
 */
export function toCartRequest({ kind, id }: { kind: TitleKind; id: number }, { quality = '', ref }: CartOpener) {
  return { id, type: kind, quality, force_to_buy: 0 as const, ref: String(ref) };
}
