import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CART_MAX } from '../../src/config/money.ts';
import type { CartEntry } from '../../src/domain/cart.ts';
import { $cart, addItem, followCart, removeItems } from '../../src/stores/cart.ts';

const kept = new Map<string, string>();
let onStorage: ((event: { key: string | null }) => void) | undefined;
let stop: () => void;

const entry = (itemid: number, amount = 1000): CartEntry => ({
  ...{ itemid, amount, size: 700_000_000, name: 'طعم گیلاس', quality: '720p', id: 96, type: 'movie', poster: null },
});
const ids = () => $cart.get().items.map(({ itemid }) => itemid);

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('addEventListener', (_: string, listener: typeof onStorage) => (onStorage = listener));
  vi.stubGlobal('removeEventListener', () => (onStorage = undefined));
  stop = followCart();
});
afterEach(() => {
  removeItems(ids());
  stop();
  vi.unstubAllGlobals();
});

describe('the cart of a browser (spec 4.21)', () => {
  it('is kept, with its total, and read again', () => {
    addItem(entry(1, 5000));
    addItem(entry(2, 7000));
    expect(JSON.parse(kept.get('cart') ?? '')).toMatchObject({ total: 12_000, items: [{ itemid: 1 }, { itemid: 2 }] });
    $cart.set({ items: [], total: 0 });
    stop();
    stop = followCart();
    expect($cart.get()).toMatchObject({ total: 12_000 });
    expect(ids()).toEqual([1, 2]);
  });

  it('leaves nothing behind when it is emptied', () => {
    addItem(entry(1));
    removeItems([1, 99]);
    expect(kept.size).toBe(0);
    expect($cart.get()).toEqual({ items: [], total: 0 });
  });

  it('takes no more than the server does', () => {
    for (let itemid = 1; itemid <= CART_MAX; itemid += 1) expect(addItem(entry(itemid))).toBe(true);
    expect(addItem(entry(CART_MAX + 1))).toBe(false);
    expect(ids()).toHaveLength(CART_MAX);
    // What is in it already can still be replaced.
    expect(addItem(entry(1, 9))).toBe(true);
  });

  it.each([
    'no json',
    'null',
    '[]',
    '{"items":7}',
    '{"items":[null,7,"x",{}]}',
    '{"items":[{"itemid":1,"amount":-5}]}',
    JSON.stringify({ items: [{ ...entry(1), poster: 'https://evil.test/x.png' }] }),
    JSON.stringify({ items: [{ ...entry(1), amount: 1.5 }] }),
  ])('reads %s as empty', (text) => {
    kept.set('cart', text);
    onStorage?.({ key: 'cart' });
    expect($cart.get()).toEqual({ items: [], total: 0 });
    addItem(entry(3));
    expect(ids()).toEqual([3]);
  });

  it('keeps the good entries of a spoilt cart, and never believes its total', () => {
    kept.set('cart', JSON.stringify({ items: [entry(1, 4000), { itemid: 'x' }, entry(2, 6000)], total: 1 }));
    onStorage?.({ key: 'cart' });
    expect($cart.get().total).toBe(10_000);
    expect(ids()).toEqual([1, 2]);
  });
});

describe('two tabs', () => {
  it('what the other one adds is shown here, and not lost by adding here', () => {
    addItem(entry(1));
    const other = { items: [...$cart.get().items, entry(2)], total: 2000 };
    kept.set('cart', JSON.stringify(other));
    onStorage?.({ key: 'cart' });
    expect(ids()).toEqual([1, 2]);
    // The event of a third entry is still on its way.
    kept.set('cart', JSON.stringify({ items: [...other.items, entry(3)], total: 3000 }));
    addItem(entry(4));
    expect(ids()).toEqual([1, 2, 3, 4]);
    expect($cart.get().total).toBe(4000);
  });

  it('storage cleared in the other one empties it here; other keys change nothing', () => {
    addItem(entry(1));
    kept.clear();
    onStorage?.({ key: 'player' });
    expect(ids()).toEqual([1]);
    onStorage?.({ key: null });
    expect(ids()).toEqual([]);
  });
});

describe('a browser that refuses storage', () => {
  it('keeps the cart as long as the page', () => {
    const refuse = () => {
      throw new Error('denied');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    addItem(entry(1));
    addItem(entry(2));
    expect(ids()).toEqual([1, 2]);
    removeItems([1]);
    expect(ids()).toEqual([2]);
  });
});
