import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { quickSearch } from '../../../src/features/search/contract.ts';
import { NIGHTLY, runCron } from '../../../src/app/cron.ts';
import { browserSession } from '../../../src/app/browser-session.ts';
import { buildRequest, openApi, type TestApi } from '../../support/site/api.ts';
import { signIn } from '../../support/site/catalogue-fixture.ts';
import { callApi } from '../../support/database/import-bench.ts';
import { openSeededPlatform, type Platform } from '../../support/site/platform.ts';
import { addRows } from '../../support/database/rows.ts';

/** Views are true: each viewer counts once a day, nobody counts for many, and what is popular is found first. */
const FILM = 52;
const DAY = 24 * 60 * 60;

let platform: Platform;
let site: TestApi;
beforeAll(async () => {
  platform = await openSeededPlatform();
});
afterAll(() => platform.dispose());
beforeEach(async () => {
  site = openApi(platform);
  await platform.env.DB.batch([
    platform.env.DB.prepare('DELETE FROM plays'),
    platform.env.DB.prepare('DELETE FROM rate_limits'),
  ]);
});

/** A play as a guest's browser sends it, from an address. */
async function play(id: number, guest: string | null, address = '192.0.2.1'): Promise<Response> {
  const headers = {
    origin: 'https://pardeh.test',
    'cf-connecting-ip': address,
    ...(guest !== null && { cookie: `__Host-guest=${guest.padEnd(22, '-')}` }),
  };
  return browserSession(site.api)(buildRequest('/plays', { body: { id }, headers }), site.env, platform.ctx);
}
const counted = async (response: Promise<Response>) =>
  (await (await response).json<{ data?: { counted: boolean } }>()).data?.counted;
const views = (id: number) =>
  platform.env.DB.prepare('SELECT views FROM titles WHERE id = ?').bind(id).first<number>('views');
const tick = (cron = '*/2 * * * *') => runCron(site.env, cron, () => site.clock.now);

test('a viewer counts once a day for each title, and again the next day', async () => {
  const before = (await views(FILM)) ?? 0;
  expect(await counted(play(FILM, 'one'))).toBe(true);
  expect(await counted(play(FILM, 'one'))).toBe(false);
  expect(await counted(play(FILM, 'two'))).toBe(true);
  await tick();
  expect(await views(FILM)).toBe(before + 2);
  await tick();
  expect(await views(FILM)).toBe(before + 2);
  expect(await counted(play(FILM, 'one'))).toBe(false);
  site.clock.now += DAY;
  expect(await counted(play(FILM, 'one'))).toBe(true);
  await tick();
  expect(await views(FILM)).toBe(before + 3);
});

test('an account counts once over its devices, and twenty plays at the same moment are one', async () => {
  const token = await signIn(platform.env, site.clock.now, site.clock.now + DAY);
  const headers = { authorization: `Bearer ${token}` };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => counted(Promise.resolve(site.send('/plays', { body: { id: FILM }, headers })))),
  );
  expect(answers.filter(Boolean)).toHaveLength(1);
});

test('browsers without a cookie are told apart by their address only', async () => {
  expect(await counted(play(FILM, null))).toBe(true);
  expect(await counted(play(FILM, null))).toBe(false);
  expect(await counted(play(FILM, null, '198.51.100.7'))).toBe(true);
});

test('an episode counts for its series, too', async () => {
  const episode = await platform.env.DB.prepare(
    "SELECT id, series_id FROM titles WHERE kind = 'episode' AND series_id IS NOT NULL LIMIT 1",
  ).first<{ id: number; series_id: number }>();
  const [before, series] = [(await views(episode!.id)) ?? 0, (await views(episode!.series_id)) ?? 0];
  await play(episode!.id, 'one');
  await play(episode!.id, 'two');
  await tick();
  expect([await views(episode!.id), await views(episode!.series_id)]).toEqual([before + 2, series + 2]);
});

test('a title that does not exist and a wrong type count nothing', async () => {
  expect(await counted(play(99_999_999, 'one'))).toBe(false);
  expect((await site.send('/plays', { body: { id: 'x' } })).status).toBe(422);
  expect((await site.send('/plays')).status).toBe(405);
});

test('one address that makes up guests is stopped', async () => {
  const statuses = [];
  for (let at = 0; at < 230; at += 1) statuses.push((await play(FILM, `guest-${String(at)}`)).status);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(200);
  expect(statuses.at(-1)).toBe(429);
});

test('no row says who watched, and rows of days that are over go', async () => {
  await play(FILM, 'one');
  const { results } = await platform.env.DB.prepare('SELECT * FROM plays').all();
  expect(JSON.stringify(results)).not.toContain('one-----');
  await tick();
  site.clock.now += DAY;
  await tick();
  expect(await platform.env.DB.prepare('SELECT count(*) AS n FROM plays').first('n')).toBe(0);
});

test('at night the order of search follows the views', async () => {
  const { DB } = platform.env;
  const search = async () =>
    (await callApi(site.env, quickSearch, { query: 'زمردین' })).data.map(({ name_en }) => name_en);
  await addRows(DB, 'titles', [
    { id: 900_001, name_fa: 'باغ زمردین', name_en: 'First', access: 'free', views: 900 },
    { id: 900_002, name_fa: 'باغ زمردین', name_en: 'Second', access: 'free', views: 100 },
  ]);
  const { rebuildSearch } = await import('../../../tools/reindex/rebuild.ts');
  const store = {
    batchSize: 500,
    read: async ({ sql, values }: { sql: string; values: readonly unknown[] }) =>
      (
        await DB.prepare(sql)
          .bind(...(sql.includes('?') ? [JSON.stringify(values)] : []))
          .all()
      ).results as never,
    apply: async (statements: readonly { sql: string; values: readonly unknown[] }[]) => {
      await DB.batch(statements.map(({ sql, values }) => DB.prepare(sql).bind(JSON.stringify(values))));
    },
    execute: async (sql: readonly string[]) => {
      await DB.batch(sql.map((statement) => DB.prepare(statement)));
    },
    putVersion: async () => undefined,
    close: async () => undefined,
  };
  await rebuildSearch(store, () => undefined);
  expect(await search()).toEqual(['First', 'Second']);
  await DB.prepare('UPDATE titles SET views = 5000 WHERE id = 900002').run();
  await tick(NIGHTLY);
  expect(await search()).toEqual(['Second', 'First']);
  const stale = `SELECT count(*) AS n FROM search_docs d JOIN titles t ON t.id = d.ref_id AND t.kind = d.type
    WHERE d.views <> t.views`;
  expect(await DB.prepare(stale).first('n')).toBe(0);
  const orphans = 'SELECT count(*) AS n FROM search_index WHERE rowid NOT IN (SELECT id FROM search_docs)';
  expect(await DB.prepare(orphans).first('n')).toBe(0);
});
