import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { getGhostCart } from '../../../src/features/paywall/contract.ts';
import { renewPlay } from '../../../src/features/playback/contract.ts';
import { GUEST_HEADER } from '../../../src/platform/config/session.ts';
import type { TitleKind } from '../../../src/platform/kinds.ts';
import { serveMedia } from '../../../src/app/media.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { GUEST, guestCookie } from '../../support/media/media.ts';
import { countRoundTrips, type RoundTrips } from '../../support/database/round-trips.ts';
import { addRow } from '../../support/database/rows.ts';

/** The real time: media addresses are checked against it. */
const NOW = Math.floor(Date.now() / 1000);

let site: CatalogueFixture;
let subscriber: string;
let owner: string;
beforeAll(async () => {
  site = await openCatalogue(NOW);
  subscriber = await signIn(site.env, NOW, NOW + 1000);
  owner = await signIn(site.env, NOW, NOW - 1);
  for (const clip of ['clip-1', 'clip-2']) {
    for (const file of ['master.m3u8', '240p/index.m3u8', '240p/init.mp4', '240p/seg-0.m4s']) {
      await site.env.MEDIA.put(`video/${clip}/${file}`, readFileSync(`seed/media/${clip}/${file}`));
    }
  }
});
afterAll(() => site.dispose());

async function findTitleId(kind: TitleKind, access: string): Promise<number> {
  const id = await site.env.DB.prepare(
    "SELECT id FROM titles WHERE kind = ? AND release = 'released' AND access = ? AND media IS NOT NULL ORDER BY id LIMIT 1",
  )
    .bind(kind, access)
    .first<number>('id');
  if (id === null) throw new Error(`the demo catalogue has no ${access} ${kind}`);
  return id;
}

/** The round trips of getCart, and of the playlists and files until the first segment. */
async function play(
  type: TitleKind,
  id: number,
  token: string | null,
): Promise<{ cart: RoundTrips; media: RoundTrips }> {
  const { db, take } = countRoundTrips(site.env.DB);
  const env = { ...site.env, DB: db };
  // The first request of a day also moves the session's end.
  if (token !== null) await site.request('/get/user', { headers: { authorization: `Bearer ${token}` } });
  const proof: Record<string, string> =
    token === null ? { [GUEST_HEADER]: GUEST } : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...proof };
  const path = `${token === null ? '/ghost' : ''}/get/cart`;
  const response = await site.request(path, { method: 'POST', headers, body: JSON.stringify({ id, type }) }, env);
  const { play: media } = v.parse(getGhostCart.output, await response.json()).data.data;
  const cart = take();
  const viewer: Record<string, string> =
    token === null ? { cookie: guestCookie(GUEST) } : { authorization: `Bearer ${token}` };
  for (const file of ['master.m3u8', '240p/index.m3u8', '240p/init.mp4', '240p/seg-0.m4s']) {
    const url = new URL(file, media?.manifest_url);
    expect((await serveMedia(new Request(url, { headers: viewer }), env, site.ctx)).status, file).toBe(200);
  }
  return { cart, media: take() };
}

/** The statement that reads if a guest's folder is of a shown title, beside the master playlist. */
const FOLDER: RoundTrips = { waits: 1, requests: 1, statements: 1 };
/** The lease of an account’s stream and its right, read beside the master playlist. */
const LEASE: RoundTrips = { waits: 1, requests: 3, statements: 5 };

// docs/benchmarks.md has these figures.
test.each([
  ['a guest of a free film', 'movie', 'free', null, { waits: 1, requests: 3, statements: 6 }],
  ['a subscriber of a film', 'movie', 'subscription', () => subscriber, { waits: 2, requests: 5, statements: 8 }],
  ['an owner of a film', 'movie', 'subscription', () => owner, { waits: 2, requests: 5, statements: 8 }],
  ['a subscriber of a series', 'series', 'subscription', () => subscriber, { waits: 2, requests: 5, statements: 8 }],
] as const)(
  'D1 round trips between a tap and the first segment: %s',
  async (_who, kind, access, getToken, expected) => {
    const id =
      kind === 'series'
        ? ((await site.env.DB.prepare(
            "SELECT series_id AS id FROM titles WHERE kind = 'episode' AND release = 'released' AND access = 'subscription' AND media IS NOT NULL ORDER BY id LIMIT 1",
          ).first<number>('id')) ?? 0)
        : await findTitleId(kind, access);
    const token = getToken?.() ?? null;
    if (token === owner) {
      const user_id = await site.env.DB.prepare('SELECT id FROM users WHERE subscribed_until = ?')
        .bind(NOW - 1)
        .first<number>('id');
      const purchase = { user_id, item_id: id, title_id: id, bought_at: NOW };
      await addRow(site.env.DB, 'purchases', purchase, 'INSERT OR IGNORE');
    }
    const { cart, media } = await play(kind, id, token);
    expect(media).toEqual(token === null ? FOLDER : LEASE);
    expect(cart).toEqual(expected);
  },
);

test('an address is renewed in one round trip, after that of the session', async () => {
  const id = await findTitleId('movie', 'subscription');
  await site.request('/get/user', { headers: { authorization: `Bearer ${subscriber}` } });
  const { db, take } = countRoundTrips(site.env.DB);
  const renew = (token: string) =>
    site.request(
      '/plays/renew',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ kind: 'movie', id }),
      },
      { ...site.env, DB: db },
    );
  const { data } = v.parse(renewPlay.output, await (await renew(subscriber)).json());
  expect(take()).toEqual({ waits: 2, requests: 3, statements: 3 });
  const headers = { authorization: `Bearer ${subscriber}` };
  const manifest = await serveMedia(new Request(data?.manifest_url ?? '', { headers }), site.env, site.ctx);
  expect(manifest.status).toBe(200);
  expect(data?.expires_at).toBeGreaterThan(NOW);
  const lapsed = await signIn(site.env, NOW, NOW - 2);
  expect(await (await renew(lapsed)).json()).toEqual({ data: null });
  expect((await renew('no-session')).status).toBe(401);
});

test('of a series the episode begun last plays, the one after it if it was watched, the first else', async () => {
  const episodes = await site.env.DB.prepare(
    `SELECT id, series_id AS series FROM titles WHERE kind = 'episode' AND release = 'released' AND media IS NOT NULL
      AND series_id = (SELECT series_id FROM titles WHERE kind = 'episode' AND release = 'released'
        AND access = 'subscription' AND media IS NOT NULL GROUP BY series_id HAVING count(*) > 2 ORDER BY id LIMIT 1)
      ORDER BY season, number`,
  ).all<{ id: number; series: number }>();
  const [first, second, third] = episodes.results;
  if (!first || !second || !third) throw new Error('the demo catalogue has no series of three episodes');
  const token = await signIn(site.env, NOW, NOW + 2000);
  const [user] = (
    await site.env.DB.prepare('SELECT id FROM users WHERE subscribed_until = ?')
      .bind(NOW + 2000)
      .all<{ id: number }>()
  ).results;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ id: first.series, type: 'series' });
  const getPlaying = async () => {
    const response = await site.request('/get/cart', { method: 'POST', headers, body });
    return v.parse(getGhostCart.output, await response.json()).data.data.play?.playing?.id;
  };
  const save = (id: number, at: number, seen: number, last: number) => {
    const place = { profile: `u${String(user?.id)}`, title_id: id, since: last, seen, at, last };
    return addRow(site.env.DB, 'progress', place, 'INSERT OR REPLACE');
  };
  expect(await getPlaying()).toBe(first.id);
  await save(second.id, 30, 0, NOW - 10);
  expect(await getPlaying()).toBe(second.id);
  // A glance at another episode.
  await save(third.id, 0, 0, NOW - 5);
  expect(await getPlaying()).toBe(second.id);
  await save(second.id, 0, 100, NOW - 4);
  expect(await getPlaying()).toBe(third.id);
  const last = episodes.results.at(-1);
  await save(last?.id ?? 0, 0, 100, NOW - 1);
  expect(await getPlaying()).toBe(first.id);
});
