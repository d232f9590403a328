import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Payment } from '../../../src/features/payments/contract.ts';
import { buyCart, buyPlan, buyTitle, chargeWallet, checkPayment } from '../../../src/features/checkout/contract.ts';
import { parseAnswer, ORIGIN } from '../../support/site/api.ts';
import { failing } from '../../support/faults/failing-d1.ts';
import { CHEAP, DOWNLOADS, FILM, openMoney, PLAN, type Visitor } from '../../support/money/money.ts';
import { openPlatform } from '../../support/site/platform.ts';
import { openShop } from '../../support/money/shop.ts';
import { addRow, buildInsertText } from '../../support/database/rows.ts';

const { platform, site, log } = await openShop();
let who: Visitor;
beforeEach(async () => {
  who = await site.visitor();
  log.mockClear();
});
afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

const times = <T>(n: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, at) => make(at)));

async function charge(amount: number, visitor = who): Promise<{ id: string; payUrl: string }> {
  const { data } = await site.call(chargeWallet, { amount }, visitor);
  return { id: data.payment_id, payUrl: data.pay_url };
}
const readPaymentState = async (id: string): Promise<Payment['state']> => (await site.payment(id, who)).state;
const reported = () => log.mock.calls.flat().map(String).join('\n');

describe('the same callback', () => {
  it('fifty times at once is one credit', async () => {
    const { id, payUrl } = await charge(25_000);
    const back = await site.payAtGateway(payUrl, 'pay');
    const answers = await times(50, (at) => site.comeBack(back, at % 2 === 0 ? {} : { method: 'POST' }));
    expect(new Set(answers)).toEqual(new Set([`${ORIGIN}/callback?payment=${id}`]));
    expect(await readPaymentState(id)).toBe('settled');
    expect(await site.wallet(who)).toBe(25_000);
    expect(await site.count('ledger_entries WHERE payment_id = ? AND amount > 0', id)).toBe(1);
  });

  it('again after an hour changes nothing', async () => {
    const { id, payUrl } = await charge(25_000);
    const back = await site.payAtGateway(payUrl, 'twice');
    expect(await site.wallet(who)).toBe(25_000);
    await site.comeBack(back);
    site.clock.now += 3600;
    await site.comeBack(back);
    expect(await readPaymentState(id)).toBe('settled');
    expect(await site.wallet(who)).toBe(25_000);
  });

  it('fifty times for a plan adds its days once', async () => {
    const { data } = await site.call(buyPlan, { plan_id: PLAN.id }, who);
    const back = await site.payAtGateway(data.pay_url, 'pay');
    await times(50, () => site.comeBack(back));
    const until = await site.sql('SELECT subscribed_until FROM users WHERE id = ?', who.id).first('subscribed_until');
    expect(until).toBe(site.clock.now + PLAN.days * 86_400);
  });

  it('that says cancelled after it was paid takes nothing back', async () => {
    const { id, payUrl } = await charge(25_000);
    const back = (await site.payAtGateway(payUrl, 'pay')) ?? '';
    await site.comeBack(back);
    await site.comeBack(back.replace('status=paid', 'status=cancelled'));
    expect(await readPaymentState(id)).toBe('settled');
  });

  it('that says paid after a forged cancel still counts: the bank decides', async () => {
    const { id, payUrl } = await charge(25_000);
    const back = (await site.payAtGateway(payUrl, 'pay')) ?? '';
    await site.comeBack(back.replace('status=paid', 'status=cancelled'));
    expect(await readPaymentState(id)).toBe('cancelled');
    await site.comeBack(back);
    expect(await readPaymentState(id)).toBe('settled');
    expect(await site.wallet(who)).toBe(25_000);
  });
});

describe('a forged callback', () => {
  it('with the reference of another order is refused, and the order stays open', async () => {
    const paid = await charge(25_000);
    const back = new URL((await site.payAtGateway(paid.payUrl, 'pay')) ?? '');
    await site.comeBack(back.href);
    const other = await charge(25_000 + 1);
    const replay = new URL(back.href.replace(paid.id, other.id));
    await site.comeBack(replay.href);
    expect(await readPaymentState(other.id)).toBe('pending');
    replay.searchParams.set('token', other.payUrl.split('/').at(-1) ?? '');
    replay.searchParams.set('rial', '250010');
    await site.comeBack(replay.href);
    expect(await readPaymentState(other.id)).toBe('pending');
    expect(reported()).toContain('reference_used');
    expect(await site.wallet(who)).toBe(25_000);
  });

  it('with an altered amount is not verified, and reported', async () => {
    const { id, payUrl } = await charge(25_000);
    const back = (await site.payAtGateway(payUrl, 'pay')) ?? '';
    await site.comeBack(back.replace('rial=250000', 'rial=2500000'));
    expect(await site.payment(id, who)).toMatchObject({ state: 'failed', problem: 'amount_mismatch', next: 'contact' });
    expect(reported()).toContain('amount_mismatch');
    expect(await site.wallet(who)).toBe(0);
  });

  it('for a bill that another amount was paid on is given back, and reported', async () => {
    const { id, payUrl } = await charge(25_000);
    const back = await site.payAtGateway(payUrl, 'pay');
    await site.sql('UPDATE sandbox_bills SET rial = 10 WHERE order_id = ?', id).run();
    await site.comeBack(back);
    expect(await site.payment(id, who)).toMatchObject({ state: 'reversed', next: 'contact' });
    expect(await site.sql('SELECT state FROM sandbox_bills WHERE order_id = ?', id).first('state')).toBe('reversed');
    expect(await site.wallet(who)).toBe(0);
  });

  it.each([
    ['paid without being paid', (url: string) => url.replace('status=cancelled', 'status=paid')],
    ['without a token', (url: string) => url.replace(/token=[^&]*/, '')],
    ['with the token of nobody', (url: string) => url.replace(/token=[^&]*/, 'token=00000000000000000000')],
    ['at another gateway', (url: string) => url.replace('/return/sandbox/', '/return/saman/')],
    ['at a gateway that is none', (url: string) => url.replace('/return/sandbox/', '/return/evil/')],
  ])('%s credits nothing', async (_, forge) => {
    const { id, payUrl } = await charge(25_000);
    const token = payUrl.split('/').at(-1) ?? '';
    const honest = `${ORIGIN}/api/v1/payments/return/sandbox/${id}?token=${token}&status=cancelled&rial=250000&reference=x`;
    await site.comeBack(forge(honest));
    expect(await readPaymentState(id)).not.toBe('settled');
    expect(await site.wallet(who)).toBe(0);
  });

  it('for a payment that is not there goes to the result page like any other', async () => {
    const url = `${ORIGIN}/api/v1/payments/return/sandbox/${'z'.repeat(20)}?token=x&status=paid`;
    expect(await site.comeBack(url)).toBe(`${ORIGIN}/callback?payment=${'z'.repeat(20)}`);
  });
});

/**
 * One press of a button. On a busy machine the proxy to workerd loses a connection now and then, which is a 500 here:
 * the visitor then presses once more, and must not pay twice for it either.
 */
async function click<C extends typeof buyPlan | typeof buyTitle | typeof buyCart>(
  call: C,
  input: Record<string, unknown>,
) {
  const answer = await site.ask(call, input, who);
  return answer.status === 500 ? site.call(call, input, who) : parseAnswer(call, answer);
}

describe('the same purchase', () => {
  it('clicked as the one before is given up is a purchase of its own', async () => {
    const first = await charge(25_000);
    const back = await site.payAtGateway(first.payUrl, 'cancel');
    const DB = failing(platform.env.DB, { meanwhile: () => site.comeBack(back) });
    const meanwhile = openMoney(platform, { DB });
    meanwhile.clock.now = site.clock.now;
    const { data } = await meanwhile.call(chargeWallet, { amount: 25_000 }, who);
    expect(data.payment_id).not.toBe(first.id);
    expect(data.pay_url).not.toBe(first.payUrl);
    expect(await readPaymentState(first.id)).toBe('cancelled');
    expect(await readPaymentState(data.payment_id)).toBe('pending');
  });

  it('clicked twenty times at a gateway is one order with one bank page', async () => {
    const answers = await times(20, () => click(buyPlan, { plan_id: PLAN.id }));
    expect(new Set(answers.map(({ data }) => data.payment.id)).size).toBe(1);
    expect(new Set(answers.map(({ data }) => data.pay_url)).size).toBe(1);
    expect(await site.count('payments WHERE user_id = ?', who.id)).toBe(1);
    expect(await site.count('sandbox_bills WHERE order_id = ?', answers[0]?.data.payment.id ?? '')).toBe(1);
  });

  it.each([
    ['a plan', buyPlan, { plan_id: PLAN.id }],
    ['a film', buyTitle, { id: FILM.id }],
    ['a cart', buyCart, { items: DOWNLOADS.map(({ id }) => id) }],
  ])('of %s clicked twenty times from the wallet is paid once', async (_, call, wish) => {
    const { payUrl } = await charge(500_000);
    await site.comeBack(await site.payAtGateway(payUrl, 'pay'));
    const input = { ...wish, payment_method: 'wallet' };
    const answers = await times(20, () => click(call, input));
    expect(new Set(answers.map(({ data }) => data.payment.id)).size).toBe(1);
    const { total } = answers[0]!.data.payment;
    expect(await site.wallet(who)).toBe(500_000 - total);
  });
});

describe('a wallet of 10 000', () => {
  it('and twenty purchases of 1 000 and up at once: never negative, entries sum', async () => {
    const { payUrl } = await charge(10_000);
    await site.comeBack(await site.payAtGateway(payUrl, 'pay'));
    const answers = await times(20, (at) => site.ask(buyTitle, { id: CHEAP[at]!.id, payment_method: 'wallet' }, who));
    const bought = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 402)).toBe(true);
    const spent = await site
      .sql("SELECT sum(total) AS spent FROM payments WHERE user_id = ? AND purpose = 'title'", who.id)
      .first<number>('spent');
    expect(await site.wallet(who)).toBe(10_000 - (spent ?? 0));
    expect(await site.wallet(who)).toBeGreaterThanOrEqual(0);
    // The remaining money would not have bought the cheapest of the others.
    expect(bought).toBeGreaterThanOrEqual(8);
    expect(await site.count('purchases WHERE user_id = ?', who.id)).toBe(bought);
  });
});

describe('a worker that dies', () => {
  it('between verify and credit: the next tick of the cron settles', async () => {
    const { id, payUrl } = await charge(25_000);
    const back = await site.payAtGateway(payUrl, 'pay');
    const dead = openMoney(platform, { DB: failing(platform.env.DB, { batch: 'always' }) });
    dead.clock.now = site.clock.now;
    await dead.comeBack(back);
    expect(await readPaymentState(id)).toBe('verifying');
    expect(await site.sql('SELECT state FROM sandbox_bills WHERE order_id = ?', id).first('state')).toBe('verified');
    expect(await site.wallet(who)).toBe(0);
    await site.tick(120);
    expect(await readPaymentState(id)).toBe('settled');
    expect(await site.wallet(who)).toBe(25_000);
  });

  it('before it has a bank page: the next click begins anew, and the cron closes the first', async () => {
    const dead = openMoney(platform, { DB: failing(platform.env.DB, { matching: /SET state = 'pending'/ }) });
    dead.clock.now = site.clock.now;
    expect((await dead.ask(chargeWallet, { amount: 25_000 }, who)).status).toBe(503);
    site.clock.now += 31;
    const { payUrl } = await charge(25_000);
    await site.comeBack(await site.payAtGateway(payUrl, 'pay'));
    await site.tick(120);
    expect(await site.count("payments WHERE user_id = ? AND state = 'failed'", who.id)).toBe(1);
    expect(await site.wallet(who)).toBe(25_000);
  });

  it('is not waited for by those who come while it may still live', async () => {
    const { id, payUrl } = await charge(25_000);
    const back = await site.payAtGateway(payUrl, 'pay');
    await site.sql("UPDATE payments SET state = 'verifying', claimed_at = ? WHERE id = ?", site.clock.now, id).run();
    await site.comeBack(back);
    expect(await readPaymentState(id)).toBe('verifying');
    site.clock.now += 46;
    await site.comeBack(back);
    expect(await readPaymentState(id)).toBe('settled');
  });
});

describe('D1 failing once', () => {
  it('at the credit is repeated, and the visitor sees success', async () => {
    const { id, payUrl } = await charge(25_000);
    const back = await site.payAtGateway(payUrl, 'pay');
    const shaky = openMoney(platform, { DB: failing(platform.env.DB, { batch: 'once' }) });
    shaky.clock.now = site.clock.now;
    await shaky.comeBack(back);
    expect(await readPaymentState(id)).toBe('settled');
    expect(await site.wallet(who)).toBe(25_000);
  });

  it('whose answer was lost after it had written is no second credit', async () => {
    const { id, payUrl } = await charge(25_000);
    const back = await site.payAtGateway(payUrl, 'pay');
    const shaky = openMoney(platform, { DB: failing(platform.env.DB, { batch: 'answer lost' }) });
    shaky.clock.now = site.clock.now;
    await shaky.comeBack(back);
    expect(await readPaymentState(id)).toBe('settled');
    expect(await site.wallet(who)).toBe(25_000);
  });

  it('at a purchase from the wallet takes the money once', async () => {
    const { payUrl } = await charge(200_000);
    await site.comeBack(await site.payAtGateway(payUrl, 'pay'));
    const shaky = openMoney(platform, { DB: failing(platform.env.DB, { batch: 'answer lost' }) });
    shaky.clock.now = site.clock.now;
    const { data } = await shaky.call(buyPlan, { plan_id: PLAN.id, payment_method: 'wallet' }, who);
    expect(data.payment.state).toBe('settled');
    expect(await site.wallet(who)).toBe(200_000 - PLAN.total);
  });

  it('at the very return still sends the visitor to the result page, and the payment is recovered', async () => {
    const { id, payUrl } = await charge(25_000);
    const back = await site.payAtGateway(payUrl, 'pay');
    const down = openMoney(platform, { DB: failing(platform.env.DB, { matching: /from "payments"/ }) });
    down.clock.now = site.clock.now;
    expect(await down.comeBack(back)).toBe(`${ORIGIN}/callback?payment=${id}`);
    expect(await readPaymentState(id)).toBe('pending');
    await site.tick(120);
    expect(await readPaymentState(id)).toBe('settled');
  });
});

describe('a visitor who never comes back', () => {
  it('and has paid is credited by the next tick', async () => {
    const { id, payUrl } = await charge(25_000);
    expect(await site.payAtGateway(payUrl, 'vanish')).toBeNull();
    await site.tick(120);
    expect(await readPaymentState(id)).toBe('settled');
    expect(await site.wallet(who)).toBe(25_000);
  });

  it('and has cancelled at the bank is cancelled', async () => {
    const { id, payUrl } = await charge(25_000);
    await site.payAtGateway(payUrl, 'cancel');
    await site.tick(120);
    expect(await readPaymentState(id)).toBe('cancelled');
  });

  it('and has not paid expires inside the bank’s window, and a late payment still counts', async () => {
    const { id, payUrl } = await charge(25_000);
    await site.tick(120);
    expect(await readPaymentState(id)).toBe('pending');
    await site.tick(31 * 60);
    expect(await site.payment(id, who)).toMatchObject({ state: 'expired', problem: 'no_answer_in_time' });
    await site.comeBack(await site.payAtGateway(payUrl, 'pay'));
    expect(await readPaymentState(id)).toBe('settled');
  });
});

describe('a visitor who waits', () => {
  const check = async (id: string, visitor = who) => (await site.call(checkPayment, { id }, visitor)).data;

  it('has the bank asked, and is credited once, however often they ask', async () => {
    const { id, payUrl } = await charge(25_000);
    site.clock.now += 5;
    expect(await check(id)).toMatchObject({ state: 'pending', next: 'continue' });
    await site.payAtGateway(payUrl, 'vanish');
    // Asked a moment ago: the bank is left in peace.
    expect(await check(id)).toMatchObject({ state: 'pending' });
    site.clock.now += 5;
    await times(20, () => check(id));
    expect(await check(id)).toMatchObject({ state: 'settled', next: 'enjoy' });
    expect(await site.wallet(who)).toBe(25_000);
  });

  it('learns that it was cancelled at the bank', async () => {
    const { id, payUrl } = await charge(25_000);
    await site.payAtGateway(payUrl, 'cancel');
    site.clock.now += 5;
    expect(await check(id)).toMatchObject({ state: 'cancelled', next: 'retry' });
  });

  it('does not keep the cron from ending what outlived the bank’s window', async () => {
    const { id } = await charge(25_000);
    site.clock.now += 31 * 60;
    expect(await check(id)).toMatchObject({ state: 'pending' });
    await site.tick(1);
    expect(await check(id)).toMatchObject({ state: 'expired' });
  });

  it('cannot ask about the payment of somebody else', async () => {
    const { id, payUrl } = await charge(25_000);
    await site.payAtGateway(payUrl, 'vanish');
    site.clock.now += 5;
    const answer = await site.ask(checkPayment, { id }, await site.visitor());
    expect(answer.status).toBe(404);
    expect(await readPaymentState(id)).toBe('pending');
  });
});

describe('the ledger itself', () => {
  it.each([
    ['UPDATE ledger_entries SET amount = 1', 'ledger_append_only'],
    ['DELETE FROM ledger_entries', 'ledger_append_only'],
    [buildInsertText('ledger_entries', { key: 'x', account: 'wallet:1', amount: -1_000_000_000 }), 'wallet_below_zero'],
    ["UPDATE payments SET state = 'failed' WHERE state = 'settled'", 'payment_settled'],
    ['UPDATE payments SET price = price + 1, total = total + 1', 'payment_price_fixed'],
  ])('refuses %s', async (statement, rule) => {
    const { payUrl } = await charge(10_000);
    await site.comeBack(await site.payAtGateway(payUrl, 'pay'));
    await expect(platform.env.DB.prepare(statement).run()).rejects.toThrow(rule);
  });

  it('finds what is wrong', async () => {
    const other = await openPlatform();
    const books = openMoney(other);
    const entry = { key: 'a', event: 'pay:x', account: 'wallet:1', amount: 500, payment_id: 'x' };
    await addRow(other.env.DB, 'ledger_entries', entry);
    expect(await books.books()).toEqual([
      'every event sums to zero: pay:x (500 toman)',
      'all entries sum to zero: all (500 toman)',
      'a credit belongs to a settled payment: a (500 toman)',
    ]);
    await other.dispose();
  });
});
