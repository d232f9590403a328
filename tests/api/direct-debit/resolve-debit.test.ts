import { execFile } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolveDebit } from '../../../src/features/operator/contract.ts';
import { listPayments } from '../../../src/features/payments/contract.ts';
import { buyPlan } from '../../../src/features/checkout/contract.ts';
import { parseFailure, listen } from '../../support/site/api.ts';
import { openDebit } from '../../support/money/debit.ts';
import { dying } from '../../support/faults/dying-d1.ts';
import { openPlatform } from '../../support/site/sqlite-platform.ts';
import { openMoney, PLAN, type Visitor } from '../../support/money/money.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const ALI = 'a'.repeat(32);
const { platform, vandar, site: shop, agree } = await openDebit(openPlatform);
const openWith = (DB: D1Database) => openMoney(platform, { ...shop.env, OPERATOR_TOKEN: `ali:${ALI}`, DB });
const site = openWith(platform.env.DB);
const ali = { id: 0, mobile: '', token: ALI };

const TAKEN = 12_000;
let who: Visitor;
beforeEach(async () => {
  Object.assign(vandar.state, { outcome: 'DONE', mood: 'fine', tells: true, takes: TAKEN * 10 });
  await site.sql("UPDATE mandates SET state = 'cancelled'").run();
  await site.sql('DELETE FROM direct_debit_charges').run();
  site.clock.now = shop.clock.now;
  who = await site.visitor({ subscribedUntil: site.clock.now + DAY });
});
afterEach(async () => {
  shop.clock.now = site.clock.now;
  expect(await site.books()).toEqual([]);
});

async function tick(seconds = 120): Promise<void> {
  await site.tick(seconds);
  shop.clock.now = site.clock.now;
}
/** A renewal for which the provider took `TAKEN` toman instead of the plan's price. */
async function holdRenewal(): Promise<string> {
  await agree(who, { subscription: true });
  await tick();
  await tick();
  expect(await chargeState()).toBe('held');
  vandar.state.takes = null;
  return lastPayment();
}
const lastPayment = async () => (await site.call(listPayments, {}, who)).data[0]?.id ?? '';
const chargeState = () =>
  site.sql('SELECT state FROM direct_debit_charges WHERE user_id = ?', who.id).first<string>('state');
const request = (payment_id: string, rest: Record<string, unknown> = {}) => ({
  ...{ payment_id, taken: TAKEN, destination: 'wallet', reason: 'took too little' },
  ...rest,
});
const refusal = async (input: Record<string, unknown>, at = site) =>
  (await parseFailure(await at.ask(resolveDebit, input, ali))).code;
const legs = async (id: string) =>
  (await site.sql('SELECT account, amount FROM ledger_entries WHERE payment_id = ? ORDER BY id', id).all()).results;

describe('a withdrawal of a wrong amount', () => {
  it('becomes credit of its user: a ledger event, an audit row, the alarm seen, and the charge over', async () => {
    const id = await holdRenewal();
    const { data } = await site.call(resolveDebit, request(id), ali);
    expect(data.correction).toMatchObject({ from: 'bank:direct_debit', toman: TAKEN, payment_id: id });
    expect(data.charge).toMatchObject({ state: 'done' });
    expect(await site.wallet(who)).toBe(TAKEN);
    expect(await legs(id)).toEqual([
      { account: 'bank:direct_debit', amount: -TAKEN },
      { account: `wallet:${String(who.id)}`, amount: TAKEN },
    ]);
    const audit = site.sql('SELECT operator, action, subject, status FROM operator_audit ORDER BY id DESC LIMIT 1');
    expect(await audit.first()).toEqual({ operator: 'ali', action: 'resolveDebit', subject: id, status: 200 });
    expect(await site.count('alarms WHERE payment_id = ? AND seen_at IS NULL', id)).toBe(0);
    for (let left = 0; left < 4; left += 1) await tick(7 * HOUR);
    expect([...vandar.book.withdrawals.keys()].filter((key) => key.includes(`:${String(who.id)}:`))).toHaveLength(1);
  });

  it('that was paid back leaves the books by its tracking number, and is collected again at the right amount', async () => {
    const id = await holdRenewal();
    const back = { destination: 'outside', tracking: '۱۴۰۳۰۹', collect_again: true };
    const { data } = await site.call(resolveDebit, request(id, back), ali);
    expect(data).toMatchObject({
      correction: { to: 'outside:direct_debit', tracking: '140309' },
      charge: { state: 'due' },
    });
    expect(await site.wallet(who)).toBe(0);
    await tick();
    await tick();
    expect(await chargeState()).toBe('done');
    const { data: payments } = await site.call(listPayments, {}, who);
    expect(payments.map(({ state, total }) => [state, total])).toEqual([
      ['settled', PLAN.total],
      ['failed', PLAN.total],
    ]);
  });

  it('of a second attempt, which takes a wrong amount too, is held and resolved on its own', async () => {
    const first = await holdRenewal();
    await site.call(resolveDebit, request(first, { collect_again: true }), ali);
    vandar.state.takes = 50_000;
    await tick();
    await tick();
    vandar.state.takes = null;
    expect(await chargeState()).toBe('held');
    // The same request for the first one again ends nothing of the second.
    await site.call(resolveDebit, request(first, { collect_again: true }), ali);
    await site.call(resolveDebit, request(first), ali);
    expect(await chargeState()).toBe('held');
    const second = await lastPayment();
    expect(second).not.toBe(first);
    await site.call(resolveDebit, request(second, { taken: 5000 }), ali);
    expect([await chargeState(), await site.wallet(who)]).toEqual(['done', TAKEN + 5000]);
  });

  it('for a purchase of a visitor has no charge, and is booked all the same', async () => {
    await agree(who, { pay_anything: true });
    await site.ask(buyPlan, { plan_id: PLAN.id, payment_method: 'direct_debit' }, who);
    const { data } = await site.call(resolveDebit, request(await lastPayment()), ali);
    expect(data.charge).toBeNull();
    expect(await site.wallet(who)).toBe(TAKEN);
  });

  it('is booked once by fifty requests at once, and answered the same again later', async () => {
    const id = await holdRenewal();
    const answers = await Promise.all(Array.from({ length: 50 }, () => site.ask(resolveDebit, request(id), ali)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.map(({ status }) => status).filter((status) => ![200, 429].includes(status))).toEqual([]);
    await tick(HOUR);
    vandar.state.mood = 'html';
    await site.call(resolveDebit, request(id), ali);
    expect([await site.wallet(who), (await legs(id)).length]).toEqual([TAKEN, 2]);
    for (const other of [{ taken: TAKEN + 1 }, { destination: 'outside', tracking: '140310' }]) {
      expect(await refusal(request(id, other))).toBe('key_used');
    }
  });

  it.each(['dies', 'answer lost'] as const)('is booked once where a worker %s at any question to D1', async (fault) => {
    for (let at = 1; at < 30; at += 1) {
      Object.assign(vandar.state, { takes: TAKEN * 10 });
      who = await site.visitor({ subscribedUntil: site.clock.now + DAY });
      const id = await holdRenewal();
      const { db, getCount } = dying(platform.env.DB, { at, how: fault });
      const broken = openWith(db);
      broken.clock.now = site.clock.now;
      const first = await broken.ask(resolveDebit, request(id), ali);
      if (at > getCount()) break;
      await first.body?.cancel();
      site.clock.now += 60;
      await site.call(resolveDebit, request(id), ali);
      expect([await site.wallet(who), await chargeState()], `at ${String(at)}`).toEqual([TAKEN, 'done']);
    }
  });
});

describe('is refused', () => {
  const untouched = async (id: string) => {
    expect([await site.wallet(who), await chargeState(), await legs(id)]).toEqual([0, 'held', []]);
  };

  it('an amount that the provider did not take, such as rial for toman', async () => {
    const id = await holdRenewal();
    for (const destination of [{}, { destination: 'outside', tracking: '140311' }]) {
      for (const amount of [TAKEN * 10, TAKEN / 10, TAKEN - 1, TAKEN + 1]) {
        expect(await refusal(request(id, { ...destination, taken: amount }))).toBe('amount_invalid');
      }
    }
    await untouched(id);
  });

  it('credit while the provider cannot be asked, or says that it has nothing', async () => {
    const id = await holdRenewal();
    vandar.state.mood = 'html';
    expect(await refusal(request(id))).toBe('provider_unreachable');
    vandar.state.mood = 'fine';
    for (const one of vandar.book.withdrawals.values()) one.status = 'FAILED';
    expect(await refusal(request(id))).toBe('debit_not_held');
    await untouched(id);
    await site.call(resolveDebit, request(id, { destination: 'outside', tracking: '140312' }), ali);
    expect([await chargeState(), await site.wallet(who)]).toEqual(['done', 0]);
  });

  it('what is no such payment: settled, of a bank, of nobody, or booked by hand', async () => {
    vandar.state.takes = null;
    await agree(who, { subscription: true });
    await tick();
    await tick();
    expect(await refusal(request(await lastPayment()))).toBe('debit_not_held');
    await site.ask(buyPlan, { plan_id: PLAN.id }, who);
    const [bank] = (await site.call(listPayments, {}, who)).data.filter(({ method }) => method !== 'direct_debit');
    expect(await refusal(request(bank?.id ?? '0'.repeat(20)))).toBe('payment_unknown');
    expect(await refusal(request('0'.repeat(20)))).toBe('payment_unknown');
  });

  it('a tracking number with credit, none with what was paid back, one that is used, and no reason', async () => {
    const id = await holdRenewal();
    expect(await refusal(request(id, { tracking: '140313' }))).toBe('tracking_invalid');
    expect(await refusal(request(id, { destination: 'outside' }))).toBe('tracking_invalid');
    expect(await refusal(request(id, { reason: ' ' }))).toBe('invalid_input');
    for (const amount of [0, -1, 1.5, '12000', 1e300]) {
      expect(await refusal(request(id, { taken: amount }))).toBe('invalid_input');
    }
    await untouched(id);
  });

  it('a stranger and the user', async () => {
    const id = await holdRenewal();
    for (const one of [undefined, who, { ...ali, token: 'c'.repeat(32) }]) {
      expect((await site.ask(resolveDebit, request(id), one)).status).toBe(401);
    }
    await untouched(id);
  });
});

it('npm run debit shows a payment and resolves it', async () => {
  const id = await holdRenewal();
  const server = await listen((incoming) => Promise.resolve(site.api(incoming, site.env, platform.ctx)));
  const run = (...args: string[]) =>
    new Promise<{ code: number; text: string }>((resolve) => {
      const env = { ...process.env, OPERATOR_TOKEN: ALI };
      execFile(
        process.execPath,
        ['scripts/debit.ts', id, ...args, '--site', server.url],
        { env },
        (error, out, err) => {
          resolve({ code: error ? Number(error.code) : 0, text: out + err });
        },
      );
    });
  try {
    expect(await run()).toMatchObject({ code: 0, text: expect.stringContaining('amount_mismatch') as string });
    expect(await run('--taken', '12e3', '--wallet', '--reason', 'test')).toMatchObject({ code: 1 });
    expect(await run('--taken', '12000', '--wallet', '--outside', '1', '--reason', 'test')).toMatchObject({ code: 1 });
    expect(await run('--taken', '12000', '--wallet')).toMatchObject({ code: 1 });
    expect(await site.wallet(who)).toBe(0);
    const done = await run('--taken', '12000', '--wallet', '--reason', 'took too little');
    expect(done).toMatchObject({ code: 0, text: expect.stringContaining('"done"') as string });
    expect(await site.wallet(who)).toBe(TAKEN);
  } finally {
    await server.close();
  }
});
