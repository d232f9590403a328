import type { TitleKind } from '../../platform/kinds.ts';

/** Spec 3.16: `amount` in toman before VAT, `size` in bytes. */
export interface BasketEntry {
  itemid: number;
  amount: number;
  size: number;
  name: string;
  quality: string;
  id: number;
  type: TitleKind;
  poster: string | null;
}

export interface Basket {
  readonly items: readonly BasketEntry[];
  readonly total: number;
}

export const EMPTY_BASKET: Basket = { items: [], total: 0 };

/** Spec 4.21: replaces an entry with the same `itemid`. */
export function addToBasket(basket: Basket, entry: BasketEntry): Basket {
  const { items, total } = deleteFromBasket(basket, entry.itemid);
  return { items: [...items, entry], total: total + entry.amount };
}

/** Spec 4.21: subtracts the amount that the entry was added with. */
export function deleteFromBasket(basket: Basket, itemid: number): Basket {
  const entry = basket.items.find((item) => item.itemid === itemid);
  if (!entry) return basket;
  return { items: basket.items.filter((item) => item !== entry), total: basket.total - entry.amount };
}

export function toBasket(entries: readonly BasketEntry[]): Basket {
  return entries.reduce(addToBasket, EMPTY_BASKET);
}
