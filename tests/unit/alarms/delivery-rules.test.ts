import { describe, expect, it } from 'vitest';
import { PAYMENT_STATES } from '../../../src/features/payments/payment-state.ts';
import { batch } from '../../../src/platform/db/batch.ts';
import type { PaymentRow } from '../../../src/features/payments/server/schema.ts';
import { buildDeliveryStatements } from '../../../src/features/ledger/server/deliver.ts';
import { NOW, openPaymentsForEachTest } from '../../support/money/payment-rows.ts';
import { runRow } from '../../support/database/rows.ts';

/** The consequences of a settled payment, on a database in process: each rule of it, and its edges. */

const { db, run, all, read, addBare, addLine, addCode, addUse, books } = openPaymentsForEachTest();
for (const mobile of ['09120000001', '09120000002']) {
  runRow(run, 'users', { mobile });
}

const SETTLED = { purpose: 'title', state: 'settled', settledAt: NOW, price: 100, vat: 10, total: 110 } as const;
const settled = (id: string, more: Partial<PaymentRow> = {}) => addBare(id, { ...SETTLED, ...more });
const deliver = (id = 'p') => batch(db, buildDeliveryStatements(id));
const entries = (where = '1') =>
  all(`SELECT key, event, account, amount, payment_id, created_at FROM ledger_entries WHERE ${where} ORDER BY id`);
const accounts = () => all('SELECT account, amount FROM ledger_entries ORDER BY id');
const delivered = (id = 'p') =>
  all('SELECT delivered FROM payment_lines WHERE payment_id = ? ORDER BY line', id).flat();
const owned = () => all('SELECT user_id, kind, item_id, payment_id, title_id, bought_at, ends_at FROM purchases');
const untils = () => all('SELECT subscribed_until FROM users ORDER BY id').flat();
const addOwned = (more: Record<string, string | number | null> = {}) => {
  const one = { user: 1, kind: 'title', item: 10, ends: null, ...more };
  runRow(run, 'purchases', {
    user_id: one.user,
    kind: one.kind,
    item_id: one.item,
    payment_id: 'before',
    ends_at: one.ends,
  });
};
const PAY = [
  ['wallet:1', 110],
  ['bank:saman', -110],
];

describe('a settled payment', () => {
  it('is credited, spent and delivered, once', async () => {
    await settled('p', { commission: 7 });
    addLine('p');
    await settled('q');
    addLine('q');
    await deliver();
    await deliver();
    expect(entries()).toEqual([
      ['pay:p:wallet', 'pay:p', 'wallet:1', 110, 'p', NOW],
      ['pay:p:bank', 'pay:p', 'bank:saman', -110, 'p', NOW],
      ['sale:p:0:wallet', 'sale:p', 'wallet:1', -110, 'p', NOW],
      ['sale:p:0:sales', 'sale:p', 'sales:title', 100, 'p', NOW],
      ['sale:p:0:vat', 'sale:p', 'vat', 10, 'p', NOW],
    ]);
    expect(owned()).toEqual([[1, 'title', 10, 'p', 10, NOW, null]]);
    expect(await read('p')).toMatchObject({ deliveredAt: NOW, kept: 0, problem: null, commission: 7 });
    expect([delivered(), delivered('q'), untils()]).toEqual([[1], [0], [0, 0]]);
    expect(await read('q')).toMatchObject({ deliveredAt: null });
  });
  it.each(PAYMENT_STATES.filter((state) => state !== 'settled'))('is none in the state %s', async (state) => {
    await settled('p', { state, supersededBy: 'n' });
    addLine('p');
    await deliver();
    expect([accounts(), owned(), delivered()]).toEqual([[], [], [0]]);
    expect(await read('p')).toMatchObject({ deliveredAt: null, problem: null });
  });
  it('is not delivered again by another time', async () => {
    await settled('p', { deliveredAt: NOW, supersededBy: 'n' });
    addLine('p');
    await deliver();
    expect([accounts(), owned(), delivered(), (await read('p')).problem]).toEqual([[], [], [0], null]);
  });
  it('from the wallet brings no money in', async () => {
    runRow(run, 'ledger_entries', { key: 'k', event: 'pay:x', account: 'wallet:1', amount: 110, payment_id: 'x' });
    await settled('p', { method: 'wallet' });
    addLine('p');
    await deliver();
    expect(accounts().slice(1)).toEqual([
      ['wallet:1', -110],
      ['sales:title', 100],
      ['vat', 10],
    ]);
  });
  it('of nothing moves no money, and is delivered', async () => {
    await settled('p', { price: 0, vat: 0, total: 0 });
    addLine('p', { list_price: 0, vat: 0 });
    await deliver();
    expect([accounts(), delivered(), owned().length]).toEqual([[], [1], 1]);
  });
  it('of one toman is moved', async () => {
    await settled('p', { price: 1, vat: 0, total: 1 });
    addLine('p', { list_price: 1, vat: 0 });
    await deliver();
    expect(accounts()).toEqual([
      ['wallet:1', 1],
      ['bank:saman', -1],
      ['wallet:1', -1],
      ['sales:title', 1],
    ]);
  });
  it('of VAT alone sells nothing but that', async () => {
    await settled('p', { price: 0, vat: 3, total: 3 });
    addLine('p', { list_price: 0, vat: 3 });
    await deliver();
    expect(accounts().slice(2)).toEqual([
      ['wallet:1', -3],
      ['vat', 3],
    ]);
  });
  it('of a charge stays in the wallet', async () => {
    await settled('p', { purpose: 'wallet' });
    addLine('p', { kind: 'wallet', item_id: 0 });
    await deliver();
    expect([accounts(), owned(), delivered()]).toEqual([PAY, [], [1]]);
    expect(await books()).toEqual([]);
  });
});

describe('what is bought', () => {
  it.each([
    ['for good', { hours: null, opens_at: null }, null],
    ['for hours', { hours: 2, opens_at: null }, NOW + 7200],
    ['for hours since it opened', { hours: 2, opens_at: NOW - 50 }, NOW + 7200],
    ['for hours from when it opens', { hours: 2, opens_at: NOW + 50 }, NOW + 7250],
    ['for good, whenever it opens', { hours: null, opens_at: NOW + 50 }, null],
  ])('is owned %s', async (_, more, ends) => {
    await settled('p');
    addLine('p', { kind: 'screening', ...more });
    await deliver();
    expect(owned()).toEqual([[1, 'screening', 10, 'p', 10, NOW, ends]]);
  });
  it.each([
    ['for good', {}, true],
    ['a second more', { ends: NOW + 1 }, true],
    ['until now', { ends: NOW }, false],
    ['by somebody else', { user: 2 }, false],
    ['of another kind', { kind: 'download' }, false],
    ['of another number', { item: 11 }, false],
  ])('and owned already %s is not sold again: %#', async (_, more, isKept) => {
    addOwned(more);
    await settled('p');
    addLine('p');
    await deliver();
    expect(delivered()).toEqual([isKept ? 0 : 1]);
    expect(await read('p')).toMatchObject({ kept: isKept ? 110 : 0, deliveredAt: NOW, problem: null });
    expect(accounts().length).toBe(isKept ? 2 : 5);
    expect(owned().length).toBe(isKept ? 1 : 2);
  });
  it('line by line: only what is owned is kept, all of it', async () => {
    addOwned({ kind: 'download', item: 1 });
    addOwned({ kind: 'download', item: 2 });
    await settled('p', { purpose: 'cart', price: 600, vat: 0, total: 600 });
    for (const line of [0, 1, 2]) {
      addLine('p', { line, kind: 'download', item_id: line + 1, list_price: (line + 1) * 100, vat: 0 });
    }
    await deliver();
    expect([delivered(), (await read('p')).kept]).toEqual([[0, 0, 1], 300]);
    expect(entries("event = 'sale:p'").map(([key, , , amount]) => [key, amount])).toEqual([
      ['sale:p:2:wallet', -300],
      ['sale:p:2:sales', 300],
    ]);
    expect(owned().slice(2)).toEqual([[1, 'download', 3, 'p', 10, NOW, null]]);
  });
});

describe('a plan', () => {
  it.each([
    ['that has ended', 5, NOW],
    ['that runs', NOW + 500, NOW + 500],
  ])('adds all of its days to a subscription %s, of its user alone', async (_, until, from) => {
    run('UPDATE users SET subscribed_until = ?', until);
    await settled('p', { purpose: 'plan', price: 200, vat: 20, total: 220 });
    addLine('p', { kind: 'plan', days: 30 });
    addLine('p', { line: 1, kind: 'plan', item_id: 11, days: 7 });
    await deliver();
    await deliver();
    expect([untils(), owned()]).toEqual([[from + 37 * 86_400, until], []]);
  });
  it('of another kind gives no days, and what is withheld neither', async () => {
    await settled('p');
    addLine('p', { days: 30 });
    await deliver();
    await settled('q', { supersededBy: 'n' });
    addLine('q', { kind: 'plan', days: 30 });
    await deliver('q');
    expect(untils()).toEqual([0, 0]);
  });
});

describe('a payment that sells nothing', () => {
  const withheld = { kept: 110, commission: 0, deliveredAt: NOW };
  const expectKept = async (problem: string) => {
    expect(await read('p')).toMatchObject({ ...withheld, problem });
    expect([accounts(), owned(), delivered()]).toEqual([PAY, [], [0]]);
  };

  it('was replaced by a newer one, and takes no use of its code', async () => {
    addCode('TEN');
    await settled('p', { supersededBy: 'n', commission: 7, discountCode: 'TEN' });
    addLine('p');
    await settled('q', { supersededBy: 'n', commission: 7 });
    await deliver();
    await expectKept('superseded');
    expect(all('SELECT * FROM discount_uses')).toEqual([]);
    expect(await read('q')).toMatchObject({ commission: 7, problem: null });
  });
  it.each<[string, Record<string, number>, [string, string, number][]]>([
    ['has ended', { ends: NOW }, []],
    [
      'is used up',
      { max: 2 },
      [
        ['a', 'TEN', 2],
        ['b', 'TEN', 3],
      ],
    ],
    ['is used up for its user', { each: 1 }, [['a', 'TEN', 1]]],
  ])('has given back a use of a code that %s', async (_, limits, uses) => {
    addCode('TEN', limits);
    for (const use of uses) addUse(...use);
    await settled('p', { discountCode: 'TEN', commission: 7 });
    addLine('p');
    await deliver();
    await expectKept('discount_exhausted');
    expect(all('SELECT payment_id FROM discount_uses').length).toBe(uses.length);
  });
  it('had a code that is gone', async () => {
    await settled('p', { discountCode: 'TEN', commission: 7 });
    addLine('p');
    await deliver();
    await expectKept('discount_exhausted');
  });
});

describe('a payment with a code', () => {
  it.each<[string, Record<string, number>, [string, string, number][]]>([
    ['that ends a second later', { ends: NOW + 1 }, []],
    ['with one use left', { max: 2 }, [['a', 'TEN', 2]]],
    [
      'with one use left for its user',
      { each: 2 },
      [
        ['a', 'TEN', 1],
        ['b', 'TEN', 2],
      ],
    ],
    [
      'of which others have as many',
      { each: 1 },
      [
        ['a', 'TEN', 2],
        ['b', 'TEN', 3],
      ],
    ],
    ['while another is used up', { max: 1, each: 1 }, [['a', 'OTHER', 1]]],
  ])('%s takes its use again', async (_, limits, uses) => {
    addCode('TEN', limits);
    addCode('OTHER');
    for (const use of uses) addUse(...use);
    await settled('p', { discountCode: 'TEN', commission: 7 });
    addLine('p');
    await settled('q', { discountCode: 'TEN' });
    await deliver();
    expect(await read('p')).toMatchObject({ problem: null, kept: 0, commission: 7 });
    expect(all("SELECT code, user_id FROM discount_uses WHERE payment_id = 'p'")).toEqual([['TEN', 1]]);
    expect(all('SELECT * FROM discount_uses').length).toBe(uses.length + 1);
  });
  it.each([
    'UPDATE discount_codes SET ends_at = 0',
    'UPDATE discount_codes SET max_uses = 1',
    'DELETE FROM discount_codes',
  ])('whose use is held keeps it: %s', async (change) => {
    addCode('TEN');
    addUse('p', 'TEN');
    run(change);
    await settled('p', { discountCode: 'TEN' });
    addLine('p');
    await deliver();
    expect(await read('p')).toMatchObject({ problem: null, kept: 0 });
    expect([delivered(), all('SELECT * FROM discount_uses').length]).toEqual([[1], 1]);
  });
});
