// @module-tag full
import { beforeEach, describe, expect, it } from 'vitest';
import { collect } from '../../../src/features/direct-debit/server/collect.ts';
import { recheckWithdrawals } from '../../../src/features/direct-debit/server/recheck.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { reconcile } from '../../../src/features/checkout/server/reconcile.ts';
import type { Call } from '../../../src/platform/http/calls/call.ts';
import { buySubscription } from '../../../src/features/direct-debit/contract.ts';
import { listPayments } from '../../../src/features/payments/contract.ts';
import { buyPlan } from '../../../src/features/checkout/contract.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { openDebit } from '../../support/money/debit.ts';
import { dying, type Death } from '../../support/faults/dying-d1.ts';
import { buildEpisode, PLAN, SERIES, type Visitor } from '../../support/money/money.ts';
import { openPlatform } from '../../support/site/sqlite-platform.ts';
import { addRow } from '../../support/database/rows.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
// In process: a few thousand ticks, each with a death between another two statements.
const { platform, vandar, site, agree, openWith } = await openDebit(openPlatform);

/** The provider collects at once, an hour later, never, or at once while its answers are lost for a while. */
const OUTCOMES = ['DONE', 'PENDING', 'FAILED', 'loses the answer'] as const;
type Outcome = (typeof OUTCOMES)[number];
/** Where the provider collects, D1's answers are lost too; of the rest, what it does is enough. */
const FAULTS = [...OUTCOMES.map((outcome) => [outcome, 'dies'] as const), ['DONE', 'answer lost'] as const];

beforeEach(async () => {
  set('DONE');
  await forget();
});

/** Ends the direct debit of all users, so that a tick has the next one alone to do with. */
async function forget(): Promise<void> {
  await site.sql("UPDATE mandates SET state = 'cancelled'").run();
  for (const table of ['charges', 'settings', 'series']) await site.sql(`DELETE FROM direct_debit_${table}`).run();
}

function set(outcome: Outcome): void {
  const lost = outcome === 'loses the answer';
  Object.assign(vandar.state, {
    outcome: lost ? 'DONE' : outcome,
    mood: lost ? outcome : 'fine',
    tells: true,
    takes: null,
  });
}

let episode = 1000;
async function release(): Promise<number> {
  episode += 1;
  await addRow(site.env.DB, 'titles', buildEpisode(episode));
  return episode;
}

const findWithdrawals = (prefix: string) =>
  [...vandar.book.withdrawals.values()].filter(({ trackId }) => trackId.startsWith(prefix));

const createContext = (DB: D1Database) => ({
  env: { ...site.env, DB },
  db: openDatabase(DB),
  now: site.clock.now,
  origin: ORIGIN,
});

/** The cron's work on direct debit, and on payments, at this moment. */
async function work(DB: D1Database): Promise<void> {
  const context = createContext(DB);
  await collect(context, () => true);
  await reconcile(context, () => true);
  await recheckWithdrawals(context, () => true);
}

/** Lets the cron come round until nothing is open; what was pending at the provider is collected meanwhile. */
async function workOn(): Promise<void> {
  for (const seconds of [120, 35 * 60, 7 * HOUR, 7 * HOUR, 7 * HOUR, DAY, 120]) {
    site.clock.now += seconds;
    await work(platform.env.DB);
    if (vandar.state.outcome === 'PENDING') {
      for (const one of vandar.book.withdrawals.values()) if (one.status === 'PENDING') one.status = 'DONE';
    }
    vandar.state.mood = 'fine';
  }
}

describe('a tick of the cron', () => {
  async function follower(): Promise<Visitor> {
    const who = await site.visitor({ subscribedUntil: site.clock.now + DAY });
    await agree(who, { subscription: true, series: [SERIES.id] });
    return who;
  }

  /** How often a whole tick of one renewal and one episode asks D1. */
  async function countQuestions(outcome: Outcome): Promise<number> {
    await follower();
    await release();
    set(outcome);
    const { db, getCount } = dying(platform.env.DB, null);
    await work(db);
    return getCount();
  }

  async function proveOnce(who: Visitor, number: number, label: string, isRefused: boolean): Promise<void> {
    const { data } = await site.call(listPayments, {}, who);
    const settled = data.filter(({ state }) => state === 'settled');
    expect(settled.map(({ purpose }) => purpose).sort(), label).toEqual(isRefused ? [] : ['plan', 'title']);
    expect(
      data.filter(({ state }) => ['initiated', 'pending', 'verifying'].includes(state)),
      label,
    ).toEqual([]);
    const made = [...findWithdrawals(`renewal:${String(who.id)}:`), ...findWithdrawals(`episode:${String(who.id)}:`)];
    expect(made.filter(({ status }) => status === 'DONE').length, label).toBe(settled.length);
    if (!isRefused) expect(made.length, label).toBe(2);
    expect(await site.count('purchases WHERE user_id = ? AND item_id = ?', who.id, number), label).toBe(
      isRefused ? 0 : 1,
    );
    const ended = isRefused ? 'stopped' : 'done';
    expect(await site.count('direct_debit_charges WHERE user_id = ? AND state <> ?', who.id, ended), label).toBe(0);
  }

  it.each(FAULTS)(
    'at a provider with %s, whose worker %s at any question to D1, ends with one withdrawal and one settled payment each',
    { timeout: 300_000 },
    async (outcome, fault) => {
      const total = await countQuestions(outcome);
      expect(total).toBeGreaterThan(15);
      for (let at = 1; at <= total; at += 1) {
        await forget();
        const who = await follower();
        const number = await release();
        set(outcome);
        site.clock.now += 120;
        await work(dying(platform.env.DB, { at, how: fault }).db).catch(() => undefined);
        await workOn();
        await proveOnce(who, number, `${fault} at ${String(at)} of ${String(total)}`, outcome === 'FAILED');
        set('DONE');
      }
      expect(await site.books()).toEqual([]);
    },
  );
});

describe('a withdrawal that a visitor asks for', () => {
  type Begin = (who: Visitor) => Promise<[Call, Record<string, unknown>]>;
  const plan: Begin = () => Promise.resolve([buyPlan, { plan_id: PLAN.id, payment_method: 'direct_debit' }]);
  const openPayment: Begin = async (who) => {
    const { data } = await site.call(buyPlan, { plan_id: PLAN.id }, who);
    return [buySubscription, { payment_id: data.payment.id }];
  };

  async function payer(): Promise<Visitor> {
    const who = await site.visitor();
    await agree(who, { pay_anything: true });
    return who;
  }

  /** The request, whose worker dies as it is told to; how often it asked D1. */
  async function begin(
    who: Visitor,
    [call, input]: [Call, Record<string, unknown>],
    death: Death | null,
  ): Promise<number> {
    const { db, getCount } = dying(platform.env.DB, death);
    await openWith(db).ask(call, input, who);
    return getCount();
  }

  async function prove(who: Visitor, label: string, wanted: number | null): Promise<void> {
    const { data } = await site.call(listPayments, {}, who);
    const settled = data.filter(({ state }) => state === 'settled');
    expect(
      data.filter(({ state }) => ['initiated', 'pending', 'verifying'].includes(state)),
      label,
    ).toEqual([]);
    const made = data.flatMap(({ id }) => findWithdrawals(`payment:${id}`)).filter(({ status }) => status === 'DONE');
    expect(made.length, label).toBe(settled.length);
    if (wanted === null) expect(settled.length, label).toBeLessThanOrEqual(1);
    else expect(settled.length, label).toBe(wanted);
    const until = await site.sql('SELECT subscribed_until AS n FROM users WHERE id = ?', who.id).first<number>('n');
    expect((until ?? 0) > 0, label).toBe(settled.length === 1);
    expect(await site.wallet(who), label).toBe(0);
  }

  const BEGINNINGS = { 'of a plan': plan, 'of an open payment': openPayment };
  const cases = Object.keys(BEGINNINGS).flatMap((name) =>
    FAULTS.map((fault) => [name as keyof typeof BEGINNINGS, ...fault] as const),
  );

  it.each(cases)(
    '%s at a provider with %s, whose worker %s at any question to D1, is collected and settled once or not at all',
    { timeout: 300_000 },
    async (name, outcome, fault) => {
      const counted = await payer();
      const first = await BEGINNINGS[name](counted);
      set(outcome);
      const total = await begin(counted, first, null);
      expect(total).toBeGreaterThan(8);
      await workOn();
      await prove(counted, 'undisturbed', outcome === 'FAILED' ? 0 : 1);
      for (let at = 1; at <= total; at += 1) {
        // Alone, and with the visitor who presses again because of the error.
        for (const presses of [0, 2]) {
          set('DONE');
          const who = await payer();
          const request = await BEGINNINGS[name](who);
          set(outcome);
          await begin(who, request, { at, how: fault });
          for (let pressed = 0; pressed < presses; pressed += 1) {
            site.clock.now += 20;
            await begin(who, request, null);
          }
          await workOn();
          const label = `${fault} at ${String(at)} of ${String(total)}, pressed ${String(presses)} times more`;
          await prove(who, label, outcome === 'FAILED' ? 0 : null);
        }
      }
      expect(await site.books()).toEqual([]);
    },
  );
});
