import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buyCart, buyPlan, buyTitle, chargeWallet } from '../../../src/features/checkout/contract.ts';
import type { Call } from '../../../src/platform/http/calls/call.ts';
import { exportAccount } from '../../../src/features/personal-data/contract.ts';
import { parseFailure } from '../../support/site/api.ts';
import { DOWNLOADS, FILM, OTHER_FILM, PLAN, SCREENED, BONUS_PLAN, type Visitor } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';

/** Decision 122: a purchase that is sent again with its key moves no money again, however late. */
const { site } = await openShop();
const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const FUNDS = 1_000_000;
const KEY = 'key-of-the-first-purchase';
let who: Visitor;
beforeEach(async () => {
  who = await site.visitor();
  await topUp(site, who, FUNDS);
});
afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

const send = (call: Call, input: object, key: string | null, buyer = who) =>
  site.ask(call, { ...input }, buyer, key === null ? {} : { 'idempotency-key': key });
const buy = async (call: Call, input: object, key: string | null, buyer = who) => {
  const response = await send(call, input, key, buyer);
  const { data } = await response.json<{ data?: { pay_url: string | null; payment: { id: string } } }>();
  return { status: response.status, id: data?.payment.id, bank: data?.pay_url ?? null };
};
const plan = { plan_id: PLAN.id, payment_method: 'wallet' };
const settled = (buyer = who) =>
  site.count("payments WHERE user_id = ? AND state = 'settled' AND purpose <> 'wallet'", buyer.id);

describe('a purchase that is sent again with its key', () => {
  // The ticket first: its screening ends in five days.
  const GOODS: [string, Call, object, number][] = [
    ['a ticket', buyTitle, { id: SCREENED.id }, SCREENED.total],
    ['a plan', buyPlan, { plan_id: PLAN.id }, PLAN.total],
    ['a title', buyTitle, { id: FILM.id }, FILM.total],
    ['downloads', buyCart, { items: DOWNLOADS.map(({ id }) => id) }, 22_000],
  ];
  it.each(GOODS)('%s: has the same payment, two minutes and five days later', async (_, call, input, total) => {
    const wallet = { ...input, payment_method: 'wallet' };
    const first = await buy(call, wallet, KEY);
    expect(first.status).toBe(200);
    for (const seconds of [120, 5 * DAY]) {
      site.clock.now += seconds;
      await site.tick();
      expect(await buy(call, wallet, KEY)).toEqual(first);
    }
    expect([await site.wallet(who), await settled()]).toEqual([FUNDS - total, 1]);
  });

  it('without a key keeps the rule of one minute', async () => {
    const first = await buy(buyPlan, plan, null);
    site.clock.now += 50;
    expect((await buy(buyPlan, plan, null)).id).toBe(first.id);
    site.clock.now += 20;
    expect((await buy(buyPlan, plan, null)).id).not.toBe(first.id);
    // The key of another tab finds the click of a moment ago, and keeps it.
    const other = await buy(buyPlan, plan, 'key-of-another-tab');
    site.clock.now += HOUR;
    expect((await buy(buyPlan, plan, 'key-of-another-tab')).id).toBe(other.id);
    expect(await settled()).toBe(2);
  });

  it('is bought once by eight requests at once', async () => {
    site.clock.now += HOUR;
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy(buyPlan, plan, KEY)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await site.wallet(who)).toBe(FUNDS - PLAN.total);
  });

  it('is found though its price, its code and the site’s offers have changed since', async () => {
    const first = await buy(buyPlan, { ...plan, discount_code: 'TEN' }, KEY);
    site.clock.now += 120;
    await site.sql('UPDATE plans SET toman = toman + 1000 WHERE id = ?', PLAN.id).run();
    expect((await buy(buyPlan, plan, KEY)).id).toBe(first.id);
    await site.sql('UPDATE plans SET id = 77 WHERE id = ?', PLAN.id).run();
    expect((await buy(buyPlan, plan, KEY)).id).toBe(first.id);
    await site.sql('UPDATE plans SET id = ?, toman = ? WHERE id = 77', PLAN.id, PLAN.toman).run();
    expect(await settled()).toBe(1);
  });

  it('is paid once when it is sent again by another method', async () => {
    const first = await buy(buyPlan, plan, KEY);
    site.clock.now += 120;
    expect(await buy(buyPlan, { plan_id: PLAN.id, payment_method: 'sandbox' }, KEY)).toEqual(first);
  });

  it('has the same bank page while it is open, and a new one where that has ended without money', async () => {
    const atBank = { plan_id: PLAN.id, payment_method: 'sandbox' };
    const first = await buy(buyPlan, atBank, KEY);
    expect(await buy(buyPlan, atBank, KEY)).toEqual(first);
    await site.comeBack(await site.payAtGateway(first.bank, 'cancel'));
    const second = await buy(buyPlan, atBank, KEY);
    expect(second).toMatchObject({ status: 200 });
    expect(second.id).not.toBe(first.id);
    await site.comeBack(await site.payAtGateway(second.bank, 'pay'));
    site.clock.now += HOUR;
    expect((await buy(buyPlan, plan, KEY)).id).toBe(second.id);
    expect(await settled()).toBe(1);
  });

  it('delivers once though the bank page that had ended is paid late', async () => {
    const first = await buy(buyPlan, { plan_id: PLAN.id, payment_method: 'sandbox' }, KEY);
    const back = await site.payAtGateway(first.bank, 'pay');
    site.clock.now += 16 * 60;
    const second = await buy(buyPlan, plan, KEY);
    expect(second.id).not.toBe(first.id);
    await site.comeBack(back);
    for (let ticks = 0; ticks < 3; ticks += 1) await site.tick();
    const days = await site
      .sql('SELECT subscribed_until AS until FROM users WHERE id = ?', who.id)
      .first<number>('until');
    expect(days).toBeLessThanOrEqual(site.clock.now + PLAN.days * DAY);
    const collected = await site.count("payments WHERE id = ? AND state = 'settled'", first.id ?? '');
    expect(await site.wallet(who)).toBe(FUNDS - PLAN.total + collected * PLAN.total);
  });

  it('follows a payment that another tab has replaced', async () => {
    const first = await buy(buyPlan, { plan_id: PLAN.id, payment_method: 'sandbox' }, KEY);
    const other = await buy(buyPlan, plan, 'key-of-another-tab');
    expect(other.id).not.toBe(first.id);
    site.clock.now += HOUR;
    expect((await buy(buyPlan, plan, KEY)).id).toBe(other.id);
    expect(await settled()).toBe(1);
  });

  it('is a purchase of its own after a refusal', async () => {
    const poor = await site.visitor();
    expect((await buy(buyPlan, plan, KEY, poor)).status).toBe(402);
    await topUp(site, poor, PLAN.total);
    expect((await buy(buyPlan, plan, KEY, poor)).status).toBe(200);
    expect(await site.wallet(poor)).toBe(0);
  });
});

describe('a key', () => {
  it('of another account is another key', async () => {
    const neighbour = await site.visitor();
    await topUp(site, neighbour, FUNDS);
    const [mine, theirs] = [await buy(buyPlan, plan, KEY), await buy(buyPlan, plan, KEY, neighbour)];
    expect(theirs).toMatchObject({ status: 200 });
    expect(theirs.id).not.toBe(mine.id);
    expect(await site.wallet(neighbour)).toBe(FUNDS - PLAN.total);
  });

  it('buys nothing else: 422, one after another and at once', async () => {
    await buy(buyPlan, plan, KEY);
    const others: [Call, object][] = [
      [buyPlan, { ...plan, plan_id: BONUS_PLAN.id }],
      [buyTitle, { id: OTHER_FILM.id, payment_method: 'wallet' }],
      [buyCart, { items: [DOWNLOADS[0]?.id], payment_method: 'wallet' }],
      [chargeWallet, { amount: 50_000 }],
    ];
    for (const [call, input] of others) {
      const failure = await parseFailure(await send(call, input, KEY));
      expect(failure).toMatchObject({ status: 422, code: 'idempotency_key_used' });
    }
    const racers = others.map(([call, input]) => send(call, input, 'key-of-four-purchases'));
    const statuses = (await Promise.all(racers)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 422, 422, 422]);
    expect(
      await site.count("payments WHERE user_id = ? AND state = 'settled' AND method = 'wallet'", who.id),
    ).toBeLessThan(3);
  });

  const MALFORMED = [
    'short',
    'k'.repeat(129),
    'tab\tinside-of-the-key',
    '"unbalanced-quotes-key',
    'key with spaces in it',
    '',
  ];
  it.each(MALFORMED)('%j is refused before any money moves', async (key) => {
    expect(await parseFailure(await send(buyPlan, plan, key))).toMatchObject({
      status: 400,
      code: 'idempotency_key_invalid',
    });
    expect(await site.wallet(who)).toBe(FUNDS);
  });

  it('is the same in the quotes of a structured field, and none in a body', async () => {
    const first = await buy(buyPlan, plan, `"${KEY}"`);
    site.clock.now += 120;
    expect((await buy(buyPlan, plan, KEY)).id).toBe(first.id);
    expect((await buy(buyPlan, { ...plan, idempotency_key: KEY }, null)).id).not.toBe(first.id);
  });

  it('of a charge has one bank page, and the result once it is paid', async () => {
    const charge = async () =>
      (await send(chargeWallet, { amount: 30_000 }, KEY)).json<{ data: { pay_url: string } }>();
    const first = await charge();
    expect(await charge()).toEqual(first);
    await site.comeBack(await site.payAtGateway(first.data.pay_url, 'pay'));
    site.clock.now += HOUR;
    expect((await charge()).data.pay_url).toMatch(/\/callback\?payment=\w+$/);
    expect(await site.wallet(who)).toBe(FUNDS + 30_000);
  });

  it('is not in an export of the account, and is forgotten after a week', async () => {
    await buy(buyPlan, plan, KEY);
    const text = await (await site.ask(exportAccount, {}, who)).text();
    expect(text).toContain('"purchase_keys"');
    expect(text).not.toContain(KEY);
    await site.tick(6 * DAY);
    expect(await site.count('purchase_keys WHERE user_id = ?', who.id)).toBe(1);
    await site.tick(2 * DAY);
    expect(await site.count('purchase_keys WHERE user_id = ?', who.id)).toBe(0);
  });
});
