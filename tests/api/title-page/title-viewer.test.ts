import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveProgress } from '../../../src/features/progress/contract.ts';
import { getTitleViewer } from '../../../src/features/title-page/contract.ts';
import type { Call, Input, Output } from '../../../src/platform/http/calls/call.ts';
import { createClient } from '../../../src/platform/client/api.ts';
import { KIDS_HEADER } from '../../../src/platform/http/session/kids.ts';
import { kidsText } from '../../../src/platform/http/session/kids-cookie.ts';
import type { TitleKind } from '../../../src/platform/kinds.ts';
import { addRow } from '../../support/database/rows.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

const NOW = 1_800_000_000;
const BASE = 'https://pardeh.test/api/v1';
const LENGTH = 3600;
const FILM = 52;
const CHILD_SERIES = 203;

let site: CatalogueFixture;
let token = '';
let userId = 0;
beforeAll(async () => {
  site = await openCatalogue(NOW);
  token = await signIn(site.env, NOW, NOW + 86_400);
  userId = (await site.env.DB.prepare('SELECT max(id) AS id FROM users').first<number>('id')) ?? 0;
});
afterAll(() => site.dispose());

async function callApi<C extends Call>(
  call: C,
  input: Input<C>,
  bearer: string | null = token,
  kids: string | null = null,
): Promise<Output<C>> {
  const api = createClient({
    base: BASE,
    locale: 'fa',
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      if (bearer !== null) headers.set('authorization', `Bearer ${bearer}`);
      if (kids !== null) headers.set(KIDS_HEADER, kids);
      return site.request(url.slice(BASE.length), { ...init, headers });
    },
  });
  const result = await api(call, input);
  if (!result.ok) throw new Error(`${call.name}: ${JSON.stringify(result.error)}`);
  return result.value;
}

const view = async (kind: TitleKind, id: number, bearer: string | null = token) =>
  (await callApi(getTitleViewer, { kind, id }, bearer)).data;

const watch = (id: number, at: number, when: number, seen = 0) =>
  callApi(saveProgress, { now: NOW, titles: [{ id, duration: LENGTH, since: 0, seen, points: [{ at, when }] }] });

async function listEpisodes(seriesId: number): Promise<number[]> {
  const { results } = await site.env.DB.prepare(
    'SELECT id FROM titles WHERE series_id = ? AND media IS NOT NULL ORDER BY season, number',
  )
    .bind(seriesId)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

test('a guest has watched nothing and needs the subscription', async () => {
  expect(await view('movie', FILM, null)).toMatchObject({
    ...{ state: 'needs_subscription', watched: [], stars: null, can_rate: false },
    playing: { id: FILM, at: 0 },
  });
});

test('a subscriber continues where the film was left', async () => {
  await watch(FILM, 900, NOW - 100);
  expect(await view('movie', FILM)).toMatchObject({
    ...{ state: 'subscribed', playing: { id: FILM, at: 900, duration: LENGTH } },
    watched: [{ id: FILM, share: 0.25 }],
  });
});

test('a series plays the episode after the one that was seen, and names the shares of all', async () => {
  const series = await site.env.DB.prepare("SELECT id FROM titles WHERE kind = 'series' ORDER BY views DESC").first<{
    id: number;
  }>();
  const [first = 0, second = 0, third = 0] = await listEpisodes(series?.id ?? 0);
  await watch(first, LENGTH, NOW - 90, NOW - 90);
  expect((await view('series', series?.id ?? 0)).playing).toMatchObject({ id: second, at: 0 });
  await watch(second, 1800, NOW - 80);
  const viewer = await view('series', series?.id ?? 0);
  expect(viewer.playing).toMatchObject({ id: second, at: 1800 });
  expect(viewer.watched).toEqual(
    expect.arrayContaining([
      { id: first, share: 1 },
      { id: second, share: 0.5 },
    ]),
  );
  expect((await view('episode', third)).watched).toHaveLength(2);
});

test('a child of an account has the page of a series with two seasons', async () => {
  const { data } = await callApi(
    getTitleViewer,
    { kind: 'series', id: CHILD_SERIES },
    token,
    kidsText({ id: 'k'.repeat(22), on: true }),
  );
  expect(data.playing).not.toBeNull();
});

test('the stars of a rating, and whether one is allowed', async () => {
  await addRow(site.env.DB, 'ratings', { title_id: FILM, user_id: userId, stars: 4, rated_at: NOW });
  expect(await view('movie', FILM)).toMatchObject({ stars: 4, can_rate: false });
});

test('an unknown title is 404', async () => {
  expect((await site.request('/my/titles/movie/999999')).status).toBe(404);
});
