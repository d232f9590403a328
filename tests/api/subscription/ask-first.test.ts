import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buySubscription, getSubscriptions } from '../../../src/features/direct-debit/contract.ts';
import { collect } from '../../../src/features/direct-debit/server/collect.ts';
import {
  answerRenewal,
  getOwnSubscription,
  pauseSubscription,
  resumeSubscription,
} from '../../../src/features/subscription/contract.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { addRow } from '../../support/database/rows.ts';
import { openDebit } from '../../support/money/debit.ts';
import { PLAN, type Visitor } from '../../support/money/money.ts';
import { ORIGIN, parseFailure } from '../../support/site/api.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const { platform, vandar, site, agree } = await openDebit();

let who: Visitor;
/** A subscriber whose renewal was turned on a month ago, the day before its end. */
beforeEach(async () => {
  Object.assign(vandar.state, { outcome: 'DONE', mood: 'fine', tells: true, takes: null });
  await site.sql("UPDATE mandates SET state = 'cancelled'").run();
  await site.sql('DELETE FROM direct_debit_charges').run();
  who = await site.visitor({ subscribedUntil: site.clock.now + 30 * DAY, watches: false });
  await agree(who, { subscription: true });
  site.clock.now += 29 * DAY + HOUR;
});
afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

const debits = () =>
  [...vandar.book.withdrawals.values()].filter(({ trackId }) => trackId.startsWith(`renewal:${String(who.id)}:`))
    .length;
const charge = () =>
  site.sql('SELECT state FROM direct_debit_charges WHERE user_id = ?', who.id).first<string>('state');
const play = (at: number) =>
  addRow(site.env.DB, 'streams', {
    id: `play-${String(who.id)}-${String(at)}`,
    user_id: who.id,
    began_at: at,
    ends_at: at + 60,
  });
const isAsked = async () => (await site.call(getOwnSubscription, {}, who)).data.asked_at !== null;
const answer = (word: string, maxTotal = PLAN.total, by = who) =>
  site.ask(answerRenewal, { answer: word, ...(word === 'yes' && { max_total: maxTotal }) }, by);
const getFee = async () => (await site.call(getSubscriptions, {}, who)).data.subscribe_fee;
/** Of the plan that the shop renews, from `start` on. */
const setPrice = (toman: number, start = site.clock.now) =>
  addRow(site.env.DB, 'plan_prices', {
    ...{ plan_id: PLAN.id, starts_at: start, toman, key: `price-${String(start)}-${String(toman)}` },
  });
const countNotices = () => site.count("outbox WHERE mobile = ? AND text LIKE '%تماشایی از شما ثبت نشده%'", who.mobile);
const until = () => site.sql('SELECT subscribed_until AS n FROM users WHERE id = ?', who.id).first<number>('n');
const isRenewing = () => site.count('direct_debit_settings WHERE user_id = ? AND subscription = 1', who.id);

describe('a renewal after a month without a play', () => {
  it('asks once, by message too, and takes nothing without a yes', async () => {
    for (const seconds of [120, HOUR, HOUR, DAY, DAY]) await site.tick(seconds);
    expect(debits()).toBe(0);
    expect(await isAsked()).toBe(true);
    expect(await countNotices()).toBe(1);
    expect(await site.count('payments WHERE user_id = ?', who.id)).toBe(0);
  });

  it('is collected once after a yes, by however many presses', async () => {
    const end = await until();
    await site.tick(120);
    const answers = await Promise.all([1, 2, 3].map(() => answer('yes')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await parseFailure(await answer('no'))).code).toBe('renewal_question_over');
    for (const seconds of [120, 120, DAY]) await site.tick(seconds);
    expect(debits()).toBe(1);
    expect(await until()).toBe((end ?? 0) + PLAN.days * DAY);
    expect(await isAsked()).toBe(false);
  });

  it('is not collected after a no, which turns renewing off', async () => {
    await site.tick(120);
    expect((await answer('no')).status).toBe(200);
    for (const seconds of [120, DAY, DAY]) await site.tick(seconds);
    expect([debits(), await isRenewing(), await charge()]).toEqual([0, 0, 'dropped']);
    expect((await parseFailure(await answer('yes'))).code).toBe('renewal_question_over');
  });

  it('ends at its date without an answer, and the charge a week later', async () => {
    await site.tick(120);
    await site.tick(9 * DAY);
    expect([debits(), await charge(), await isAsked()]).toEqual([0, 'dropped', false]);
    expect((await parseFailure(await answer('yes'))).code).toBe('renewal_question_over');
    await site.tick(9 * DAY);
    expect(debits()).toBe(0);
  });

  it('is collected where renewing is turned on again: that is a yes', async () => {
    await site.tick(120);
    await answer('no');
    await site.call(buySubscription, { subscription: true }, who);
    await site.tick(120);
    expect(debits()).toBe(1);
  });

  it('stays unanswered by saving other settings', async () => {
    await site.tick(120);
    await site.call(buySubscription, { subscription: true, pay_anything: true }, who);
    await site.tick(HOUR);
    expect([debits(), await isAsked()]).toEqual([0, true]);
  });

  it('answers only its own question', async () => {
    await site.tick(120);
    const other = await site.visitor();
    expect((await parseFailure(await answer('yes', PLAN.total, other))).code).toBe('renewal_question_over');
    await site.tick(HOUR);
    expect(debits()).toBe(0);
  });
});

describe('the sum of a renewal', () => {
  it('is agreed to as it was shown: a yes without a sum, or with a lower one, takes nothing', async () => {
    await site.tick(120);
    await setPrice(PLAN.toman * 2);
    for (const input of [{ answer: 'yes' }, { answer: 'yes', max_total: '5' }, { answer: 'yes', max_total: 0 }])
      expect((await parseFailure(await site.ask(answerRenewal, input, who))).code).toBe('invalid_input');
    const refusal = await answer('yes');
    const text = await refusal.clone().text();
    expect(await parseFailure(refusal)).toMatchObject({ status: 409, code: 'renewal_price_changed' });
    expect(text).toContain((PLAN.total * 2).toLocaleString('fa-IR'));
    await site.tick(HOUR);
    expect([debits(), await isAsked(), await getFee()]).toEqual([0, true, PLAN.total * 2]);
    expect((await answer('yes', PLAN.total * 2)).status).toBe(200);
    await site.tick(120);
    expect(debits()).toBe(1);
    await setPrice(PLAN.toman, site.clock.now + 1);
  });

  it('that rises between the yes and the debit is asked about once more, by message too', async () => {
    await site.tick(120);
    expect((await answer('yes')).status).toBe(200);
    await setPrice(PLAN.toman * 3);
    await site.tick(HOUR);
    expect([debits(), await isAsked(), await countNotices()]).toEqual([0, true, 1]);
    expect(await site.count("outbox WHERE mobile = ? AND text LIKE '%بالاتر رفته%'", who.mobile)).toBe(1);
    expect((await site.call(getOwnSubscription, {}, who)).data.has_price_risen).toBe(true);
    expect((await parseFailure(await answer('yes'))).code).toBe('renewal_price_changed');
    await setPrice(PLAN.toman, site.clock.now + 60);
    await site.tick(120);
    expect((await answer('yes')).status).toBe(200);
    await site.tick(HOUR);
    expect(debits()).toBe(1);
  });

  it('is that of the time of the renewal, also where a price that is planned begins before it', async () => {
    const other = await site.visitor({ subscribedUntil: site.clock.now + 30 * DAY, watches: false });
    const [before, start] = [await site.call(getSubscriptions, {}, other), site.clock.now + 10 * DAY];
    await setPrice(555_000, start);
    const after = await site.call(getSubscriptions, {}, other);
    expect([before.data.subscribe_fee, after.data.subscribe_fee]).toEqual([PLAN.total, 610_500]);
    await site.sql('UPDATE plan_prices SET withdrawn_at = ? WHERE starts_at = ?', site.clock.now, start).run();
  });
});

describe('the message of a question', () => {
  it('is not sent after the day of the renewal, nor once it is answered', async () => {
    const end = (await until()) ?? 0;
    const key = `renewal:${String(who.id)}:${String(end)}`;
    await addRow(site.env.DB, 'renewal_questions', { key, user_id: who.id, asked_at: site.clock.now });
    await answer('no');
    await site.tick(120);
    expect(await countNotices()).toBe(0);
    await site.sql('UPDATE renewal_questions SET told = 0, answer = NULL WHERE key = ?', key).run();
    site.clock.now = end - 60;
    await site.tick(60);
    expect(await countNotices()).toBe(0);
    expect(await site.count('renewal_questions WHERE told = 0')).toBe(0);
  });
});

describe('a renewal', () => {
  it('of somebody who played since is collected without a question', async () => {
    await play(site.clock.now - 27 * DAY);
    await site.tick(120);
    expect([debits(), await isAsked()]).toEqual([1, false]);
  });

  it('of somebody whose only play was before the month asks', async () => {
    await play(site.clock.now - 32 * DAY);
    await site.tick(120);
    expect([debits(), await isAsked()]).toEqual([0, true]);
  });

  it('counts no gift card as a payment: neither one that was bought nor one that was redeemed', async () => {
    const { now } = site.clock;
    const settled = {
      user_id: who.id,
      purpose: 'plan',
      state: 'settled',
      settled_at: now - 28 * DAY - HOUR,
      delivered_at: now,
    };
    for (const [id, gift, token] of [
      ['bought-card', 1, 'x1'],
      ['redeemed-card', 0, 'gift:x2'],
    ] as const) {
      await addRow(site.env.DB, 'payments', {
        id: `${id}-${String(who.id)}`,
        ...settled,
        token,
        price: 0,
        vat: 0,
        total: 0,
      });
      await addRow(site.env.DB, 'payment_lines', {
        ...{ payment_id: `${id}-${String(who.id)}`, kind: 'plan', item_id: PLAN.id, gift, delivered: 1 },
        ...{ list_price: 0, vat: 0, total: 0 },
      });
    }
    await addRow(site.env.DB, 'gift_cards', {
      ...{ id: 'bought-card', code_hash: 'hash' },
      payment_id: `bought-card-${String(who.id)}`,
    });
    await play(now - 30 * DAY);
    await site.tick(120);
    expect([debits(), await isAsked()]).toEqual([1, false]);
  });

  it('counts the progress of a free title as a play', async () => {
    const last = site.clock.now - 5 * DAY;
    await addRow(site.env.DB, 'progress', { profile: `u${String(who.id)}`, title_id: 10, last });
    await site.tick(120);
    expect([debits(), await isAsked()]).toEqual([1, false]);
  });

  it('asks near the end where the record of plays cannot be read, and takes nothing before', async () => {
    const PROGRESS = { idFromName: () => ({}), get: () => ({ list: () => Promise.reject(new Error('down')) }) };
    const env = { ...site.env, PROGRESS: PROGRESS as unknown as DurableObjectNamespace };
    const tick = async () => {
      site.clock.now += HOUR;
      await collect({ env, db: openDatabase(site.env.DB), now: site.clock.now, origin: ORIGIN }, () => true);
    };
    await tick();
    expect([debits(), await isAsked()]).toEqual([0, false]);
    site.clock.now += 20 * HOUR;
    await tick();
    expect([debits(), await isAsked()]).toEqual([0, true]);
  });
});

describe('a pause', () => {
  it.each([
    ['is collected after a play before the pause, within a month of days that were not paused', -10 * DAY, 1],
    ['asks where nothing was played in that month either', -35 * DAY, 0],
  ])('a renewal %s', async (_, at, expected) => {
    await play(site.clock.now + at);
    await site.sql('UPDATE users SET subscribed_until = subscribed_until + ? WHERE id = ?', 2 * DAY, who.id).run();
    await site.call(pauseSubscription, { key: 'pause-for-three', months: 3 }, who);
    await site.tick(90 * DAY);
    await site.tick(2.5 * DAY);
    // The session has ended meanwhile.
    const questions = await site.count('renewal_questions WHERE user_id = ? AND answer IS NULL', who.id);
    expect([debits(), questions]).toEqual([expected, 1 - expected]);
  });

  it('holds the renewal back until the days that it kept are nearly used', async () => {
    await play(site.clock.now);
    await site.sql('UPDATE users SET subscribed_until = subscribed_until + ? WHERE id = ?', 2 * HOUR, who.id).run();
    const end = (await until()) ?? 0;
    await site.call(pauseSubscription, { key: 'pause-for-one', months: 1 }, who);
    for (const seconds of [120, DAY, 28 * DAY]) await site.tick(seconds);
    await play(site.clock.now);
    expect(debits()).toBe(0);
    await site.tick(DAY);
    expect(debits()).toBe(0);
    await site.tick(3 * HOUR);
    expect(debits()).toBe(1);
    expect(await until()).toBe(end + 30 * DAY + PLAN.days * DAY);
  });

  it('that begins right before the withdrawal is written stops it; ended, the renewal is collected once', async () => {
    await play(site.clock.now);
    await site.sql('UPDATE users SET subscribed_until = subscribed_until - ? WHERE id = ?', HOUR, who.id).run();
    const env = { ...site.env, DB: changingAt(/INSERT INTO mandate_withdrawals/, 'paused_until') };
    site.clock.now += 120;
    await collect({ env, db: openDatabase(env.DB), now: site.clock.now, origin: ORIGIN }, () => true);
    expect(debits()).toBe(0);
    for (const seconds of [120, 7 * HOUR]) await site.tick(seconds);
    expect([debits(), await charge()]).toEqual([0, 'due']);
    await site.sql('UPDATE users SET paused_until = 0 WHERE id = ?', who.id).run();
    for (const seconds of [7 * HOUR, 120, 7 * HOUR]) await site.tick(seconds);
    expect(debits()).toBe(1);
  });

  it('takes the days of a debit that was on its way, and adds them to the end', async () => {
    await play(site.clock.now);
    vandar.state.outcome = 'PENDING';
    await site.tick(120);
    expect(debits()).toBe(1);
    const [open] = [...vandar.book.withdrawals.values()].slice(-1);
    await site.sql('UPDATE users SET subscribed_until = subscribed_until + ? WHERE id = ?', 5 * DAY, who.id).run();
    await site.call(pauseSubscription, { key: 'pause-under-way', months: 1 }, who);
    const end = (await until()) ?? 0;
    open!.status = 'DONE';
    await site.tick(HOUR);
    expect(await until()).toBe(end + PLAN.days * DAY);
    await site.call(resumeSubscription, {}, who);
    for (const seconds of [7 * HOUR, 120]) await site.tick(seconds);
    expect(debits()).toBe(1);
  });
});

describe('a block', () => {
  it('takes nothing while it holds, also right before the withdrawal is written; then the renewal is collected once', async () => {
    await play(site.clock.now);
    await site.sql('UPDATE users SET subscribed_until = subscribed_until - ? WHERE id = ?', HOUR, who.id).run();
    const env = { ...site.env, DB: changingAt(/INSERT INTO mandate_withdrawals/, 'blocked_at') };
    site.clock.now += 120;
    await collect({ env, db: openDatabase(env.DB), now: site.clock.now, origin: ORIGIN }, () => true);
    for (const seconds of [120, 7 * HOUR, DAY]) await site.tick(seconds);
    expect([debits(), await charge()]).toEqual([0, 'due']);
    await site.sql('UPDATE users SET blocked_at = NULL WHERE id = ?', who.id).run();
    for (const seconds of [7 * HOUR, 120, 7 * HOUR]) await site.tick(seconds);
    expect(debits()).toBe(1);
  });
});

/** D1 where the account is paused or blocked right before the batch with a statement that matches. */
function changingAt(matching: RegExp, column: 'paused_until' | 'blocked_at'): D1Database {
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
          const change = target.prepare(`UPDATE users SET ${column} = ? WHERE id = ?`);
          if (matched) await change.bind(site.clock.now + DAY, who.id).run();
          matched = false;
          return target.batch(statements);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
