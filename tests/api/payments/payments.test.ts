import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getUser } from '../../../src/features/accounts/contract/auth.ts';
import { getWallet, listPayments } from '../../../src/features/payments/contract.ts';
import { buyPlan, chargeWallet, getQuote } from '../../../src/features/checkout/contract.ts';
import { parseFailure, ORIGIN } from '../../support/site/api.ts';
import { BONUS_PLAN, PLAN, type Visitor } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';

const DAY = 24 * 60 * 60;
const { site } = await openShop();
let who: Visitor;
beforeEach(async () => {
  who = await site.visitor();
});
afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

describe('a wallet charge', () => {
  it('goes to the bank and comes back as credit, once (spec 7.12, 7.13, 4.18)', async () => {
    const { data } = await site.call(
      chargeWallet,
      { amount: '20000', payment_method: 'saman', callback_url: `${ORIGIN}/movie/52` },
      who,
    );
    expect(data.pay_url).toMatch(/^https:\/\/pardeh\.test\/dev\/gateway\/[0-9a-z]{20}$/);
    expect((await site.call(getWallet, {}, who)).data.my_credit).toBe(0);
    expect(await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'))).toBe(
      `${ORIGIN}/callback?payment=${data.payment_id}`,
    );
    expect((await site.call(getWallet, {}, who)).data.my_credit).toBe(20_000);
    expect(await site.payment(data.payment_id, who)).toMatchObject({
      purpose: 'wallet',
      state: 'settled',
      next: 'enjoy',
      method: 'sandbox',
      total: 20_000,
      vat: 0,
      return_path: '/movie/52',
      pay_url: null,
      problem: null,
      card: '621986******0000',
    });
  });

  it.each([
    ['۲۰۰۰۰', 20_000],
    ['٢٠٬٠٠٠', 20_000],
    ['20,000', 20_000],
    ['۲۰،۰۰۰', 20_000],
    [' 30 000 ', 30_000],
    [1000, 1000],
    ['50000000', 50_000_000],
  ])('reads %j', async (amount, toman) => {
    const { data } = await site.call(chargeWallet, { amount }, who);
    expect((await site.payment(data.payment_id, who)).total).toBe(toman);
  });

  it.each([
    ['-10000', 'amount_invalid'],
    [-10_000, 'amount_invalid'],
    ['−10000', 'amount_invalid'],
    ['0', 'amount_invalid'],
    ['۰', 'amount_invalid'],
    ['10000.5', 'amount_invalid'],
    [10_000.5, 'amount_invalid'],
    ['۱۰۰۰۰٫۵', 'amount_invalid'],
    ['1e5', 'amount_invalid'],
    ['0x2710', 'amount_invalid'],
    ['10,00', 'amount_invalid'],
    ['1,0,0,0', 'amount_invalid'],
    ['', 'amount_invalid'],
    ['ده هزار', 'amount_invalid'],
    ['9999999999999999999', 'amount_invalid'],
    ['999', 'amount_too_small'],
    ['50000001', 'amount_too_large'],
  ])('refuses %j as %s and makes nothing', async (amount, code) => {
    const answer = await parseFailure(await site.ask(chargeWallet, { amount }, who));
    expect(answer).toMatchObject({ status: 422, code, fields: ['amount'] });
    expect(await site.count('payments WHERE user_id = ?', who.id)).toBe(0);
  });

  it('needs sign-in and a gateway that is there', async () => {
    expect((await site.ask(chargeWallet, { amount: 10_000 })).status).toBe(401);
    for (const payment_method of ['zibal', 'wallet', 'direct_debit', '']) {
      const answer = await parseFailure(await site.ask(chargeWallet, { amount: 10_000, payment_method }, who));
      expect(answer).toMatchObject({ status: 422, code: 'gateway_unknown', fields: ['payment_method'] });
    }
  });

  it.each(['https://evil.test/x', '//evil.test', 'javascript:alert(1)', `${ORIGIN}.evil.test/`, '/callback?payment=1'])(
    'does not go back to %s',
    async (callback_url) => {
      const { data } = await site.call(chargeWallet, { amount: 10_000, callback_url }, who);
      expect((await site.payment(data.payment_id, who)).return_path).toBeNull();
    },
  );

  it('that was cancelled can be tried again', async () => {
    const first = await site.call(chargeWallet, { amount: 10_000 }, who);
    await site.comeBack(await site.payAtGateway(first.data.pay_url, 'cancel'));
    expect(await site.payment(first.data.payment_id, who)).toMatchObject({ state: 'cancelled', next: 'retry' });
    const second = await site.call(chargeWallet, { amount: 10_000 }, who);
    expect(second.data.payment_id).not.toBe(first.data.payment_id);
    expect(await site.wallet(who)).toBe(0);
  });
});

describe('a plan', () => {
  it('costs its price with VAT and brings its days (spec 9.01)', async () => {
    const { data: quote } = await site.call(getQuote, { purpose: 'plan', id: PLAN.id }, who);
    expect(quote).toMatchObject({ price: 100_000, discount: 0, vat: 10_000, total: PLAN.total, vat_percent: 10 });
    expect(quote.methods).toEqual(['sandbox']);
    const { data } = await site.call(buyPlan, { plan_id: PLAN.id, content_id: 52, content_type: 'movie' }, who);
    await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
    expect((await site.call(getUser, {}, who)).user).toMatchObject({ subscription: 1, days_period_to_end: PLAN.days });
    expect(await site.payment(data.payment.id, who)).toMatchObject({
      state: 'settled',
      content: { kind: 'movie', id: 52 },
      lines: [{ kind: 'plan', id: PLAN.id, days: 30, list_price: 100_000, vat: 10_000, total: 110_000 }],
    });
    expect(await site.wallet(who)).toBe(0);
  });

  it('has its own discount and bonus days (spec 9.22)', async () => {
    const { data: quote } = await site.call(getQuote, { purpose: 'plan', id: BONUS_PLAN.id });
    expect(quote).toMatchObject({ price: 250_000, discount: 50_000, vat: 20_000, total: BONUS_PLAN.total });
    expect(quote.lines[0]?.days).toBe(BONUS_PLAN.days);
  });

  it('extends a subscription that runs', async () => {
    const subscriber = await site.visitor({ subscribedUntil: site.clock.now + 10 * DAY });
    await topUp(site, subscriber, 300_000);
    await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'wallet' }, subscriber);
    expect((await site.call(getUser, {}, subscriber)).user.days_period_to_end).toBe(40);
    expect(await site.wallet(subscriber)).toBe(190_000);
  });

  it('from the wallet needs the credit', async () => {
    await topUp(site, who, 109_999);
    const answer = await site.ask(buyPlan, { plan_id: PLAN.id, payment_method: 'wallet' }, who);
    expect(await parseFailure(answer)).toMatchObject({ status: 402, code: 'wallet_insufficient' });
    expect(await site.wallet(who)).toBe(109_999);
    expect(await site.count("payments WHERE user_id = ? AND purpose = 'plan'", who.id)).toBe(0);
  });

  it('that does not exist is unknown', async () => {
    const answer = await parseFailure(await site.ask(buyPlan, { plan_id: 99 }, who));
    expect(answer).toMatchObject({ status: 404, code: 'plan_unknown' });
  });

  it('takes no more than was shown, though the price has risen since; a lower price is taken', async () => {
    await topUp(site, who, 1_000_000);
    const setPrice = (toman: number) => site.sql('UPDATE plans SET toman = ? WHERE id = ?', toman, PLAN.id).run();
    const quote = await site.call(getQuote, { purpose: 'plan', id: PLAN.id }, who);
    const request = { plan_id: PLAN.id, payment_method: 'wallet', max_total: quote.data.total };
    await setPrice(PLAN.toman * 2);
    for (const payment_method of ['wallet', 'sandbox'])
      expect(await parseFailure(await site.ask(buyPlan, { ...request, payment_method }, who))).toMatchObject({
        status: 409,
        code: 'price_changed',
      });
    expect((await site.call(getWallet, {}, who)).data.my_credit).toBe(1_000_000);
    expect(await site.count("payments WHERE user_id = ? AND purpose = 'plan'", who.id)).toBe(0);
    await setPrice(PLAN.toman / 2);
    const { data } = await site.call(buyPlan, request, who);
    await setPrice(PLAN.toman);
    expect(data.payment).toMatchObject({ state: 'settled', total: quote.data.total / 2 });
  });

  it('records the referrer and the commission of ten per cent before VAT', async () => {
    const referred = await site.visitor({ ref: 77 });
    const purchase = await site.call(buyPlan, { plan_id: PLAN.id }, referred);
    const other = await site.call(buyPlan, { plan_id: BONUS_PLAN.id, ref: '88' }, referred);
    const none = await site.call(buyPlan, { plan_id: PLAN.id, ref: 'x' }, who);
    const stored = (id: string) => site.sql('SELECT referrer, commission FROM payments WHERE id = ?', id).first();
    expect(await stored(purchase.data.payment.id)).toEqual({ referrer: 77, commission: 10_000 });
    expect(await stored(other.data.payment.id)).toEqual({ referrer: 88, commission: 20_000 });
    expect(await stored(none.data.payment.id)).toEqual({ referrer: 4, commission: 0 });
  });

  it('records a referrer above 2^53 exactly (spec 5.01)', async () => {
    const bought = await site.call(buyPlan, { plan_id: PLAN.id, ref: '839299365868340223' }, who);
    const stored = site.sql(
      'SELECT CAST(referrer AS TEXT) AS referrer FROM payments WHERE id = ?',
      bought.data.payment.id,
    );
    expect(await stored.first()).toEqual({ referrer: '839299365868340223' });
  });
});

describe('a discount code', () => {
  it('takes its percentage before VAT, in any digits and case', async () => {
    const { data } = await site.call(getQuote, { purpose: 'plan', id: PLAN.id, discount_code: ' ten ' }, who);
    expect(data).toMatchObject({ price: 100_000, discount: 10_000, vat: 9000, total: 99_000 });
  });

  it('of the whole price needs no bank, and brings its bonus days', async () => {
    const { data } = await site.call(buyPlan, { plan_id: PLAN.id, discount_code: 'ALL' }, who);
    expect(data).toMatchObject({ pay_url: null, payment: { state: 'settled', total: 0 } });
    expect((await site.call(getUser, {}, who)).user.days_period_to_end).toBe(33);
  });

  it.each(['NONE', 'OVER', 'x'.repeat(40)])('%s is refused at its field', async (discount_code) => {
    const answer = await parseFailure(await site.ask(buyPlan, { plan_id: PLAN.id, discount_code }, who));
    expect(answer).toMatchObject({ status: 422, code: 'discount_invalid', fields: ['discount_code'] });
  });

  it('of another plan, and one used up, are refused', async () => {
    const code = (body: object) => site.ask(buyPlan, { ...body }, who);
    expect((await parseFailure(await code({ plan_id: BONUS_PLAN.id, discount_code: 'ALL' }))).code).toBe(
      'discount_other_plan',
    );
    await topUp(site, who, 1_000_000);
    const ten = { discount_code: 'TEN', payment_method: 'wallet' };
    expect((await code({ plan_id: PLAN.id, ...ten })).status).toBe(200);
    expect((await parseFailure(await code({ plan_id: BONUS_PLAN.id, ...ten }))).code).toBe('discount_invalid');
  });

  it('with one use goes to one of twenty who want it', async () => {
    const visitors = await Promise.all(Array.from({ length: 20 }, () => site.visitor()));
    for (const visitor of visitors) await topUp(site, visitor, 100_000);
    const answers = await Promise.all(
      visitors.map((visitor) =>
        site.ask(buyPlan, { plan_id: PLAN.id, discount_code: 'ONCE', payment_method: 'wallet' }, visitor),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await site.count("payments WHERE discount_code = 'ONCE'")).toBe(1);
  });
});

describe('the list of payments', () => {
  it('is one’s own, newest first, by page', async () => {
    for (const amount of [10_000, 20_000, 30_000]) {
      site.clock.now += 1;
      await site.call(chargeWallet, { amount }, who);
    }
    const { data, meta } = await site.call(listPayments, {}, who);
    expect(data.map(({ total }) => total)).toEqual([30_000, 20_000, 10_000]);
    expect(data[0]).toMatchObject({ state: 'pending', next: 'continue' });
    expect(meta).toEqual({ page: 1, pages: 1, total: 3, capped: false });
  });

  it('never shows somebody else’s payment', async () => {
    const { data } = await site.call(chargeWallet, { amount: 10_000 }, who);
    const other = await site.visitor();
    for (const id of [data.payment_id, 'x', '0'.repeat(20)]) {
      const answer = await site.ask({ ...listPayments, path: `/payments/${id}` }, {}, other);
      expect(await parseFailure(answer)).toMatchObject({ status: 404, code: 'payment_unknown' });
    }
    expect((await site.call(listPayments, {}, other)).meta.total).toBe(0);
  });
});
