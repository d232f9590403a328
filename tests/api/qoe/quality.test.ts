import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCron } from '../../../src/app/cron.ts';
import { getQuality } from '../../../src/features/operator/quality-contract.ts';
import { reportQuality } from '../../../src/features/qoe/contract.ts';
import { NOON, openApi, parseAnswer, parseFailure, type TestApi } from '../../support/site/api.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const SECRET = 'q'.repeat(40);
const DAY = 86_400;
const SID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const LINE = { v: 2, sid: SID, sn: 0, ts: NOON * 1000, e: 't', sta: 'p', sf: 'h', st: 'v' };

let platform: Platform;
let site: TestApi;
beforeAll(async () => {
  platform = await openPlatform();
  site = openApi(platform, { OPERATOR_TOKEN: `ali:${SECRET}` });
});
beforeEach(async () => {
  site.clock.now = NOON;
  await site.env.DB.batch(
    ['qoe_days', 'qoe_starts', 'rate_limits'].map((table) => site.env.DB.prepare(`DELETE FROM ${table}`)),
  );
});
afterAll(() => platform.dispose());

const send = (reports: unknown, headers: Record<string, string> = {}) =>
  site.send(reportQuality.path, { body: { reports }, headers });
const count = async (...lines: object[]) => {
  const { data } = await parseAnswer(reportQuality, await send(lines.map((line) => ({ ...LINE, ...line }))));
  return data.counted;
};
const read = async (days = '14') => {
  const headers = { authorization: `Bearer ${SECRET}` };
  return (await parseAnswer(getQuality, await site.send(`${getQuality.path}?days=${days}`, { headers }))).data;
};
const start = (msd: number, height: number) => ({ e: 'ps', msd, 'ir.pardeh-height': height });

test('plays are counted by day and picture: start-up, stalls, exits before the start, failures', async () => {
  for (let at = 0; at < 19; at += 1) expect(await count(start(1000, 240))).toBe(1);
  await count(start(9000, 240));
  site.clock.now += DAY;
  await count(start(400, 1080), { 'ir.pardeh-height': 1080, 'ir.pardeh-played': 57_000, bsd: [0] });
  await count({ e: 'ps', sta: 'r', bsd: [250], 'ir.pardeh-height': 1080 }, { bsd: [2750], 'ir.pardeh-height': 1080 });
  await count({ e: 'ps', sta: 'q', su: true }, { e: 'ps', sta: 'q' }, { e: 'ps', sta: 'f', su: true, ec: ['decode'] });
  const { total, days, heights } = await read();
  expect(total).toMatchObject({ starts: 21, exits: 2, failures: 1, stalls: 1, stall_share: 0.05, played_seconds: 57 });
  expect(days.map(({ starts }) => starts)).toEqual([1, 20]);
  expect(heights.map(({ height }) => height)).toEqual([1080, 240, 0]);
  const low = heights.find(({ height }) => height === 240);
  // A bucket is at most 10 % wide.
  for (const [value, exact] of [
    [low?.start_p50, 1000],
    [low?.start_p95, 1000],
    [total.start_p95, 1000],
  ] as const)
    expect((value ?? 0) / exact).toSatisfy((ratio: number) => ratio >= 1 && ratio <= 1.1);
  expect((await read('1')).total.starts).toBe(1);
});

test('a channel counts beside films, whatever made it fail', async () => {
  const causes = ['server', 'licence_ended', 'key_system'];
  await count({ st: 'l', e: 'ps', sta: 'r' }, ...causes.map((cause) => ({ st: 'l', e: 'ps', sta: 'f', ec: [cause] })));
  await count({ e: 'ps', sta: 'r' });
  expect((await read()).total).toMatchObject({ stalls: 2, failures: 3 });
});

test('before the first report there is nothing, and no share of nothing', async () => {
  expect(await read()).toMatchObject({
    days: [],
    heights: [],
    total: { starts: 0, start_p50: null, stall_share: null },
  });
});

test.each([
  ['no list', 'x'],
  ['an empty list', []],
  ['too many', Array.from({ length: 11 }, () => LINE)],
  ['a kind of stream that is none', [{ ...LINE, st: 'x' }]],
  ['another version', [{ ...LINE, v: 1 }]],
  ['an id that could last', [{ ...LINE, sid: '09121111111' }]],
  ['a state of its own', [{ ...LINE, sta: "p'; DROP TABLE qoe_days" }]],
  ['a negative time', [{ ...LINE, msd: -1 }]],
  ['half a millisecond', [{ ...LINE, msd: 0.5 }]],
  ['a text as number', [{ ...LINE, msd: '1000' }]],
  ['an hour of a stall', [{ ...LINE, bsd: [3_600_000] }]],
  ['a stall without a list', [{ ...LINE, bsd: 10 }]],
  ['two stalls', [{ ...LINE, bsd: [1, 2] }]],
  ['an endless height', [{ ...LINE, 'ir.pardeh-height': 1e9 }]],
  ['a sentence as cause', [{ ...LINE, ec: ['my name is …'] }]],
  ['one bad report among good ones', [LINE, { ...LINE, e: 'x' }]],
])('%s is refused as a whole, and nothing is stored', async (_, reports) => {
  expect(await parseFailure(await send(reports))).toMatchObject({ status: 422, code: 'invalid_input' });
  expect((await read()).days).toEqual([]);
});

test('what is no JSON, too long or of another type is refused by its own code', async () => {
  const post = async (body: string, type: string) => {
    const request = new Request(`https://pardeh.test/api/v1${reportQuality.path}`, {
      ...{ method: 'POST', body, headers: { 'content-type': type } },
    });
    return (await parseFailure(await site.api(request, site.env, platform.ctx))).code;
  };
  expect(await post('{', 'application/json')).toBe('invalid_json');
  expect(await post('v=2', 'application/cmcd')).toBe('unsupported_media_type');
  expect(await post(`{"x":"${'x'.repeat(70_000)}"}`, 'application/json')).toBe('body_too_large');
});

test('of a viewer, of other keys and of unusual pictures nothing is stored', async () => {
  await count({ cid: 'movie/10', 'ir.pardeh-height': 1079, user: 12 }, { 'ir.pardeh-height': 534 });
  const dump = await site.env.DB.prepare('SELECT * FROM qoe_days ORDER BY height').all();
  expect(dump.results.map(({ height }) => height)).toEqual([480, 720]);
  expect(JSON.stringify(dump.results)).not.toMatch(/3f2504e0|movie|user/);
});

test('a network that floods is held back', async () => {
  const headers = { 'cf-connecting-ip': '2001:db8::7' };
  const codes = new Set<number>();
  for (let at = 0; at < 70; at += 1) codes.add((await send([LINE], headers)).status);
  expect([...codes]).toEqual([200, 429]);
});

test('after ninety days the counts are removed, and the operator’s secret is asked for', async () => {
  await count(start(1000, 240));
  const at = (days: number) => () => NOON + days * DAY;
  await runCron(site.env, '*/2 * * * *', at(90));
  expect((await read()).total.starts).toBe(1);
  await runCron(site.env, '*/2 * * * *', at(91));
  const rows = await site.env.DB.prepare(
    'SELECT (SELECT count(*) FROM qoe_days) + (SELECT count(*) FROM qoe_starts) AS n',
  ).first('n');
  expect(rows).toBe(0);
  for (const days of ['0', '91', '-1', 'x'])
    expect(
      (await site.send(`${getQuality.path}?days=${days}`, { headers: { authorization: `Bearer ${SECRET}` } })).status,
    ).toBe(422);
  expect((await site.send(getQuality.path)).status).toBe(401);
});
