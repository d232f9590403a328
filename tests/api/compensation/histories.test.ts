import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { Random } from '@pardeh/money-simulator/random';
import { matchConcerned } from '../../../src/features/compensation/server/concerned.ts';
import { runCases } from '../../../src/features/compensation/server/run-cases.ts';
import * as desk from '../../../src/features/compensation/desk-contract.ts';
import { watchFaults } from '../../../src/features/compensation/server/watch-faults.ts';
import { extendAccount, undoDays } from '../../../src/features/operator/accounts-contract.ts';
import { refundPayment } from '../../../src/features/operator/contract.ts';
import { undoRefund } from '../../../src/features/operator/desk-payments-contract.ts';
import { pauseSubscription, resumeSubscription } from '../../../src/features/subscription/contract.ts';
import { buildDeliveryStatements } from '../../../src/features/ledger/server/deliver.ts';
import { batch } from '../../../src/platform/db/batch.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { tehranDate, tehranMidnight } from '../../../src/platform/text/tehran-week.ts';
import { addRow } from '../../support/database/rows.ts';
import { dying } from '../../support/faults/dying-d1.ts';
import { openMoney, PLAN, type Visitor } from '../../support/money/money.ts';
import { openGifts } from '../../support/money/gifts.ts';
import { parseAnswer } from '../../support/site/api.ts';

const HISTORIES = Number(process.env['HISTORIES'] ?? 6);
const ACCOUNTS = 24;
const ACCOUNTS_AT_ONCE = 5;
const STEPS = 70;
const LOOK_SECONDS = 120;
const FOLDER = 'fresh';
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

const gifts = await openGifts();
const { platform } = gifts;
const secret = 'a'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `ali:${secret}` });
/** Nothing answers at this port. */
const AWAY = '127.0.0.1:9';
const RULE = { STREAM_PLAIN_HOSTS: AWAY, COMPENSATE_RULES: 'channel' };
const ali = { id: 0, mobile: '', token: secret };
const db = openDatabase(platform.env.DB);
await platform.env.MEDIA.put(`video/${FOLDER}/master.m3u8`, '#EXTM3U\n');
/** Accounts that premieres concerned by a purchase alone, and by a subscription as well. */
let [onlyBuyers, both] = [0, 0];

interface Change {
  at: number;
  until: number;
}

interface Time {
  from: number;
  until: number;
}

/** As a person with a calendar would say: the days that were open, from change to change, without those of pauses. */
function wasSubscribed(changes: readonly Change[], pauses: readonly Time[], { from, until }: Time): boolean {
  return changes.some(({ at, until: end }, index) => {
    const first = Math.max(at, from);
    const last = Math.min(end, changes[index + 1]?.at ?? Infinity, until);
    return first < last && !pauses.some((pause) => pause.from <= first && pause.until >= last);
  });
}

async function play(seed: number): Promise<void> {
  const random = new Random(seed);
  const begun = site.clock.now;
  const people = new Map<number, Change[]>();
  const payments: { id: string; user: number }[] = [];
  const outages: Time[] = [];
  const visitors = new Map<number, Visitor>();
  const pauses = new Map<number, Time[]>();
  const cancelled = new Set<number>();
  let lastEnd = begun;
  let channels = 0;
  let premieres = 0;

  const readEnd = async (id: number) =>
    (await site.sql('SELECT subscribed_until FROM users WHERE id = ?', id).first<number>('subscribed_until')) ?? 0;
  const note = async (id: number) => {
    const changes = people.get(id) ?? [];
    const until = await readEnd(id);
    if (changes.at(-1)?.until !== until) changes.push({ at: site.clock.now, until });
    people.set(id, changes);
  };
  const join = async () => {
    const trial = random.chance(50) ? site.clock.now + random.pick([1, 7]) * DAY : 0;
    const who = await site.visitor({ subscribedUntil: trial });
    visitors.set(who.id, who);
    people.set(who.id, [{ at: site.clock.now, until: trial }]);
  };
  const pick = () => random.pick([...people.keys()]);

  const steps = {
    join,
    buy: async () => {
      const user = pick();
      const id = `p${String(seed)}x${String(payments.length)}`.padEnd(20, 'a');
      const { now } = site.clock;
      const sum = { price: PLAN.toman, vat: PLAN.total - PLAN.toman, total: PLAN.total };
      const settled = { state: 'settled', purpose: 'plan', method: 'saman', settled_at: now, created_at: now };
      await addRow(platform.env.DB, 'payments', { id, user_id: user, fingerprint: id, ...sum, ...settled });
      await addRow(platform.env.DB, 'payment_lines', {
        ...{ payment_id: id, kind: 'plan', item_id: PLAN.id, days: PLAN.days },
        ...{ list_price: PLAN.toman, vat: sum.vat, total: sum.total },
      });
      await batch(db, buildDeliveryStatements(id));
      payments.push({ id, user });
      await note(user);
    },
    refund: async () => {
      if (payments.length === 0) return;
      const { id, user } = random.pick(payments);
      const lines = random.chance(50) ? { lines: [{ line: 0, toman: 20_000, days: 1 + random.below(12) }] } : {};
      const key = `refund-${String(seed)}-${String(site.clock.now)}`;
      const wanted = { key, payment_id: id, destination: 'wallet', reason: 'asked', ...lines };
      const response = await site.ask(refundPayment, wanted, ali);
      if (response.ok && random.chance(30) && !cancelled.has(user)) {
        const { data } = await parseAnswer(refundPayment, response);
        await site.call(undoRefund, { payment_id: id, refund: data.id, reason: 'undone' }, ali);
      }
      await note(user);
    },
    gift: async () => {
      const user = pick();
      const key = `gift-${String(seed)}-${String(site.clock.now)}`;
      const wanted = { id: user, key, days: 1 + random.below(9), reason: 'asked for it' };
      const response = await site.ask(extendAccount, wanted, ali);
      if (response.ok && random.chance(30)) {
        const { data } = await parseAnswer(extendAccount, response);
        await site.call(undoDays, { id: user, compensation: data.id, reason: 'undone' }, ali);
      }
      await note(user);
    },
    redeem: async () => {
      const [buyer, user] = [visitors.get(pick()), pick()];
      const who = visitors.get(user);
      if (buyer === undefined || who === undefined || cancelled.has(buyer.id) || cancelled.has(user)) return;
      gifts.site.clock.now = site.clock.now;
      const [code = ''] = (await gifts.buyCards(buyer)).codes;
      await gifts.redeem(who, code);
      await note(user);
    },
    pause: async () => {
      const user = pick();
      const wanted = { key: `pause-${String(seed)}-${String(site.clock.now)}`, months: 1 + random.below(3) };
      const response = await site.ask(pauseSubscription, wanted, visitors.get(user));
      if (!response.ok) return;
      const { data } = await parseAnswer(pauseSubscription, response);
      pauses.set(user, [...(pauses.get(user) ?? []), { from: site.clock.now, until: data.paused_until }]);
      await note(user);
    },
    resume: async () => {
      const user = random.pick([...pauses.keys(), pick()]);
      const last = pauses.get(user)?.at(-1);
      const response = await site.ask(resumeSubscription, {}, visitors.get(user));
      if (response.ok && last !== undefined && last.until > site.clock.now) last.until = site.clock.now;
      await note(user);
    },
    /** A channel that nobody could watch, whose viewers are given days by the rule. */
    channel: async () => {
      channels += 1;
      const id = 9000 + 100 * seed + channels;
      const viewers = [...people.keys()].filter(() => random.chance(30));
      const names = { name_fa: 'ش', name_en: 'c', synopsis_fa: '', synopsis_en: '', access: 'subscription' };
      await addRow(platform.env.DB, 'channels', {
        id,
        slug: `c-${String(id)}`,
        ...names,
        stream_url: `http://${AWAY}/x.m3u8`,
      });
      // Each rule gives the days of one fault of a day.
      site.clock.now = tehranMidnight(tehranDate(site.clock.now + DAY)) + 10 * HOUR;
      const from = site.clock.now;
      for (const user of viewers)
        await addRow(platform.env.DB, 'streams', {
          ...{ id: `c${String(id)}-${String(user)}`, user_id: user, item: `c${String(id)}` },
          ...{ began_at: from - 60, ends_at: from + 10 + random.below(900) },
        });
      const look = () => watchFaults({ db, env: { ...platform.env, ...RULE }, now: site.clock.now });
      for (let looks = 0; looks < 8; looks += 1, site.clock.now += 120) await look();
      await site.sql('UPDATE channels SET stream_url = NULL WHERE id = ?', id).run();
      await look();
      lastEnd = site.clock.now;
      await giveWithAccidents(random);
      const viewersGiven =
        "SELECT user_id FROM compensations g JOIN compensation_cases c ON c.id = g.case_id WHERE c.kind = 'channel' AND c.subject = ?";
      const { results } = await site.sql(`${viewersGiven} ORDER BY user_id`, id).all<{ user_id: number }>();
      const wanted = viewers.filter((user) => !cancelled.has(user)).sort((one, other) => one - other);
      expect(
        results.map(({ user_id: user }) => user),
        `seed ${String(seed)}`,
      ).toEqual(wanted);
      for (const user of wanted) await note(user);
    },
    /** A film of the subscription, which some have bought, that is not there on its day: both kinds of fault at once. */
    premiere: async () => {
      premieres += 1;
      const id = 500_000 + 100 * seed + premieres;
      const day = tehranDate(site.clock.now + DAY);
      const from = tehranMidnight(day);
      site.clock.now = from;
      await addRow(platform.env.DB, 'all_titles', { id, media: null, release_date: day, access: 'subscription' });
      const until = from + 7 * LOOK_SECONDS;
      const buyers = new Set<number>();
      for (const user of [...people.keys()].filter(() => random.chance(40))) {
        const bought_at = random.pick([from - DAY, from - 1, from, until - 1, until, until + 60]);
        const ends_at = random.pick([null, null, from, from + 1, until + DAY]);
        const bought = { user_id: user, kind: 'title', item_id: id, title_id: id, bought_at, ends_at };
        await addRow(platform.env.DB, 'purchases', bought);
        if (bought_at < until && (ends_at === null || ends_at > from)) buyers.add(user);
      }
      const rule = { ...platform.env, COMPENSATE_RULES: 'title' };
      const look = () => watchFaults({ db, env: rule, now: site.clock.now });
      for (let looks = 0; looks < 8; looks += 1, site.clock.now += LOOK_SECONDS) await look();
      await site.sql('UPDATE all_titles SET media = ? WHERE id = ?', FOLDER, id).run();
      await look();
      lastEnd = site.clock.now;
      await giveWithAccidents(random);
      const cases = "c.subject = ? AND c.kind IN ('title', 'subscription') AND c.plan_id = 0";
      const { results } = await site
        .sql(
          `SELECT g.user_id, sum(g.days) AS days, c.starts_at, c.ends_at FROM compensations g
            JOIN compensation_cases c ON c.id = g.case_id WHERE ${cases} GROUP BY g.user_id ORDER BY g.user_id`,
          id,
        )
        .all<{ user_id: number; days: number }>();
      const isSubscriber = (user: number) =>
        wasSubscribed(people.get(user) ?? [], pauses.get(user) ?? [], { from, until });
      const wanted = [...people.keys()].filter((user) => buyers.has(user) || isSubscriber(user));
      const recipients = wanted.filter((user) => !cancelled.has(user)).sort((one, other) => one - other);
      expect(
        results.filter(({ user_id: user }) => people.has(user)),
        `seed ${String(seed)}`,
      ).toEqual(recipients.map((user) => ({ user_id: user, days: 1, starts_at: from, ends_at: until })));
      for (const user of recipients) await note(user);
      // Nobody paid for these, which the books would say.
      await site.sql("DELETE FROM purchases WHERE kind = 'title' AND item_id = ?", id).run();
      onlyBuyers += recipients.filter((user) => !isSubscriber(user)).length;
      both += recipients.filter((user) => buyers.has(user) && isSubscriber(user)).length;
    },
    cancel: async () => {
      const user = pick();
      cancelled.add(user);
      await site.sql('UPDATE users SET cancelled_at = ? WHERE id = ?', site.clock.now, user).run();
    },
    outage: () => {
      const from = Math.max(lastEnd, site.clock.now - random.pick([1, 60, 24 * 60, 40 * 24 * 60]) * 60);
      if (from >= site.clock.now) return Promise.resolve();
      lastEnd = from + 1 + random.below(site.clock.now - from);
      outages.push({ from, until: lastEnd });
      return Promise.resolve();
    },
    compensate: async () => {
      const outage = outages.shift();
      if (outage) await compensate(outage);
    },
  };

  const compensate = async ({ from, until }: Time) => {
    const expected = [...people]
      .filter(([id, changes]) => wasSubscribed(changes, pauses.get(id) ?? [], { from, until }))
      .map(([id]) => id);
    const wanted = expected.filter((id) => !cancelled.has(id)).sort((one, other) => one - other);
    const fault = { kind: 'subscription', subject: 0, from, until };
    const before = await site.count('compensations');
    const { data: reach } = await site.call(desk.previewCompensation, fault, ali);
    const others = await listOthers(from, until, [...people.keys()]);
    expect(reach.people, `seed ${String(seed)}`).toBe(wanted.length + others);
    const key = `case-${String(seed)}-${String(from)}`;
    const days = 1 + random.below(5);
    const { data: made } = await site.call(desk.proposeCompensation, { key, ...fault, days, reason: 'an outage' }, ali);
    if ((made.people ?? 0) === 0) return;
    // As an approval leaves it, before the job's first round.
    const approved = "UPDATE compensation_cases SET state = 'running', decider = 'zoe' WHERE id = ?";
    await site.sql(approved, made.id).run();
    await giveWithAccidents(random);
    const { results } = await site
      .sql('SELECT user_id FROM compensations WHERE case_id = ? ORDER BY user_id', made.id)
      .all<{ user_id: number }>();
    const ids = results.map(({ user_id: id }) => id);
    expect(
      ids.filter((id) => people.has(id)),
      `seed ${String(seed)}`,
    ).toEqual(wanted);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await site.call(desk.getCompensation, { id: made.id }, ali)).data).toMatchObject({
      ...{ state: 'done', given: ids.length, people: ids.length, progress: 1000 },
    });
    expect(await site.count('compensations')).toBe(before + ids.length);
    for (const id of wanted) await note(id);
  };

  while (people.size < 4) await join();
  for (let step = 0; step < STEPS; step += 1) {
    site.clock.now += 1 + random.below(3 * DAY);
    const weights = {
      join: people.size < ACCOUNTS ? 5 : 0,
      buy: 8,
      refund: 3,
      gift: 3,
      redeem: 1,
      pause: 2,
      resume: 1,
      channel: 1,
      premiere: 1,
      cancel: 0.3,
      outage: 4,
      compensate: 4,
    };
    await steps[random.weighted(weights)]();
  }
  while (outages.length > 0) {
    site.clock.now += HOUR;
    await steps.compensate();
  }
}

/** Accounts of earlier histories: their answer is not asked again. */
async function listOthers(from: number, until: number, ids: number[]): Promise<number> {
  const fault = { kind: 'subscription', subject: 0, plan: 0, from, until } as const;
  const rows = await db.all<{ n: number }>(sql`SELECT count(*) AS n FROM users u WHERE ${matchConcerned(fault)}
    AND u.cancelled_at IS NULL AND u.id NOT IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return rows[0]?.n ?? 0;
}

/** The job dies at any request, or loses an answer, and two run at once, until all is done. */
async function giveWithAccidents(random: Random): Promise<void> {
  for (let run = 0; run < 60; run += 1) {
    site.clock.now += 1;
    const accident = { at: 1 + random.below(9), how: random.chance(50) ? 'dies' : 'answer lost' } as const;
    const workers = [dying(platform.env.DB, random.chance(60) ? accident : null).db, platform.env.DB].slice(
      0,
      random.chance(50) ? 2 : 1,
    );
    await Promise.allSettled(
      workers.map((worker) => {
        let rounds = random.below(4);
        const hasTime = () => (rounds -= 1) > 0;
        return runCases({ db: openDatabase(worker), now: site.clock.now }, { hasTime, atOnce: ACCOUNTS_AT_ONCE });
      }),
    );
    if ((await site.count("compensation_cases WHERE state = 'running'")) === 0) return;
  }
  throw new Error('the job has not come to its end');
}

it(`gives ${String(HISTORIES)} histories of outages their days: nobody twice, nobody missed, and the books hold`, async () => {
  for (let seed = 1; seed <= HISTORIES; seed += 1) await play(seed);
  const wrong = await site.count(
    `compensations WHERE until_after <> max(until_before, created_at) + days * ${String(DAY)}`,
  );
  expect(wrong).toBe(0);
  expect(await site.count('(SELECT 1 FROM compensations WHERE case_id IS NOT NULL)')).toBeGreaterThan(20);
  expect(Math.min(onlyBuyers, both)).toBeGreaterThan(0);
  expect(await site.books()).toEqual([]);
}, 240_000);
