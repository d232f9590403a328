import { beforeEach, describe, expect, it } from 'vitest';
import { buyPlan, getPlans, getQuote } from '../../../src/features/checkout/contract.ts';
import * as calls from '../../../src/features/checkout/prices-contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { CATALOGUE_VERSION_KEY } from '../../../src/platform/http/cache/catalogue-version.ts';
import { addRow } from '../../support/database/rows.ts';
import { countStatements } from '../../support/database/statements.ts';
import { BONUS_PLAN, FILM, openMoney, PLAN, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const secrets = { pay: 'p'.repeat(40), sara: 's'.repeat(40), ali: 'a'.repeat(40) };
const vars = {
  OPERATOR_TOKEN: `pay/finance:${secrets.pay},sara/finance:${secrets.sara},ali/support:${secrets.ali}`,
};
const site = openMoney(platform, vars);
const [pay, sara, support] = [secrets.pay, secrets.sara, secrets.ali].map((token) => ({
  id: 0,
  mobile: '',
  token,
})) as [Visitor, Visitor, Visitor];
const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const { addPlanPrice, listPlanPrices, withdrawPlanPrice } = calls;

let keys = 0;
const newKey = () => `price-key-${String((keys += 1))}`;
const read = async (id = PLAN.id) => {
  const { data } = await site.call(listPlanPrices, {}, pay);
  const plan = data.find((one) => one.id === id);
  if (!plan) throw new Error(`no plan ${String(id)}`);
  return plan;
};
const terms = (more: Record<string, unknown> = {}) => ({
  ...{ id: PLAN.id, key: newKey(), starts_at: null, toman: 150_000, discount_price: null, discount_day: null },
  ...{ reason: 'a new year', ...more },
});
const set = async (more: Record<string, unknown> = {}, as = pay) => {
  const input = terms(more);
  const { rev } = await read(input.id);
  return (await site.call(addPlanPrice, { rev, ...input }, as)).data;
};
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(call, input, who));
  return `${String(status)} ${code}`;
};
const quote = async (id = PLAN.id) => (await site.call(getQuote, { purpose: 'plan', id })).data;
const readPlan = async (id = PLAN.id) => (await site.call(getPlans, {})).data[String(id)];
const buy = { plan_id: PLAN.id, payment_method: 'sandbox' };

beforeEach(() => {
  site.clock.now += DAY;
});

describe('a price of a plan', () => {
  it('counts from its second on: in the list of plans, the quote and the purchase', async () => {
    const before = await quote();
    const start = site.clock.now + HOUR;
    const planned = await set({ starts_at: start, toman: 200_000, discount_price: 150_000, discount_day: 5 });
    expect(planned).toMatchObject({ starts_at: start, ends_at: null });
    site.clock.now = start - 1;
    expect([(await quote()).total, (await readPlan())?.toman]).toEqual([before.total, PLAN.toman]);
    site.clock.now = start;
    const after = await quote();
    expect([after.total, after.lines[0]?.days]).toEqual([planned.after.total, planned.after.days]);
    expect(planned.after).toMatchObject({ total: 165_000, days: 35, discount_percent: 25 });
    expect(await readPlan()).toMatchObject({
      toman: 200_000,
      discount: { discount_percent: 25, discount_price: 150_000, discount_day: 5 },
    });
    const { data } = await site.call(buyPlan, buy, await site.visitor());
    expect(data.payment.total).toBe(165_000);
    expect((await read()).now).toEqual(planned.after);
  });

  it('leaves what was bought, what is at the bank, and who saw the old price as the changed price says', async () => {
    await set({ toman: 100_000 });
    site.clock.now += HOUR;
    const [bought, atBank, saw] = [await site.visitor(), await site.visitor(), await site.visitor()];
    const first = (await site.call(buyPlan, buy, bought)).data;
    await site.comeBack(await site.payAtGateway(first.pay_url, 'pay'));
    const old = await site.payment(first.payment.id, bought);
    const open = (await site.call(buyPlan, buy, atBank)).data;
    const { total } = await quote();
    await set({ toman: 300_000 });
    expect(await site.payment(first.payment.id, bought)).toEqual(old);
    await site.comeBack(await site.payAtGateway(open.pay_url, 'pay'));
    expect(await site.payment(open.payment.id, atBank)).toMatchObject({ state: 'settled', total: 110_000 });
    expect(await refuse(buyPlan, { ...buy, max_total: total }, saw)).toBe('409 price_changed');
    site.clock.now += HOUR;
    await set({ toman: 50_000 });
    const cheaper = (await site.call(buyPlan, { ...buy, max_total: total }, saw)).data;
    expect(cheaper.payment.total).toBe(55_000);
    expect(await site.books()).toEqual([]);
  });

  it('is rehearsed without a change, and says when the next one follows', async () => {
    const { rev } = await read();
    const later = site.clock.now + 2 * DAY;
    await set({ starts_at: later, toman: 777_000 });
    const { data } = await site.call(addPlanPrice, { ...terms({ toman: 444_000 }), rev: rev + 1, rehearse: true }, pay);
    expect(data).toMatchObject({ starts_at: site.clock.now, ends_at: later, after: { total: 488_400 } });
    expect((await read()).rev).toBe(rev + 1);
    site.clock.now = later;
    expect((await quote()).price).toBe(777_000);
  });

  it('is refused where it makes no sense', async () => {
    const { now } = site.clock;
    const { rev, now: present } = await read();
    for (const [more, refusal] of [
      [{ starts_at: now - 1 }, '422 starts_past'],
      [{ starts_at: now + 11 * 366 * DAY }, '422 starts_far'],
      [{ toman: present.toman, discount_price: present.discount_price }, '422 plan_price_same'],
      [{ discount_price: 150_000 }, '422 plan_price_discount'],
      [{ discount_price: 149_999 }, '422 plan_price_discount'],
      [{ discount_day: 5 }, '422 plan_price_discount'],
      [{ id: 999 }, '404 plan_unknown'],
      ...[{ toman: 0 }, { toman: -1 }, { toman: 999 }, { toman: 50_000_001 }, { toman: 1.5 }, { toman: '۱۵۰٬۰۰۰' }].map(
        invalid,
      ),
      ...[{ discount_price: 0 }, { discount_price: -5 }, { discount_day: 0 }, { discount_day: 367 }].map(invalid),
      ...[{ starts_at: 1e15 }, { starts_at: '1' }, { key: 'x' }, { reason: ' ' }, { rev: -1 }].map(invalid),
    ] as [Record<string, unknown>, string][]) {
      expect(await refuse(addPlanPrice, { rev, ...terms(more) }, pay), JSON.stringify(more)).toBe(refusal);
    }
    function invalid(more: Record<string, unknown>): [Record<string, unknown>, string] {
      return [more, '422 invalid_input'];
    }
  });

  it('is set once for each key, and of two at once by one', async () => {
    const { rev } = await read();
    const input = { ...terms({ toman: 160_000 }), rev };
    const answers = await Promise.all(Array.from({ length: 12 }, () => site.call(addPlanPrice, input, pay)));
    expect(new Set(answers.map(({ data }) => data.starts_at)).size).toBe(1);
    expect((await read()).rev).toBe(rev + 1);
    site.clock.now += HOUR;
    expect((await site.call(addPlanPrice, input, pay)).data).toEqual(answers[0]?.data);
    expect(await refuse(addPlanPrice, { ...input, toman: 170_000 }, pay)).toBe('409 key_used');
    expect(await refuse(addPlanPrice, input, sara)).toBe('409 key_used');

    const start = site.clock.now + DAY;
    const race = [pay, sara, pay, sara].map((who, at) =>
      site.ask(addPlanPrice, { ...terms({ starts_at: start, toman: 180_000 + at }), rev: rev + 1 }, who),
    );
    expect((await Promise.all(race)).map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await refuse(addPlanPrice, { ...terms(), rev: rev + 1 }, sara)).toBe('409 plan_changed');
    expect(await refuse(addPlanPrice, { ...terms({ starts_at: start }), rev: rev + 2 }, sara)).toBe(
      '409 plan_price_date',
    );
  });

  it('is withdrawn until it begins, and its time is free again', async () => {
    const start = site.clock.now + DAY;
    await set({ starts_at: start, toman: 900_000 });
    const { rev, prices } = await read();
    const [price] = prices;
    const input = { id: PLAN.id, price: price?.id, rev, reason: 'a mistake' };
    expect(await refuse(withdrawPlanPrice, { ...input, rev: rev - 1 }, pay)).toBe('409 plan_changed');
    expect(await refuse(withdrawPlanPrice, { ...input, id: BONUS_PLAN.id }, pay)).toBe('404 plan_price_unknown');
    await site.call(withdrawPlanPrice, input, pay);
    expect((await site.call(withdrawPlanPrice, input, pay)).data.withdrawn_at).toBe(site.clock.now);
    await set({ starts_at: start, toman: 800_000 });
    site.clock.now = start;
    expect((await quote()).price).toBe(800_000);
    const begun = await read();
    expect(await refuse(withdrawPlanPrice, { ...input, price: begun.prices[0]?.id, rev: begun.rev }, pay)).toBe(
      '409 plan_price_begun',
    );
  });

  it('stays as it was set, also against SQL', async () => {
    await set({ toman: 123_000 });
    for (const change of ['toman = 1', 'starts_at = 1', 'withdrawn_at = 1', "operator = 'x'", 'discount_price = 5'])
      await expect(site.sql(`UPDATE plan_prices SET ${change}`).run(), change).rejects.toThrow('plan_price_fixed');
    await expect(site.sql('DELETE FROM plan_prices').run()).rejects.toThrow('plan_price_fixed');
  });

  it('outlives a load of the catalogue, which writes the plan’s own columns', async () => {
    await set({ toman: 131_000 });
    await site.sql('DELETE FROM plans WHERE id = ?', PLAN.id).run();
    expect(await refuse(getQuote, { purpose: 'plan', id: PLAN.id })).toBe('404 plan_unknown');
    await addRow(site.env.DB, 'plans', { id: PLAN.id, name_fa: 'ماه', name_en: 'Month' });
    expect((await quote()).price).toBe(131_000);
  });

  it('gives pages of titles their end, and every page another version', async () => {
    const version = await platform.env.CONFIG.get(CATALOGUE_VERSION_KEY);
    const start = site.clock.now + DAY;
    await set({ id: BONUS_PLAN.id, starts_at: start, toman: 90_000 });
    const title = async () => (await site.call(getTitle, { kind: 'movie', id: FILM.id })).data;
    const before = await title();
    expect(before.plan_until).toBe(start);
    expect(await platform.env.CONFIG.get(CATALOGUE_VERSION_KEY)).not.toBe(version);
    site.clock.now = start;
    const after = await title();
    expect(after).not.toHaveProperty('plan_until');
    expect(after.plan_month).toBe(33_000);
  });

  it('costs a buyer no further statement', async () => {
    const counted = countStatements(site.env);
    const watched = openMoney({ ...platform, env: counted.env }, vars);
    await watched.call(getQuote, { purpose: 'plan', id: PLAN.id });
    const statements = counted.statements().filter((text) => text.includes('plan_prices'));
    expect(statements).toHaveLength(1);
    await watched.call(listPlanPrices, {}, pay);
    expect(counted.statements().filter((text) => text.includes('plan_prices'))).toHaveLength(4);
  });

  it('is of finance and owners, and each act has a row with its reason', async () => {
    for (const call of [listPlanPrices, addPlanPrice, withdrawPlanPrice])
      expect(await refuse(call, { ...terms(), rev: 0, price: 1 }, support), call.name).toBe('403 operator_role');
    await set({ toman: 145_000, reason: 'inflation \u202e' }, sara);
    const row = await site
      .sql("SELECT * FROM operator_audit WHERE action = 'addPlanPrice' AND status = 200 ORDER BY id DESC")
      .first();
    expect(row).toMatchObject({ operator: 'sara', subject: `plan:${String(PLAN.id)}`, permission: 'prices.write' });
    expect(String(row?.['after'])).toContain('"reason":"inflation');
    expect(String(row?.['before'])).toContain('"toman"');
  });
});
