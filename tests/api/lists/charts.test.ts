import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NIGHTLY, runCron } from '../../../src/app/cron.ts';
import { getLists } from '../../../src/features/lists/contract.ts';
import { MIN_PLAYS_OF_LAST } from '../../../src/features/lists/server/refresh-charts.ts';
import { openApi, type TestApi } from '../../support/site/api.ts';
import { callApi } from '../../support/database/import-bench.ts';
import { openSeededPlatform, type Platform } from '../../support/site/platform.ts';
import { addRows } from '../../support/database/rows.ts';

/** The chart of a list is counted from plays: each viewer's once a day, of the last seven days alone. */
const DAY = 24 * 60 * 60;
const LENGTH = 10;

let platform: Platform;
let site: TestApi;
let films: number[];
beforeAll(async () => {
  platform = await openSeededPlatform();
});
afterAll(() => platform.dispose());
beforeEach(async () => {
  site = openApi(platform);
  await platform.env.DB.batch(['plays', 'title_days'].map((table) => platform.env.DB.prepare(`DELETE FROM ${table}`)));
  const { results } = await platform.env.DB.prepare(
    "SELECT id FROM titles WHERE kind = 'movie' AND release = 'released' AND media IS NOT NULL ORDER BY views LIMIT 12",
  ).all<{ id: number }>();
  films = results.map(({ id }) => id);
});

const today = () => Math.floor(site.clock.now / DAY);
const tick = (cron = '*/2 * * * *') => runCron(site.env, cron, () => site.clock.now);
/** `viewers` play a title on a day. */
const play = (id: number, viewers: number, day = today()) =>
  addRows(
    platform.env.DB,
    'plays',
    Array.from({ length: viewers }, (_, at) => ({ title_id: id, viewer: `v${String(at)}`, day, counted: 0 })),
  );
const readChart = async () => {
  const { data } = await callApi(site.env, getLists, {});
  const chart = data.find(({ layout }) => layout === 'ranked');
  return { period: chart?.period ?? null, ids: chart?.items.map(({ id }) => id) ?? [] };
};
const readViewed = async () => {
  const { results } = await platform.env.DB.prepare(
    "SELECT id FROM titles WHERE kind = 'movie' AND release = 'released' ORDER BY views DESC, id DESC LIMIT 10",
  ).all<{ id: number }>();
  return results.map(({ id }) => id);
};

test('the most played of the week lead, by their plays, in a count that a second tick does not double', async () => {
  const chosen = films.slice(0, LENGTH);
  for (const [at, id] of chosen.entries()) await play(id, MIN_PLAYS_OF_LAST + LENGTH - at);
  await tick();
  await tick();
  await tick(NIGHTLY);
  expect(await readChart()).toEqual({ period: 'week', ids: chosen });
  const first = 'SELECT sum(plays) AS n FROM title_days WHERE title_id = ?';
  expect(await platform.env.DB.prepare(first).bind(chosen[0]).first('n')).toBe(MIN_PLAYS_OF_LAST + LENGTH);
});

test('a week with too few plays falls back to all views, and does not call itself a week', async () => {
  const chosen = films.slice(0, LENGTH);
  for (const [at, id] of chosen.entries()) await play(id, at === 0 ? MIN_PLAYS_OF_LAST - 1 : 20);
  await tick();
  await tick(NIGHTLY);
  expect(await readChart()).toEqual({ period: null, ids: await readViewed() });
});

test('days beyond the week count nothing and are swept; a hidden title leaves the chart', async () => {
  const [old = 0, hidden = 0, ...rest] = films;
  await play(old, 50, today() - 8);
  await play(hidden, 40);
  for (const [at, id] of rest.slice(0, LENGTH).entries()) await play(id, 30 - at);
  await tick();
  await platform.env.DB.prepare('UPDATE all_titles SET hidden = 1 WHERE id = ?').bind(hidden).run();
  await tick(NIGHTLY);
  expect(await readChart()).toEqual({ period: 'week', ids: rest.slice(0, LENGTH) });
  await platform.env.DB.prepare('UPDATE all_titles SET hidden = 0 WHERE id = ?').bind(hidden).run();
  const days = 'SELECT min(day) AS n FROM title_days';
  expect(await platform.env.DB.prepare(days).first('n')).toBe(today());
  site.clock.now += 8 * DAY;
  await tick();
  expect(await platform.env.DB.prepare('SELECT count(*) AS n FROM title_days').first('n')).toBe(0);
});

test('an episode counts for its series, and a series is in no chart of films', async () => {
  const episode = await platform.env.DB.prepare(
    "SELECT id, series_id FROM titles WHERE kind = 'episode' AND series_id IS NOT NULL LIMIT 1",
  ).first<{ id: number; series_id: number }>();
  await play(episode!.id, 60);
  await tick();
  const row = await platform.env.DB.prepare('SELECT title_id, plays FROM title_days').first();
  expect(row).toEqual({ title_id: episode!.series_id, plays: 60 });
  await tick(NIGHTLY);
  expect((await readChart()).ids).not.toContain(episode!.series_id);
});
