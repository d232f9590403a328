import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BASKET_MAX } from '../../../src/features/payments/config.ts';
import type { BasketEntry } from '../../../src/features/downloads/basket.ts';
import { $basket, addItem, followBasket, removeItems } from '../../../src/features/paywall/client/basket.ts';

const stored = new Map<string, string>();
const listeners = new Map<string, (event: object) => void>();
const onStorage = (event: { key: string | null }) => listeners.get('storage')?.(event);
let stop: () => void;

const entry = (itemid: number, amount = 1000): BasketEntry => ({
  ...{ itemid, amount, size: 700_000_000, name: 'طعم گیلاس', quality: '720p', id: 96, type: 'movie', poster: null },
});
const ids = () => $basket.get().items.map(({ itemid }) => itemid);

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => listeners.set(type, listener));
  vi.stubGlobal('removeEventListener', (type: string) => listeners.delete(type));
  stop = followBasket();
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
    expect(JSON.parse(stored.get('cart') ?? '')).toMatchObject({
      total: 12_000,
      items: [{ itemid: 1 }, { itemid: 2 }],
    });
    $basket.set({ items: [], total: 0 });
    stop();
    stop = followBasket();
    expect($basket.get()).toMatchObject({ total: 12_000 });
    expect(ids()).toEqual([1, 2]);
  });

  it('leaves nothing behind when it is emptied', () => {
    addItem(entry(1));
    removeItems([1, 99]);
    expect(stored.size).toBe(0);
    expect($basket.get()).toEqual({ items: [], total: 0 });
  });

  it('takes no more than the server does', () => {
    for (let itemid = 1; itemid <= BASKET_MAX; itemid += 1) expect(addItem(entry(itemid))).toBe(true);
    expect(addItem(entry(BASKET_MAX + 1))).toBe(false);
    expect(ids()).toHaveLength(BASKET_MAX);
    // An item of the basket can still be replaced.
    expect(addItem(entry(1, 9))).toBe(true);
  });

  it.each([
    'no json',
    'null',
    '[]',
    '{"items":7}',
    '{"items":[null,7,"x",{}]}',
    '{"items":[{"itemid":1,"amount":-5}]}',
    JSON.stringify({ items: [{ ...entry(1), amount: 1.5 }] }),
  ])('reads %s as empty', (text) => {
    stored.set('cart', text);
    onStorage({ key: 'cart' });
    expect($basket.get()).toEqual({ items: [], total: 0 });
    addItem(entry(3));
    expect(ids()).toEqual([3]);
  });

  it('keeps an item whose poster is at another host, without the poster', () => {
    stored.set('cart', JSON.stringify({ items: [{ ...entry(1), poster: 'https://evil.test/x.png' }] }));
    onStorage({ key: 'cart' });
    expect($basket.get().items).toEqual([{ ...entry(1), poster: null }]);
  });

  it('keeps the good entries of a spoilt cart, and never believes its total', () => {
    stored.set('cart', JSON.stringify({ items: [entry(1, 4000), { itemid: 'x' }, entry(2, 6000)], total: 1 }));
    onStorage({ key: 'cart' });
    expect($basket.get().total).toBe(10_000);
    expect(ids()).toEqual([1, 2]);
  });
});

describe('two tabs', () => {
  it('what the other one adds is shown here, and not lost by adding here', () => {
    addItem(entry(1));
    const other = { items: [...$basket.get().items, entry(2)], total: 2000 };
    stored.set('cart', JSON.stringify(other));
    onStorage({ key: 'cart' });
    expect(ids()).toEqual([1, 2]);
    // The event of a third entry is still on its way.
    stored.set('cart', JSON.stringify({ items: [...other.items, entry(3)], total: 3000 }));
    addItem(entry(4));
    expect(ids()).toEqual([1, 2, 3, 4]);
    expect($basket.get().total).toBe(4000);
  });

  it('storage cleared in the other one empties it here; other keys change nothing', () => {
    addItem(entry(1));
    stored.clear();
    onStorage({ key: 'player' });
    expect(ids()).toEqual([1]);
    onStorage({ key: null });
    expect(ids()).toEqual([]);
  });
});

it('a page that the browser kept for Back is read again when it is shown', () => {
  addItem(entry(1));
  stored.clear();
  listeners.get('pageshow')?.({ persisted: false });
  expect(ids()).toEqual([1]);
  listeners.get('pageshow')?.({ persisted: true });
  expect(ids()).toEqual([]);
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
