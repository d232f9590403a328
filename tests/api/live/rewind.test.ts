import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { forgetPlayouts } from '../../../src/features/live/server/playout.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { FILM, scheduleFilm, storeFilm } from '../../support/media/film-on-air.ts';
import { parseMasterPlaylist, parseMediaPlaylist, requestMedia, storePlaylists } from '../../support/media/live.ts';
import { addRow } from '../../support/database/rows.ts';

/** Saturday, 21 November 2026, 20:15 in Tehran: 45 minutes into the film. */
const NOW = Date.parse('2026-11-21T20:15:00+03:30') / 1000;
const BEGAN = NOW - 45 * 60;
const AIRED = 45 * 15;
const WINDOW = 30 * 15;
const [FREE, OWN_FOLDER, SUBSCRIBERS, UNRELEASED] = [494, 495, 496, 497];
const STORED = [0, 100, AIRED - WINDOW, AIRED - 40, AIRED - 1, AIRED, AIRED + 2];
const CUES = `WEBVTT

00:44:50.500 --> 00:44:57.000
سلام

00:44:58.000 --> 00:45:03.000
فردا
`;

let site: CatalogueFixture;
let subscriber: string;
beforeAll(async () => {
  site = await openCatalogue(NOW);
  await storePlaylists(site.env);
  await storeFilm(site.env, STORED);
  await site.env.MEDIA.put(`video/${FILM.folder}/subs/fa.vtt`, CUES);
  const plan = { day: 0, start: 19 * 60 + 30 } as const;
  await scheduleFilm(site.env, { ...plan, channel: FREE, access: 'free' });
  await scheduleFilm(site.env, { ...plan, channel: OWN_FOLDER, access: 'free', media: true });
  await scheduleFilm(site.env, { ...plan, channel: SUBSCRIBERS, access: 'subscription' });
  subscriber = await signIn(site.env, NOW, NOW + 4 * 60 * 60);
});
afterEach(() => {
  vi.useRealTimers();
  forgetPlayouts();
});
afterAll(() => site.dispose());

const at = (seconds: number) => vi.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] });
const get = (address: string, token = '') =>
  requestMedia(site.env, site.ctx, address, { headers: token === '' ? {} : { authorization: `Bearer ${token}` } });
async function play(channel: number, token = '') {
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
  const response = await site.request(`/channels/${String(channel)}/play`, { headers });
  return (await response.json<{ data: { manifest_url: string; programmes: { starts_at: number }[] } }>()).data;
}
async function read(manifest: string, name: string, token = '') {
  const response = await get(new URL(name, manifest).href, token);
  expect(response.status, name).toBe(200);
  return response.text();
}
const listNumbers = (text: string) =>
  parseMediaPlaylist(text).segments.map(({ uri }) => Number(/(\d+)\.\w+$/.exec(uri)?.[1]));
const getRewind = (text: string) => Number(/^#EXT-X-PARDEH-REWIND:([\d.]+)$/m.exec(text)?.[1] ?? 0);

describe('half an hour of a channel', () => {
  test('is listed on demand, at the addresses of the short playlist, and no more than that is open', async () => {
    at(NOW);
    const { manifest_url: manifest, programmes } = await play(SUBSCRIBERS, subscriber);
    expect(programmes.map(({ starts_at }) => starts_at)).toEqual([BEGAN]);
    const short = await read(manifest, 'v240.m3u8', subscriber);
    const full = await read(manifest, 'v240.m3u8?rewind=1', subscriber);
    expect(listNumbers(short)).toHaveLength(7);
    expect(getRewind(short)).toBeCloseTo((WINDOW - 7) * 4, 0);
    expect(listNumbers(full)[0]).toBe(AIRED - WINDOW);
    expect(listNumbers(full).at(-1)).toBe(AIRED - 1);
    expect(full.split('\n')).toEqual(expect.arrayContaining(short.split('\n').filter((line) => line.endsWith('.m4s'))));
    expect(Number(parseMediaPlaylist(full).mediaSequenceBase) + WINDOW - 7).toBe(
      parseMediaPlaylist(short).mediaSequenceBase,
    );
    const [listed = ''] = /^\/media.*\.m4s$/m.exec(full) ?? [];
    const address = (number: number) => listed.replace(/seg-\d+/, `seg-${String(number)}`);
    const open = async (number: number, token = subscriber) => (await get(address(number), token)).status;
    expect(await open(AIRED - WINDOW)).toBe(200);
    expect(await open(AIRED - WINDOW, '')).toBe(403);
    for (const number of [0, 100, AIRED, AIRED + 2]) expect(await open(number), String(number)).toBe(403);
    // The window moves on while the viewer waits.
    at(NOW + 4 * 60);
    expect(await open(AIRED - WINDOW)).toBe(403);
    expect(getRewind(await read(manifest, 'audio.m3u8', subscriber))).toBeGreaterThan(1700);
  });

  test('of a subscription film on a free channel is no guest’s: only what is on the air', async () => {
    at(NOW);
    const { manifest_url: manifest } = await play(FREE);
    const full = await read(manifest, 'v240.m3u8?rewind=1');
    expect(listNumbers(full)).toEqual(listNumbers(await read(manifest, 'v240.m3u8')));
    expect(getRewind(full)).toBe(0);
    const [aired = ''] = /^\/media.*\.m4s$/m.exec(full) ?? [];
    const early = aired.replace(/seg-\d+/, `seg-${String(AIRED - 40)}`);
    expect((await get(early)).status).toBe(403);
    expect((await get(early.replace('/live.', '/rewind.'))).status).toBe(403);
    expect((await get(early.replace('/live.', '/again.'))).status).toBe(403);
  });

  test('of a film that is not in the subscription is no subscriber’s', async () => {
    at(NOW);
    await addRow(site.env.DB, 'title_prices', { title_id: FILM.title, toman: 50_000, sale: 'only' });
    forgetPlayouts();
    const other = await signIn(site.env, NOW, NOW + 5 * 60 * 60);
    const { manifest_url: manifest } = await play(SUBSCRIBERS, other);
    expect(listNumbers(await read(manifest, 'v240.m3u8?rewind=1', other))).toHaveLength(7);
    await site.env.DB.prepare('DELETE FROM title_prices WHERE title_id = ?').bind(FILM.title).run();
  });

  test('of a film that is not released yet is nobody’s, though the programme has its folder and the film will be free', async () => {
    at(NOW);
    const set = (release: string, access: string) =>
      site.env.DB.prepare('UPDATE titles SET release = ?, access = ? WHERE id = ?')
        .bind(release, access, FILM.title)
        .run();
    await scheduleFilm(site.env, { day: 0, start: 19 * 60 + 30, channel: UNRELEASED, access: 'free' });
    await site.env.DB.prepare('UPDATE programmes SET media = ? WHERE channel_id = ?')
      .bind(FILM.folder, UNRELEASED)
      .run();
    const replay = async () =>
      (await site.request(`/channels/${String(UNRELEASED)}/play?from=${String(BEGAN)}`)).status;
    for (const access of ['subscription', 'free']) {
      await set('presale', access);
      forgetPlayouts();
      const { manifest_url: manifest } = await play(UNRELEASED, subscriber);
      const live = await read(manifest, 'v240.m3u8', subscriber);
      expect(live).toContain(FILM.folder);
      expect(listNumbers(await read(manifest, 'v240.m3u8?rewind=1', subscriber))).toEqual(listNumbers(live));
      expect(await replay()).toBe(403);
    }
    await set('released', 'free');
    const hide = (hidden: number) =>
      site.env.DB.prepare('UPDATE all_titles SET hidden = ? WHERE id = ?').bind(hidden, FILM.title).run();
    await hide(1);
    forgetPlayouts();
    const { manifest_url: manifest } = await play(UNRELEASED, subscriber);
    expect(await read(manifest, 'v240.m3u8', subscriber)).not.toContain(FILM.folder);
    expect(await replay()).toBeGreaterThanOrEqual(400);
    await hide(0);
    forgetPlayouts();
    expect(await replay()).toBe(200);
    await set('released', 'subscription');
  });

  test('of a free programme is a guest’s, and ends where the film of subscribers begins', async () => {
    at(NOW);
    const { manifest_url: manifest } = await play(OWN_FOLDER);
    expect(listNumbers(await read(manifest, 'v240.m3u8?rewind=1'))).toHaveLength(WINDOW);
    // Ten minutes after the film the slate is all that a guest of the free channel goes back to.
    at(BEGAN + 70 * 60);
    forgetPlayouts();
    const { manifest_url: after } = await play(FREE);
    const text = await read(after, 'v240.m3u8?rewind=1');
    expect(text).not.toContain(FILM.folder);
    const { segments } = parseMediaPlaylist(text);
    expect(segments.reduce((sum, { duration }) => sum + duration, 0)).toBeGreaterThan(9.5 * 60);
    expect(segments.reduce((sum, { duration }) => sum + duration, 0)).toBeLessThan(10.5 * 60);
  });
});

describe('subtitles of a channel', () => {
  test('come with the segments, on the clock of the film', async () => {
    at(NOW);
    const { manifest_url: manifest } = await play(SUBSCRIBERS, subscriber);
    const { variants } = parseMasterPlaylist(await read(manifest, 'master.m3u8', subscriber));
    expect(variants.map(({ subtitles }) => subtitles.map(({ language }) => language))).toEqual([['fa'], ['fa']]);
    const text = await read(manifest, 'subs-fa.m3u8', subscriber);
    const picture = parseMediaPlaylist(await read(manifest, 'v240.m3u8', subscriber));
    const { mediaSequenceBase, segments } = parseMediaPlaylist(text);
    expect(mediaSequenceBase).toBe(picture.mediaSequenceBase);
    const times = (list: typeof segments) => list.map(({ programDateTime, duration }) => [programDateTime, duration]);
    expect(times(segments)).toEqual(times(picture.segments));
    const last = await (await get(segments.at(-1)!.uri, subscriber)).text();
    expect(last).toMatch(/^WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n/);
    // The last segment is 44:56 to 45:00: both cues are shown in it.
    expect(last).toContain('00:44:50.500 --> 00:44:57.000\nسلام');
    expect(last).toContain('فردا');
    const before = await (await get(segments.at(-2)!.uri, subscriber)).text();
    expect(before).toContain('سلام');
    expect(before).not.toContain('فردا');
    expect(await (await get(segments[0]!.uri, subscriber)).text()).not.toContain('-->');
  });

  test('open neither ahead of the film nor as a whole, and only in its languages', async () => {
    at(NOW);
    const { manifest_url: manifest } = await play(SUBSCRIBERS, subscriber);
    const { uri } = parseMediaPlaylist(await read(manifest, 'subs-fa.m3u8', subscriber)).segments[0]!;
    for (const file of [`fa-${String(AIRED)}.vtt`, 'fa-0.vtt', 'fa.vtt', 'en-0.vtt', `fa-0${String(AIRED - 1)}.vtt`]) {
      const { status } = await get(uri.replace(/fa-\d+\.vtt$/, file), subscriber);
      expect([403, 404], file).toContain(status);
    }
    for (const name of ['subs-en', 'subs-', 'subs-f', 'subs-fa-fa-fa-fa-fa']) {
      expect((await get(new URL(`${name}.m3u8`, manifest).href, subscriber)).status, name).toBe(404);
    }
    expect((await get(uri)).status).toBe(403);
  });
});
