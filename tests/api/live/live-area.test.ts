import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { getLivePlay } from '../../../src/features/live/contract.ts';
import { forgetPlayouts } from '../../../src/features/live/server/playout.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { FILM, scheduleFilm, storeFilm } from '../../support/media/film-on-air.ts';
import { parseMediaPlaylist, requestMedia, storePlaylists } from '../../support/media/live.ts';
import { parseAnswer, parseFailure } from '../../support/site/api.ts';

/** Saturday, 21 November 2026, 20:15 in Tehran: 45 minutes into the film. */
const NOW = Date.parse('2026-11-21T20:15:00+03:30') / 1000;
const BEGAN = NOW - 45 * 60;
const CHANNEL = 494;
const [INSIDE, ABROAD] = [{ 'x-country': 'IR' }, { 'x-country': 'DE' }];

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(NOW);
  site.env.CLIENT_COUNTRY_HEADER = 'x-country';
  await storePlaylists(site.env);
  await storeFilm(site.env, [0, 674]);
  await scheduleFilm(site.env, { day: 0, start: 19 * 60 + 30, channel: CHANNEL, access: 'free' });
  await site.env.DB.prepare("UPDATE all_titles SET available_countries = 'IR', access = 'free' WHERE id = ?")
    .bind(FILM.title)
    .run();
});
afterEach(() => {
  vi.useRealTimers();
  forgetPlayouts();
});
afterAll(() => site.dispose());

const at = (seconds: number) => vi.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] });
const play = (headers: Record<string, string>, query = '') =>
  site.request(`/channels/${String(CHANNEL)}/play${query}`, { headers });
const get = (address: string, headers: Record<string, string>) =>
  requestMedia(site.env, site.ctx, address, { headers });
const listFolders = (text: string) =>
  new Set(parseMediaPlaylist(text).segments.map(({ uri }) => uri.split('/').at(-3)));

test('a programme of a title of some countries is the slate outside of them, at one address for everybody', async () => {
  at(NOW);
  const inside = (await parseAnswer(getLivePlay, await play(INSIDE))).data;
  const abroad = (await parseAnswer(getLivePlay, await play(ABROAD))).data;
  expect(abroad.manifest_url).toBe(inside.manifest_url);
  expect([inside.can_restart, abroad.can_restart]).toEqual([true, false]);
  const read = async (headers: Record<string, string>, name: string) => {
    const response = await get(new URL(name, inside.manifest_url).href, headers);
    expect(response.status).toBe(200);
    return response.text();
  };
  for (const name of ['v240.m3u8', 'v240.m3u8?rewind=1']) {
    expect(listFolders(await read(INSIDE, name))).toContain(FILM.folder);
    for (const from of [ABROAD, {}]) expect(listFolders(await read(from, name))).not.toContain(FILM.folder);
  }
});

test('its replay is refused with the reason, and so are the files of one that was begun inside', async () => {
  at(NOW);
  const replay = `?from=${String(BEGAN)}`;
  expect(await parseFailure(await play(ABROAD, replay))).toMatchObject({ status: 403, code: 'outside_area' });
  const { data } = await parseAnswer(getLivePlay, await play(INSIDE, replay));
  const playlist = new URL('v240.m3u8', data.manifest_url).href;
  const text = await (await get(playlist, INSIDE)).text();
  expect(await parseFailure(await get(playlist, ABROAD))).toMatchObject({ code: 'outside_area' });
  const [segment = ''] = /^\/media.*seg-0\.m4s$/m.exec(text) ?? [];
  expect((await get(segment, INSIDE)).status).toBe(200);
  expect(await parseFailure(await get(segment, ABROAD))).toMatchObject({ status: 403, code: 'outside_area' });
});
