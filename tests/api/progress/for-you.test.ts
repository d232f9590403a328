import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../src/app/api.ts';
import { browserSession } from '../../../src/app/browser-session.ts';
import { getForYou, hideProgress, saveProgress } from '../../../src/features/progress/contract.ts';
import { createProgress } from '../../../src/features/progress/progress.ts';
import type { ApiFetch } from '../../../src/platform/http/calls/api-base.ts';
import type { Call, Input, Output } from '../../../src/platform/http/calls/call.ts';
import { KIDS_COOKIE, KIDS_MAX_AGE } from '../../../src/platform/http/session/kids.ts';
import { kidsToken } from '../../../src/platform/http/session/kids-cookie.ts';
import { tehranDate } from '../../../src/platform/text/tehran-week.ts';
import { buildRequest, parseAnswer, parseFailure } from '../../support/site/api.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

const NOW = 1_800_000_000;
const DAY = 24 * 60 * 60;
const FILM = 52;
const SERIES = 201;

type Who = Record<string, string>;
let site: CatalogueFixture;
let door: ApiFetch;
let episodes: number[];
let visitors = 0;
const clock = { now: NOW };
beforeAll(async () => {
  site = await openCatalogue(NOW);
  const app = createApp({ now: () => clock.now });
  door = browserSession(async (request, env, ctx) => app.fetch(request, env, ctx));
  const { results } = await site.env.DB.prepare(
    "SELECT id FROM titles WHERE series_id = ? AND release = 'released' ORDER BY season, number",
  )
    .bind(SERIES)
    .all<{ id: number }>();
  episodes = results.map(({ id }) => id);
});
afterAll(() => site.dispose());

async function visitor(): Promise<Who> {
  visitors += 1;
  return { authorization: `Bearer ${await signIn(site.env, NOW, NOW + 10_000 + visitors)}` };
}
const raw = (call: Call, input: Record<string, unknown>, who: Who) =>
  door(buildRequest(call.path, { ...(call.method === 'POST' && { body: input }), headers: who }), site.env, site.ctx);
const send = async <C extends Call>(call: C, input: Input<C> & Record<string, unknown>, who: Who): Promise<Output<C>> =>
  parseAnswer(call, await raw(call, input, who));
/** A place in a title of a hundred minutes; each is later than the last. */
const watch = async (id: number, at: number, who: Who) => {
  clock.now += 10;
  const state = createProgress(at, 6000, clock.now, false);
  await send(saveProgress, { now: clock.now, titles: [{ id, ...state, points: [...state.points] }] }, who);
};
const forYou = async (who: Who) => (await send(getForYou, {}, who)).data;
const release = (id: number, days: number) =>
  site.env.DB.prepare('UPDATE titles SET release_date = ? WHERE id = ?')
    .bind(tehranDate(clock.now + days * DAY), id)
    .run();

it('is for nobody but who watched something', async () => {
  expect((await parseFailure(await raw(getForYou, {}, {}))).code).toBe('unauthenticated');
  expect(await forYou(await visitor())).toEqual({ episodes: [], because: null });
});

it('names the new episode of a series that was begun, until it is begun itself; no old and no later one', async () => {
  const who = await visitor();
  const [first = 0, second = 0, third = 0] = episodes;
  const list = async () => (await forYou(who)).episodes.map(({ id }) => id);
  await release(third, 0);
  expect(await list()).toEqual([]);
  await watch(first, 600, who);
  const { episodes: fresh } = await forYou(who);
  expect(fresh).toMatchObject([{ id: third, kind: 'episode' }]);
  // The number has its own field, and the name is the series' alone.
  const name = await site.env.DB.prepare('SELECT name_fa FROM titles WHERE id = ?').bind(SERIES).first('name_fa');
  expect(fresh[0]?.name_fa).toBe(name);
  await release(third, 1);
  expect(await list()).toEqual([]);
  await release(third, -14);
  expect(await list()).toEqual([]);
  await release(third, -13);
  expect(await list()).toEqual([third]);
  await send(hideProgress, { id: first }, who);
  expect(await list()).toEqual([]);
  await watch(second, 60, who);
  expect(await list()).toEqual([third]);
  await watch(third, 60, who);
  expect(await list()).toEqual([]);
});

it('gives the film watched for long as the reason, nothing after a glance, and nothing that was watched', async () => {
  const who = await visitor();
  await watch(FILM, 2000, who);
  expect((await forYou(who)).because).toBeNull();
  await watch(FILM, 3100, who);
  const { because } = await forYou(who);
  const name = await site.env.DB.prepare('SELECT name_fa FROM titles WHERE id = ?').bind(FILM).first('name_fa');
  expect(because?.name_fa).toBe(name);
  const [next] = because?.items ?? [];
  expect(next).toBeDefined();
  await watch(next?.id ?? 0, 60, who);
  const after = (await forYou(who)).because;
  expect(after?.name_fa).toBe(name);
  expect(after?.items.map(({ id }) => id)).not.toContain(next?.id);
  await send(hideProgress, { id: FILM }, who);
  expect((await forYou(who)).because).toBeNull();
});

it('has for a child neither a reason nor a title above the age', async () => {
  const { results } = await site.env.DB.prepare(
    "SELECT id FROM titles WHERE age <= ? AND kind = 'movie' AND media IS NOT NULL LIMIT 1",
  )
    .bind(KIDS_MAX_AGE)
    .all<{ id: number }>();
  const kid = {
    cookie: `${KIDS_COOKIE}=${await kidsToken('a-key-for-tests-only', { id: 'child'.padEnd(22, '-'), on: true })}`,
  };
  await watch(results[0]?.id ?? 0, 5990, kid);
  await watch(FILM, 5990, kid);
  const { because } = await forYou(kid);
  expect(because?.items.length).toBeGreaterThan(0);
  expect(because?.items.filter(({ age }) => age > KIDS_MAX_AGE)).toEqual([]);
  const film = await site.env.DB.prepare('SELECT name_fa, age FROM titles WHERE id = ?')
    .bind(FILM)
    .first<{ name_fa: string; age: number }>();
  expect(film?.age).toBeGreaterThan(KIDS_MAX_AGE);
  expect(because?.name_fa).not.toBe(film?.name_fa);
});
