import { describe, expect, it } from 'vitest';
import { openPurchase } from '../../../src/features/payments/pending-purchases.server.ts';
import { addKey, createKey, dropEntry, findKey, setPayment } from '../../../src/features/payments/pending-purchases.ts';

const plan = (account: number, id = 1) => ({ account, purpose: 'plan', items: [id] });

describe('the keys of purchases without a seen result', () => {
  it('belong to an account and to what is bought, in any order', () => {
    const cart = { account: 1, purpose: 'cart', items: [3, 1, 2] };
    const cookie = addKey(addKey('', plan(1), createKey()), cart, 'k'.repeat(32));
    expect(findKey(cookie, { ...cart, items: [2, 3, 1, 1] })).toBe('k'.repeat(32));
    for (const other of [plan(2), plan(1, 2), { ...cart, items: [1, 2] }, { ...plan(1), purpose: 'title' }]) {
      expect(findKey(cookie, other)).toBeUndefined();
    }
  });

  it('go by key or by payment', () => {
    const cookie = setPayment(
      addKey(addKey('', plan(1), 'a'.repeat(32)), plan(2), 'b'.repeat(32)),
      'b'.repeat(32),
      'pay',
    );
    expect(dropEntry(dropEntry(cookie, 'a'.repeat(32)), 'pay')).toBe('');
    expect(dropEntry(cookie, 'other')).toBe(cookie);
    // An entry without a payment is not a payment without a name.
    expect(findKey(dropEntry(cookie, 'pay'), plan(1))).toBe('a'.repeat(32));
  });

  it('are six at most, the last ones, of a length that every request can carry', () => {
    const ids = Array.from({ length: 20 }, (_, at) => at + 1);
    const cookie = ids.reduce(
      (text, id) =>
        setPayment(addKey(text, plan(1_000_000, id), `${'k'.repeat(30)}${String(id).padStart(2, '0')}`), '', ''),
      '',
    );
    expect(ids.filter((id) => findKey(cookie, plan(1_000_000, id)))).toEqual(ids.slice(-6));
    const basket = {
      account: 1_000_000,
      purpose: 'cart',
      items: Array.from({ length: 100 }, (_, at) => 900_000_000 + at),
    };
    expect(addKey(cookie, basket, createKey()).length).toBeLessThan(500);
  });

  it.each(['~~', 'a.b.c', '1-plan-1.short.', '1-plan-1.' + 'k'.repeat(65) + '.', '%', '1-plan-1'])(
    'are not read from %j',
    (text) => expect(findKey(text, plan(1))).toBeUndefined(),
  );

  it.each([
    ['cross-site', 5, true],
    ['same-site', 5, true],
    ['cross-site', 6, false],
    ['same-site', 6, false],
    ['same-origin', 6, true],
    ['none', 6, true],
  ])('of a page opened from %s, %i keys being there, keep the new key: %s', (site, count, isKept) => {
    const before = Array.from({ length: count }, (_, at) => `1-plan-${String(at + 10)}.${'k'.repeat(32)}.`).join('~');
    const written: string[] = [];
    const request = new Request('https://pardeh.test/plan/1', { headers: { 'sec-fetch-site': site } });
    const cookies = { get: () => ({ value: before }), set: (_: string, text: string) => written.push(text) };
    const key = openPurchase({ request, cookies } as never, { purpose: 'plan', items: [1] }, 1);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(written.map((cookie) => findKey(cookie, plan(1)))).toEqual(isKept ? [key] : []);
  });
});
