import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Env } from '../../../src/platform/config/env.ts';
import { forgetPlayouts } from '../../../src/features/live/server/playout.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { FILM, scheduleFilm, storeFilm } from '../../support/media/film-on-air.ts';
import { parseMediaPlaylist, requestMedia, storePlaylists } from '../../support/media/live.ts';

/** Saturday, 20:00 in Tehran: half an hour into a film of subscribers that airs on their channel. */
const NOW = Date.parse('2026-11-21T20:00:00+03:30') / 1000;
const HOUR = 60 * 60;
const AIRED = 450;
const CHANNEL = 495;

let site: CatalogueFixture;
let env: Env;
let viewer: Record<string, string>;
let other: Record<string, string>;
let base: string;
beforeAll(async () => {
  site = await openCatalogue(NOW);
  env = { ...site.env, MEDIA_ENCRYPTION: 'aes-128', MEDIA_KEY_SECRET: 'a-secret-of-thirty-two-characters-or-more' };
  await storePlaylists(site.env);
  await storeFilm(site.env, [AIRED - 7, AIRED - 6, FILM.segments - 1]);
  await scheduleFilm(site.env, { day: 0, start: 19 * 60 + 30, channel: CHANNEL, access: 'subscription' });
  const tokens = [await signIn(site.env, NOW, NOW + 4 * HOUR), await signIn(site.env, NOW, NOW + 5 * HOUR)];
  const asUser = (token: string) => ({ authorization: `Bearer ${token}` });
  [viewer, other] = [asUser(tokens[0]!), asUser(tokens[1]!)];
  const play = await site.request(`/channels/${String(CHANNEL)}/play`, { headers: viewer });
  base = (await play.json<{ data: { manifest_url: string } }>()).data.manifest_url;
});
afterEach(() => {
  vi.useRealTimers();
  forgetPlayouts();
});
afterAll(() => site.dispose());

const at = (seconds: number) => vi.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] });
const get = (address: string, headers = viewer) => requestMedia(env, site.ctx, address, { headers });
const list = async () => {
  const response = await get(new URL('v240.m3u8', base).href);
  return { text: await response.clone().text(), segments: parseMediaPlaylist(await response.text()).segments };
};

test('a channel is encrypted by the hour in which a showing began; its playlists keep their lines', async () => {
  at(NOW);
  const { segments, text } = await list();
  const [first] = segments;
  const keyUrl = new URL(first!.key!.uri!, 'https://pardeh.test').href;
  const bytes = await (await get(keyUrl)).arrayBuffer();
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['decrypt']);
  const decrypt = async (uri: string, iv: ArrayBuffer) => {
    const cipher = await (await get(uri)).arrayBuffer();
    const plain = await crypto.subtle.decrypt({ name: 'AES-CBC', iv: new Uint8Array(iv) }, key, cipher);
    return new TextDecoder().decode(plain);
  };
  expect(await decrypt(first!.uri, first!.key!.iv!)).toBe(`240p/seg-${String(AIRED - 7)}.m4s`);
  const [, mapIv = ''] = /IV=0x([0-9a-f]{32})\n#EXT-X-MAP:/.exec(text) ?? [];
  expect(
    await decrypt(first!.map.uri, Uint8Array.from(mapIv.match(/../g) ?? [], (pair) => parseInt(pair, 16)).buffer),
  ).toBe('240p/init.mp4');
  at(NOW + 4);
  const later = (await list()).segments.find(({ uri }) => uri === segments[1]!.uri);
  expect([later!.key!.uri, later!.key!.iv]).toEqual([segments[1]!.key!.uri, segments[1]!.key!.iv]);
  // A part that is not on the air yet has no address, in the clear or not.
  expect((await get(first!.uri.replace(/seg-\d+/, `seg-${String(FILM.segments - 1)}`))).status).toBe(403);

  for (const headers of [other, {}]) expect((await get(keyUrl, headers)).status).toBe(403);
  expect((await get(keyUrl.replace('/240p/', '/audio-en/'))).status).toBe(404);
  expect((await get(keyUrl.replace(FILM.folder, 'clip-1'))).status).toBe(403);
  const plain = await requestMedia(site.env, site.ctx, keyUrl, { headers: viewer });
  expect(plain.status).toBe(404);
  // The end of the film, and half an hour to go back in.
  at(NOW + HOUR + 5 * 60);
  expect((await get(keyUrl)).status).toBe(403);
});
