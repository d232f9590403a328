import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCron } from '../../../src/app/cron.ts';
import { getFigures } from '../../../src/features/operator/figures-contract.ts';
import { tehranDate, tehranMidnight } from '../../../src/platform/text/tehran-week.ts';
import { addRow, prepareRow, type Row } from '../../support/database/rows.ts';
import { countStatements } from '../../support/database/statements.ts';
import { NOON, openApi, parseAnswer, type TestApi } from '../../support/site/api.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const SECRET = 'f'.repeat(40);
const EYE = 'e'.repeat(40);
const MODERATOR = 'm'.repeat(40);
const HOUR = 3600;
const DAY = 24 * HOUR;
const MIDNIGHT = tehranMidnight(tehranDate(NOON));
const at = (hour: number, minute = 0) => MIDNIGHT + hour * HOUR + minute * 60;

let platform: Platform;
let site: TestApi;
beforeAll(async () => {
  platform = await openPlatform();
  site = openApi(platform, { OPERATOR_TOKEN: `ali:${SECRET},eye/viewer:${EYE},mod/moderator:${MODERATOR}` });
});
beforeEach(async () => {
  const tables = [
    'desk_hours',
    'qoe_days',
    'qoe_starts',
    'plays',
    'streams',
    'rate_limits',
    'users',
    'payments',
    'payment_lines',
  ];
  await site.env.DB.batch(tables.map((table) => site.env.DB.prepare(`DELETE FROM ${table}`)));
});
afterAll(() => platform.dispose());

const tick = (moment: number) => runCron(site.env, '*/2 * * * *', () => moment);
const dump = async () => (await site.env.DB.prepare('SELECT * FROM desk_hours ORDER BY 1, 2, 3').all()).results;
const read = async (moment: number, secret = EYE) => {
  site.clock.now = moment;
  const headers = { authorization: `Bearer ${secret}` };
  return (await parseAnswer(getFigures, await site.send(getFigures.path, { headers }))).data;
};
const find = (data: Awaited<ReturnType<typeof read>>, figure: string, part = '') =>
  data.figures.find((one) => one.figure === figure && one.part === part);
let people = 0;
const addUser = async (createdAt: number, until = 0, { isTrial = false } = {}) => {
  people += 1;
  const mobile = `0935${String(people).padStart(7, '0')}`;
  await addRow(site.env.DB, 'users', { id: people, mobile, subscribed_until: until, ref: 0, created_at: createdAt });
  if (until === 0 || isTrial) return;
  const id = `plan-${String(people)}`;
  await addPayment(id, { state: 'settled', settled_at: 1, delivered_at: 1, user_id: people });
  await addRow(site.env.DB, 'payment_lines', { payment_id: id, kind: 'plan', item_id: 1, delivered: 1, days: 30 });
};
const addPayment = (id: string, more: Row) => addRow(site.env.DB, 'payments', { id, fingerprint: id, ...more });

describe('hours are counted', () => {
  test('once, however often the job runs, and the open ones again', async () => {
    await tick(at(9, 2));
    await addUser(at(9, 10), at(9, 30));
    await addUser(at(9, 40));
    await addUser(at(2), at(9, 35), { isTrial: true });
    await tick(at(9, 50));
    await tick(at(10, 5));
    const rows = await dump();
    await site.env.DB.prepare("UPDATE desk_hours SET value = value - 600 WHERE figure = 'counted'").run();
    await tick(at(10, 5));
    const drop = (all: typeof rows) => all.filter(({ figure }) => figure !== 'counted');
    expect(drop(await dump())).toEqual(drop(rows));
    expect(rows).toContainEqual({ hour: at(9), figure: 'signups', part: '', value: 2 });
    expect(rows).toContainEqual({ hour: at(9), figure: 'ended', part: '', value: 1 });
    await site.env.DB.prepare('UPDATE users SET subscribed_until = ?').bind(at(23)).run();
    await tick(at(10, 20));
    expect((await dump()).filter(({ figure }) => figure === 'ended')).toEqual([]);
  });

  test('of ended subscriptions beside those that ran when the day began, without trials, at an hour’s first tick', async () => {
    await addUser(at(0), at(9, 30));
    await addUser(at(0), at(20));
    await addUser(at(0), at(21), { isTrial: true });
    await addUser(at(0), at(8));
    await addUser(at(0), at(9, 1));
    await tick(at(9, 2));
    await addUser(at(9, 5), at(23));
    await tick(at(9, 50));
    await tick(at(10, 5));
    const data = await read(at(10, 6));
    expect(data.running).toEqual({ today: 3, before: null });
    expect(find(data, 'ended')).toMatchObject({ today: 2 });
    const hours = (await dump()).filter(({ figure }) => figure === 'running');
    expect(hours.map(({ hour, value }) => [hour, value])).toEqual([
      [at(9), 3],
      [at(10), 2],
    ]);
  });

  test('afterwards where ticks were missed: what has its time is whole, the rest is unknown', async () => {
    await tick(at(3));
    await addUser(at(5, 10));
    await tick(at(8, 1));
    const data = await read(at(9));
    expect(find(data, 'signups')).toMatchObject({ today: 1, before: null });
    expect(find(data, 'signups')?.hours.slice(2, 10)).toEqual([null, 0, 0, 1, 0, 0, 0, null]);
    expect(find(data, 'people')?.hours.slice(2, 10)).toEqual([null, 0, null, null, null, null, 0, null]);
  });

  test('also after a clock that was ahead for one tick', async () => {
    await tick(at(9, 2));
    await tick(at(14, 1));
    await addUser(at(9, 5));
    await tick(at(9, 14));
    await addUser(at(10, 5));
    await tick(at(10, 10));
    const data = await read(at(11));
    expect(find(data, 'signups')?.hours.slice(8, 15)).toEqual([null, 1, 1, null, null, null, null]);
    expect(find(data, 'people')?.hours.slice(8, 15)).toEqual([null, 0, 0, null, null, null, null]);
    await tick(at(10, 40));
    await tick(at(10, 20));
    expect((await read(at(10, 21))).counted_at).toBe(at(10, 20));
  });

  test('the reports of a gap are in no hour that is shown', async () => {
    const { DB } = site.env;
    const add = (height: number, played: number) =>
      prepareRow(DB, 'qoe_days', {
        ...{ day: tehranDate(NOON), network: 0, height, stall_ms: 0, played_ms: played },
      }).run();
    await tick(at(3));
    await add(240, 5_000_000);
    await tick(at(8, 1));
    await add(480, 7000);
    await tick(at(8, 20));
    const data = await read(at(9));
    expect(find(data, 'played')?.hours.slice(2, 10)).toEqual([null, 0, null, null, null, null, 7, null]);
  });

  test('of money from its own rows: settled, kept, given back, undone, and failed, also by a bank that says so a day later', async () => {
    await tick(at(8));
    const paid = { state: 'settled', created_at: at(9), delivered_at: at(9, 1) };
    await addPayment('r1', { ...paid, purpose: 'plan', price: 500, total: 500, kept: 100, settled_at: at(9, 1) });
    await addPayment('r2', { ...paid, purpose: 'title', price: 70, total: 70, settled_at: at(10, 1) });
    await addPayment('r3', { ...paid, purpose: 'wallet', price: 9000, total: 9000, settled_at: at(9, 1) });
    await addPayment('f1', { state: 'failed', created_at: at(9, 5), method: 'saman' });
    const lines: Row[] = [
      { payment_id: 'r1', kind: 'plan', list_price: 400, total: 400, days: 30 },
      { payment_id: 'r1', line: 1, kind: 'title', list_price: 100, total: 100, delivered: 0 },
      { payment_id: 'r3', kind: 'wallet', list_price: 9000, total: 9000 },
    ];
    for (const line of lines) await addRow(site.env.DB, 'payment_lines', { vat: 0, item_id: 1, delivered: 1, ...line });
    const refund = { payment_id: 'r1', created_at: at(9, 30), applied_at: at(9, 30) };
    await addRow(site.env.DB, 'refunds', { id: 'b1', key: 'b1', ...refund });
    await addRow(site.env.DB, 'refunds', { id: 'b2', key: 'b2', ...refund, undone_at: at(10, 2) });
    for (const id of ['b1', 'b2'])
      await addRow(site.env.DB, 'refund_lines', { refund_id: id, payment_id: 'r1', toman: 40 });
    // Money that was in the wallet goes out: revenue never had it.
    await addRow(site.env.DB, 'refund_lines', { refund_id: 'b1', payment_id: 'r1', line: 1, toman: 100 });
    await addRow(site.env.DB, 'refunds', { id: 'b3', key: 'b3', ...refund, payment_id: 'r3' });
    await addRow(site.env.DB, 'refund_lines', { refund_id: 'b3', payment_id: 'r3', toman: 1000 });
    await tick(at(11));
    const hours = async (figure: string, part = '') => find(await read(at(12)), figure, part)?.hours.slice(8, 12);
    expect(await hours('revenue')).toEqual([0, 400, 70, 0]);
    expect(await hours('refunds')).toEqual([0, 80, -40, 0]);
    expect(await hours('failed')).toEqual([0, 1, 0, 0]);
    // Begun in the same hour; its bank has said no by now.
    await addPayment('f2', { state: 'failed', created_at: at(9, 6), method: 'zarinpal' });
    await tick(at(23));
    expect(await hours('failed')).toEqual([0, 2, 0, 0]);
    expect(await hours('failed', 'zarinpal')).toEqual([0, 1, 0, 0]);
  });

  test('of people from the streams that are held, the most at once', async () => {
    const watch = (id: string, from: number, until: number, stopped = 0) =>
      addRow(site.env.DB, 'streams', { id, user_id: 1, began_at: from, ends_at: until, stopped });
    await tick(at(8));
    for (const id of ['a', 'b', 'c']) await watch(id, at(9), at(9, 6));
    await watch('stopped', at(9), at(9, 59), 1);
    await tick(at(9, 2));
    await watch('d', at(9), at(9, 59));
    await tick(at(9, 20));
    expect(find(await read(at(9, 21)), 'people')?.hours.slice(8, 10)).toEqual([0, 3]);
    expect((await read(at(9, 21))).watching).toBe(1);
  });

  test('by indexes on the time of each row', async () => {
    const counted = countStatements(site.env);
    await runCron(counted.env, '*/2 * * * *', () => at(9, 2));
    await runCron(counted.env, '*/2 * * * *', () => at(9, 40));
    const plans: Record<string, string[]> = {};
    for (const text of counted.statements().filter((one) => /desk_hours/.test(one) && !/^DELETE.*LIMIT/s.test(one))) {
      const values = Array.from({ length: text.split('?').length - 1 }, () => 1);
      const { results } = await site.env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
        .bind(...values)
        .all<{ detail: string }>();
      plans[text] = results.map(({ detail }) => detail);
    }
    const steps = Object.values(plans).flat();
    const revenue = Object.keys(plans).find((text) => text.includes('sum(total - kept)'));
    expect(plans[revenue ?? '']?.[0]).toMatch(/^SEARCH payments USING INDEX payments_settled \(settled_at>\? AND/);
    expect(steps.filter((step) => /^SEARCH payments .*payments_state \(state=\?\)/.test(step))).toEqual([]);
    expect(
      steps.filter((step) =>
        /^SCAN (users|payments|refunds|refund_lines|desk_hours(?! USING INDEX desk_hours_counted)|qoe_)/.test(step),
      ),
    ).toEqual([]);
  });

  test('no more than a day in one tick', async () => {
    await tick(at(1));
    await tick(at(1) + 3 * DAY);
    const count = async () => (await dump()).filter(({ figure }) => figure === 'counted').length;
    expect(await count()).toBe(23);
    for (let minute = 2; minute < 10; minute += 2) await tick(at(1, minute) + 3 * DAY);
    expect(await count()).toBe(73);
  });

  test('plays and their quality, each hour without what the hours before it had', async () => {
    const { DB } = site.env;
    const key = { day: tehranDate(NOON), network: 44244 };
    const add = (height: number, bucket: number, starts: number, played: number) =>
      DB.batch([
        prepareRow(DB, 'qoe_starts', { ...key, height, bucket, starts }),
        prepareRow(DB, 'qoe_days', { ...key, height, stall_ms: 1000, played_ms: played }),
      ]);
    await add(240, 50, 100, 5_000_000);
    await tick(at(9, 2));
    await add(480, 5, 3, 99_000);
    await prepareRow(DB, 'plays', { title_id: 1, viewer: 'a', day: 1, counted: 0 }).run();
    await tick(at(9, 40));
    await tick(at(9, 52));
    await add(720, 5, 1, 7000);
    await tick(at(10, 10));
    const data = await read(at(11));
    expect(find(data, 'plays')).toMatchObject({ today: 1 });
    expect(find(data, 'played')?.hours.slice(8, 12)).toEqual([null, 99, 7, null]);
    expect(find(data, 'stalled', '44244')?.hours.slice(8, 12)).toEqual([null, 10, 125, null]);
    expect(find(data, 'start', '44244')?.today).toBeLessThan(200);
  });
});

describe('the call', () => {
  test('compares whole hours with the same of last week, in at most three statements', async () => {
    const { DB } = site.env;
    const addHour = (hour: number, value: number) => [
      prepareRow(DB, 'desk_hours', { hour, figure: 'counted', part: '', value: hour + 60 }),
      prepareRow(DB, 'desk_hours', { hour, figure: 'revenue', part: '', value }),
    ];
    await DB.batch([0, 1, 2].flatMap((hour) => [...addHour(at(hour), 100), ...addHour(at(hour) - 7 * DAY, 50)]));
    const data = await read(at(2, 30));
    expect(data).toMatchObject({ hour: 2, watching: 0, counted_at: at(2) + 60 });
    expect(find(data, 'revenue')).toMatchObject({ today: 200, before: 100 });
    expect(find(await read(at(0, 30)), 'revenue')).toMatchObject({ today: null, before: null });
    const counted = countStatements(site.env);
    const { api } = site;
    const request = new Request(`https://pardeh.test/api/v1${getFigures.path}`, {
      headers: { authorization: `Bearer ${EYE}` },
    });
    expect((await api(request, counted.env, platform.ctx)).status).toBe(200);
    const statements = counted.statements().filter((text) => /desk_hours|streams|empty_searches/.test(text));
    expect(statements).toHaveLength(3);
  });

  test('tells an hour without empty searches and SMS from one of before they were counted', async () => {
    for (const hour of [at(8) - 7 * DAY, at(9) - 7 * DAY, at(8)])
      await addRow(site.env.DB, 'desk_hours', { hour, part: '', figure: 'counted', value: hour + 3000 });
    await tick(at(9, 2));
    const data = await read(at(10));
    for (const figure of ['empty_searches', 'sms', 'sms_failed'])
      expect(find(data, figure), figure).toMatchObject({ today: 0, before: null });
    expect(find(data, 'signups')).toMatchObject({ today: 0, before: 0 });
    await addRow(site.env.DB, 'desk_hours', { hour: at(9), part: '', figure: 'sms', value: 3 }, 'INSERT OR REPLACE');
    await tick(at(9, 20));
    expect(find(await read(at(10)), 'sms')).toMatchObject({ today: 3 });
  });

  test('knows nothing of a site whose job has not run, and is for who may read figures', async () => {
    const data = await read(at(5));
    expect(data.counted_at).toBeNull();
    expect(data.figures.every(({ today, before }) => today === null && before === null)).toBe(true);
    const headers = { authorization: `Bearer ${MODERATOR}` };
    expect((await site.send(getFigures.path, { headers })).status).toBe(403);
  });
});
