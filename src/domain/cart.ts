import type { TitleKind } from './kinds.ts';

/** One quality of a title in the visitor's own cart (spec 3.16): `amount` in toman before VAT, `size` in bytes. */
export interface CartEntry {
  /** The download that is sold. */
  itemid: number;
  amount: number;
  size: number;
  name: string;
  quality: string;
  /** The title that it is a download of. */
  id: number;
  type: TitleKind;
  poster: string | null;
}

export interface LocalCart {
  readonly items: readonly CartEntry[];
  /** The sum of the amounts, always. */
  readonly total: number;
}

export const EMPTY_CART: LocalCart = { items: [], total: 0 };

/** Spec 4.21: an entry with the same `itemid` goes first, with its amount; then the new one is appended and added. */
export function addToCart(cart: LocalCart, entry: CartEntry): LocalCart {
  const { items, total } = deleteFromCart(cart, entry.itemid);
  return { items: [...items, entry], total: total + entry.amount };
}

/** Spec 4.21: takes an entry out, and of the total the amount that it went in with. Unknown: nothing changes. */
export function deleteFromCart(cart: LocalCart, itemid: number): LocalCart {
  const entry = cart.items.find((one) => one.itemid === itemid);
  if (!entry) return cart;
  return { items: cart.items.filter((one) => one !== entry), total: cart.total - entry.amount };
}

/** A cart of entries that were kept somewhere: each `itemid` once, the total counted anew and never believed. */
export function cartOf(entries: readonly CartEntry[]): LocalCart {
  return entries.reduce(addToCart, EMPTY_CART);
}
