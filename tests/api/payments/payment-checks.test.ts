import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBanks, RELAY_SECRET, type FakeBanks } from '@pardeh/money-simulator/banks/server';
import { TERMINAL } from '@pardeh/money-simulator/banks/saman';
import { MERCHANT } from '@pardeh/money-simulator/banks/zarinpal';
import { chargeWallet } from '../../../src/features/checkout/contract.ts';
import { getDeskPayment, verifyAgain } from '../../../src/features/operator/desk-payments-contract.ts';
import { sweepPayments } from '../../../src/features/payments/server/sweep.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { addRow } from '../../support/database/rows.ts';
import { failing } from '../../support/faults/failing-d1.ts';
import { openMoney, sell, type MoneySite, type Visitor } from '../../support/money/money.ts';
import { listen } from '../../support/site/api.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const ROOT = 'r'.repeat(40);
const root: Visitor = { id: 0, mobile: '', token: ROOT };
let platform: Platform;
let banks: FakeBanks;
let site: MoneySite;
let who: Visitor;
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);

beforeAll(async () => {
  [platform, banks] = await Promise.all([openPlatform(), openBanks(listen)]);
  site = openMoney(platform, {
    ...{ DEMO: '', MANDATE_PROVIDER: '', OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) },
    ...{ PAYMENT_RELAY_BASE: `${banks.url}/`, PAYMENT_RELAY_SECRET: RELAY_SECRET, PAYMENT_TIMEOUT_MS: '3500' },
    ...{ PAYMENT_GATEWAYS: 'saman,zarinpal,zibal', SEP_TERMINAL_ID: TERMINAL, ZARINPAL_MERCHANT_ID: MERCHANT },
    ZIBAL_MERCHANT: 'zibal',
  });
  await sell(platform.env.DB, site.clock.now);
});
afterAll(async () => {
  log.mockRestore();
  await Promise.all([platform.dispose(), banks.close()]);
});
beforeEach(async () => {
  banks.state.mood = 'fine';
  who = await site.visitor();
});

async function charge(payment_method: string) {
  const { data } = await site.call(chargeWallet, { amount: 25_000, payment_method }, who);
  return { id: data.payment_id, token: banks.find(data.payment_id).token };
}
const comeBack = async (request: Request) => site.api(request, site.env, platform.ctx);
const readChecks = async (id: string) => (await site.call(getDeskPayment, { id }, root)).data.checks;
const listSteps = async (id: string) =>
  (await readChecks(id)).map(({ kind, outcome, problem }) =>
    [kind, outcome, ...(problem === null ? [] : [problem])].join(' '),
  );

describe('what a gateway said of a payment', () => {
  it('is listed in its order: a visitor who gave up, and then a bank that took the money', async () => {
    const { id, token } = await charge('zibal');
    await comeBack(banks.leave(token, 'cancel'));
    site.clock.now += 60;
    banks.find(id).state = 'open';
    await comeBack(banks.leave(token, 'pay'));
    expect(await listSteps(id)).toEqual(['callback cancelled', 'callback paid', 'verify paid']);
    const checks = await readChecks(id);
    expect(checks.map(({ said_at: at }) => at)).toEqual([site.clock.now - 60, site.clock.now, site.clock.now]);
    const { reference } = banks.find(id);
    expect(checks.at(-1)).toMatchObject({ reference, card: '8080' });
    const stored = JSON.stringify((await site.sql('SELECT * FROM payment_checks').all()).results);
    for (const secret of [RELAY_SECRET, MERCHANT, TERMINAL, '62198610', who.mobile])
      expect(stored).not.toContain(secret);
  });

  it('has a row for an answer that changed, and none for each time that it was asked', async () => {
    const { id, token } = await charge('zibal');
    for (let tick = 0; tick < 3; tick += 1) await site.tick(120);
    banks.leave(token, 'pay');
    await site.call(verifyAgain, { id, reason: 'she says that it is paid' }, root);
    expect(await listSteps(id)).toEqual(['inquiry waiting', 'inquiry verify', 'verify paid']);
  });

  it('says of an operator’s question if the bank answered, and has a row only where it was asked', async () => {
    const verify = (id: string) => site.call(verifyAgain, { id, reason: 'she says that it is paid' }, root);
    const { id, token } = await charge('zibal');
    expect((await verify(id)).data).toEqual({ state: 'pending', inquiry: 'answered' });
    banks.state.mood = 'html';
    expect((await verify(id)).data).toEqual({ state: 'pending', inquiry: 'silent' });
    banks.state.mood = 'slow';
    expect((await verify(id)).data).toEqual({ state: 'pending', inquiry: 'silent' });
    expect(await listSteps(id)).toEqual(['inquiry waiting', 'inquiry unknown']);
    banks.state.mood = 'fine';
    banks.leave(token, 'pay');
    expect((await verify(id)).data).toEqual({ state: 'settled', inquiry: 'answered' });
    expect((await verify(id)).data).toEqual({ state: 'settled', inquiry: 'impossible' });

    const sep = await charge('saman');
    expect((await verify(sep.id)).data).toEqual({ state: 'pending', inquiry: 'impossible' });
    expect(await listSteps(sep.id)).toEqual([]);
    banks.state.mood = 'html';
    await comeBack(banks.leave(sep.token, 'pay'));
    banks.state.mood = 'fine';
    site.clock.now += 60;
    expect((await verify(sep.id)).data).toEqual({ state: 'settled', inquiry: 'answered' });
    expect(await listSteps(sep.id)).toEqual(['callback paid', 'verify unknown', 'verify paid']);

    const unsent = { id: 'unsent00000000000000', user_id: who.id, state: 'failed', method: 'zibal', token: null };
    await addRow(site.env.DB, 'payments', unsent);
    expect((await verify(unsent.id)).data).toEqual({ state: 'failed', inquiry: 'impossible' });
    expect(await listSteps(unsent.id)).toEqual([]);
  });

  it('includes an answer that did not come, a sum that differs, and the money that a bank gave back', async () => {
    const { id, token } = await charge('zarinpal');
    banks.find(id).paidRial = 10_000;
    const back = banks.leave(token, 'pay');
    banks.state.mood = 'html';
    await comeBack(back);
    banks.state.mood = 'fine';
    site.clock.now += 60;
    await comeBack(new Request(back.url));
    expect(await listSteps(id)).toEqual([
      ...['callback paid', 'verify unknown'],
      ...['verify mismatch amount_mismatch', 'reverse reversed'],
    ]);
  });

  it('is at most thirty callbacks of strangers, which leave room for the bank', async () => {
    const { id, token } = await charge('saman');
    const back = banks.leave(token, 'pay');
    const form = await back.clone().text();
    for (let at = 0; at < 40; at += 1) {
      const body = new URLSearchParams(form);
      body.set(at % 2 === 0 ? 'Token' : 'Status', at % 2 === 0 ? 'x' : '1');
      await comeBack(new Request(back.url, { method: 'POST', body }));
    }
    await comeBack(back);
    const steps = await listSteps(id);
    expect(steps.filter((step) => step.startsWith('callback'))).toHaveLength(30);
    expect(steps.at(-1)).toBe('verify paid');
  });

  it('is not changed or removed but with its payment, and stops no money where it cannot be stored', async () => {
    const { id, token } = await charge('zibal');
    await comeBack(banks.leave(token, 'pay'));
    const append = 'check_append_only';
    for (const statement of [
      "UPDATE payment_checks SET outcome = 'failed'",
      "UPDATE payment_checks SET card = '1111'",
      'DELETE FROM payment_checks',
    ])
      await expect(site.sql(`${statement} WHERE payment_id = ?`, id).run(), statement).rejects.toThrow(append);

    const other = await charge('zibal');
    const broken = openMoney(
      { ...platform, env: { ...site.env, DB: failing(site.env.DB, { matching: /payment_checks/ }) } },
      site.env,
    );
    broken.clock.now = site.clock.now;
    await broken.api(banks.leave(other.token, 'pay'), broken.env, platform.ctx);
    expect((await site.payment(other.id, who)).state).toBe('settled');

    const old = { id: 'old00000000000000000', user_id: who.id, state: 'failed' };
    await addRow(site.env.DB, 'payments', old);
    await addRow(site.env.DB, 'payment_checks', { payment_id: old.id });
    await sweepPayments({ db: openDatabase(site.env.DB), now: site.clock.now });
    expect(await site.count('payment_checks WHERE payment_id = ?', old.id)).toBe(0);
    expect(await site.count('payment_checks WHERE payment_id = ?', id)).toBe(2);
  });
});
