import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCron } from '../../../src/app/cron.ts';
import { getFigures } from '../../../src/features/operator/figures-contract.ts';
import { reportEmptySearch } from '../../../src/features/search/empty-search-contract.ts';
import { LIMITS } from '../../../src/platform/config/limits.ts';
import { tehranHourStart } from '../../../src/platform/text/tehran-week.ts';
import { prepareRow } from '../../support/database/rows.ts';
import { NOON, openApi, parseAnswer, parseFailure, type TestApi } from '../../support/site/api.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const SECRET = 'f'.repeat(40);
const HOUR = 3600;
const DAY = 24 * HOUR;

let platform: Platform;
let site: TestApi;
beforeAll(async () => {
  platform = await openPlatform();
  site = openApi(platform, { OPERATOR_TOKEN: `ali:${SECRET}` });
});
beforeEach(async () => {
  site.clock.now = NOON;
  const tables = ['empty_searches', 'desk_hours', 'rate_limits'];
  await site.env.DB.batch(tables.map((table) => site.env.DB.prepare(`DELETE FROM ${table}`)));
});
afterAll(() => platform.dispose());

const send = (query: unknown, address = '2001:db8::1') =>
  site.send(reportEmptySearch.path, { body: { query }, headers: { 'cf-connecting-ip': address } });
const dump = async () =>
  (await site.env.DB.prepare('SELECT query, searches FROM empty_searches ORDER BY 2 DESC, 1').all()).results;
const countAll = () =>
  site.env.DB.prepare("SELECT sum(value) AS n FROM desk_hours WHERE figure = 'empty_searches'").first<number>('n');
const read = async () => {
  const headers = { authorization: `Bearer ${SECRET}` };
  return (await parseAnswer(getFigures, await site.send(getFigures.path, { headers }))).data;
};

test('spellings of one query are one row of the hour, and the desk reads seven days, the most frequent first', async () => {
  for (const query of ['كتاب‌خانه', 'کتاب خانه', ' کتاب  خانه! ', 'Inception']) await send(query);
  site.clock.now += 6 * DAY;
  await send('inception');
  await send('INCEPTION');
  await runCron(site.env, '*/2 * * * *', () => site.clock.now);
  const data = await read();
  expect(data.queries).toEqual([
    { query: 'inception', searches: 3 },
    { query: 'کتاب خانه', searches: 3 },
  ]);
  const hour = new Date((tehranHourStart(site.clock.now) + 12_600) * 1000).getUTCHours();
  expect(data.figures.find(({ figure }) => figure === 'empty_searches')?.hours[hour]).toBe(2);
  site.clock.now += 2 * DAY;
  expect((await read()).queries).toEqual([{ query: 'inception', searches: 2 }]);
  await runCron(site.env, '*/2 * * * *', () => site.clock.now + DAY);
  expect(await dump()).toEqual([{ query: 'inception', searches: 2 }]);
});

test('what may be about a person counts, but is not stored', async () => {
  await send('09121234567');
  await send('ali@example.com');
  expect(await countAll()).toBe(2);
  expect(await dump()).toEqual([]);
});

describe('a flood', () => {
  test('of random queries stores a hundred an hour, while a stored one counts further', async () => {
    for (let at = 0; at < 130; at += 1) {
      const letters = String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26));
      expect((await send(`zz${letters}`, `2001:db8:${String(at)}::1`)).status).toBe(200);
    }
    await send('zzaa', '2001:db8:ffff::1');
    const rows = await dump();
    expect(rows).toHaveLength(100);
    expect(rows[0]).toEqual({ query: 'zzaa', searches: 2 });
    expect(await countAll()).toBe(131);
    site.clock.now += HOUR;
    await send('نام دیگر');
    expect(await dump()).toHaveLength(101);
  });

  test('at one moment is bounded, too', async () => {
    await site.env.DB.batch(
      Array.from({ length: 99 }, (_, at) =>
        prepareRow(site.env.DB, 'empty_searches', { hour: tehranHourStart(NOON), query: `old ${String(at)}` }),
      ),
    );
    await Promise.all(['یک', 'دو', 'سه', 'چهار'].map((word) => send(`فیلم ${word}`)));
    expect(await dump()).toHaveLength(100);
  });

  test('from one network is refused', async () => {
    const { burst } = LIMITS.empty_search.network.ipv6;
    for (let at = 0; at < burst; at += 1) expect((await send('گمشده')).status).toBe(200);
    expect(await parseFailure(await send('گمشده'))).toMatchObject({ code: 'too_many_requests' });
    expect(await countAll()).toBe(burst);
  });

  test('of other values is refused, and counts nothing', async () => {
    for (const query of [7, null, ['a'], 'x'.repeat(201)]) expect((await send(query)).status).toBe(422);
    expect(await countAll()).toBeNull();
  });
});
