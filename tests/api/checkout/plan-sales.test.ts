import { beforeEach, describe, expect, it } from 'vitest';
import { buyGift, buyPlan, getPlans, getQuote } from '../../../src/features/checkout/contract.ts';
import { addDiscountCode } from '../../../src/features/checkout/codes-contract.ts';
import * as calls from '../../../src/features/checkout/plan-sales-contract.ts';
import { listPlanPrices } from '../../../src/features/checkout/prices-contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { buildRenewalOrder } from '../../../src/features/direct-debit/server/renewal-plan.ts';
import { selectLimit } from '../../../src/features/streams/server/lease.ts';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { BONUS_PLAN, FILM, openMoney, PLAN, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { parseAnswer, parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const secrets = { pay: 'p'.repeat(40), sara: 's'.repeat(40), ali: 'a'.repeat(40) };
const site = openMoney(platform, {
  OPERATOR_TOKEN: `pay/finance:${secrets.pay},sara/finance:${secrets.sara},ali/support:${secrets.ali}`,
});
const toOperator = (token: string): Visitor => ({ id: 0, mobile: '', token });
const [pay, sara, support] = [toOperator(secrets.pay), toOperator(secrets.sara), toOperator(secrets.ali)];
const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const { addPlan, changePlanSale, withdrawPlanSale } = calls;

let keys = 0;
const newKey = () => `sale-key-${String((keys += 1))}`;
const read = async (id = PLAN.id) => {
  const { data } = await site.call(listPlanPrices, {}, pay);
  const plan = data.find((one) => one.id === id);
  if (!plan) throw new Error(`no plan ${String(id)}`);
  return plan;
};
const set = async (isSold: boolean, more: Record<string, unknown> = {}, id = PLAN.id) => {
  const { rev } = await read(id);
  const input = { id, key: newKey(), rev, starts_at: null, is_sold: isSold, reason: 'a test', ...more };
  return (await site.call(changePlanSale, input, pay)).data;
};
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(call, input, who));
  return `${String(status)} ${code}`;
};
const listSold = async () => Object.keys((await site.call(getPlans, {})).data).map(Number);
const buy = { plan_id: PLAN.id, payment_method: 'sandbox' };
const plan = (more: Record<string, unknown> = {}) => ({
  ...{
    key: newKey(),
    name_fa: 'دوهفته‌ای',
    name_en: 'Two weeks',
    description: 'برای سفر',
    description_en: 'To travel',
  },
  ...{ days: 14, toman: 60_000, streams: 1, starts_at: null, reason: 'for travellers', ...more },
});

beforeEach(async () => {
  site.clock.now += DAY;
  if (!(await read()).is_sold) await set(true);
  site.clock.now += DAY;
});

describe('the sale of a plan', () => {
  it('ends at its second: in the list, the quote, a purchase, a gift card, a stale form and a new code', async () => {
    const end = site.clock.now + HOUR;
    expect(await set(false, { starts_at: end })).toEqual({ starts_at: end, ends_at: null, is_sold: false });
    const visitor = await site.visitor();
    site.clock.now = end - 1;
    expect(await listSold()).toContain(PLAN.id);
    const { total } = (await site.call(getQuote, { purpose: 'plan', id: PLAN.id })).data;
    site.clock.now = end;
    expect(await listSold()).not.toContain(PLAN.id);
    for (const [call, input] of [
      [getQuote, { purpose: 'plan', id: PLAN.id }],
      [getQuote, { purpose: 'gift', id: PLAN.id, count: 2 }],
      [buyPlan, { ...buy, max_total: total, idempotency_key: 'k'.repeat(20) }],
      [buyPlan, { ...buy, payment_method: 'wallet' }],
      [buyPlan, { ...buy, payment_method: 'direct_debit' }],
      [buyGift, { ...buy, count: 1 }],
    ] as const)
      expect(await refuse(call, input, visitor), `${call.name} ${JSON.stringify(input)}`).toBe('410 plan_withdrawn');
    const code = { code: 'GONE10', percent: 10, bonus_days: 0, plan_id: PLAN.id, max_uses: 1, uses_per_user: 1 };
    const dates = { starts_at: null, ends_at: end + DAY, reason: 'a test' };
    expect(await refuse(addDiscountCode, { ...code, ...dates }, pay)).toBe('404 plan_unknown');
    site.clock.now += 1;
    await set(true);
    expect(await listSold()).toContain(PLAN.id);
    expect((await site.call(buyPlan, buy, visitor)).data.payment.total).toBe(total);
  });

  it('leaves what was bought, a page that is open at the bank, a repeat by its key, and the renewal', async () => {
    const [bought, atBank] = [await site.visitor(), await site.visitor()];
    const headers = { 'idempotency-key': 'r'.repeat(20) };
    const first = await parseAnswer(buyPlan, await site.ask(buyPlan, buy, bought, headers)).then(({ data }) => data);
    await site.comeBack(await site.payAtGateway(first.pay_url, 'pay'));
    const before = await site.payment(first.payment.id, bought);
    const open = (await site.call(buyPlan, buy, atBank)).data;
    await set(false);
    expect(await site.payment(first.payment.id, bought)).toEqual(before);
    const repeat = await parseAnswer(buyPlan, await site.ask(buyPlan, buy, bought, headers));
    expect(repeat.data.payment.id).toBe(first.payment.id);
    await site.comeBack(await site.payAtGateway(open.pay_url, 'pay'));
    expect(await site.payment(open.payment.id, atBank)).toMatchObject({ state: 'settled' });
    const db = openDatabase(site.env.DB);
    const renewalItem = async ({ id }: Visitor) =>
      (await buildRenewalOrder(db, id, site.clock.now))?.lines.map(({ itemId }) => itemId);
    expect(await renewalItem(bought)).toEqual([PLAN.id]);
    expect(await renewalItem(await site.visitor())).not.toEqual([PLAN.id]);
    expect(await site.books()).toEqual([]);
  });

  it('is rehearsed, refused where it makes no sense, and made once for each key', async () => {
    const { now } = site.clock;
    const { rev } = await read();
    const input = { id: PLAN.id, key: newKey(), rev, starts_at: null, is_sold: false, reason: 'a test' };
    await site.call(changePlanSale, { ...input, rehearse: true }, pay);
    for (const [more, refusal] of [
      [{ is_sold: true }, '422 plan_sale_same'],
      [{ starts_at: now - 1 }, '422 starts_past'],
      [{ starts_at: now + 11 * 366 * DAY }, '422 starts_far'],
      [{ id: 999 }, '404 plan_unknown'],
      [{ rev: rev + 1 }, '409 plan_changed'],
      [{ is_sold: 'no' }, '422 invalid_input'],
      [{ reason: '\u202e \u202c' }, '422 invalid_input'],
      [{ key: 'x' }, '422 invalid_input'],
    ] as const)
      expect(await refuse(changePlanSale, { ...input, ...more }, pay), JSON.stringify(more)).toBe(refusal);
    const answers = await Promise.all(Array.from({ length: 8 }, () => site.call(changePlanSale, input, pay)));
    expect(new Set(answers.map(({ data }) => data.starts_at)).size).toBe(1);
    expect((await read()).rev).toBe(rev + 1);
    expect(await refuse(changePlanSale, { ...input, is_sold: true }, pay)).toBe('409 key_used');
    expect(await refuse(changePlanSale, input, sara)).toBe('409 key_used');
    site.clock.now += 1;
    const race = [pay, sara, pay, sara].map((who) =>
      site.ask(changePlanSale, { ...input, key: newKey(), is_sold: true, rev: rev + 1 }, who),
    );
    expect((await Promise.all(race)).map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('is withdrawn until it begins, and stays as it was made, also against SQL', async () => {
    const start = site.clock.now + DAY;
    await set(false, { starts_at: start });
    const { rev, sales } = await read();
    const input = { id: PLAN.id, sale: sales[0]?.id, rev, reason: 'a mistake' };
    expect(sales[0]).toMatchObject({ state: 'planned', is_sold: false });
    expect(await refuse(changePlanSale, { ...input, key: newKey(), starts_at: start, is_sold: true }, pay)).toBe(
      '409 plan_sale_date',
    );
    expect(await refuse(withdrawPlanSale, { ...input, rev: rev - 1 }, pay)).toBe('409 plan_changed');
    expect(await refuse(withdrawPlanSale, { ...input, id: BONUS_PLAN.id }, pay)).toBe('404 plan_sale_unknown');
    await site.call(withdrawPlanSale, input, pay);
    expect((await site.call(withdrawPlanSale, input, pay)).data.withdrawn_at).toBe(site.clock.now);
    site.clock.now = start;
    expect(await listSold()).toContain(PLAN.id);
    await set(false);
    const begun = await read();
    expect(await refuse(withdrawPlanSale, { ...input, sale: begun.sales[0]?.id, rev: begun.rev }, pay)).toBe(
      '409 plan_sale_begun',
    );
    for (const change of ['is_sold = 1 - is_sold', 'starts_at = 1', 'withdrawn_at = 1', "operator = 'x'"])
      await expect(site.sql(`UPDATE plan_sales SET ${change}`).run(), change).rejects.toThrow('plan_sale_fixed');
    await expect(site.sql('DELETE FROM plan_sales').run()).rejects.toThrow('plan_sale_fixed');
  });

  it('gives pages of titles their end, and takes its price from them', async () => {
    const start = site.clock.now + DAY;
    const title = async () => (await site.call(getTitle, { kind: 'movie', id: FILM.id })).data;
    const [before, sold] = [await title(), await listSold()];
    for (const [at, id] of sold.entries()) await set(false, { starts_at: start + at }, id);
    expect((await title()).plan_until).toBe(start);
    site.clock.now = start + sold.length;
    expect(await title()).toMatchObject({ plan_month: null });
    for (const id of sold) await set(true, {}, id);
    expect((await title()).plan_month).toBe(before.plan_month);
  });
});

describe('the texts of a plan', () => {
  const texts = { name_fa: 'ماهانه', name_en: 'Monthly', description: 'برای یک ماه', description_en: 'For a month' };
  const { changePlanTexts, withdrawPlanTexts } = calls;
  const write = async (more: Record<string, unknown> = {}) => {
    const { rev } = await read();
    return { id: PLAN.id, key: newKey(), rev, starts_at: null, ...texts, reason: 'shorter', ...more };
  };

  it('count from their second on, and what was bought keeps its name', async () => {
    const start = site.clock.now + HOUR;
    const visitor = await site.visitor();
    const { data: bought } = await site.call(buyPlan, buy, visitor);
    const input = await write({ starts_at: start });
    const preview = (await site.call(changePlanTexts, { ...input, rehearse: true }, pay)).data;
    expect(preview).toMatchObject({ starts_at: start, ends_at: null, before: { name_en: 'Month' }, after: texts });
    expect((await read()).texts).toEqual([]);
    const presses = await Promise.all(Array.from({ length: 30 }, () => site.ask(changePlanTexts, input, pay)));
    expect(new Set(presses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await read()).texts).toMatchObject([{ ...texts, state: 'planned' }]);
    expect(await refuse(changePlanTexts, { ...input, name_en: 'Other' }, pay)).toBe('409 key_used');
    expect(await refuse(changePlanTexts, { ...input, key: newKey() }, pay)).toBe('409 plan_changed');
    expect(await refuse(changePlanTexts, await write({ starts_at: start, name_en: 'Other' }), pay)).toBe(
      '409 plan_texts_date',
    );
    expect((await site.call(getPlans, {})).data[String(PLAN.id)]?.name_en).toBe('Month');
    site.clock.now = start;
    expect((await site.call(getPlans, {})).data[String(PLAN.id)]).toMatchObject({ ...texts, days: PLAN.days });
    site.clock.now += 1;
    expect(await refuse(changePlanTexts, await write(), pay)).toBe('422 plan_texts_same');
    expect((await site.payment(bought.payment.id, visitor)).lines[0]).toMatchObject({ name_en: 'Month' });
    expect(await refuse(changePlanTexts, await write({ name_fa: ' ' }), pay)).toMatch(/^422/);
    expect(await refuse(changePlanTexts, await write({ id: 987 }), pay)).toBe('404 plan_unknown');
    expect(await refuse(changePlanTexts, await write(), support)).toBe('403 operator_role');
    const act = await site
      .sql("SELECT before, after FROM operator_audit WHERE action = 'changePlanTexts' AND after IS NOT NULL")
      .first();
    expect(JSON.parse(String(act?.['before']))).toMatchObject({ name_en: 'Month' });
    expect(JSON.parse(String(act?.['after']))).toEqual({ ...texts, starts_at: start, reason: 'shorter' });
  });

  it('are withdrawn until they begin, and stay as they were made, also against SQL', async () => {
    const start = site.clock.now + HOUR;
    await site.call(changePlanTexts, await write({ starts_at: start, name_en: 'Later' }), pay);
    const { rev, texts: listed } = await read();
    const withdraw = { id: PLAN.id, texts: listed[0]?.id ?? 0, rev, reason: 'not yet' };
    expect(await refuse(withdrawPlanTexts, { ...withdraw, texts: 987 }, pay)).toBe('404 plan_texts_unknown');
    expect(await refuse(withdrawPlanTexts, { ...withdraw, rev: rev - 1 }, pay)).toBe('409 plan_changed');
    expect((await site.call(withdrawPlanTexts, withdraw, pay)).data.withdrawn_at).toBe(site.clock.now);
    site.clock.now = start;
    expect((await read()).name_en).not.toBe('Later');
    await site.call(changePlanTexts, await write({ name_en: 'Now' }), pay);
    const { rev: latest, texts: all } = await read();
    expect(await refuse(withdrawPlanTexts, { ...withdraw, texts: all[0]?.id ?? 0, rev: latest }, pay)).toBe(
      '409 plan_texts_begun',
    );
    for (const text of ["UPDATE plan_texts SET name_fa = 'x'", 'DELETE FROM plan_texts'])
      await expect(site.sql(text).run(), text).rejects.toThrow('plan_texts_fixed');
  });
});

describe('a plan that the desk makes', () => {
  it('is sold from its second on, with its texts, its price, its days and its streams', async () => {
    const start = site.clock.now + HOUR;
    const preview = (await site.call(addPlan, { ...plan({ starts_at: start }), rehearse: true }, pay)).data;
    expect(preview).toMatchObject({ id: null, starts_at: start, cost: { total: 66_000, days: 14, month: null } });
    const { id } = (await site.call(addPlan, plan({ starts_at: start }), pay)).data;
    if (id === null) throw new Error('no plan');
    expect(id).toBeGreaterThan(1000);
    const subjects = await site.sql("SELECT subject FROM audit_subjects WHERE subject GLOB 'plan:*'").all();
    expect(subjects.results).toEqual([{ subject: `plan:${String(id)}` }]);
    const visitor = await site.visitor();
    expect(await refuse(buyPlan, { ...buy, plan_id: id }, visitor)).toBe('410 plan_withdrawn');
    expect(await read(id)).toMatchObject({ is_sold: false, streams: 1, sales: [{ state: 'planned' }] });
    site.clock.now = start;
    expect((await site.call(getPlans, {})).data[String(id)]).toMatchObject({ name_en: 'Two weeks', days: 14 });
    const { data } = await site.call(buyPlan, { ...buy, plan_id: id }, visitor);
    await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
    expect(await site.payment(data.payment.id, visitor)).toMatchObject({ state: 'settled', total: 66_000 });
    const [row] = await openDatabase(site.env.DB).all(sql`SELECT ${selectLimit(visitor.id, 3)} AS streams`);
    expect(row).toEqual({ streams: 1 });
    expect(await site.books()).toEqual([]);
  });

  it('has the end of its sale planned before it begins', async () => {
    const start = site.clock.now + HOUR;
    const { id } = (await site.call(addPlan, plan({ starts_at: start }), pay)).data;
    if (id === null) throw new Error('no plan');
    await set(false, { starts_at: start + DAY }, id);
    expect(await read(id)).toMatchObject({ is_sold: false, sales: [{ state: 'planned' }, { state: 'planned' }] });
    for (const [at, isSold] of [
      [start, true],
      [start + DAY - 1, true],
      [start + DAY, false],
    ] as const) {
      site.clock.now = at;
      expect((await read(id)).is_sold, String(at - start)).toBe(isSold);
    }
  });

  it('is made once for each key, each with a number of its own', async () => {
    const input = plan();
    const answers = await Promise.all(Array.from({ length: 8 }, () => site.call(addPlan, input, pay)));
    const first = answers[0]?.data.id ?? 0;
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await refuse(addPlan, { ...input, toman: 70_000 }, pay)).toBe('409 key_used');
    expect(await refuse(addPlan, input, sara)).toBe('409 key_used');
    await site.sql('DELETE FROM plans WHERE id = ?', first).run();
    expect((await site.call(addPlan, plan(), pay)).data.id).toBe(first + 1);
    const { rev } = await read(first + 1);
    expect(rev).toBe(1);
  });

  it('is refused without a name, days or a price that make sense', async () => {
    for (const more of [
      ...[{ name_fa: '' }, { name_en: '\u200f' }, { name_fa: 'x'.repeat(61) }, { description: ' ' }, { name_fa: 1 }],
      ...[{ days: 0 }, { days: 3661 }, { days: 1.5 }, { toman: 999 }, { toman: -5 }, { toman: '60000' }],
      ...[{ streams: 0 }, { streams: 21 }, { reason: '' }, { starts_at: 1e15 }, { key: '' }],
    ])
      expect(await refuse(addPlan, plan(more), pay), JSON.stringify(more)).toBe('422 invalid_input');
    expect(await refuse(addPlan, plan({ starts_at: site.clock.now - 1 }), pay)).toBe('422 starts_past');
  });

  it('is of finance and owners, and each act has a row with its reason', async () => {
    const input = { id: PLAN.id, rev: 0, sale: 1, is_sold: false };
    for (const call of [addPlan, changePlanSale, withdrawPlanSale])
      expect(await refuse(call, { ...plan(), ...input }, support), call.name).toBe('403 operator_role');
    await set(false);
    const row = await site
      .sql("SELECT * FROM operator_audit WHERE action = 'changePlanSale' AND status = 200 ORDER BY id DESC")
      .first();
    expect(row).toMatchObject({ operator: 'pay', subject: `plan:${String(PLAN.id)}`, permission: 'prices.write' });
    expect(row).toMatchObject({ before: '{"is_sold":true}' });
    expect(String(row?.['after'])).toContain('"reason":"a test"');
  });
});
