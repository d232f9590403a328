import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LruCache } from '../../../src/platform/http/cache/lru-cache.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

it('gives a value for its time, and not once the clock was set back', () => {
  const clock = { now: DAY_MS };
  const cache = new LruCache<string>({ max: 9, now: () => clock.now });
  cache.put('a', 'film', 1000);
  clock.now += 999;
  expect(cache.get('a')).toBe('film');
  clock.now += 1;
  expect(cache.get('a')).toBeNull();
  cache.put('a', 'film', 1000);
  cache.put('forever', 'name');
  clock.now -= DAY_MS;
  expect([cache.get('a'), cache.get('forever')]).toEqual([null, 'name']);
});

it('keeps false, zero and an empty text', () => {
  const cache = new LruCache<unknown>({ max: 9 });
  for (const value of [false, 0, '', undefined]) {
    cache.put('a', value);
    expect(cache.get('a')).toBe(value);
  }
});

it('never holds more than its bound, and what was used last stays', () => {
  const act = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), size: fc.option(fc.integer({ min: 0, max: 7 })) });
  fc.assert(
    fc.property(fc.array(act), (acts) => {
      const cache = new LruCache<number>({ max: 10, weigh: (value) => value });
      // The model: values in the order of their use.
      const model = new Map<string, number>();
      for (const { key, size } of acts) {
        const value = size ?? model.get(key);
        if (size === null) expect(cache.get(key)).toBe(value ?? null);
        else cache.put(key, size);
        model.delete(key);
        if (value !== undefined) model.set(key, value);
        while ([...model.values()].reduce((sum, weight) => sum + weight, 0) > 10)
          model.delete([...model.keys()][0] ?? '');
      }
      for (const key of ['a', 'b', 'c', 'd']) expect(cache.get(key)).toBe(model.get(key) ?? null);
    }),
  );
});

it('is empty after it was cleared, and takes as much as before', () => {
  const cache = new LruCache<number>({ max: 10, weigh: (value) => value });
  cache.put('a', 10);
  cache.clear();
  cache.put('b', 10);
  expect([cache.get('a'), cache.get('b')]).toEqual([null, 10]);
  cache.delete('b');
  cache.delete('b');
  cache.put('c', 10);
  expect(cache.get('c')).toBe(10);
});
