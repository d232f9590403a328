import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addToBasket,
  toBasket,
  deleteFromBasket,
  EMPTY_BASKET,
  type BasketEntry,
  type Basket,
} from '../../../src/features/downloads/basket.ts';
import { TITLE_KINDS } from '../../../src/platform/kinds.ts';

/** Few ids, so that the same one comes again and again. */
const entry: fc.Arbitrary<BasketEntry> = fc.record({
  itemid: fc.integer({ min: 1, max: 6 }),
  amount: fc.integer({ min: 0, max: 1_000_000 }),
  size: fc.integer({ min: 0, max: 10_000_000_000 }),
  name: fc.string(),
  quality: fc.constantFrom('480p', '720p', '1080p'),
  id: fc.integer({ min: 1, max: 999 }),
  type: fc.constantFrom(...TITLE_KINDS),
  poster: fc.option(fc.constant('/media/img/x/300')),
});
type Step = { add: BasketEntry } | { remove: number };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(fc.record({ add: entry }), fc.record({ remove: fc.integer({ min: 0, max: 7 }) })),
  { maxLength: 40 },
);

function after(history: readonly Step[]): Basket {
  return history.reduce(
    (cart, step) => ('add' in step ? addToBasket(cart, step.add) : deleteFromBasket(cart, step.remove)),
    EMPTY_BASKET,
  );
}
const sum = ({ items }: Basket) => items.reduce((total, { amount }) => total + amount, 0);

describe('the local cart (spec 3.16, 4.21)', () => {
  it('its total is always the sum of its amounts', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const cart = after(history);
        expect(cart.total).toBe(sum(cart));
      }),
      { numRuns: 1000 },
    );
  });

  it('adding replaces the entry with the same itemid, and puts the new one last', () => {
    fc.assert(
      fc.property(steps, entry, (history, added) => {
        const before = after(history);
        const cart = addToBasket(before, added);
        const others = before.items.filter(({ itemid }) => itemid !== added.itemid);
        expect(cart.items).toEqual([...others, added]);
        expect(cart.total).toBe(others.reduce((total, { amount }) => total + amount, 0) + added.amount);
      }),
    );
  });

  it('holds each itemid once', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const ids = after(history).items.map(({ itemid }) => itemid);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('deleting takes the entry and its amount, and an unknown one changes nothing', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 7 }), (history, itemid) => {
        const before = after(history);
        const gone = before.items.find((one) => one.itemid === itemid);
        const cart = deleteFromBasket(before, itemid);
        if (!gone) expect(cart).toBe(before);
        else {
          expect(cart.items).toEqual(before.items.filter((one) => one !== gone));
          expect(cart.total).toBe(before.total - gone.amount);
        }
      }),
    );
  });

  it('emptied, it costs nothing', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const cart = after(history);
        expect(cart.items.reduce((left, { itemid }) => deleteFromBasket(left, itemid), cart)).toEqual(EMPTY_BASKET);
      }),
    );
  });

  it('comes back the same from its entries', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const cart = after(history);
        expect(toBasket(cart.items)).toEqual(cart);
      }),
    );
  });
});
