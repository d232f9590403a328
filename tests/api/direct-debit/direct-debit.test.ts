import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getCart } from '../../../src/features/paywall/contract.ts';
import {
  buySubscription,
  deleteSubscription,
  getBanks,
  getSubscriptions,
} from '../../../src/features/direct-debit/contract.ts';
import { listPayments } from '../../../src/features/payments/contract.ts';
import { buyPlan, buyTitle, getQuote } from '../../../src/features/checkout/contract.ts';
import { parseAnswer, parseFailure, ORIGIN } from '../../support/site/api.ts';
import { RELAY_SECRET } from '@pardeh/money-simulator/banks/server';
import { BUSINESS, VANDAR_TOKEN } from '@pardeh/money-simulator/banks/vandar';
import { openVandar, type FakeVandar } from '@pardeh/money-simulator/banks/vandar-server';
import {
  buildEpisode,
  FILM,
  openMoney,
  PLAN,
  sell,
  SERIES,
  type MoneySite,
  type Visitor,
} from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { addRow } from '../../support/database/rows.ts';
import { listen } from '../../support/site/api.ts';

const DAY = 24 * 60 * 60;
let platform: Platform;
let vandar: FakeVandar;
let sandboxSite: MoneySite;
let vandarSite: MoneySite;
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);

beforeAll(async () => {
  [platform, vandar] = await Promise.all([openPlatform(), openVandar(listen)]);
  sandboxSite = openMoney(platform);
  vandarSite = openMoney(platform, {
    MANDATE_PROVIDER: 'vandar',
    VANDAR_BUSINESS: BUSINESS,
    VANDAR_TOKEN,
    PAYMENT_RELAY_BASE: vandar.url,
    PAYMENT_RELAY_SECRET: RELAY_SECRET,
    PAYMENT_TIMEOUT_MS: '8000',
  });
  await sell(platform.env.DB, sandboxSite.clock.now);
});
afterAll(async () => {
  log.mockRestore();
  await Promise.all([platform.dispose(), vandar.close()]);
});
afterEach(async () => {
  expect(await sandboxSite.books()).toEqual([]);
});

const PROVIDERS = {
  sandbox: {
    site: () => sandboxSite,
    agree: (site: MoneySite, payUrl: string | null) => site.payAtGateway(payUrl, 'pay'),
  },
  vandar: {
    site: () => vandarSite,
    agree: async (_: MoneySite, payUrl: string | null) => vandar.agree(payUrl?.split('/').at(-1) ?? ''),
  },
};

describe.each(['sandbox', 'vandar'] as const)('direct debit at %s', (name) => {
  let site: MoneySite;
  let who: Visitor;
  beforeEach(async () => {
    site = PROVIDERS[name].site();
    Object.assign(vandar.state, { outcome: 'DONE', mood: 'fine' });
    // Nobody of an earlier test is collected from.
    await site.sql("UPDATE mandates SET state = 'cancelled'").run();
    who = await site.visitor({ subscribedUntil: site.clock.now + 20 * DAY });
  });
  const agree = async (input: Record<string, unknown> = {}) => {
    const { data } = await site.call(buySubscription, { add_new_bank: true, bank: '012', ...input }, who);
    return site.comeBack(await PROVIDERS[name].agree(site, data.pay_url));
  };
  const settings = async () => (await site.call(getSubscriptions, {}, who)).data;
  const until = () =>
    site.sql('SELECT subscribed_until FROM users WHERE id = ?', who.id).first<number>('subscribed_until');

  it('lists banks, the default first (spec 7.14, 9.14)', async () => {
    const { data } = await site.call(getBanks, {}, who);
    expect(data.banks[0]).toMatchObject({ code: '012', is_default: true });
    expect(data.banks.map(({ code }) => code)).not.toContain('010');
  });

  it('is agreed to at the bank, with its terms shown before (spec 7.15, 7.16)', async () => {
    expect(await settings()).toMatchObject({
      subscriptions: [],
      configs: { subscription: false, pay_anything: false, bank: '012' },
      series: [{ id: SERIES.id, subscribe_fee: SERIES.episodeTotal, directdebit: false }],
      mobile: who.mobile,
      subscribe_fee: PLAN.total,
      terms: { limit: 1_000_000, count_per_month: 10 },
    });
    const change = { mobile: '۰۹۱۲۱۱۱۲۲۳۳', pay_anything: 1, series: [SERIES.id], callback_url: `${ORIGIN}/movie/10` };
    expect(await agree(change)).toBe(`${ORIGIN}/callback?directdebit=active&from=%2Fmovie%2F10`);
    expect(await settings()).toMatchObject({
      subscriptions: [{ bank: '012', state: 'active', mobile: '09121112233', limit: 1_000_000 }],
      configs: { subscription: false, pay_anything: true },
      series: [{ directdebit: true }],
    });
    // Nobody is led out of the site.
    expect(await agree({ callback_url: '//evil.example' })).toBe(`${ORIGIN}/callback?directdebit=active`);
  });

  it('adds a bank by itself where something is turned on without one (spec 4.16), and saves each toggle (4.17)', async () => {
    const { data } = await site.call(buySubscription, { subscription: true }, who);
    expect(data.pay_url).not.toBeNull();
    await site.comeBack(await PROVIDERS[name].agree(site, data.pay_url));
    const toggled = await site.call(buySubscription, { pay_anything: true }, who);
    expect(toggled.data.pay_url).toBeNull();
    expect((await settings()).configs).toMatchObject({ subscription: true, pay_anything: true });
    await site.call(buySubscription, { subscription: false }, who);
    expect((await settings()).configs).toMatchObject({ subscription: false, pay_anything: true });
  });

  it('saves a toggle without a bank where none is to be added, collects nothing, and keeps it for the bank (spec 4.17)', async () => {
    const other = await site.visitor();
    const wish = { subscription: true, pay_anything: true, series: [SERIES.id], add_new_bank: false };
    expect((await site.call(buySubscription, wish, who)).data.pay_url).toBeNull();
    const saved = {
      configs: { subscription: true, pay_anything: true },
      series: [{ directdebit: true }],
    };
    expect(await settings()).toMatchObject({ subscriptions: [], ...saved });
    expect((await site.call(getSubscriptions, {}, other)).data.configs.subscription).toBe(false);
    expect(await site.count('mandates WHERE user_id = ?', who.id)).toBe(0);
    const bought = await site.ask(buyPlan, { plan_id: PLAN.id, payment_method: 'direct_debit' }, who);
    expect((await parseFailure(bought)).code).toBe('mandate_needed');
    expect(await site.count("payments WHERE user_id = ? AND method = 'direct_debit'", who.id)).toBe(0);
    await agree({});
    expect(await settings()).toMatchObject({ subscriptions: [{ state: 'active' }], ...saved });
  });

  it('refuses a bank or a mobile that is none', async () => {
    const bad = (input: object) => site.ask(buySubscription, { add_new_bank: true, ...input }, who);
    expect(await parseFailure(await bad({ bank: '999' }))).toMatchObject({ code: 'bank_unknown', fields: ['bank'] });
    expect(await parseFailure(await bad({ mobile: '123' }))).toMatchObject({
      code: 'mobile_invalid',
      fields: ['mobile'],
    });
  });

  it('is not agreed to by a forged return', async () => {
    const { data } = await site.call(buySubscription, { add_new_bank: true }, who);
    const id = await site
      .sql("SELECT id FROM mandates WHERE user_id = ? AND state = 'pending'", who.id)
      .first<string>('id');
    const forged = `${ORIGIN}/api/v1/directdebit/return/${id ?? ''}?token=x&status=SUCCEED&authorization_id=auth-x`;
    expect(await site.comeBack(forged)).toBe(`${ORIGIN}/callback?directdebit=unknown`);
    expect((await settings()).subscriptions[0]?.state).toBe('pending');
    expect(data.pay_url).not.toBeNull();
  });

  it('is deleted, and with the last bank everything automatic ends (spec 7.17)', async () => {
    await agree({ subscription: true, pay_anything: true, series: [SERIES.id] });
    const { subscriptions } = await settings();
    const other = await site.visitor();
    const id = subscriptions[0]!.id;
    expect((await parseFailure(await site.ask(deleteSubscription, { id }, other))).code).toBe('mandate_unknown');
    await site.call(deleteSubscription, { id }, who);
    expect(await settings()).toMatchObject({
      subscriptions: [],
      configs: { subscription: false, pay_anything: false },
      series: [{ directdebit: false }],
    });
  });

  it('renews a subscription that ends within a day, once, however often the cron runs', async () => {
    await agree({ subscription: true });
    await site.tick(120);
    expect((await site.call(listPayments, {}, who)).meta.total).toBe(0);
    const end = (await until()) ?? 0;
    site.clock.now = end - DAY;
    await Promise.all([site.tick(1), site.tick(1), site.tick(1)]);
    await site.tick(120);
    expect(await until()).toBe(end + PLAN.days * DAY);
    const { data, meta } = await site.call(listPayments, {}, who);
    expect(meta.total).toBe(1);
    expect(data[0]).toMatchObject({ method: 'direct_debit', purpose: 'plan', state: 'settled', total: PLAN.total });
  });

  it('pays anything the visitor buys, once, within the cap agreed to', async () => {
    const methods = async () => (await site.call(getQuote, { purpose: 'title', id: FILM.id }, who)).data.methods;
    await site.sql('UPDATE users SET subscribed_until = 0 WHERE id = ?', who.id).run();
    expect(await methods()).not.toContain('direct_debit');
    const buy = () => site.ask(buyTitle, { id: FILM.id, payment_method: 'direct_debit' }, who);
    expect((await parseFailure(await buy())).code).toBe('mandate_needed');
    await agree();
    expect((await parseFailure(await buy())).code).toBe('mandate_needed');
    // A method that is not allowed is not offered either.
    expect(await methods()).not.toContain('direct_debit');
    await site.call(buySubscription, { pay_anything: true }, who);
    expect(await methods()).toContain('direct_debit');
    const answers = await Promise.all(Array.from({ length: 10 }, buy));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect((await site.call(listPayments, {}, who)).meta.total).toBe(1);
    expect((await site.call(getCart, { id: FILM.id, type: 'movie' }, who)).data.data.state).toBe('owned');
    await site.sql('UPDATE mandates SET limit_toman = 1000 WHERE user_id = ?', who.id).run();
    const more = await site.ask(buyPlan, { plan_id: PLAN.id, payment_method: 'direct_debit' }, who);
    expect((await parseFailure(more)).code).toBe('mandate_limit');
  });

  it('pays an open payment in place of its bank page (payment_id)', async () => {
    await agree();
    const { data } = await site.call(buyPlan, { plan_id: PLAN.id }, who);
    const stranger = await site.visitor();
    const input = { payment_id: data.payment.id };
    expect((await parseFailure(await site.ask(buySubscription, input, stranger))).code).toBe('payment_unknown');
    const end = (await until()) ?? 0;
    const clicks = await Promise.all([1, 2, 3].map(() => site.ask(buySubscription, input, who)));
    // Every click is answered with the one collection.
    const answers = await Promise.all(clicks.map((click) => parseAnswer(buySubscription, click)));
    expect(new Set(answers.map(({ data: { payment_id } }) => payment_id)).size).toBe(1);
    const by = answers[0]?.data.payment_id;
    expect(await site.count("payments WHERE user_id = ? AND method = 'direct_debit'", who.id)).toBe(1);
    expect(await site.payment(by ?? '', who)).toMatchObject({ method: 'direct_debit', state: 'settled' });
    expect(await until()).toBe(end + PLAN.days * DAY);
    expect((await site.payment(data.payment.id, who)).state).toBe('cancelled');
  });

  it('buys each new episode of an enabled series, once, and none that was there before', async () => {
    await site.sql('UPDATE users SET subscribed_until = 0 WHERE id = ?', who.id).run();
    await agree({ series: [SERIES.id] });
    await site.tick(120);
    expect((await site.call(listPayments, {}, who)).meta.total).toBe(0);
    const episode = name === 'sandbox' ? 22 : 23;
    await addRow(site.env.DB, 'titles', buildEpisode(episode));
    await Promise.all([site.tick(120), site.tick(1)]);
    await site.tick(120);
    const { data, meta } = await site.call(listPayments, {}, who);
    expect(meta.total).toBe(1);
    expect(data[0]?.lines[0]).toMatchObject({ kind: 'title', id: episode, total: SERIES.episodeTotal });
    expect((await site.call(getCart, { id: episode, type: 'episode' }, who)).data.data.state).toBe('owned');
  });
});

describe('a collection that fails', () => {
  let who: Visitor;
  const site = () => vandarSite;
  beforeEach(async () => {
    Object.assign(vandar.state, { outcome: 'DONE', mood: 'fine' });
    await site().sql("UPDATE mandates SET state = 'cancelled'").run();
    who = await site().visitor({ subscribedUntil: site().clock.now + DAY });
    const { data } = await site().call(buySubscription, { add_new_bank: true, subscription: true }, who);
    await site().comeBack(await PROVIDERS.vandar.agree(site(), data.pay_url));
  });
  const charge = () =>
    site()
      .sql('SELECT state, attempts FROM direct_debit_charges WHERE user_id = ?', who.id)
      .first<{ state: string; attempts: number }>();
  const withdrawals = () =>
    [...vandar.book.withdrawals.keys()].filter((track) => track.startsWith(`renewal:${String(who.id)}:`));

  it('is tried again some hours later, stopped after the third time, and told by SMS', async () => {
    vandar.state.outcome = 'FAILED';
    await site().tick(120);
    expect(await charge()).toEqual({ state: 'due', attempts: 1 });
    await site().tick(3600);
    expect(await charge()).toEqual({ state: 'due', attempts: 1 });
    await site().tick(5 * 3600 + 120);
    expect(await charge()).toEqual({ state: 'due', attempts: 2 });
    await site().tick(6 * 3600 + 120);
    expect(await charge()).toEqual({ state: 'stopped', attempts: 3 });
    const { data } = await site().call(getSubscriptions, {}, who);
    expect(data.configs.subscription).toBe(false);
    expect(data.stopped).toMatchObject({ kind: 'renewal' });
    const sms = await site().sql('SELECT text FROM outbox WHERE mobile = ?', who.mobile).first<string>('text');
    expect(sms).toContain('متوقف');
    await site().tick(DAY);
    expect(withdrawals()).toHaveLength(3);
    expect(await site().count('outbox WHERE mobile = ?', who.mobile)).toBe(1);
  });

  it('is none where the price with VAT is above the cap agreed to: it stops, and takes nothing', async () => {
    const setCap = (toman: number) =>
      site().sql('UPDATE mandates SET limit_toman = ? WHERE user_id = ?', toman, who.id).run();
    await setCap(PLAN.total - 1);
    await site().tick(120);
    expect([await charge(), withdrawals()]).toEqual([{ state: 'stopped', attempts: 1 }, []]);
    await setCap(PLAN.total);
    await site().call(buySubscription, { subscription: true }, who);
    await site().tick(120);
    await site().tick(120);
    expect([(await charge())?.state, withdrawals().length]).toEqual(['done', 1]);
  });

  it('without an answer is looked up by its track id, never asked for twice', async () => {
    vandar.state.mood = 'loses the answer';
    await site().tick(120);
    expect(await charge()).toEqual({ state: 'sent', attempts: 1 });
    vandar.state.mood = 'fine';
    await site().tick(120);
    await site().tick(120);
    expect(await charge()).toEqual({ state: 'done', attempts: 1 });
    expect(withdrawals()).toHaveLength(1);
  });

  it.each(['no business', 'no token', 'too many', 'server error'] as const)(
    'whose answer is lost stays open for days while the provider answers "%s", and counts once',
    async (mood) => {
      vandar.state.mood = 'loses the answer';
      await site().tick(120);
      vandar.state.mood = mood;
      for (const seconds of [3600, DAY, DAY]) await site().tick(seconds);
      expect(await charge()).toEqual({ state: 'sent', attempts: 1 });
      vandar.state.mood = 'fine';
      await site().tick(3600);
      await site().tick(120);
      expect(await charge()).toEqual({ state: 'done', attempts: 1 });
      expect(withdrawals()).toHaveLength(1);
    },
  );

  it('only later is waited for', async () => {
    vandar.state.outcome = 'PENDING';
    await site().tick(120);
    await site().tick(3600);
    expect(await charge()).toEqual({ state: 'sent', attempts: 1 });
    vandar.state.outcome = 'DONE';
    await site().tick(120);
    expect(await charge()).toEqual({ state: 'done', attempts: 1 });
    expect(withdrawals()).toHaveLength(1);
  });

  it('at a provider that is down leaves everything as it was', async () => {
    vandar.state.mood = 'html';
    const other = await site().visitor();
    expect((await parseFailure(await site().ask(getBanks, {}, other))).code).toBe('gateway_failed');
    const add = await site().ask(buySubscription, { add_new_bank: true }, other);
    expect(await parseFailure(add)).toMatchObject({ status: 502, code: 'gateway_failed' });
    expect((await site().call(getSubscriptions, {}, other)).data.subscriptions).toEqual([]);
  });
});
