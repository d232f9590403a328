import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { KIDS_COOKIE } from '../../../src/platform/http/session/kids.ts';
import { createApp } from '../../../src/app/api.ts';
import { serveMedia } from '../../../src/app/media.ts';
import { SESSION_COOKIE } from '../../../src/platform/config/session.ts';
import { kidsToken } from '../../../src/platform/http/session/kids-cookie.ts';
import { forgetPlayouts } from '../../../src/features/live/server/playout.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { FILM, scheduleFilm, storeFilm } from '../../support/media/film-on-air.ts';
import { parseMasterPlaylist, parseMediaPlaylist, requestMedia, storePlaylists } from '../../support/media/live.ts';
import { KEY } from '../../support/media/media.ts';

/** Saturday, 21 November 2026, 20:00 in Tehran: half an hour into the film, of which 450 segments have been on the air. */
const NOW = Date.parse('2026-11-21T20:00:00+03:30') / 1000;
const HOUR = 60 * 60;
const BEGAN = NOW - HOUR / 2;
const AIRED = 450;
const START = 19 * 60 + 30;
const [FREE, OWN_FOLDER, SUBSCRIBERS] = [491, 492, 493];
/** Numbers that attackers ask for: the first, long gone, on the air, not yet, the last. */
const STORED = [0, 5, 200, ...Array.from({ length: 12 }, (_, at) => AIRED - 8 + at), 700, FILM.segments - 1];

let site: CatalogueFixture;
let subscriber: string;
let other: string;
beforeAll(async () => {
  site = await openCatalogue(NOW);
  await storePlaylists(site.env);
  await storeFilm(site.env, STORED);
  const plan = { day: 0, start: START } as const;
  await scheduleFilm(site.env, { ...plan, channel: FREE, access: 'free' });
  await scheduleFilm(site.env, { ...plan, channel: OWN_FOLDER, access: 'free', media: true });
  await scheduleFilm(site.env, { ...plan, channel: SUBSCRIBERS, access: 'subscription' });
  [subscriber, other] = [await signIn(site.env, NOW, NOW + 4 * HOUR), await signIn(site.env, NOW, NOW + 5 * HOUR)];
});
afterEach(() => {
  vi.useRealTimers();
  forgetPlayouts();
});
afterAll(() => site.dispose());

const at = (seconds: number) => vi.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] });
const asUser = (token: string) => ({ authorization: `Bearer ${token}` });
const get = (address: string, headers: Record<string, string> = {}) =>
  requestMedia(site.env, site.ctx, address, { headers });
const fetchStatus = async (address: string, headers: Record<string, string> = {}) =>
  (await get(address, headers)).status;
const askPlay = (channel: number, { from, token }: { from?: number; token?: string } = {}) =>
  site.request(`/channels/${String(channel)}/play${from === undefined ? '' : `?from=${String(from)}`}`, {
    headers: token === undefined ? {} : asUser(token),
  });
const play = async (channel: number, options: { from?: number; token?: string } = {}) => {
  const response = await askPlay(channel, options);
  expect(response.status).toBe(200);
  const { data } = await response.json<{ data: { manifest_url: string; expires_at: number } }>();
  return data;
};
const list = async (manifest: string, name = 'v240', headers: Record<string, string> = {}) => {
  const response = await get(new URL(`${name}.m3u8`, manifest).href, headers);
  expect(response.status).toBe(200);
  return parseMediaPlaylist(await response.text()).segments;
};
/** The address of another file in the folder that a listed address is of. */
const change = (uri: string, file: string) => uri.replace(/[\w-]+\/[\w-]+\.m4s$/, file);
const segment = (uri: string, number: number, rendition = '240p') =>
  change(uri, `${rendition}/seg-${String(number)}.m4s`);
const countOpen = async (uris: string[], headers: Record<string, string> = {}) => {
  const statuses = await Promise.all(uris.map((uri) => fetchStatus(uri, headers)));
  return statuses.filter((status) => status === 200).length;
};
const everySegment = (uri: string) =>
  STORED.flatMap((number) => ['240p', '360p', 'audio'].map((rendition) => segment(uri, number, rendition)));

describe('a film of subscribers on a free channel', () => {
  test('is open to a guest as far as it is on the air', async () => {
    at(NOW);
    const { manifest_url } = await play(FREE);
    const segments = await list(manifest_url);
    expect(segments.map(({ uri }) => /seg-(\d+)/.exec(uri)?.[1])).toEqual(
      Array.from({ length: 7 }, (_, index) => String(AIRED - 7 + index)),
    );
    expect(await countOpen(segments.map(({ uri }) => uri))).toBe(7);
    expect(await countOpen((await list(manifest_url, 'audio')).map(({ uri }) => uri))).toBe(7);
    expect(await fetchStatus(segments[0]!.map.uri)).toBe(200);
  });

  test('is not open before its window, nor what is yet to come', async () => {
    at(NOW);
    const { uri } = (await list((await play(FREE)).manifest_url)).at(-1)!;
    for (const rendition of ['240p', '360p', 'audio']) {
      for (const number of [0, 5, 200, AIRED + 1, AIRED + 3, 700, FILM.segments - 1]) {
        const address = segment(uri, number, rendition);
        expect(await fetchStatus(address), address).toBe(403);
      }
    }
  });

  test('is not open as the film that it is: manifest, playlists, other sound, subtitles, pictures, download', async () => {
    at(NOW);
    const { uri } = (await list((await play(FREE)).manifest_url)).at(-1)!;
    const folder = uri.replace(/[\w-]+\/[\w-]+\.m4s$/, '');
    const files = [
      ...['master.m3u8', '240p/index.m3u8', '360p/index.m3u8', 'audio/index.m3u8', 'audio-en/index.m3u8'],
      ...['audio-en/init.mp4', `audio-en/seg-${String(AIRED - 1)}.m4s`, 'subs/fa.m3u8', 'subs/fa.vtt'],
      ...['storyboard.jpg', 'storyboard.vtt', 'download/360p.mp4', 'master.m3u8?renew=1'],
    ];
    for (const file of files) expect([403, 404], file).toContain(await fetchStatus(folder + file));
  });

  test('has no other spelling of a path', async () => {
    at(NOW);
    const { uri } = (await list((await play(FREE)).manifest_url)).at(-1)!;
    const files = [
      ...['240p/seg-%30.m4s', '240p%2fseg-0.m4s', '240p/./seg-0.m4s', '240p//seg-0.m4s', '%32%34%30p/seg-0.m4s'],
      ...[`360p/../240p/seg-0.m4s`, '240p/init.mp4/../seg-0.m4s', '240p/%2e%2e/240p/seg-0.m4s', '240p/SEG-0.m4s'],
      ...['240p/seg-0.m4s%00', '240p/seg-00.m4s', '240p/seg-0.m4s/', '240p/seg-0.mp4', '../hour-film/240p/seg-0.m4s'],
      ...[`240p/seg-${String(AIRED - 1)}.m4s/../seg-0.m4s`, '240p\\seg-0.m4s', '240p/seg-0.m4s?', '240p/seg-0.m4s;x'],
    ];
    for (const file of files) expect([403, 404], file).toContain(await fetchStatus(change(uri, file)));
    const inits = ['240p/init%2emp4', 'audio-en/init.mp4', 'download/init.mp4', '240p/../master.m3u8', 'init.mp4'];
    for (const file of inits) expect([403, 404], file).toContain(await fetchStatus(change(uri, file)));
  });

  test('is not opened by an address that was edited, number by number', async () => {
    at(NOW);
    const { manifest_url } = await play(FREE);
    const { uri } = (await list(manifest_url)).at(-1)!;
    const wanted = segment(uri, 0);
    // Each number of the address in turn, and every word: where a range is named, it is signed.
    const { pathname } = new URL(wanted, 'https://pardeh.test');
    const numbers = [...pathname.slice(0, pathname.indexOf(FILM.folder)).matchAll(/(?<![\w-])\d+(?![\w-])/g)];
    for (const { index, 0: number } of numbers) {
      for (const changed of [0, 1, Number(number) - HOUR * 1e6, Number(number) + HOUR, Number(number) * 10]) {
        const edited = pathname.slice(0, index) + String(changed) + pathname.slice(index + number.length);
        expect([403, 404], edited).toContain(await fetchStatus(edited));
      }
    }
    for (const [word, changed] of [
      ['live.', 'again.'],
      ['live', 'replay'],
      ['hour-film', 'clip-1'],
      ['anyone', 'x'],
    ]) {
      const edited = pathname.replace(word!, changed!);
      if (edited !== pathname) expect([403, 404], edited).toContain(await fetchStatus(edited));
    }
    // Nor does the link of the channel open a programme from its start.
    const restartUrl = manifest_url.replace('/master.m3u8', `/${String(BEGAN)}/master.m3u8`);
    expect(await fetchStatus(restartUrl)).toBe(403);
    expect(await fetchStatus(new URL('v240.m3u8', restartUrl).href)).toBe(403);
  });

  test('is not open from the catch-up list, which asks for the right to the film', async () => {
    at(NOW);
    const refused = await askPlay(FREE, { from: BEGAN });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'replay_needs_title' });
    at(NOW + HOUR);
    expect((await askPlay(FREE, { from: BEGAN })).status).toBe(403);
    at(NOW);
    const { can_restart } = (await (await askPlay(FREE)).json<{ data: { can_restart: boolean } }>()).data;
    expect(can_restart).toBe(false);
  });

  test('is open from its start to a subscriber, on their own devices alone', async () => {
    at(NOW);
    const { manifest_url } = await play(FREE, { from: BEGAN, token: subscriber });
    const segments = await list(manifest_url, 'v240', asUser(subscriber));
    expect(segments).toHaveLength(AIRED);
    expect(await fetchStatus(segments[0]!.uri, asUser(subscriber))).toBe(200);
    for (const headers of [{}, asUser(other)]) {
      expect(await fetchStatus(manifest_url, headers)).toBe(403);
      expect(await countOpen(everySegment(segments[0]!.uri), headers)).toBe(0);
    }
    for (const number of [AIRED + 1, 700]) {
      expect(await fetchStatus(segment(segments[0]!.uri, number), asUser(subscriber))).toBe(403);
    }
  });

  test('is closed once the programme is over, whatever was signed while it was on', async () => {
    at(NOW);
    const uris = (await list((await play(FREE)).manifest_url)).map(({ uri }) => uri);
    at(NOW + 5 * 60);
    expect(await countOpen(uris)).toBe(0);
    expect(await countOpen(everySegment(uris[0]!))).toBe(0);
    at(NOW + HOUR);
    expect(await countOpen(everySegment(uris[0]!))).toBe(0);
    expect(await fetchStatus(change(uris[0]!, '240p/init.mp4'))).toBe(403);
  });
});

test('a programme that is of no title can be seen again by a guest: what has been on the air, and no more', async () => {
  at(NOW);
  const { manifest_url } = await play(OWN_FOLDER, { from: BEGAN });
  const segments = await list(manifest_url);
  expect(segments).toHaveLength(AIRED);
  const { uri } = segments[0]!;
  for (const number of [0, 5, 200, AIRED - 1]) expect(await fetchStatus(segment(uri, number))).toBe(200);
  for (const number of [AIRED + 1, AIRED + 3, 700]) expect(await fetchStatus(segment(uri, number))).toBe(403);
  for (const file of ['master.m3u8', '240p/index.m3u8', 'audio-en/seg-0.m4s', 'subs/fa.vtt', 'download/360p.mp4']) {
    expect([403, 404], file).toContain(await fetchStatus(change(uri, file)));
  }
  at(NOW + HOUR);
  expect(await fetchStatus(segment(uri, 700))).toBe(200);
});

describe('a link of a subscriber’s channel', () => {
  test('opens for them, and for nobody whom it is passed on to', async () => {
    at(NOW);
    const { manifest_url } = await play(SUBSCRIBERS, { token: subscriber });
    const ownHeaders = asUser(subscriber);
    expect(parseMasterPlaylist(await (await get(manifest_url, ownHeaders)).text()).variants).not.toHaveLength(0);
    const segments = await list(manifest_url, 'v240', ownHeaders);
    expect(
      await countOpen(
        segments.map(({ uri }) => uri),
        ownHeaders,
      ),
    ).toBe(7);
    const cookie = { cookie: `${SESSION_COOKIE}=${subscriber}` };
    expect(await fetchStatus(manifest_url, cookie)).toBe(200);
    // A guest, another account, a session that has ended (its cookie is gone), a child on the same browser.
    const kids = `${KIDS_COOKIE}=${await kidsToken(KEY, { id: 'k'.repeat(22), on: true })}`;
    const strangers: Record<string, string>[] = [{}, asUser(other), { cookie: `${SESSION_COOKIE}=` }];
    for (const headers of [...strangers, { ...ownHeaders, cookie: kids }]) {
      for (const address of [manifest_url, `${manifest_url}?renew=1`, new URL('v240.m3u8', manifest_url).href]) {
        expect(await fetchStatus(address, headers), address).toBe(403);
      }
      expect(
        await countOpen(
          segments.map(({ uri }) => uri),
          headers,
        ),
      ).toBe(0);
      expect(await fetchStatus(segments[0]!.map.uri, headers)).toBe(403);
    }
    const restartUrl = manifest_url.replace('/master.m3u8', `/${String(BEGAN)}/master.m3u8`);
    expect(await fetchStatus(restartUrl, ownHeaders)).toBe(403);
  });

  test('ends with the subscription', async () => {
    const short = await signIn(site.env, NOW, NOW + 20 * 60);
    at(NOW);
    const { manifest_url, expires_at } = await play(SUBSCRIBERS, { token: short });
    expect(expires_at).toBe(NOW + 20 * 60);
    const renewal = await get(`${manifest_url}?renew=1`, asUser(short));
    const cookie = renewal.headers.get('set-cookie')?.split(';')[0] ?? '';
    const headers = { ...asUser(short), cookie };
    at(NOW + 20 * 60 - 1);
    const { uri } = (await list(manifest_url, 'v240', headers)).at(-1)!;
    at(NOW + 20 * 60);
    expect(await fetchStatus(manifest_url, headers)).toBe(403);
    expect(await fetchStatus(uri, headers)).toBe(403);
  });

  test('is renewed for its viewer alone', async () => {
    at(NOW);
    const { manifest_url, expires_at } = await play(SUBSCRIBERS, { token: subscriber });
    const renewal = await get(`${manifest_url}?renew=1`, asUser(subscriber));
    expect(renewal.status).toBe(204);
    const cookie = renewal.headers.get('set-cookie')?.split(';')[0] ?? '';
    const theirs = (await play(SUBSCRIBERS, { token: other })).manifest_url;
    expect(await fetchStatus(theirs, { ...asUser(subscriber), cookie })).toBe(403);
    expect(await fetchStatus(manifest_url, { cookie })).toBe(403);
    expect(await fetchStatus(manifest_url, { ...asUser(other), cookie })).toBe(403);
    at(expires_at + 1);
    expect(await fetchStatus(manifest_url, { ...asUser(subscriber), cookie })).toBe(403);
  });
});

test('a link made on a full-rate network opens on that network alone', async () => {
  at(NOW);
  const inNetwork = (address: string, asn?: number) => {
    const request = new Request(new URL(address, 'https://pardeh.test'));
    return asn === undefined ? request : Object.assign(request, { cf: { asn } });
  };
  const app = createApp({ now: () => NOW });
  const ask = inNetwork(`https://pardeh.test/api/v1/channels/${String(SUBSCRIBERS)}/play`, 197_207);
  const { data } = await (await app.fetch(ask, site.env, site.ctx)).json<{ data: { manifest_url: string } }>();
  for (const [asn, status] of [
    [197_207, 200],
    [44_244, 403],
    [undefined, 403],
  ] as const) {
    const response = await serveMedia(inNetwork(data.manifest_url, asn), site.env, site.ctx);
    expect(response.status, String(asn)).toBe(status);
  }
});

test('a channel that became one of subscribers is closed to the links of everybody', async () => {
  at(NOW);
  const { manifest_url } = await play(OWN_FOLDER);
  const { manifest_url: restartUrl } = await play(OWN_FOLDER, { from: BEGAN });
  await site.env.DB.prepare("UPDATE channels SET access = 'subscription' WHERE id = ?").bind(OWN_FOLDER).run();
  forgetPlayouts();
  expect(await fetchStatus(manifest_url)).toBe(403);
  expect(await fetchStatus(restartUrl)).toBe(403);
});
