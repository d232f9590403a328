import { atom } from 'nanostores';
import * as v from 'valibot';
import { CART_MAX } from '../../payments/config.ts';
import {
  addToBasket,
  toBasket,
  deleteFromBasket,
  EMPTY_BASKET,
  type BasketEntry,
  type Basket,
} from '../../downloads/basket.ts';
import { TITLE_KINDS } from '../../../platform/kinds.ts';
import { readLocal, writeLocal } from '../../../platform/client/local.ts';

const KEY = 'cart';
const whole = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000_000));

const entry = v.object({
  itemid: whole,
  amount: whole,
  size: whole,
  name: v.pipe(v.string(), v.maxLength(300)),
  quality: v.pipe(v.string(), v.maxLength(40)),
  id: whole,
  type: v.picklist(TITLE_KINDS),
  /** Only an address of ours becomes a picture; an item whose poster is a provider's stays, without it. */
  poster: v.fallback(v.nullable(v.pipe(v.string(), v.startsWith('/media/'), v.maxLength(200))), null),
});
/** The kept total is for other readers (spec 3.16); here it is counted anew. */
const stored = v.object({ items: v.array(v.unknown()) });

/** Spec 4.21: the cart of this browser, as far as it was asked for. */
export const $basket = atom<Basket>(EMPTY_BASKET);

/** False where the browser refuses storage or it is full: the cart then lives as long as the page. */
let isStored = true;

/** Reads what the browser keeps, and from then on what other tabs do. Returns what ends the latter. */
export function followBasket(): () => void {
  $basket.set(current());
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) $basket.set(current());
  };
  addEventListener('storage', onStorage);
  return () => {
    removeEventListener('storage', onStorage);
  };
}

/** Puts a download into the cart. False where the cart is full, which changes nothing. */
export function addItem(item: BasketEntry): boolean {
  const next = addToBasket(current(), item);
  if (next.items.length > CART_MAX) return false;
  save(next);
  return true;
}

/** Takes downloads out; those that are not in it are passed over. */
export function removeItems(itemids: readonly number[]): void {
  save(itemids.reduce(deleteFromBasket, current()));
}

/** Another tab may have changed it meanwhile, so every change begins with what is kept. */
function current(): Basket {
  if (!isStored) return $basket.get();
  const items = readLocal(KEY, stored)?.items ?? [];
  return toBasket(
    items.flatMap((item) => {
      const parsed = v.safeParse(entry, item);
      return parsed.success ? [parsed.output] : [];
    }),
  );
}

function save(cart: Basket): void {
  writeLocal(KEY, cart.items.length === 0 ? null : cart);
  isStored = cart.items.length === 0 || readLocal(KEY, stored)?.items.length === cart.items.length;
  $basket.set(cart);
}
