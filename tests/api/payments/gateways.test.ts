import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getGateways, chargeWallet } from '../../../src/features/checkout/contract.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { buildRequest, parseFailure, ORIGIN } from '../../support/site/api.ts';
import { openBanks, RELAY_SECRET, type FakeBanks, type Mood } from '@pardeh/money-simulator/banks/server';
import { TERMINAL } from '@pardeh/money-simulator/banks/saman';
import { MERCHANT } from '@pardeh/money-simulator/banks/zarinpal';
import { failing } from '../../support/faults/failing-d1.ts';
import { openMoney, sell, type MoneySite, type Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { listen } from '../../support/site/api.ts';

const BANKS = ['saman', 'zarinpal', 'zibal'] as const;
let platform: Platform;
let banks: FakeBanks;
let site: MoneySite;
let who: Visitor;
let configured: Partial<Env>;
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);

beforeAll(async () => {
  [platform, banks] = await Promise.all([openPlatform(), openBanks(listen)]);
  configured = {
    DEMO: '',
    MANDATE_PROVIDER: '',
    PAYMENT_GATEWAYS: 'zibal, saman,zarinpal',
    PAYMENT_RELAY_BASE: `${banks.url}/`,
    PAYMENT_RELAY_SECRET: RELAY_SECRET,
    PAYMENT_TIMEOUT_MS: '8000',
    SEP_TERMINAL_ID: TERMINAL,
    ZARINPAL_MERCHANT_ID: MERCHANT,
    ZIBAL_MERCHANT: 'zibal',
  };
  site = openMoney(platform, configured);
  await sell(platform.env.DB, site.clock.now);
});
afterAll(async () => {
  log.mockRestore();
  await Promise.all([platform.dispose(), banks.close()]);
});
beforeEach(async () => {
  become('fine');
  who = await site.visitor();
  log.mockClear();
});
afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

/** A bank that never answers is not waited for as long as a real one. */
function become(mood: Mood): void {
  banks.state.mood = mood;
  site.env.PAYMENT_TIMEOUT_MS = mood === 'slow' ? '300' : '8000';
}

async function charge(payment_method: string, amount = 25_000) {
  const { data } = await site.call(chargeWallet, { amount, payment_method }, who);
  const { token } = banks.find(data.payment_id);
  return { id: data.payment_id, payUrl: data.pay_url, token };
}
const comeBack = async (request: Request) => {
  const response = await site.api(request, site.env, platform.ctx);
  expect(response.status).toBe(303);
  return response.headers.get('location');
};
const reported = () => log.mock.calls.flat().map(String).join('\n');

describe('the list of gateways', () => {
  it('is the configured ones, saman the default (spec 7.24, 9.13)', async () => {
    const { data } = await site.call(getGateways, {});
    expect(data.data.map(({ id, is_default }) => [id, is_default])).toEqual([
      ['zibal', false],
      ['saman', true],
      ['zarinpal', false],
    ]);
  });

  it('of a charge that names none is saman', async () => {
    const { data } = await site.call(chargeWallet, { amount: 10_000 }, who);
    expect(data.pay_url).toMatch(/^https:\/\/sep\.shaparak\.ir\/OnlinePG\/SendToken\?token=sep0+\d+$/);
  });

  it.each([
    { PAYMENT_GATEWAYS: 'sandbox,nobank' },
    { PAYMENT_GATEWAYS: 'saman', SEP_TERMINAL_ID: '' },
    { PAYMENT_GATEWAYS: 'zarinpal', ZARINPAL_MERCHANT_ID: '' },
    { PAYMENT_GATEWAYS: 'zibal', ZIBAL_MERCHANT: '' },
    { PAYMENT_GATEWAYS: 'zibal', PAYMENT_RELAY_SECRET: '' },
    { PAYMENT_GATEWAYS: 'zibal', SITE_URL: '' },
  ])('refuses to run on %j', async (vars) => {
    const wrong = openMoney(platform, { ...configured, ...vars });
    expect(await parseFailure(await wrong.ask(getGateways, {}))).toMatchObject({ status: 500, code: 'internal' });
  });
});

describe.each(BANKS)('%s', (bank) => {
  it('takes the amount in rial through the relay and credits toman, once', async () => {
    const { id, token } = await charge(bank);
    expect(banks.find(id).rial).toBe(250_000);
    expect(await comeBack(banks.leave(token, 'pay'))).toBe(`${ORIGIN}/callback?payment=${id}`);
    await Promise.all(Array.from({ length: 10 }, () => comeBack(banks.leave(token, 'pay'))));
    expect(await site.wallet(who)).toBe(25_000);
    const { reference } = banks.find(id);
    expect(await site.payment(id, who)).toMatchObject({ state: 'settled', method: bank, reference });
    expect((await site.payment(id, who)).card).toMatch(/\*/);
  });

  it('that was cancelled says so', async () => {
    const { id, token } = await charge(bank);
    await comeBack(banks.leave(token, 'cancel'));
    expect(await site.payment(id, who)).toMatchObject({ state: 'cancelled', next: 'retry' });
  });

  it('that had verified this payment before it died is success: "already verified"', async () => {
    const { id, token } = await charge(bank);
    const dead = openMoney(platform, { ...configured, DB: failing(platform.env.DB, { batch: 'always' }) });
    dead.clock.now = site.clock.now;
    await dead.api(banks.leave(token, 'pay'), dead.env, platform.ctx);
    expect(banks.find(id).state).toBe('captured');
    expect(await site.wallet(who)).toBe(0);
    site.clock.now += 46;
    await comeBack(banks.leave(token, 'pay'));
    expect((await site.payment(id, who)).state).toBe('settled');
    expect(await site.wallet(who)).toBe(25_000);
  });

  it('that had verified it for another payment is failure', async () => {
    const first = await charge(bank);
    await comeBack(banks.leave(first.token, 'pay'));
    const second = await charge(bank, 25_001);
    const { reference } = banks.find(first.id);
    // The bank answers for the second payment with the transaction of the first.
    banks.find(second.id).reference = reference;
    await comeBack(banks.leave(second.token, 'pay'));
    expect((await site.payment(second.id, who)).state).not.toBe('settled');
    expect(await site.wallet(who)).toBe(25_000);
    expect(reported()).toContain('reference_used');
  });

  it('that took another amount is not credited, and reported', async () => {
    const { id, token } = await charge(bank);
    banks.find(id).paidRial = 10_000;
    await comeBack(banks.leave(token, 'pay'));
    expect(await site.payment(id, who)).toMatchObject({ problem: 'amount_mismatch' });
    expect(reported()).toContain('amount_mismatch');
    expect(await site.wallet(who)).toBe(0);
    // Zibal has no way to give back, and what SEP verifies is not proven to be this payment's.
    expect(banks.find(id).state).toBe(bank === 'zarinpal' ? 'returned' : 'captured');
    await site.tick(32 * 60);
    expect(await site.payment(id, who)).toMatchObject({ problem: 'amount_mismatch', next: 'contact' });
  });

  it.each<Mood>(['html', 'half json', 'other shape', 'slow', 'refuses'])(
    'that is %s when it begins ends the payment, and the next try is a new one',
    async (mood) => {
      become(mood);
      const answer = await parseFailure(await site.ask(chargeWallet, { amount: 25_000, payment_method: bank }, who));
      expect(answer).toMatchObject({ status: 502, code: 'gateway_failed' });
      expect(answer.body.message).toContain('Problem with processing the payment');
      expect(await site.count("payments WHERE user_id = ? AND state = 'failed'", who.id)).toBe(1);
      for (const secret of [RELAY_SECRET, MERCHANT, who.mobile]) expect(reported()).not.toContain(secret);
      become('fine');
      const { token } = await charge(bank);
      await comeBack(banks.leave(token, 'pay'));
      expect(await site.wallet(who)).toBe(25_000);
    },
  );

  it.each<Mood>(['html', 'half json', 'other shape', 'slow'])(
    'that is %s when it should verify is asked again by the cron',
    async (mood) => {
      const { id, token } = await charge(bank);
      const back = banks.leave(token, 'pay');
      become(mood);
      await comeBack(back);
      expect(await site.payment(id, who)).toMatchObject({ state: 'pending' });
      await site.tick(120);
      expect((await site.payment(id, who)).state).toBe('pending');
      become('fine');
      await site.tick(120);
      expect((await site.payment(id, who)).state).toBe('settled');
      expect(await site.wallet(who)).toBe(25_000);
    },
  );

  it('whose visitor never comes back: settled by inquiry, or left to the bank, which gives it back', async () => {
    const { id, token } = await charge(bank);
    banks.leave(token, 'pay');
    await site.tick(120);
    // SEP cannot be asked without the number that only its callback names.
    expect((await site.payment(id, who)).state).toBe(bank === 'saman' ? 'pending' : 'settled');
    await site.tick(32 * 60);
    expect((await site.payment(id, who)).state).toBe(bank === 'saman' ? 'expired' : 'settled');
  });

  it('whose visitor leaves without paying: over when the bank’s window is', async () => {
    const { id } = await charge(bank);
    await site.tick(120);
    expect((await site.payment(id, who)).state).toBe('pending');
    await site.tick(32 * 60);
    expect((await site.payment(id, who)).state).toBe('expired');
  });

  it('is not asked about a return that belongs to another payment', async () => {
    const one = await charge(bank);
    const two = await charge(bank, 25_001);
    const back = banks.leave(one.token, 'pay');
    const body = back.method === 'POST' ? await back.text() : null;
    const url = back.url.replace(one.id, two.id);
    banks.state.asked.length = 0;
    await comeBack(new Request(url, body === null ? {} : { method: 'POST', body: new URLSearchParams(body) }));
    expect(banks.state.asked).toEqual([]);
    expect((await site.payment(two.id, who)).state).toBe('pending');
  });
});

describe('the form that SEP posts', () => {
  it.each<[string, Record<string, string>, string]>([
    ['an altered amount is not verified', { Amount: '2500000' }, 'failed'],
    ['an empty RefNum is a failure', { RefNum: '' }, 'failed'],
    ['an expired session is one', { Status: '4' }, 'failed'],
    ['a failed payment is one', { Status: '3' }, 'failed'],
    ['another terminal is not ours', { TerminalId: '1', MID: '1' }, 'pending'],
    ['another order is not ours', { ResNum: 'x' }, 'pending'],
    ['another token is not ours', { Token: 'x' }, 'pending'],
  ])('%s', async (_, changes, state) => {
    const { id, token } = await charge('saman');
    banks.state.asked.length = 0;
    await comeBack(banks.leave(token, 'pay', changes));
    expect((await site.payment(id, who)).state).toBe(state);
    expect(banks.state.asked).toEqual([]);
    expect(await site.wallet(who)).toBe(0);
  });

  it('comes from another site without cookies, and passes; nothing else that does, does', async () => {
    const worker = createWorker(() => Promise.resolve(new Response('page')));
    const { id, token } = await charge('saman');
    const response = await worker(banks.leave(token, 'pay'), site.env, platform.ctx);
    expect([response.status, response.headers.get('location')]).toEqual([303, `${ORIGIN}/callback?payment=${id}`]);
    expect(await site.wallet(who)).toBe(25_000);
    const headers = { origin: 'https://sep.shaparak.ir', 'sec-fetch-site': 'cross-site' };
    for (const path of ['/payments/plan', '/get/charge_wallet', '/directdebit/buy_subscription']) {
      const answer = await worker(buildRequest(path, { method: 'POST', headers }), site.env, platform.ctx);
      expect((await parseFailure(answer)).code).toBe('forbidden_origin');
    }
  });

  it('is built from the configured address, never from the host that was asked', async () => {
    const headers = { authorization: `Bearer ${who.token}` };
    const body = { amount: 20_000, payment_method: 'saman' };
    const request = buildRequest(chargeWallet.path, { headers, body, origin: 'https://evil.test' });
    await site.api(request, site.env, platform.ctx);
    const { callback } = banks.book.transactions.at(-1)!;
    expect(callback.startsWith(`${ORIGIN}/api/v1/payments/return/saman/`)).toBe(true);
  });
});

describe('the sandbox bank', () => {
  it('does not exist unless it is configured, whatever the method', async () => {
    const real = openMoney(platform, { ...configured, MANDATE_PROVIDER: '' });
    for (const [method, body] of [['GET'], ['POST', { action: 'pay' }]] as const) {
      const answer = await real.ask({ ...chargeWallet, method: method, path: '/dev/gateway/x' }, body ?? {});
      expect(await parseFailure(answer)).toMatchObject({ status: 404, code: 'not_found' });
    }
  });
});
