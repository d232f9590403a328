import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buySubscription } from '../../../src/features/direct-debit/contract.ts';
import type { Payment } from '../../../src/features/payments/contract.ts';
import { buyPlan, buyTitle, chargeWallet } from '../../../src/features/checkout/contract.ts';
import { parseAnswer } from '../../support/site/api.ts';
import { openBanks, RELAY_SECRET, type FakeBanks } from '@pardeh/money-simulator/banks/server';
import { TERMINAL } from '@pardeh/money-simulator/banks/saman';
import { MERCHANT } from '@pardeh/money-simulator/banks/zarinpal';
import { failing } from '../../support/faults/failing-d1.ts';
import { FILM, openMoney, PLAN, sell, type MoneySite, type Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { topUp } from '../../support/money/shop.ts';
import { addRow, type Row } from '../../support/database/rows.ts';
import { listen } from '../../support/site/api.ts';

const DAY = 24 * 60 * 60;
let platform: Platform;
let banks: FakeBanks;
/** The sandbox bank, the wallet and direct debit. */
let site: MoneySite;
/** Two real banks, so that one page can take the place of another. */
let twoBanks: MoneySite;
let who: Visitor;
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);

beforeAll(async () => {
  [platform, banks] = await Promise.all([openPlatform(), openBanks(listen)]);
  site = openMoney(platform);
  twoBanks = openMoney(platform, {
    PAYMENT_GATEWAYS: 'saman,zarinpal',
    MANDATE_PROVIDER: '',
    PAYMENT_RELAY_BASE: banks.url,
    PAYMENT_RELAY_SECRET: RELAY_SECRET,
    PAYMENT_TIMEOUT_MS: '8000',
    SEP_TERMINAL_ID: TERMINAL,
    ZARINPAL_MERCHANT_ID: MERCHANT,
  });
  await sell(platform.env.DB, site.clock.now);
});
afterAll(async () => {
  log.mockRestore();
  await Promise.all([platform.dispose(), banks.close()]);
});
beforeEach(async () => {
  site.clock.now = Math.max(site.clock.now, twoBanks.clock.now);
  twoBanks.clock.now = site.clock.now;
  who = await site.visitor();
});
afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

const plan = (payment_method: string, by = site) => by.ask(buyPlan, { plan_id: PLAN.id, payment_method }, who);
const buy = async (payment_method: string, by = site) =>
  (await parseAnswer(buyPlan, await plan(payment_method, by))).data;
const daysBought = async () => {
  const until = await site
    .sql('SELECT subscribed_until FROM users WHERE id = ?', who.id)
    .first<number>('subscribed_until');
  return until === 0 ? 0 : ((until ?? 0) - site.clock.now) / DAY;
};
/** Money that banks and accounts paid in, toman. */
const moneyIn = async () =>
  (await site
    .sql(
      `SELECT coalesce(sum(amount), 0) AS toman FROM ledger_entries
        WHERE account = ? AND event LIKE 'pay:%'`,
      `wallet:${String(who.id)}`,
    )
    .first<number>('toman')) ?? 0;
async function agreeToDirectDebit(): Promise<void> {
  const { data } = await site.call(buySubscription, { add_new_bank: true, pay_anything: true }, who);
  await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
}

describe('the same plan by direct debit', () => {
  beforeEach(agreeToDirectDebit);

  it('clicked twice is collected once', async () => {
    const first = await buy('direct_debit');
    const second = await buy('direct_debit');
    expect(second.payment.id).toBe(first.payment.id);
    expect([await moneyIn(), await daysBought()]).toEqual([PLAN.total, PLAN.days]);
  });

  it('clicked twenty times at once is collected once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy('direct_debit')));
    expect(new Set(answers.map(({ payment }) => payment.id)).size).toBe(1);
    expect([await moneyIn(), await daysBought()]).toEqual([PLAN.total, PLAN.days]);
  });

  it('a minute later is another purchase', async () => {
    await buy('direct_debit');
    site.clock.now += 61;
    await buy('direct_debit');
    expect(await moneyIn()).toBe(2 * PLAN.total);
  });

  it('while its withdrawal may be on its way is answered with it, whatever the method', async () => {
    const { payment } = await buy('direct_debit');
    // The account has not said yet whether it paid.
    await site.sql("UPDATE payments SET fingerprint = 'paid before' WHERE id = ?", payment.id).run();
    const id = 'd'.repeat(19) + String(who.id % 10);
    const { now } = site.clock;
    const copied = 'user_id, purpose, method, price, discount, vat, total, referrer, commission';
    await addRow(site.env.DB, 'payments', {
      ...(await site.sql(`SELECT ${copied} FROM payments WHERE id = ?`, payment.id).first<Row>()),
      ...{ id, fingerprint: fingerprintOfPlan(), token: `payment:${id}` },
      ...{ created_at: now - 3600, expires_at: now - 2700, checked_at: now },
    });
    await topUp(site, who, PLAN.total);
    for (const method of ['wallet', 'sandbox', 'direct_debit']) {
      const answer = await buy(method);
      expect(answer, method).toMatchObject({ pay_url: null, payment: { id, state: 'pending' } });
    }
    expect(await site.wallet(who)).toBe(PLAN.total);
  });
});

const fingerprintOfPlan = () => `plan   plan:${String(PLAN.id)}:${String(PLAN.total)}`;

describe('the same plan by several methods', () => {
  it('clicked twenty times at once is delivered once, and no money is lost', async () => {
    await agreeToDirectDebit();
    const credit = 500_000;
    await topUp(site, who, credit);
    const methods = ['sandbox', 'wallet', 'direct_debit', 'sandbox'];
    const clicks = await Promise.all(Array.from({ length: 20 }, (_, at) => plan(methods[at % methods.length]!)));
    expect(clicks.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    // Every page that a bank has is paid, also those that nobody was sent to.
    const { results } = await site
      .sql(
        `SELECT b.token FROM sandbox_bills b JOIN payments p ON p.id = b.order_id
          WHERE p.user_id = ? AND p.purpose = 'plan' AND b.state = 'open'`,
        who.id,
      )
      .all<{ token: string }>();
    for (const { token } of results) await site.comeBack(await site.payAtGateway(token, 'pay'));
    await site.tick(120);
    expect(await daysBought()).toBeCloseTo(PLAN.days - 120 / DAY, 6);
    expect(await site.wallet(who)).toBe((await moneyIn()) - PLAN.total);
  });

  it('from the wallet takes the place of an open bank page, whose late money stays in the wallet', async () => {
    await topUp(site, who, PLAN.total);
    const page = await buy('sandbox');
    const bought = await buy('wallet');
    expect(bought.payment).toMatchObject({ state: 'settled', method: 'wallet' });
    expect(await site.payment(page.payment.id, who)).toMatchObject({ state: 'cancelled', pay_url: null });
    await site.comeBack(await site.payAtGateway(page.pay_url, 'pay'));
    expect(await site.payment(page.payment.id, who)).toMatchObject({
      state: 'settled',
      next: 'retry',
      problem: 'superseded',
      kept_in_wallet: PLAN.total,
    });
    expect([await site.wallet(who), await daysBought()]).toEqual([PLAN.total, PLAN.days]);
  });

  it('from a wallet without the credit leaves the bank page open', async () => {
    const page = await buy('sandbox');
    expect((await plan('wallet')).status).toBe(402);
    expect(await site.payment(page.payment.id, who)).toMatchObject({ state: 'pending', pay_url: page.pay_url });
    await site.comeBack(await site.payAtGateway(page.pay_url, 'pay'));
    expect(await daysBought()).toBe(PLAN.days);
  });

  it('clicked after it was paid at a bank a moment ago takes nothing: it is that payment, or another bank page', async () => {
    const page = await buy('sandbox');
    await site.comeBack(await site.payAtGateway(page.pay_url, 'pay'));
    const settled = { pay_url: null, payment: { id: page.payment.id, state: 'settled' } };
    expect(await buy('wallet')).toMatchObject(settled);
    const second = await buy('sandbox');
    expect(second.payment).toMatchObject({ state: 'pending', pay_url: second.pay_url });
    expect(second.payment.id).not.toBe(page.payment.id);
    expect([await moneyIn(), await daysBought()]).toEqual([PLAN.total, PLAN.days]);
  });

  it('clicked while a payment of it is being verified makes no second', async () => {
    await topUp(site, who, PLAN.total);
    const page = await buy('sandbox');
    await site
      .sql("UPDATE payments SET state = 'verifying', claimed_at = ? WHERE id = ?", site.clock.now, page.payment.id)
      .run();
    expect(await buy('wallet')).toMatchObject({ pay_url: null, payment: { id: page.payment.id, state: 'verifying' } });
    expect(await site.wallet(who)).toBe(PLAN.total);
  });

  it('bought from the wallet while the bank opens its page sends nobody to that page', async () => {
    await topUp(site, who, PLAN.total);
    const DB = failing(platform.env.DB, { meanwhile: () => buy('wallet') });
    const { pay_url, payment } = await buy('sandbox', openMoney(platform, { DB }));
    expect(pay_url).toBeNull();
    expect(payment).toMatchObject({ method: 'wallet', state: 'settled' });
  });

  it('leaves a film and a charge of the wallet alone', async () => {
    const film = await site.call(buyTitle, { id: FILM.id, payment_method: 'sandbox' }, who);
    await buy('sandbox');
    expect(await site.payment(film.data.payment.id, who)).toMatchObject({ state: 'pending' });
    // Credit may be wanted twice.
    await topUp(site, who, 10_000);
    await topUp(site, who, 10_000);
    expect(await site.wallet(who)).toBe(20_000);
    expect((await site.call(chargeWallet, { amount: 10_000 }, who)).data.pay_url).not.toBe('');
  });
});

describe('a bank page that another bank’s took the place of', () => {
  const state = async (id: string): Promise<Partial<Payment>> => twoBanks.payment(id, who);
  const paidAt = async (id: string) => {
    const request = banks.leave(banks.find(id).token, 'pay');
    return twoBanks.api(request, twoBanks.env, platform.ctx);
  };

  it.each([
    ['paid before the newer one', (older: string, newer: string) => inOrder(older, newer)],
    ['paid after the newer one', (older: string, newer: string) => inOrder(newer, older)],
    ['paid at the same moment', (older: string, newer: string) => Promise.all([paidAt(older), paidAt(newer)])],
  ])('%s: one delivery, the rest in the wallet', async (_, payBoth) => {
    const older = await buy('saman', twoBanks);
    const newer = await buy('zarinpal', twoBanks);
    expect(newer.payment.id).not.toBe(older.payment.id);
    expect(await state(older.payment.id)).toMatchObject({ state: 'cancelled', pay_url: null });
    await payBoth(older.payment.id, newer.payment.id);
    await twoBanks.tick(120);
    expect(await state(older.payment.id)).toMatchObject({ state: 'settled', problem: 'superseded' });
    expect(await state(newer.payment.id)).toMatchObject({ state: 'settled', problem: null, kept_in_wallet: 0 });
    expect([await moneyIn(), await site.wallet(who)]).toEqual([2 * PLAN.total, PLAN.total]);
    expect(await site.count("ledger_entries WHERE account = 'sales:plan' AND payment_id = ?", older.payment.id)).toBe(
      0,
    );
  });

  it('paid alone buys nothing: its money waits in the wallet, and the newer page stays open', async () => {
    const older = await buy('saman', twoBanks);
    const newer = await buy('zarinpal', twoBanks);
    await paidAt(older.payment.id);
    expect([await site.wallet(who), await daysBought()]).toEqual([PLAN.total, 0]);
    expect(await state(newer.payment.id)).toMatchObject({ state: 'pending', pay_url: newer.pay_url });
    expect(await buy('wallet', twoBanks)).toMatchObject({ payment: { state: 'settled', method: 'wallet' } });
    expect(await daysBought()).toBe(PLAN.days);
  });

  async function inOrder(first: string, second: string) {
    await paidAt(first);
    return paidAt(second);
  }
});
