import { describe, expect, it } from 'vitest';
import { buyCart, buyPlan } from '../../../src/features/checkout/contract.ts';
import { getDayBook } from '../../../src/features/operator/books-contract.ts';
import { refundPayment } from '../../../src/features/operator/contract.ts';
import { undoRefund } from '../../../src/features/operator/desk-payments-contract.ts';
import { getFigures } from '../../../src/features/operator/figures-contract.ts';
import { isoDay } from '../../../src/platform/text/iso-day.ts';
import { tehranMidnight } from '../../../src/platform/text/tehran-week.ts';
import { addRow } from '../../support/database/rows.ts';
import { countStatements } from '../../support/database/statements.ts';
import { DOWNLOADS, openMoney, PLAN } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const roles = ['finance', 'viewer', 'support', 'editor', 'moderator'] as const;
const secret = (role: string) => role.slice(0, 1).repeat(40);
const site = openMoney(platform, {
  OPERATOR_TOKEN: roles.map((role) => `${role}/${role}:${secret(role)}`).join(','),
});
const as = (role: string) => ({ id: 0, mobile: '', token: secret(role) });
const DAY = 24 * 60 * 60;

const read = async (day: string) => (await site.call(getDayBook, { day }, as('finance'))).data;
const refuse = async (day: string, role: string) => {
  const { status, code } = await parseFailure(await site.ask(getDayBook, { day }, as(role)));
  return `${String(status)} ${code}`;
};

let events = 0;
async function book(at: number, legs: readonly (readonly [account: string, amount: number])[], kind = 'correction') {
  events += 1;
  for (const [account, amount] of legs) {
    await addRow(site.env.DB, 'ledger_entries', {
      key: `test:${String(events)}:${account}`,
      event: `${kind}:${String(events)}`,
      ...{ account, amount, payment_id: '', created_at: at },
    });
  }
}

describe('the day’s book', () => {
  it('has a day’s money, sales, VAT and refunds, and says that they balance', async () => {
    const who = await site.visitor();
    await topUp(site, who, 200_000);
    const { data } = await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'wallet' }, who);
    const id = data.payment.id;
    const today = isoDay(site.clock.now);
    const sold = await read(today);
    const sum = (account: string, event: string) =>
      sold.sums.find((row) => row.account === account && row.event === event);
    const plan = sum('sales:plan', 'sale');
    const vat = sum('vat', 'sale');
    expect((plan?.increase ?? 0) + (vat?.increase ?? 0)).toBe(PLAN.total);
    expect(sum('wallet', 'pay')).toMatchObject({ increase: 200_000, decrease: 0, entries: 1 });
    expect(sold.events).toEqual([
      { event: 'pay', count: 1, unbalanced: 0 },
      { event: 'sale', count: 1, unbalanced: 0 },
    ]);
    expect(sold.months).toHaveLength(12);
    expect(sold.months[0]).toMatchObject({ charged: vat?.increase, refunded: 0 });

    const refund = { key: 'books-0001', payment_id: id, destination: 'wallet', reason: 'a test' } as const;
    await site.call(refundPayment, refund, { id: 0, mobile: '', token: secret('finance') });
    const after = await read(today);
    expect(after.months[0]).toMatchObject({ charged: vat?.increase, refunded: vat?.increase });
    expect(after.sums).toContainEqual({
      ...{ event: 'refund', account: 'sales:plan', entries: 1, increase: 0, decrease: plan?.increase },
    });
    const total = after.sums.reduce((all, { increase, decrease }) => all + increase - decrease, 0);
    expect(total).toBe(0);
  });

  it('has the revenue and refunds of the day’s screen, where sums went into the wallet or came out of it', async () => {
    site.clock.now = tehranMidnight(isoDay(site.clock.now)) + DAY + 10 * 60 * 60;
    await site.tick();
    const who = await site.visitor();
    await topUp(site, who, 100_000);
    const [owned, sold] = DOWNLOADS.map(({ id }) => id) as [number, number];
    const { data } = await site.call(buyCart, { items: [owned, sold] }, who);
    await site.call(buyCart, { items: [owned], payment_method: 'wallet' }, who);
    await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
    const charge = await site
      .sql("SELECT id FROM payments WHERE user_id = ? AND purpose = 'wallet'", who.id)
      .first('id');
    const giveBack = async (paymentId: string, line: number, tracking?: string) => {
      const key = `books-${paymentId.slice(0, 8)}-${String(line)}`;
      const destination = tracking === undefined ? ('wallet' as const) : ('outside' as const);
      const refund = { key, payment_id: paymentId, destination, reason: 'a test', lines: [{ line, toman: 5000 }] };
      const made = await site.call(refundPayment, { ...refund, ...(tracking && { tracking }) }, as('finance'));
      return made.data.id;
    };
    const undone = await giveBack(data.payment.id, 1);
    await site.call(undoRefund, { payment_id: data.payment.id, refund: undone, reason: 'a test' }, as('finance'));
    await giveBack(data.payment.id, 0, '1403001');
    await giveBack(String(charge), 0, '1403002');
    await site.tick(600);
    const { sums } = await read(isoDay(site.clock.now));
    const sumSales = (event: string) =>
      sums
        .filter((row) => row.event === event && (row.account.startsWith('sales:') || row.account === 'vat'))
        .reduce((sum, { increase, decrease }) => sum + increase - decrease, 0);
    const { figures } = (await site.call(getFigures, {}, as('finance'))).data;
    const sumHours = (name: string) =>
      figures.find(({ figure }) => figure === name)?.hours.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    expect(sumHours('revenue')).toBe(22_000);
    expect(sumHours('revenue')).toBe(sumSales('sale'));
    expect(sumHours('refunds')).toBe(-sumSales('refund') - sumSales('undo'));
  });

  it('begins and ends at midnight in Tehran, and names an event out of balance', async () => {
    const midnight = tehranMidnight('2025-03-21');
    const move = (toman: number) =>
      [
        ['bank:saman', -toman],
        ['suspense', toman],
      ] as const;
    await book(midnight - 1, move(1));
    await book(midnight, move(20));
    await book(midnight + DAY - 1, move(300));
    await book(midnight + DAY, move(4000));
    const { sums, events: counts } = await read('2025-03-21');
    expect(sums.map(({ account, increase, decrease }) => [account, increase, decrease])).toEqual([
      ['bank:saman', 0, 320],
      ['suspense', 320, 0],
    ]);
    expect(counts).toEqual([{ event: 'correction', count: 2, unbalanced: 0 }]);
    await book(midnight + 5, [['suspense', 7]]);
    expect((await read('2025-03-21')).events).toEqual([{ event: 'correction', count: 3, unbalanced: 1 }]);
  });

  it('counts VAT by Jalali months: 1 Farvardin begins one, after a leap day as well', async () => {
    const newYear = tehranMidnight('2025-03-21');
    await book(
      newYear - 1,
      [
        ['vat', 10],
        ['suspense', -10],
      ],
      'sale',
    );
    await book(
      newYear,
      [
        ['vat', 200],
        ['suspense', -200],
      ],
      'sale',
    );
    await book(
      newYear + 31 * DAY - 1,
      [
        ['vat', -50],
        ['suspense', 50],
      ],
      'refund',
    );
    await book(
      newYear + 31 * DAY,
      [
        ['vat', 6000],
        ['suspense', -6000],
      ],
      'sale',
    );
    const { months } = await read('2025-04-25');
    expect(months.slice(0, 3)).toEqual([
      { from: newYear + 31 * DAY, to: newYear + 62 * DAY, charged: 6000, refunded: 0 },
      { from: newYear, to: newYear + 31 * DAY, charged: 200, refunded: 50 },
      { from: newYear - 30 * DAY, to: newYear, charged: 10, refunded: 0 },
    ]);
  });

  it('is empty on a day without movement, and refuses other roles, days to come, and texts that name none', async () => {
    expect(await read('2020-01-01')).toMatchObject({ sums: [], events: [] });
    for (const role of roles.slice(1)) expect(await refuse('2020-01-01', role), role).toBe('403 operator_role');
    const tomorrow = isoDay(site.clock.now + DAY);
    for (const day of [tomorrow, '2026-02-30', '۲۰۲۶-۰۱-۰۱', '', '1405-09-08', "2026-01-01' OR 1"]) {
      expect(await refuse(day, 'finance'), day).toBe('422 invalid_input');
    }
  });

  it('reads the ledger by statements along an index', async () => {
    const counted = countStatements(site.env);
    const watched = openMoney(
      { ...platform, env: counted.env },
      { OPERATOR_TOKEN: `finance/finance:${secret('finance')}` },
    );
    await watched.call(getDayBook, { day: '2025-03-21' }, as('finance'));
    const statements = counted.statements().filter((text) => text.includes('ledger_entries'));
    expect(statements).toHaveLength(4);
    for (const text of statements) {
      const values = Array.from({ length: text.match(/\?/g)?.length ?? 0 }, () => null);
      const { results } = await site.sql(`EXPLAIN QUERY PLAN ${text}`, ...values).all<{ detail: string }>();
      const details = results.map(({ detail }) => detail).join('\n');
      expect(details, text).toMatch(/SEARCH (e|ledger_entries) USING (COVERING )?INDEX ledger_(created|vat)/);
      expect(details, text).not.toMatch(/SCAN (e|ledger_entries)\b/);
    }
  });
});
