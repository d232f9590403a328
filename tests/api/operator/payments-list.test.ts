import { describe, expect, it } from 'vitest';
import { listDeskPayments } from '../../../src/features/operator/desk-payments-contract.ts';
import type { Input } from '../../../src/platform/http/calls/call.ts';
import { tehranMidnight } from '../../../src/platform/text/tehran-week.ts';
import { addRow } from '../../support/database/rows.ts';
import { countStatements } from '../../support/database/statements.ts';
import { openMoney } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const OPERATOR_TOKEN = `ali:${'a'.repeat(40)}`;
const site = openMoney(platform, { OPERATOR_TOKEN });
const ali = { id: 0, mobile: '', token: 'a'.repeat(40) };
const [FIRST, LAST] = ['2026-03-20', '2026-03-22'];
/** Of the first row that has each; the others differ in that column alone. */
const WANTED = { state: 'failed', method: 'zibal', total: 777 } as const;

const name = (text: string) => text.padEnd(20, '0');
let user = 0;
async function add(id: string, columns: Readonly<Record<string, string | number>> = {}): Promise<void> {
  const { total = WANTED.total } = columns;
  await addRow(site.env.DB, 'payments', {
    ...{ id: name(id), user_id: user, ...WANTED, created_at: tehranMidnight('2026-03-21'), price: total },
    ...columns,
  });
}
const list = async (input: Input<typeof listDeskPayments>) => (await site.call(listDeskPayments, input, ali)).data;

describe('payments in the desk', () => {
  it('are found by state, method, sum and days, each alone and all together', async () => {
    user = (await site.visitor()).id;
    await add('one');
    await add('state', { state: 'settled', settled_at: 1 });
    await add('method', { method: 'saman' });
    await add('total', { total: 778 });
    await add('early', { created_at: tehranMidnight(FIRST) - 1 });
    await add('dawn', { created_at: tehranMidnight(FIRST) });
    await add('dusk', { created_at: tehranMidnight('2026-03-23') - 1 });
    await add('late', { created_at: tehranMidnight('2026-03-23') });
    const all = ['late', 'dusk', 'total', 'state', 'one', 'method', 'dawn', 'early'];
    const omit = (...names: string[]) => all.filter((id) => !names.includes(id)).map(name);
    const find = async (input: Input<typeof listDeskPayments>) =>
      (await list({ ...input, user: String(user) })).map(({ id }) => id);
    expect(await find({})).toEqual(omit());
    expect(await find({ state: WANTED.state })).toEqual(omit('state'));
    expect(await find({ method: WANTED.method })).toEqual(omit('method'));
    expect(await find({ total: String(WANTED.total) })).toEqual(omit('total'));
    expect(await find({ from: FIRST })).toEqual(omit('early'));
    expect(await find({ until: LAST })).toEqual(omit('late'));
    const everything = { ...WANTED, total: String(WANTED.total), from: FIRST, until: LAST };
    expect((await list(everything)).map(({ id }) => id)).toEqual(['dusk', 'one', 'dawn'].map(name));
    expect(await list({ ...everything, from: LAST, until: FIRST })).toEqual([]);
  });

  it('are found by our number, the bank’s, that of a refund’s transfer and a card, with the other filters', async () => {
    user = (await site.visitor()).id;
    await add('bank', { reference: 'REF-77', trace: '990017', card: '6219 86** **** 4411' });
    await add('back', { state: 'settled', settled_at: 1, card: '6037-99**-****-4411' });
    const refund = { id: 'b1', key: 'b1', payment_id: name('back'), destination: 'outside', tracking: '1403551' };
    await addRow(site.env.DB, 'refunds', refund);
    const find = async (number: string, more: Input<typeof listDeskPayments> = {}) =>
      (await list({ number, ...more })).map(({ id }) => id);
    for (const number of [name('bank').toUpperCase(), 'REF-77', '۹۹۰۰۱۷'])
      expect(await find(number), number).toEqual([name('bank')]);
    expect(await find(' ۱۴۰۳۵۵۱ ')).toEqual([name('back')]);
    expect(await find('4411')).toEqual([name('bank'), name('back')]);
    expect(await find('4411', { state: 'settled' })).toEqual([name('back')]);
    expect(await find('99')).toEqual([]);
  });

  it('are read by a number without a scan, whatever else is wanted', async () => {
    const counted = countStatements(site.env);
    const input = {
      number: '4411',
      state: 'failed',
      method: 'saman',
      from: FIRST,
      before: `99.${'a'.repeat(20)}`,
    } as const;
    await openMoney({ ...platform, env: counted.env }, { OPERATOR_TOKEN }).call(listDeskPayments, input, ali);
    const [text = ''] = counted.statements().filter((statement) => statement.includes('FROM payments WHERE'));
    const values = Array.from({ length: text.match(/\?/g)?.length ?? 0 }, () => null);
    const { results } = await site.sql(`EXPLAIN QUERY PLAN ${text}`, ...values).all<{ detail: string }>();
    const steps = results.map(({ detail }) => detail);
    expect(steps[0]).toMatch(/^SEARCH payments USING .*\(id=\?\)/);
    expect(steps.filter((step) => /SCAN (payments|refunds)/.test(step))).toEqual([]);
  });

  it('are read page after page with their filters, also of one second', async () => {
    user = (await site.visitor()).id;
    for (let at = 0; at < 120; at += 1) await add(`p${String(at).padStart(3, '0')}`, { total: 991 });
    const ids: string[] = [];
    let before: string | null = null;
    do {
      const { data, next }: { data: { id: string }[]; next: string | null } = await site.call(
        listDeskPayments,
        { total: '991', method: WANTED.method, from: FIRST, ...(before !== null && { before }) },
        ali,
      );
      ids.push(...data.map(({ id }) => id));
      before = next;
    } while (before !== null);
    expect(ids).toHaveLength(120);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });

  it.each([
    ['payments_user', { user: '1', total: '5', state: 'failed', method: 'saman', from: FIRST }],
    ['payments_total', { total: '5', state: 'failed', method: 'saman', from: FIRST, until: LAST }],
    ['payments_state', { state: 'failed', method: 'saman', from: FIRST }],
    ['payments_method_created', { method: 'saman', until: LAST, before: `99.${'a'.repeat(20)}` }],
    ['payments_created', { from: FIRST, until: LAST }],
  ] as const)('are read along %s, without a sort', async (index, input) => {
    const counted = countStatements(site.env);
    await openMoney({ ...platform, env: counted.env }, { OPERATOR_TOKEN }).call(listDeskPayments, input, ali);
    const [text = ''] = counted.statements().filter((statement) => statement.includes('FROM payments WHERE'));
    const values = Array.from({ length: text.match(/\?/g)?.length ?? 0 }, () => null);
    const { results } = await site.sql(`EXPLAIN QUERY PLAN ${text}`, ...values).all<{ detail: string }>();
    const steps = results.map(({ detail }) => detail);
    expect(steps).toHaveLength(1);
    expect(steps[0]).toMatch(new RegExp(`USING INDEX ${index} `));
  });

  it.each([
    ...[{ method: 'cash' }, { total: '-1' }, { total: '1.5' }, { total: "1' OR 1" }, { from: '2026-02-30' }],
    ...[{ until: 'today' }, { before: '1' }],
  ])('are refused for %j', async (input) => {
    const { status, code } = await parseFailure(await site.ask(listDeskPayments, input, ali));
    expect([status, code]).toEqual([422, 'invalid_input']);
  });
});
