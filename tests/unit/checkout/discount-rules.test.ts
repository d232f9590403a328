import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { PAYMENT_STATES } from '../../../src/features/payments/payment-state.ts';
import { batch } from '../../../src/platform/db/batch.ts';
import type { PaymentRow } from '../../../src/features/payments/server/schema.ts';
import type { Buyer } from '../../../src/features/payments/server/buyer.ts';
import { hasRemainingUses, holdUse } from '../../../src/features/payments/server/discount-uses.ts';
import { findDiscount } from '../../../src/features/payments/server/discount.ts';
import type { PurchaseRequest } from '../../../src/features/payments/server/order.ts';
import { VERDICT_UNKNOWN } from '../../../src/features/payments/server/transitions.ts';
import { NOW, openPaymentsForEachTest } from '../../support/money/payment-rows.ts';

/** Each rule of discount codes and of their uses, on a database in process. */

const { db, run, all, addBare, addCode, addUse } = openPaymentsForEachTest();

const PLAN = { purpose: 'plan', id: 1 } as const;
const refused = (code: string) => ({ ok: false, code, fields: { discount_code: code } });
const INVALID = refused('discount_invalid');
const NONE = { ok: true, value: { code: null, percent: 0, bonusDays: 0 } };
const find = (text: string | undefined, request: PurchaseRequest = PLAN, userId: number | null = 1) =>
  findDiscount({ db, now: NOW, userId } as unknown as Buyer, request, text);
/** A payment of a user with a use of a code. */
async function use(id: string, code: string, more: Partial<PaymentRow> = {}): Promise<void> {
  await addBare(id, { discountCode: code, ...more });
  addUse(id, code, more.userId ?? 1);
}

describe('a code', () => {
  it('that is not given takes nothing off', async () => {
    addCode('');
    for (const text of [undefined, '', '  ']) expect(await find(text)).toEqual(NONE);
  });
  it('takes its share off, and gives its days with a plan only', async () => {
    addCode('TEN', { bonus: 3 });
    addCode('TWO', { percent: 2 });
    expect(await find('ten')).toEqual({ ok: true, value: { code: 'TEN', percent: 10, bonusDays: 3 } });
    const film = await find('TEN', { purpose: 'title', id: 1 });
    expect(film).toEqual({ ok: true, value: { code: 'TEN', percent: 10, bonusDays: 0 } });
  });
  it.each<[string, Record<string, number>, PurchaseRequest, boolean | 'other plan']>([
    ['ends now', { ends: NOW }, PLAN, false],
    ['ends a second later', { ends: NOW + 1 }, PLAN, true],
    ['is for this plan', { plan: 1 }, PLAN, true],
    ['is for another plan', { plan: 2 }, PLAN, 'other plan'],
    ['is for a plan, not for a title of its number', { plan: 1 }, { purpose: 'title', id: 1 }, 'other plan'],
    ['is for a plan, not for a cart', { plan: 1 }, { purpose: 'cart', items: [1] }, 'other plan'],
    ['is for another plan and over', { plan: 2, ends: NOW }, PLAN, false],
    ['is for another plan and used up', { plan: 2, max: 0 }, PLAN, false],
    ['has no use', { max: 0 }, PLAN, false],
    ['has no use for a user', { each: 0 }, PLAN, false],
    ['has one use', { max: 1, each: 1 }, PLAN, true],
  ])('that %s', async (_, more, request, isGood) => {
    addCode('TEN', more);
    const refusal = isGood === 'other plan' ? refused('discount_other_plan') : INVALID;
    expect(await find('TEN', request)).toEqual(isGood === true ? expect.objectContaining({ ok: true }) : refusal);
  });
  it('that is unknown is none', async () => {
    addCode('TEN');
    expect(await find('ELEVEN')).toEqual(INVALID);
  });
  it.each(PAYMENT_STATES)('is used by what was paid only: %s', async (state) => {
    addCode('TEN');
    await use('a', 'TEN', { state });
    run('UPDATE discount_codes SET max_uses = 1');
    expect((await find('TEN')).ok).toBe(state !== 'settled');
    run('UPDATE discount_codes SET max_uses = 2');
    expect((await find('TEN')).ok).toBe(true);
  });
  it.each<[string, number, number | null, string, boolean]>([
    ['the same user', 1, 1, 'TEN', false],
    ['another user', 2, 1, 'TEN', true],
    ['another user, as a guest asks', 2, null, 'TEN', true],
    ['the same user, of another code', 1, 1, 'OTHER', true],
  ])('with one use for each was used by %s', async (_, user, requester, code, isGood) => {
    addCode('TEN', { each: 1 });
    addCode('OTHER');
    await use('a', code, { state: 'settled', userId: user });
    await addBare('b', { state: 'settled' });
    expect((await find('TEN', PLAN, requester)).ok).toBe(isGood);
  });
  it('with two uses was used twice, by anybody', async () => {
    addCode('TEN', { max: 2, each: 1 });
    await use('a', 'TEN', { state: 'settled', userId: 2 });
    await use('b', 'TEN', { state: 'settled', userId: 3 });
    expect((await find('TEN')).ok).toBe(false);
  });
});

describe('a use', () => {
  const KEY = { id: 'n', userId: 1, fingerprint: 'f', now: NOW };
  const remains = async (code: string | null) =>
    (await db.all<{ is: number }>(sql`SELECT ${hasRemainingUses(code, KEY)} AS "is"`))[0]?.is === 1;
  const holders = () => all('SELECT payment_id FROM discount_uses ORDER BY payment_id').flat();
  const hold = (code: string | null) => batch(db, holdUse(code, KEY));

  it('is not needed without a code', async () => {
    expect([await remains(null), holdUse(null, KEY)]).toEqual([true, []]);
  });
  it('remains of a code that exists', async () => {
    addCode('TEN', { max: 1, each: 1 });
    addCode('OTHER', { max: 0 });
    expect([await remains('TEN'), await remains('OTHER'), await remains('GONE')]).toEqual([true, false, false]);
  });
  /** A hold of a page, and whether a new payment may take it. */
  const PAGES: [string, Partial<PaymentRow>, boolean][] = [
    ['that is replaced', {}, true],
    ['that has not begun', { state: 'initiated' }, true],
    ['of something else', { fingerprint: 'g' }, false],
    ['of something else, whose time is over', { fingerprint: 'g', expiresAt: NOW }, true],
    ['of something else, with a second left', { fingerprint: 'g', expiresAt: NOW + 1 }, false],
    ['of another user', { userId: 2 }, false],
    ['of another user, whose time is over', { userId: 2, expiresAt: NOW }, false],
    ['that is being verified', { state: 'verifying' }, false],
    ['that is being verified, whose time is over', { state: 'verifying', expiresAt: NOW }, false],
    ['that has settled', { state: 'settled' }, false],
    ['of direct debit', { method: 'direct_debit' }, false],
    ['that the bank may have the money of', { problem: VERDICT_UNKNOWN }, false],
    ['with another problem', { problem: 'session_expired' }, true],
  ];
  it.each(PAGES)('held by a page %s counts, or may be taken', async (_, more, isFree) => {
    addCode('TEN', { max: 1, each: 9 });
    await use('h', 'TEN', more);
    expect(await remains('TEN')).toBe(isFree);
    run('UPDATE discount_codes SET max_uses = 2');
    expect(await remains('TEN')).toBe(true);
    run('UPDATE discount_codes SET max_uses = 9, uses_per_user = 1');
    expect(await remains('TEN')).toBe(isFree || more.userId === 2);
  });
  it.each(PAGES)('held by a page %s goes to the new payment, or stays', async (_, more, isFree) => {
    addCode('TEN');
    addCode('OTHER');
    await use('h', 'TEN', more);
    await use('o', 'OTHER', { ...more, token: 'o' });
    await addBare('n', { state: 'initiated', discountCode: 'TEN' });
    await hold('TEN');
    await hold('TEN');
    expect(holders()).toEqual(isFree ? ['n', 'o'] : ['h', 'n', 'o']);
    expect(all("SELECT code, user_id FROM discount_uses WHERE payment_id = 'n'")).toEqual([['TEN', 1]]);
  });
  it('of other codes does not count', async () => {
    addCode('TEN', { max: 1, each: 1 });
    addCode('OTHER');
    await use('h', 'OTHER', { fingerprint: 'g' });
    expect(await remains('TEN')).toBe(true);
    // Nor can those that may be taken make up for one that may not.
    await use('a', 'TEN', { fingerprint: 'g' });
    run("UPDATE payments SET fingerprint = 'f' WHERE id = 'h'");
    expect(await remains('TEN')).toBe(false);
  });
  it('of several pages that may be taken, all are', async () => {
    addCode('TEN', { max: 3, each: 3 });
    for (const id of ['a', 'b', 'c']) await use(id, 'TEN', { expiresAt: NOW });
    expect(await remains('TEN')).toBe(true);
    await addBare('n', { state: 'initiated' });
    await hold('TEN');
    expect(holders()).toEqual(['n']);
  });
  it.each(PAYMENT_STATES)('is held for a payment of the state %s only where it is new', async (state) => {
    addCode('TEN');
    await use('h', 'TEN');
    await addBare('n', { state });
    await addBare('other', { state: 'initiated' });
    await hold('TEN');
    expect(holders()).toEqual(state === 'initiated' || state === 'settled' ? ['n'] : ['h']);
  });
  it('is not held for a payment that was not made', async () => {
    addCode('TEN');
    await use('h', 'TEN');
    await hold('TEN');
    expect(holders()).toEqual(['h']);
  });
});

describe('the database itself', () => {
  it('refuses a use above the limits of its code, and of no code', () => {
    addCode('TEN', { max: 3, each: 2 });
    addCode('OTHER');
    for (const [id, user] of [
      ['x', 1],
      ['y', 2],
      ['z', 3],
    ] as const)
      addUse(id, 'OTHER', user);
    addUse('a', 'TEN');
    addUse('b', 'TEN');
    expect(() => addUse('c', 'TEN')).toThrow('discount_exhausted');
    addUse('d', 'TEN', 2);
    expect(() => addUse('e', 'TEN', 3)).toThrow('discount_exhausted');
    expect(() => addUse('f', 'GONE')).toThrow('discount_exhausted');
  });
  it.each(PAYMENT_STATES)('gives a use back in the state %s where that ends without money', async (state) => {
    addCode('TEN');
    await use('a', 'TEN', { state: 'verifying' });
    await use('b', 'TEN');
    run("UPDATE payments SET state = ?, settled_at = 0 WHERE id = 'a'", state);
    const isGone = ['failed', 'cancelled', 'expired', 'reversed'].includes(state);
    expect(all('SELECT payment_id FROM discount_uses').flat()).toEqual(isGone ? ['b'] : ['a', 'b']);
  });
});
