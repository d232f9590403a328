import type { TitleKind } from '../../platform/kinds.ts';

/** One quality of a title in the visitor's own cart (spec 3.16): `amount` in toman before VAT, `size` in bytes. */
export interface BasketEntry {
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

export interface Basket {
  readonly items: readonly BasketEntry[];
  /** The sum of the amounts, always. */
  readonly total: number;
}

export const EMPTY_BASKET: Basket = { items: [], total: 0 };

/** Spec 4.21: an entry with the same `itemid` goes first, with its amount; then the new one is appended and added. */
export function addToBasket(basket: Basket, entry: BasketEntry): Basket {
  const { items, total } = deleteFromBasket(basket, entry.itemid);
  return { items: [...items, entry], total: total + entry.amount };
}

/** Spec 4.21: takes an entry out, and of the total the amount that it went in with. Unknown: nothing changes. */
export function deleteFromBasket(basket: Basket, itemid: number): Basket {
  const entry = basket.items.find((one) => one.itemid === itemid);
  if (!entry) return basket;
  return { items: basket.items.filter((one) => one !== entry), total: basket.total - entry.amount };
}

/** A cart of entries that were kept somewhere: each `itemid` once, the total counted anew and never believed. */
export function toBasket(entries: readonly BasketEntry[]): Basket {
  return entries.reduce(addToBasket, EMPTY_BASKET);
}
