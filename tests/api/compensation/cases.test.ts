import { sql } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { countConcerned, matchConcerned } from '../../../src/features/compensation/server/concerned.ts';
import { runCases } from '../../../src/features/compensation/server/run-cases.ts';
import { countUnreadHelp } from '../../../src/features/help/contract.ts';
import { listGivenDays, listPromises, readGivenDays } from '../../../src/features/compensation/contract.ts';
import * as desk from '../../../src/features/compensation/desk-contract.ts';
import { listAudit } from '../../../src/features/staff/contract.ts';
import { buyPlan, buyTitle } from '../../../src/features/checkout/contract.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { addRow } from '../../support/database/rows.ts';
import { BONUS_PLAN, openMoney, PLAN, SCREENED, type Visitor } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const secret = 'd'.repeat(40);
const site = openMoney(platform, {
  OPERATOR_TOKEN: `root:${secret},zoe:${'z'.repeat(40)}`,
  MEDIA_SIGNING_KEY: 'k'.repeat(43),
  COMPENSATE_ALONE_DAYS: '5',
});
const root = { id: 0, mobile: '', token: secret };
const zoe = { id: 0, mobile: '', token: 'z'.repeat(40) };
const { join, open } = openStaff(site, root);
const DAY = 24 * 60 * 60;
const db = openDatabase(platform.env.DB);

let keys = 0;
const propose = async (input: Record<string, unknown>, who: Visitor = root) => {
  keys += 1;
  const { now } = site.clock;
  const plain = { kind: 'subscription', subject: 0, from: now - 600, until: now, days: 2, reason: 'an outage' };
  return site.call(desk.proposeCompensation, { key: `case-${String(keys).padStart(4, '0')}`, ...plain, ...input }, who);
};
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(call, input, who));
  return `${String(status)} ${code}`;
};
const run = () => runCases({ db, now: site.clock.now });
const end = async ({ id }: Visitor) =>
  (await site.sql('SELECT subscribed_until FROM users WHERE id = ?', id).first<number>('subscribed_until')) ?? 0;

describe('days for everybody', () => {
  it('are shown, proposed, approved and given, and the person and the public read of them', async () => {
    const until = site.clock.now + 10 * DAY;
    const subscriber = await site.visitor({ subscribedUntil: until });
    const stranger = await site.visitor();
    site.clock.now += DAY;
    const { now } = site.clock;
    const fault = { kind: 'subscription', subject: 0, from: now - 600, until: now };
    const { data: reach } = await site.call(desk.previewCompensation, fault, root);
    expect(reach).toMatchObject({ people: 1, sample: [{ id: subscriber.id }] });
    const { data: made } = await propose(fault);
    expect(made).toMatchObject({ state: 'proposed', people: 1, given: 0, progress: 0, proposer: 'root' });
    expect((await site.call(listPromises, {})).data).toEqual([]);
    site.clock.now += 60;
    const { data: approval } = await site.call(desk.approveCompensation, { id: made.id, days: 3, people: 1 }, root);
    expect(approval).toMatchObject({ state: 'done', given: 1, progress: 1000 });
    expect(await end(subscriber)).toBe(until + 3 * DAY);
    expect(await end(stranger)).toBe(0);
    const { data: mine } = await site.call(listGivenDays, {}, subscriber);
    expect(mine).toMatchObject([{ days: 3, until_after: until + 3 * DAY, fault: { kind: 'subscription', days: 3 } }]);
    expect((await site.call(listGivenDays, {}, stranger)).data).toEqual([]);
    // The profile's mark, until the account has read of it; somebody else's number reads nothing.
    const countUnread = async (who: Visitor) => (await site.call(countUnreadHelp, {}, who)).data.unread;
    const last = mine[0]?.id ?? 0;
    expect([mine[0]?.unread, await countUnread(subscriber), await countUnread(stranger)]).toEqual([1, 1, 0]);
    await site.call(readGivenDays, { last }, stranger);
    expect(await site.call(readGivenDays, { last: last - 1 }, subscriber)).toEqual({ data: { unread: 1 } });
    expect(await site.call(readGivenDays, { last }, subscriber)).toEqual({ data: { unread: 0 } });
    expect([await countUnread(subscriber), await countUnread(stranger)]).toEqual([0, 0]);
    expect((await site.call(listPromises, {})).data).toMatchObject([
      { kind: 'subscription', days: 3, people: 1, starts_at: now - 600, given_at: site.clock.now },
    ]);
    await run();
    expect(await end(subscriber)).toBe(until + 3 * DAY);
    const row = await site
      .sql("SELECT * FROM operator_audit WHERE action = 'approveCompensation' ORDER BY id DESC")
      .first();
    expect(row).toMatchObject({ subject: `compensation:${String(made.id)}`, status: 200 });
  });

  it('name those with a ticket, and not who bought it later', async () => {
    site.clock.now += DAY;
    const ticket = await site.visitor();
    await topUp(site, ticket, 200_000);
    await site.call(buyTitle, { id: SCREENED.id, payment_method: 'wallet' }, ticket);
    site.clock.now += 3600;
    const late = await site.visitor();
    await topUp(site, late, 200_000);
    const fault = {
      kind: 'screening',
      subject: SCREENED.screening,
      from: site.clock.now - 1800,
      until: site.clock.now,
    };
    site.clock.now += 60;
    await site.call(buyTitle, { id: SCREENED.id, payment_method: 'wallet' }, late);
    const { data } = await site.call(desk.previewCompensation, fault, root);
    expect(data.sample.map(({ id }) => id)).toEqual([ticket.id]);
    const { data: made } = await propose(fault);
    expect(made.name_en).toBe(`Film ${String(SCREENED.id)}`);
    await site.call(desk.approveCompensation, { id: made.id, days: 2, people: 1 }, root);
    await run();
    expect(await end(ticket)).toBe(site.clock.now + 2 * DAY);
  });

  it('name who held a stream of a paid channel while it was down, and of a free one nobody', async () => {
    site.clock.now += DAY;
    const { now } = site.clock;
    const names = { name_fa: 'ش', name_en: 'c', synopsis_fa: '', synopsis_en: '' };
    await addRow(site.env.DB, 'channels', { id: 71, slug: 'paid-71', ...names, access: 'subscription' });
    await addRow(site.env.DB, 'channels', { id: 72, slug: 'free-72', ...names, access: 'free' });
    const [early, there] = [await site.visitor(), await site.visitor()];
    const stream = { item: 'c71', began_at: now - 7200 };
    await addRow(site.env.DB, 'streams', { id: 's1', user_id: early.id, ...stream, ends_at: now - 3600 });
    await addRow(site.env.DB, 'streams', { id: 's2', user_id: there.id, ...stream, ends_at: now - 900 });
    await addRow(site.env.DB, 'streams', { id: 's3', user_id: there.id, ...stream, ends_at: now - 800 });
    const fault = { kind: 'channel', subject: 71, from: now - 1200, until: now };
    const { data: made } = await propose(fault);
    expect(made.people).toBe(1);
    await site.sql('DELETE FROM streams').run();
    const { data: detail } = await site.call(desk.getCompensation, { id: made.id }, root);
    expect(detail.reach.sample.map(({ id }) => id)).toEqual([there.id]);
    const { data: free } = await propose({ ...fault, subject: 72 });
    expect(free.people).toBeNull();
    expect(await refuse(desk.approveCompensation, { id: free.id, days: 1, people: 1 }, root)).toBe(
      '409 compensation_reach',
    );
    const old = { ...fault, from: now - 3 * DAY, until: now - 2 * DAY };
    expect((await site.call(desk.previewCompensation, old, root)).data.people).toBeNull();
  });
});

describe('cases of one time', () => {
  const give = async (days: number, input: Record<string, unknown>) => {
    const { data: made } = await propose({ ...input, days });
    await site.call(desk.approveCompensation, { id: made.id, days, people: made.people ?? 0 }, zoe);
    await run();
    const { data } = await site.call(desk.getCompensation, { id: made.id }, root);
    return { state: data.state, people: data.people, given: data.given };
  };

  it('give a person the days of the longest, and a fault of another time has its own', async () => {
    site.clock.now += 30 * DAY;
    const { now } = site.clock;
    const [both, viewer] = [await site.visitor(), await site.visitor()];
    const names = { name_fa: 'ش', name_en: 'c', synopsis_fa: '', synopsis_en: '' };
    await addRow(site.env.DB, 'channels', { id: 73, slug: 'paid-73', ...names, access: 'subscription' });
    for (const { id } of [both, viewer]) {
      const stream = { id: `t${String(id)}`, user_id: id, item: 'c73', began_at: now - 7200, ends_at: now - 900 };
      await addRow(site.env.DB, 'streams', stream);
    }
    const show = { title_id: SCREENED.id, starts_at: now - 2400, ends_at: now + DAY };
    await addRow(site.env.DB, 'screenings', { id: 973, ...show });
    await addRow(site.env.DB, 'purchases', {
      ...{ user_id: both.id, kind: 'screening', item_id: 973, title_id: SCREENED.id },
      ...{ bought_at: now - 8000, ends_at: now + DAY },
    });
    const channel = { kind: 'channel', subject: 73, from: now - 3600, until: now - 1800 };
    const screening = { kind: 'screening', subject: 973, from: now - 2400, until: now - 600 };
    expect(await give(1, channel)).toEqual({ state: 'done', people: 2, given: 2 });
    expect(await give(2, screening)).toEqual({ state: 'done', people: 1, given: 1 });
    expect([await end(both), await end(viewer)]).toEqual([now + 2 * DAY, now + DAY]);
    // It ends with the screening's fault, and begins where the channel's first one ended.
    expect(await give(1, { ...channel, from: now - 1800, until: now - 700 })).toEqual({
      ...{ state: 'done', people: 2, given: 1 },
    });
    expect([await end(both), await end(viewer)]).toEqual([now + 2 * DAY, now + 2 * DAY]);
    expect((await site.call(listGivenDays, {}, both)).data.map(({ days }) => days)).toEqual([1, 1]);
  });
});

describe('refused are', () => {
  it('a time that is not over, none at all, an unknown subject, and one that has a case', async () => {
    site.clock.now += DAY;
    const { now } = site.clock;
    const fault = { kind: 'subscription', subject: 0, from: now - 60, until: now };
    const wrong = [
      { ...fault, until: now + 1 },
      { ...fault, from: now, until: now },
      { ...fault, from: now - 401 * DAY },
    ];
    for (const one of wrong) expect(await refuse(desk.previewCompensation, one, root)).toBe('422 compensation_period');
    for (const one of [
      { ...fault, subject: 3 },
      { ...fault, kind: 'channel', subject: 999 },
      { ...fault, kind: 'title', subject: 999 },
      { ...fault, kind: 'screening', subject: 999 },
    ])
      expect(await refuse(desk.previewCompensation, one, root)).toBe('404 compensation_subject');
    expect(await refuse(desk.previewCompensation, { ...fault, kind: 'plays' }, root)).toBe('422 invalid_input');
    await site.visitor({ subscribedUntil: now + DAY });
    const { data: made } = await propose(fault);
    const repeat = { key: 'case-again', ...fault, from: now - 30, days: 1, reason: 'again' };
    expect(await refuse(desk.proposeCompensation, repeat, root)).toBe('409 compensation_overlap');
    const beside = { ...repeat, from: now - 120, until: now - 60 };
    expect((await site.call(desk.proposeCompensation, beside, root)).data.state).toBe('proposed');
    expect(await refuse(desk.proposeCompensation, { ...beside, days: 2 }, root)).toBe('409 key_used');
    await site.call(desk.refuseCompensation, { id: made.id, reason: 'no fault' }, root);
    expect((await site.call(desk.proposeCompensation, { ...repeat, key: 'case-third' }, root)).data.people).toBe(
      made.people,
    );
    expect(await refuse(desk.approveCompensation, { id: made.id, days: 1, people: made.people }, root)).toBe(
      '409 compensation_closed',
    );
    expect(await refuse(desk.getCompensation, { id: 99_999 }, root)).toBe('404 compensation_unknown');
  });

  it('an approval of another number than was shown, and of many days by who proposed them', async () => {
    const [finance, support] = [await join('finance'), await join('support')];
    for (let count = 0; count < 3; count += 1) await site.visitor({ subscribedUntil: site.clock.now + 30 * DAY });
    await open(support);
    site.clock.now += 700;
    const { data: made } = await propose({ days: 3 }, support);
    expect(await refuse(desk.approveCompensation, { id: made.id, days: 3, people: made.people }, support)).toBe(
      '403 operator_role',
    );
    await open(finance);
    const people = made.people ?? 0;
    expect(people).toBeGreaterThanOrEqual(3);
    expect(await refuse(desk.approveCompensation, { id: made.id, days: 3, people: people + 1 }, finance)).toBe(
      '409 compensation_stale',
    );
    const { data: approved } = await site.call(desk.approveCompensation, { id: made.id, days: 1, people }, finance);
    expect(approved).toMatchObject({ state: 'done', days: 1, decider: `person:${finance.name}` });
    // The same press again is the same answer; another one finds it decided.
    expect((await site.call(desk.approveCompensation, { id: made.id, days: 1, people }, finance)).data.id).toBe(
      made.id,
    );
    expect(await refuse(desk.approveCompensation, { id: made.id, days: 2, people }, finance)).toBe(
      '409 compensation_closed',
    );
    expect(await refuse(desk.refuseCompensation, { id: made.id, reason: 'too late' }, finance)).toBe(
      '409 compensation_closed',
    );
    await run();
    site.clock.now += 700;
    await open(finance);
    const { data: third } = await propose({ days: 3 }, finance);
    expect(await refuse(desk.approveCompensation, { id: third.id, days: 3, people: third.people }, finance)).toBe(
      '403 compensation_second',
    );
    await expect(site.sql("UPDATE compensation_cases SET days = 9 WHERE state = 'done'").run()).rejects.toThrow(
      'compensation_append_only',
    );
  });
});

it('one person’s days of 24 hours are bounded together, in turn and at one moment', async () => {
  site.clock.now += 3 * DAY;
  const finance = await join('finance');
  const ticket = await site.visitor();
  const { now } = site.clock;
  await addRow(site.env.DB, 'purchases', {
    ...{ user_id: ticket.id, kind: 'screening', item_id: 974, title_id: SCREENED.id },
    ...{ bought_at: now - 8000, ends_at: now + DAY },
  });
  await addRow(site.env.DB, 'screenings', {
    id: 974,
    title_id: SCREENED.id,
    starts_at: now - 5000,
    ends_at: now + DAY,
  });
  const fault = (at: number) => ({ kind: 'screening', subject: 974, from: now - at - 1, until: now - at, days: 2 });
  const made = [];
  for (const at of [10, 20, 30, 40]) made.push((await propose(fault(at), finance)).data);
  const press = ({ id }: { id: number }) => ({ id, days: 2, people: 1 });
  const answers = await Promise.all(made.map((one) => site.ask(desk.approveCompensation, press(one), finance)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
  const [next] = made.filter((_, at) => answers[at]?.ok === false);
  if (next === undefined) throw new Error('no case waits');
  expect(await refuse(desk.approveCompensation, press(next), finance)).toBe('403 compensation_second');
  expect((await site.call(desk.getCompensation, { id: next.id }, finance)).data.alone_days).toBe(1);
  expect((await site.call(desk.approveCompensation, press(next), root)).data.state).toBe('done');
  site.clock.now += DAY + 60;
  await open(finance);
  const later = { ...fault(0), from: now + 10, until: now + 11 };
  const { data: last } = await propose(later, finance);
  expect((await site.call(desk.approveCompensation, press(last), finance)).data.state).toBe('done');
});

it('ten proposals and ten approvals at one moment are one case, given once', async () => {
  site.clock.now += DAY;
  const who = await site.visitor({ subscribedUntil: site.clock.now + DAY });
  site.clock.now += 600;
  const { now } = site.clock;
  const fault = { kind: 'subscription', subject: 0, from: now - 300, until: now, days: 1, reason: 'an outage' };
  const tries = Array.from({ length: 10 }, (_, at) => `case-race-${String(at)}`);
  const answers = await Promise.all(tries.map((key) => site.ask(desk.proposeCompensation, { key, ...fault }, root)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const id = (await site.sql('SELECT max(id) AS id FROM compensation_cases').first<number>('id')) ?? 0;
  const { people } = (await site.call(desk.getCompensation, { id }, root)).data.reach;
  await Promise.all(tries.map(() => site.ask(desk.approveCompensation, { id, days: 1, people }, zoe)));
  await Promise.all([run(), run(), run()]);
  expect((await site.call(desk.getCompensation, { id }, root)).data).toMatchObject({ state: 'done', given: people });
  expect(await site.count('compensations WHERE case_id = ? AND user_id = ?', id, who.id)).toBe(1);
  expect(await end(who)).toBe(now - 600 + 2 * DAY);
});

it('no account twice for a case, whoever writes it', async () => {
  const who = await site.visitor();
  const gift = { user_id: who.id, case_id: 4_000, until_before: 1, until_after: 2 };
  await addRow(site.env.DB, 'compensations', { key: 'one', ...gift });
  await expect(addRow(site.env.DB, 'compensations', { key: 'two', ...gift })).rejects.toThrow('UNIQUE');
  await expect(site.sql("UPDATE compensations SET case_id = 1 WHERE key = 'one'").run()).rejects.toThrow(
    'compensation_append_only',
  );
});

it('counts along the accounts and by an index of each other table', async () => {
  const dialect = new SQLiteAsyncDialect();
  for (const kind of ['subscription', 'screening', 'title', 'channel'] as const) {
    const { sql: text, params } = dialect.sqlToQuery(countConcerned({ kind, subject: 1, plan: 0, from: 1, until: 2 }));
    const { results } = await site
      .sql(`EXPLAIN QUERY PLAN SELECT ${text}`, ...(params as number[]))
      .all<{ detail: string }>();
    const scans = results.filter(({ detail }) => /^SCAN (p|l|c|r|x|o|s|w)\b/.test(detail));
    expect(scans, kind).toEqual([]);
  }
});

describe('proposals', () => {
  it('give days to who had one plan in the time, and to no other subscriber', async () => {
    const people: Visitor[] = [];
    for (const plan of [PLAN.id, BONUS_PLAN.id]) {
      const who = await site.visitor();
      await topUp(site, who, 500_000);
      await site.call(buyPlan, { plan_id: plan, payment_method: 'wallet' }, who);
      people.push(who);
    }
    const [month = zoe, season = zoe] = people;
    site.clock.now += DAY;
    const { data: made } = await propose({ subject: BONUS_PLAN.id, days: 1 });
    expect(made).toMatchObject({ people: 1, name_en: 'Season' });
    await site.call(desk.approveCompensation, { id: made.id, days: 1, people: 1 }, root);
    await run();
    expect((await site.call(listGivenDays, {}, season)).data).toMatchObject([{ days: 1 }]);
    expect((await site.call(listGivenDays, {}, month)).data).toEqual([]);
    const unknown = { kind: 'subscription', subject: 987_654, from: site.clock.now - 600, until: site.clock.now };
    expect(await refuse(desk.previewCompensation, unknown, root)).toBe('404 compensation_subject');
    // A season bought later is not that of the time.
    await topUp(site, month, 500_000);
    site.clock.now += DAY;
    await site.call(buyPlan, { plan_id: BONUS_PLAN.id, payment_method: 'wallet' }, month);
    const early = {
      kind: 'subscription',
      subject: BONUS_PLAN.id,
      from: site.clock.now - DAY - 60,
      until: site.clock.now - 60,
    };
    expect((await site.call(desk.previewCompensation, early, root)).data.people).toBe(1);
  });

  it('are refused many for one reason, with a result for each, which the trail of each has', async () => {
    site.clock.now += 10 * DAY;
    const { now } = site.clock;
    const [first, second] = [
      (await propose({ from: now - 600, until: now - 300 })).data,
      (await propose({ from: now - 200, until: now - 100 })).data,
    ];
    await site.call(desk.refuseCompensation, { id: second.id, reason: 'no fault' }, root);
    const input = { ids: [first.id, second.id, 987_654], reason: 'a test' };
    expect((await site.call(desk.refuseCompensations, input, root)).data).toEqual([
      { id: first.id, result: 'refused' },
      { id: second.id, result: 'closed' },
      { id: 987_654, result: 'unknown' },
    ]);
    const { data } = await site.call(listAudit, { subject: `compensation:${String(first.id)}` }, root);
    expect(data.map(({ action }) => action).filter((action) => action !== 'listAudit')).toEqual([
      'refuseCompensations',
      'proposeCompensation',
    ]);
  });
});

it.each([
  { name: 'from its first second on', since: 0, pause: [0, 600], isConcerned: false },
  { name: 'half a minute after its first second', since: 0, pause: [30, 600], isConcerned: true },
  { name: 'and is over before the fault is', since: 0, pause: [0, 40], isConcerned: true },
  { name: 'from before the fault until after it', since: -300, pause: [-300, 600], isConcerned: false },
  { name: 'until within the fault', since: -300, pause: [-300, 20], isConcerned: true },
])('a subscription that pauses $name counts by its open moments', async ({ since, pause, isConcerned }) => {
  site.clock.now += 10 * DAY;
  const at = site.clock.now;
  site.clock.now = at + since;
  const { id } = await site.visitor({ subscribedUntil: at + 5 * DAY });
  const [from = 0, until = 0] = pause.map((seconds) => at + seconds);
  const row = { user_id: id, key: 'pause-of-a-test', months: 1, started_at: from, planned_end: from + 30 * DAY };
  await addRow(site.env.DB, 'subscription_pauses', { ...row, ended_at: from + 30 * DAY });
  await site.sql('UPDATE subscription_pauses SET ended_at = ? WHERE user_id = ?', until, id).run();
  site.clock.now = at + 1000;
  const fault = { kind: 'subscription', subject: 0, plan: 0, from: at - 60, until: at + 60 } as const;
  const rows = await db.all(sql`SELECT u.id FROM users u WHERE u.id = ${id} AND ${matchConcerned(fault)}`);
  expect(rows).toEqual(isConcerned ? [{ id }] : []);
});
