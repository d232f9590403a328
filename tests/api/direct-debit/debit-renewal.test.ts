import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buySubscription, deleteSubscription, getSubscriptions } from '../../../src/features/direct-debit/contract.ts';
import { listPayments } from '../../../src/features/payments/contract.ts';
import { buyPlan, buyTitle } from '../../../src/features/checkout/contract.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { collect } from '../../../src/features/direct-debit/server/collect.ts';
import { parseFailure, ORIGIN } from '../../support/site/api.ts';
import { openDebit } from '../../support/money/debit.ts';
import { buildEpisode, PLAN, SERIES, type Visitor } from '../../support/money/money.ts';
import { addRow } from '../../support/database/rows.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const { platform, vandar, site, log, agree } = await openDebit();

let who: Visitor;
beforeEach(async () => {
  Object.assign(vandar.state, { outcome: 'DONE', mood: 'fine', tells: true, takes: null });
  await site.sql("UPDATE mandates SET state = 'cancelled'").run();
  await site.sql('DELETE FROM direct_debit_charges').run();
  who = await site.visitor({ subscribedUntil: site.clock.now + DAY });
  log.mockClear();
});
afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

const charge = () =>
  site
    .sql('SELECT state, attempts FROM direct_debit_charges WHERE user_id = ? ORDER BY created_at DESC', who.id)
    .first<{ state: string; attempts: number }>();
const tracks = (kind = 'renewal') =>
  [...vandar.book.withdrawals.values()]
    .filter(({ trackId }) => trackId.startsWith(`${kind}:${String(who.id)}:`))
    .map(({ trackId, status }) => `${trackId.split(':').at(-1) ?? ''} ${status}`);
const until = () => site.sql('SELECT subscribed_until AS n FROM users WHERE id = ?', who.id).first<number>('n');
const settled = async () =>
  (await site.call(listPayments, {}, who)).data.filter(({ state }) => state === 'settled').length;
const createContext = () => ({ env: site.env, db: openDatabase(platform.env.DB), now: site.clock.now, origin: ORIGIN });

/** Three failures, so that the charge stops. */
async function stop(): Promise<void> {
  vandar.state.outcome = 'FAILED';
  await site.tick(120);
  for (let left = 0; left < 3; left += 1) await site.tick(6 * HOUR + 120);
  expect(await charge()).toEqual({ state: 'stopped', attempts: 3 });
  vandar.state.outcome = 'DONE';
}

let episode = 2000;
async function release(state = 'released', number = episode): Promise<number> {
  episode += 1;
  await addRow(site.env.DB, 'titles', buildEpisode(episode, { release: state, number }));
  return episode;
}

describe('a renewal that stopped', () => {
  beforeEach(() => agree(who, { subscription: true }));

  it('is reopened when renewing is turned on again, under track ids that were never sent', async () => {
    await stop();
    await site.call(buySubscription, { subscription: true }, who);
    await site.tick(120);
    await site.tick(120);
    expect(await charge()).toEqual({ state: 'done', attempts: 4 });
    expect(tracks()).toEqual(['1 FAILED', '2 FAILED', '3 FAILED', '4 DONE']);
    expect(await settled()).toBe(1);
  });

  it('has three attempts again, then stops again', async () => {
    await stop();
    vandar.state.outcome = 'FAILED';
    await site.call(buySubscription, { subscription: true }, who);
    for (let left = 0; left < 5; left += 1) await site.tick(6 * HOUR + 120);
    expect(await charge()).toEqual({ state: 'stopped', attempts: 6 });
    expect(new Set(tracks()).size).toBe(6);
    expect(await site.count('outbox WHERE mobile = ?', who.mobile)).toBeGreaterThanOrEqual(2);
  });

  it('is reopened by a new bank, once renewing is on', async () => {
    await stop();
    const { data } = await site.call(getSubscriptions, {}, who);
    await site.call(deleteSubscription, { id: data.subscriptions[0]!.id }, who);
    await agree(who, { subscription: true });
    await site.tick(120);
    expect(await charge()).toMatchObject({ state: 'done', attempts: 4 });
  });

  it('is not collected where its user bought by hand meanwhile', async () => {
    await stop();
    await site.sql('UPDATE users SET subscribed_until = subscribed_until + ? WHERE id = ?', 30 * DAY, who.id).run();
    await site.call(buySubscription, { subscription: true }, who);
    await site.tick(120);
    await site.tick(120);
    expect(tracks()).toHaveLength(3);
  });

  it('keeps its attempts and its track ids after it was swept', async () => {
    await stop();
    site.clock.now += 91 * DAY;
    await site.tick(120);
    expect(await charge()).toBeNull();
    await site.call(buySubscription, { subscription: true }, who);
    await site.tick(120);
    expect(tracks()).toEqual(['1 FAILED', '2 FAILED', '3 FAILED', '4 DONE']);
  });
});

describe('a renewal', () => {
  it('that is being bought by hand at a bank page waits', async () => {
    await agree(who, { subscription: true });
    const { data } = await site.call(buyPlan, { plan_id: PLAN.id }, who);
    await site.tick(30);
    expect(tracks()).toEqual([]);
    await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
    await site.tick(40 * 60);
    await site.tick(DAY / 2);
    expect(tracks()).toEqual([]);
    expect(await settled()).toBe(1);
  });

  it('turned off between noting and taking is not collected, and is when it is turned on again', async () => {
    await agree(who, { subscription: true });
    await collect(createContext(), timesOut(1));
    expect(await charge()).toEqual({ state: 'due', attempts: 0 });
    await site.call(buySubscription, { subscription: false }, who);
    await site.tick(120);
    expect(tracks()).toEqual([]);
    expect(await charge()).toMatchObject({ state: 'dropped' });
    await site.call(buySubscription, { subscription: true }, who);
    await site.tick(120);
    // The number of the attempt that was dropped is not used again.
    expect(tracks()).toEqual(['2 DONE']);
    expect(await settled()).toBe(1);
  });

  it('turned off, or deleted, right before the withdrawal is written is not collected', async () => {
    await agree(who, { subscription: true });
    for (const change of [
      'UPDATE direct_debit_settings SET subscription = 0 WHERE user_id = ?',
      "UPDATE mandates SET state = 'cancelled' WHERE user_id = ?",
    ]) {
      const env = { ...site.env, DB: changingAt(/INSERT INTO mandate_withdrawals/, change) };
      site.clock.now += 6 * HOUR + 120;
      await collect({ ...createContext(), env, db: openDatabase(env.DB) }, () => true);
      await site.sql('UPDATE direct_debit_settings SET subscription = 1 WHERE user_id = ?', who.id).run();
    }
    expect(tracks()).toEqual([]);
    expect(await settled()).toBe(0);
  });

  it.each(['settles', 'fails'] as const)(
    'waits while a plan that its user bought by direct debit is open, for days, and %s',
    async (outcome) => {
      await agree(who, { subscription: true, pay_anything: true });
      const end = (await until()) ?? 0;
      vandar.state.outcome = 'PENDING';
      expect((await site.ask(buyPlan, { plan_id: PLAN.id, payment_method: 'direct_debit' }, who)).status).toBe(200);
      for (const seconds of [120, 40 * 60, 40 * 60, 6 * HOUR, 2 * DAY]) {
        await site.tick(seconds);
        expect(tracks()).toEqual([]);
        expect(await settled()).toBe(0);
      }
      vandar.state.outcome = 'DONE';
      const [open] = [...vandar.book.withdrawals.values()].slice(-1);
      open!.status = outcome === 'settles' ? 'DONE' : 'FAILED';
      for (const seconds of [120, 40 * 60, 120]) await site.tick(seconds);
      expect(tracks()).toEqual(outcome === 'settles' ? [] : ['1 DONE']);
      expect(await settled()).toBe(1);
      expect(await until()).toBeGreaterThan(end);
    },
  );

  it('waits while a plan is paid at a bank that has not said what became of it', async () => {
    await agree(who, { subscription: true });
    const { data } = await site.call(buyPlan, { plan_id: PLAN.id }, who);
    await site.sql("UPDATE payments SET problem = 'gateway_unreachable' WHERE id = ?", data.payment.id).run();
    site.clock.now += 60 * 60;
    await collect(createContext(), () => true);
    expect(tracks()).toEqual([]);
    await site.sql("UPDATE payments SET state = 'failed', problem = NULL WHERE id = ?", data.payment.id).run();
    site.clock.now += 31 * 60;
    await collect(createContext(), () => true);
    expect(tracks()).toEqual(['1 DONE']);
  });

  it('is collected once by two ticks at once', async () => {
    await agree(who, { subscription: true });
    await Promise.all([1, 2, 3, 4].map(() => collect(createContext(), () => true)));
    await site.tick(120);
    expect(tracks()).toEqual(['1 DONE']);
    expect(await settled()).toBe(1);
  });

  it('is not collected after the end of its mandate', async () => {
    await agree(who, { subscription: true });
    await site.sql("UPDATE mandates SET ends_on = '2020-01-01' WHERE user_id = ?", who.id).run();
    await site.tick(120);
    expect(tracks()).toEqual([]);
    expect(await charge()).toMatchObject({ state: 'dropped' });
  });

  it('of another amount is held for a person, with an alarm, and never repeated', async () => {
    await agree(who, { subscription: true });
    vandar.state.takes = 10;
    await site.tick(120);
    await site.tick(120);
    expect(await charge()).toEqual({ state: 'held', attempts: 1 });
    expect(await site.count("alarms WHERE kind = 'not_given_back'")).toBeGreaterThan(0);
    vandar.state.takes = null;
    for (let left = 0; left < 4; left += 1) await site.tick(7 * HOUR);
    await site.call(buySubscription, { subscription: true }, who);
    await site.tick(120);
    expect(tracks()).toEqual(['1 DONE']);
    expect(await settled()).toBe(0);
  });

  it('that the provider calls done after it had failed is not collected a second time', async () => {
    await agree(who, { subscription: true });
    vandar.state.outcome = 'FAILED';
    await site.tick(120);
    const [first] = [...vandar.book.withdrawals.values()].slice(-1);
    expect(first?.status).toBe('FAILED');
    first!.status = 'DONE';
    const end = (await until()) ?? 0;
    await site.tick(6 * HOUR + 120);
    expect(tracks()).toEqual(['1 DONE']);
    expect(await charge()).toEqual({ state: 'done', attempts: 2 });
    expect(await until()).toBe(end + PLAN.days * DAY);
  });

  it('that stopped and is called done a day later is credited then', async () => {
    await agree(who, { subscription: true });
    await stop();
    const [last] = [...vandar.book.withdrawals.values()].slice(-1);
    last!.status = 'DONE';
    await site.tick(DAY + 120);
    expect(await settled()).toBe(1);
    expect(await site.count("alarms WHERE kind = 'paid_twice'")).toBe(0);
  });

  it('of which two attempts are called done in the end is credited twice, with an alarm', async () => {
    await agree(who, { subscription: true });
    await stop();
    for (const one of [...vandar.book.withdrawals.values()].slice(-2)) one.status = 'DONE';
    await site.tick(DAY + 120);
    expect(await settled()).toBe(2);
    expect(await site.count("alarms WHERE kind = 'paid_twice'")).toBeGreaterThan(0);
  });
});

describe('the count of a mandate', () => {
  it('is never exceeded in 31 days, failed requests included', async () => {
    await agree(who, { pay_anything: true });
    await site.sql('UPDATE mandates SET count_per_month = 2 WHERE user_id = ?', who.id).run();
    vandar.state.outcome = 'FAILED';
    const buy = () => site.ask(buyPlan, { plan_id: PLAN.id, payment_method: 'direct_debit' }, who);
    expect((await buy()).status).toBe(200);
    vandar.state.outcome = 'DONE';
    site.clock.now += HOUR;
    expect((await buy()).status).toBe(200);
    site.clock.now += 29 * DAY;
    expect((await parseFailure(await buy())).code).toBe('mandate_used_up');
    expect(await settled()).toBe(1);
    site.clock.now += 2 * DAY;
    expect((await buy()).status).toBe(200);
    expect(await settled()).toBe(2);
  });

  it('holds against purchases at the same moment', async () => {
    await agree(who, { pay_anything: true });
    await site.sql('UPDATE mandates SET count_per_month = 3 WHERE user_id = ?', who.id).run();
    await site.sql('UPDATE users SET subscribed_until = 0 WHERE id = ?', who.id).run();
    const before = vandar.book.withdrawals.size;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        site.ask(buyTitle, { id: 100 + at, payment_method: 'direct_debit' }, who).then(({ status }) => status),
      ),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(3);
    expect(vandar.book.withdrawals.size - before).toBe(3);
  });
});

describe('an episode', () => {
  beforeEach(() => agree(who, { series: [SERIES.id] }));

  it('that is released late, or with a lower number than the last, is collected once', async () => {
    const hidden = await release('not_released', 5000);
    await release('released', 6000);
    const low = await release('released', -5);
    await site.tick(120);
    expect(await settled()).toBe(2);
    await site.sql("UPDATE titles SET release = 'released' WHERE id = ?", hidden).run();
    await site.tick(120);
    expect(await settled()).toBe(3);
    await site.sql("UPDATE titles SET release = 'not_released' WHERE id IN (?, ?)", hidden, low).run();
    await site.sql("UPDATE titles SET release = 'released' WHERE id IN (?, ?)", hidden, low).run();
    await site.tick(120);
    await site.tick(120);
    expect(await settled()).toBe(3);
  });

  it('that its day releases, with its film, or that is shown after it was hidden, is collected once', async () => {
    const [dated, hidden] = [await release('not_released', 7000), await release('not_released', 8000)];
    const set = (id: number, change: string) => site.sql(`UPDATE all_titles SET ${change} WHERE id = ?`, id).run();
    await set(dated, `media = NULL, release_date = date(${String(site.clock.now + DAY)} + 12600, 'unixepoch')`);
    await set(hidden, "hidden = 1, release = 'released'");
    await site.tick(120);
    expect(await settled()).toBe(0);
    for (const change of ['hidden = 0', 'hidden = 1', 'hidden = 0']) await set(hidden, change);
    await site.tick(DAY);
    expect(await settled()).toBe(1);
    await set(dated, "media = 'clip-1'");
    for (const seconds of [6 * HOUR + 120, 120]) await site.tick(seconds);
    expect(await settled()).toBe(2);
  });

  it('released before a follower joined is not collected from them', async () => {
    await release();
    const late = await site.visitor();
    await agree(late, { series: [SERIES.id] });
    await site.tick(120);
    expect((await site.call(listPayments, {}, late)).meta.total).toBe(0);
    await release();
    await site.tick(120);
    expect((await site.call(listPayments, {}, late)).meta.total).toBe(1);
  });

  it('that was bought by hand meanwhile is not collected', async () => {
    const id = await release();
    await addRow(site.env.DB, 'purchases', { user_id: who.id, item_id: id, payment_id: 'by-hand', title_id: id });
    await site.tick(120);
    expect(tracks('episode')).toEqual([]);
    await site.sql("DELETE FROM purchases WHERE payment_id = 'by-hand'").run();
  });

  it('that stopped is reopened when its series is enabled again', async () => {
    await release();
    await stop();
    expect(await site.count('direct_debit_series WHERE user_id = ?', who.id)).toBe(0);
    await site.call(buySubscription, { series: [SERIES.id] }, who);
    await site.tick(120);
    expect(await settled()).toBe(1);
    expect(tracks('episode')).toEqual(['1 FAILED', '2 FAILED', '3 FAILED', '4 DONE']);
  });

  it('collected and swept is never collected again', async () => {
    const id = await release();
    await site.tick(120);
    expect(await settled()).toBe(1);
    site.clock.now += 91 * DAY;
    await site.tick(120);
    expect(await site.count('direct_debit_charges WHERE user_id = ?', who.id)).toBe(0);
    await site.sql("UPDATE titles SET release = 'presale' WHERE id = ?", id).run();
    await site.sql("UPDATE titles SET release = 'released' WHERE id = ?", id).run();
    await site.tick(120);
    expect(tracks('episode')).toHaveLength(1);
  });
});

/** A budget that is over after so many looks at it: the deadline of a tick without a clock. */
function timesOut(looks: number): () => boolean {
  let left = looks;
  return () => (left -= 1) >= 0;
}

/** D1 where somebody else changes something right before the batch with a statement that matches. */
function changingAt(matching: RegExp, change: string): D1Database {
  let matched = false;
  return new Proxy(platform.env.DB, {
    get(target, name) {
      if (name === 'prepare') {
        return (sql: string) => {
          matched ||= matching.test(sql);
          return target.prepare(sql);
        };
      }
      if (name === 'batch') {
        return async (statements: D1PreparedStatement[]) => {
          if (matched) await target.prepare(change).bind(who.id).run();
          matched = false;
          return target.batch(statements);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
