import { atom } from 'nanostores';
import * as v from 'valibot';
import { BASKET_MAX } from '../../payments/config.ts';
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
const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000_000));

const entry = v.object({
  itemid: wholeNumber,
  amount: wholeNumber,
  size: wholeNumber,
  name: v.pipe(v.string(), v.maxLength(300)),
  quality: v.pipe(v.string(), v.maxLength(40)),
  id: wholeNumber,
  type: v.picklist(TITLE_KINDS),
  /** Only our own paths become pictures; an item with a provider's poster stays without it. */
  poster: v.fallback(v.nullable(v.pipe(v.string(), v.startsWith('/media/'), v.maxLength(200))), null),
});
/** The stored total is for other readers (spec 3.16); it is computed again here. */
const stored = v.object({ items: v.array(v.unknown()) });

/** Spec 4.21. */
export const $basket = atom<Basket>(EMPTY_BASKET);

/** False where storage is refused or full: the basket then lasts as long as the page. */
let isStored = true;

/** Follows other tabs too. Returns the function that stops it. */
export function followBasket(): () => void {
  $basket.set(readBasket());
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) $basket.set(readBasket());
  };
  /** On the way back from the bank the browser may show the page that it kept. */
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) $basket.set(readBasket());
  };
  addEventListener('storage', onStorage);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onShow);
  };
}

export function addItem(item: BasketEntry): boolean {
  const next = addToBasket(readBasket(), item);
  if (next.items.length > BASKET_MAX) return false;
  save(next);
  return true;
}

export function removeItems(itemids: readonly number[]): void {
  save(itemids.reduce(deleteFromBasket, readBasket()));
}

function readBasket(): Basket {
  if (!isStored) return $basket.get();
  const items = readLocal(KEY, stored)?.items ?? [];
  return toBasket(
    items.flatMap((item) => {
      const parsed = v.safeParse(entry, item);
      return parsed.success ? [parsed.output] : [];
    }),
  );
}

function save(basket: Basket): void {
  writeLocal(KEY, basket.items.length === 0 ? null : basket);
  isStored = basket.items.length === 0 || readLocal(KEY, stored)?.items.length === basket.items.length;
  $basket.set(basket);
}
