import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { KIDS_COOKIE } from '../../../src/platform/http/session/kids.ts';
import { getGuide, getLivePlay } from '../../../src/features/live/contract.ts';
import { createApp } from '../../../src/app/api.ts';
import { kidsToken } from '../../../src/platform/http/session/kids-cookie.ts';
import { signLiveUrl } from '../../../src/features/live/server/address.ts';
import { EVERYBODY } from '../../../src/features/live/server/audience.ts';
import { forgetPlayouts } from '../../../src/features/live/server/playout.ts';
import { callApi, fetchCode } from '../../support/site/call-api.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import {
  requestMedia,
  countBytes,
  parseMasterPlaylist,
  parseMediaPlaylist,
  storePlaylists,
} from '../../support/media/live.ts';
import { KEY } from '../../support/media/media.ts';
import { addRow } from '../../support/database/rows.ts';

/** Saturday, 21 November 2026, 20:00 in Tehran: an hour into a programme. */
const NOW = Date.parse('2026-11-21T20:00:00+03:30') / 1000;
const HOUR = 60 * 60;
const CHANNEL = 401;

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(NOW);
  await storePlaylists(site.env);
});
afterEach(() => {
  vi.useRealTimers();
  forgetPlayouts();
});
afterAll(() => site.dispose());

/** Only the clock stops; timers run. */
const at = (seconds: number) => vi.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] });
const get = (address: string, init: RequestInit = {}) => requestMedia(site.env, site.ctx, address, init);
const play = async (from?: number) =>
  (await callApi(site, getLivePlay, { id: CHANNEL, ...(from !== undefined && { from }) })).data;
/** The address of the channel that is good until then (epoch seconds), as a later call would have it. */
const addressUntil = (expires: number) =>
  signLiveUrl({ current: KEY, previous: null }, 'https://pardeh.test', {
    audience: EVERYBODY,
    channel: CHANNEL,
    from: null,
    expires,
  });
const rendition = (manifest: string, name: string) => new URL(`${name}.m3u8`, manifest).href;
const read = async (address: string) => {
  const response = await get(address);
  expect(response.status, address).toBe(200);
  return { text: await response.text(), headers: response.headers };
};

describe('a linear channel', () => {
  test('has a master and, for each of its renditions, a live playlist that a second parser takes', async () => {
    at(NOW);
    const { manifest_url, programme, expires_at } = await play();
    expect(programme?.starts_at).toBe(NOW - HOUR);
    expect(expires_at).toBeGreaterThan(NOW + 5 * HOUR);
    expect(expires_at).toBeLessThanOrEqual(NOW + 6 * HOUR);
    const master = parseMasterPlaylist((await read(manifest_url)).text);
    expect(master.variants.map(({ resolution }) => resolution?.height)).toEqual([240, 360, 720]);
    const names = [...master.variants.map(({ uri }) => uri), master.variants[0]!.audio[0]!.uri!];
    const playlists = await Promise.all(names.map(async (name) => read(new URL(name, manifest_url).href)));
    const parsed = playlists.map(({ text }) => parseMediaPlaylist(text));
    for (const [index, playlist] of parsed.entries()) {
      expect(playlist.segments).toHaveLength(7);
      expect(playlist.mediaSequenceBase).toBe(parsed[0]!.mediaSequenceBase);
      expect(playlist.discontinuitySequenceBase).toBe(parsed[0]!.discontinuitySequenceBase);
      // The newest part has been on the air to its end, and not for longer than one part.
      const { programDateTime, duration } = playlist.segments.at(-1)!;
      const age = NOW - programDateTime!.getTime() / 1000 - duration;
      expect(age).toBeGreaterThan(-0.02);
      expect(age).toBeLessThan(4.02);
      expect(playlists[index]!.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
      expect(playlists[index]!.headers.get('cache-control')).toBe('private, max-age=1');
      expect(countBytes(playlists[index]!.text)).toBeLessThan(4096);
    }
  });

  test('goes on across a border of programmes: numbers rise one by one, the discontinuity is counted, media changes', async () => {
    at(NOW);
    const { manifest_url } = await play();
    const seen = new Map<number, { uri: string; discontinuity: number; at: number }>();
    for (let now = NOW + HOUR - 30; now < NOW + HOUR + 60; now += 4) {
      at(now);
      const playlist = parseMediaPlaylist((await read(rendition(manifest_url, 'v240'))).text);
      for (const segment of playlist.segments) {
        const match = {
          uri: segment.uri,
          discontinuity: segment.discontinuitySequence,
          at: segment.programDateTime!.getTime(),
        };
        expect(seen.get(segment.mediaSequenceNumber) ?? match).toEqual(match);
        seen.set(segment.mediaSequenceNumber, match);
      }
    }
    const all = [...seen].sort(([a], [b]) => a - b);
    for (const [index, [number, part]] of all.entries()) {
      if (index === 0) continue;
      const [before, last] = all[index - 1]!;
      expect(number).toBe(before + 1);
      expect(part.at - last.at).toBe(4000);
      expect(part.discontinuity - last.discontinuity).toBe(part.uri.endsWith('seg-0.m4s') ? 1 : 0);
    }
    const border = all.find(([, part]) => part.at === (NOW + HOUR) * 1000)!;
    const before = all.find(([number]) => number === border[0] - 1)!;
    const folder = ({ uri }: { uri: string }) => /clip-\d/.exec(uri)?.[0];
    expect(folder(border[1])).not.toBe(folder(before[1]));
  });

  test('signs each part, which the door of the videos serves', async () => {
    await site.env.MEDIA.put('video/clip-1/240p/init.mp4', 'init');
    await site.env.MEDIA.put('video/clip-2/240p/init.mp4', 'init');
    at(NOW);
    const { manifest_url } = await play();
    const { map } = parseMediaPlaylist((await read(rendition(manifest_url, 'v240'))).text).segments[0]!;
    expect((await get(map.uri)).status).toBe(200);
    expect((await get(map.uri.replace(/v\/./, 'v/_'))).status).toBe(403);
  });

  test('refuses what is forged, of another channel, expired, or for children; and names that are none', async () => {
    at(NOW);
    const { manifest_url } = await play();
    const refused = [
      manifest_url.replace(`/${CHANNEL}/`, '/402/'),
      manifest_url.replace(/live\/./, 'live/_'),
      manifest_url.replace(/\/(\d{10})\//, (_, expires) => `/${Number(expires) + 1}/`),
    ];
    for (const address of refused) expect((await get(address)).status, address).toBe(403);
    expect((await get(rendition(manifest_url, 'v99999'))).status).toBe(404);
    expect((await get(rendition(manifest_url, 'x1'))).status).toBe(404);
    expect((await get(manifest_url.replace('master.m3u8', '../master.m3u8'))).status).toBe(404);
    expect((await get(manifest_url, { method: 'POST' })).status).toBe(405);
    const kids = `${KIDS_COOKIE}=${await kidsToken(KEY, { id: 'k'.repeat(22), on: true })}`;
    expect((await get(manifest_url, { headers: { cookie: kids } })).status).toBe(403);
    at(NOW + 8 * HOUR);
    expect((await get(manifest_url)).status).toBe(403);
  });

  test('counts discontinuities from before its address was made: players walk through all there have been', async () => {
    for (const moment of [NOW, NOW + 3 * HOUR, NOW + 100 * 7 * 24 * HOUR]) {
      at(moment);
      const { text } = await read(rendition(await addressUntil(moment + 6 * HOUR), 'v240'));
      const { discontinuitySequenceBase } = parseMediaPlaylist(text);
      // It is one to two hours, and no round of a clip is shorter than ten seconds.
      expect(discontinuitySequenceBase).toBeGreaterThan(0);
      expect(discontinuitySequenceBase).toBeLessThan((2 * HOUR) / 10);
    }
  });

  test('goes on after its address has expired where the address was prolonged', async () => {
    at(NOW);
    const { manifest_url, expires_at } = await play();
    const playlist = rendition(manifest_url, 'v240');
    at(expires_at - 60);
    const renewal = await get(`${await addressUntil(expires_at + 5 * HOUR)}?renew=1`);
    expect(renewal.status).toBe(204);
    const set = renewal.headers.get('set-cookie') ?? '';
    expect(set).toMatch(
      /^media_live-401=[\w-]{43}\.\d+; Path=\/media\/; HttpOnly; Secure; SameSite=Strict; Max-Age=\d+$/,
    );
    const headers = { cookie: set.split(';')[0] ?? '' };
    const before = parseMediaPlaylist(await (await get(playlist, { headers })).text());
    at(expires_at + 10);
    expect((await get(playlist)).status).toBe(403);
    expect((await get(playlist.replace('/401/', '/402/'), { headers })).status).toBe(403);
    expect(
      (
        await get(playlist, {
          headers: { cookie: headers.cookie.replace(/=(.)/, (_, first) => (first === 'A' ? '=B' : '=A')) },
        })
      ).status,
    ).toBe(403);
    const after = parseMediaPlaylist(await (await get(playlist, { headers })).text());
    for (const segment of before.segments) {
      const sameSegment = after.segments.find((it) => it.mediaSequenceNumber === segment.mediaSequenceNumber);
      if (sameSegment) expect(sameSegment.discontinuitySequence).toBe(segment.discontinuitySequence);
    }
    expect(after.mediaSequenceBase! - before.mediaSequenceBase!).toBeLessThan(70 / 3);
    // Its parts are good as long as the renewal is, also those that were listed before the address expired.
    await site.env.MEDIA.put('video/clip-2/240p/init.mp4', 'init');
    await site.env.MEDIA.put('video/clip-1/240p/init.mp4', 'init');
    for (const { segments } of [before, after]) expect((await get(segments[0]!.map.uri)).status).toBe(200);
    at(expires_at + 7 * HOUR);
    expect((await get(playlist, { headers })).status).toBe(403);
  });

  test('saves data where asked', async () => {
    at(NOW);
    const { manifest_url } = await play();
    const { variants } = parseMasterPlaylist((await read(`${manifest_url}?max=360`)).text);
    expect(variants.map(({ resolution }) => resolution?.height)).toEqual([240, 360]);
  });

  test('shows the slate in a gap and where media is missing, and is off the air without one', async () => {
    at(NOW);
    const { DB, MEDIA } = site.env;
    await addRow(DB, 'channels', { id: 490, slug: 'gap' });
    const { data } = await callApi(site, getLivePlay, { id: 490 });
    expect([data.programme, data.can_restart]).toEqual([null, false]);
    expect((await read(rendition(data.manifest_url, 'v360'))).text).toContain('/slate/360p/seg-');
    const programme = { channel_id: 490, day: 0, start: 1140, minutes: 120, name_en: 'b', media: 'no-such-folder' };
    await addRow(DB, 'programmes', programme);
    forgetPlayouts();
    const gapPlay = (await callApi(site, getLivePlay, { id: 490 })).data;
    expect([gapPlay.programme?.name_en, gapPlay.can_restart]).toEqual(['b', false]);
    expect((await read(rendition(gapPlay.manifest_url, 'audio'))).text).toContain('/slate/audio/');
    expect(MEDIA).toBeDefined();
  });

  test('for subscribers asks for a subscription', async () => {
    const { DB } = site.env;
    await DB.prepare("UPDATE channels SET access = 'subscription' WHERE id = 406").run();
    expect(await fetchCode(site, getLivePlay, { id: 406 })).toBe('403 live_needs_subscription');
    const token = await signIn(site.env, NOW, NOW + 1000);
    const headers = { authorization: `Bearer ${token}` };
    expect((await site.request('/channels/406/play', { headers })).status).toBe(200);
    expect(await fetchCode(site, getLivePlay, { id: 499 })).toBe('404 not_found');
  });
});

describe('a programme again', () => {
  test('the guide says which can be seen from the beginning; each plays, complete once it is over', async () => {
    at(NOW);
    const { data: guide } = await callApi(site, getGuide, { slug: 'parde-1' });
    const yesterday = (await callApi(site, getGuide, { slug: 'parde-1', day: '2026-11-20' })).data;
    const items = [...yesterday.items, ...guide.items];
    for (const item of items) {
      const can = item.starts_at <= NOW && item.ends_at > NOW - 24 * HOUR;
      expect(item.again, item.name_en).toBe(can);
      if (item.starts_at < NOW) {
        const answer = await site.request(`/channels/${CHANNEL}/play?from=${item.starts_at}`);
        expect(answer.status, item.name_en).toBe(can ? 200 : 404);
      }
    }
    const ended = guide.items.find(({ ends_at }) => ends_at < NOW)!;
    const { manifest_url, programme } = await play(ended.starts_at);
    expect(programme).toMatchObject({ name_en: ended.name_en, starts_at: ended.starts_at, ends_at: ended.ends_at });
    const { text, headers } = await read(rendition(manifest_url, 'v360'));
    const playlist = parseMediaPlaylist(text);
    expect([playlist.endlist, playlist.playlistType]).toEqual([true, 'VOD']);
    const seconds = playlist.segments.reduce((sum, { duration }) => sum + duration, 0);
    expect(Math.abs(seconds - (ended.ends_at - ended.starts_at))).toBeLessThan(4);
    expect(headers.get('cache-control')).toBe('private, max-age=600');
  });

  test('what is on grows from its beginning, and is complete when it is over', async () => {
    at(NOW);
    expect((await play()).can_restart).toBe(true);
    const { manifest_url } = await play(NOW - HOUR);
    const growing = parseMediaPlaylist((await read(rendition(manifest_url, 'audio'))).text);
    expect([growing.endlist, growing.playlistType, growing.segments.length]).toEqual([false, 'EVENT', 900]);
    const response = await get(rendition(manifest_url, 'audio'), { headers: { 'accept-encoding': 'gzip, br' } });
    const packed = new Uint8Array(await response.arrayBuffer());
    const open = gunzipSync(packed).toString();
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
      'gzip',
      'accept-encoding',
    ]);
    expect(parseMediaPlaylist(open).segments).toHaveLength(900);
    expect(packed.byteLength).toBeLessThan(countBytes(open) / 20);
    at(NOW + 2 * HOUR);
    const complete = parseMediaPlaylist((await read(rendition(manifest_url, 'audio'))).text);
    expect([complete.endlist, complete.segments.length]).toEqual([true, 1800]);
    expect(complete.segments[899]!.uri).toBe(growing.segments[899]!.uri);
  });

  test('is gone a day after its end, and was never where nothing began', async () => {
    at(NOW);
    for (const from of [NOW - 25 * HOUR - 12 * HOUR, NOW - 1, NOW + HOUR, 0, 9_999_999_999]) {
      expect(await fetchCode(site, getLivePlay, { id: CHANNEL, from }), String(from)).toBe('404 programme_unavailable');
    }
    expect((await site.request(`/channels/${CHANNEL}/play?from=x`)).status).toBe(422);
  });
});

test('a playlist takes no query of D1 while the schedule is known', async () => {
  at(NOW);
  const { manifest_url } = await play();
  const broken = { ...site.env, DB: null as unknown as D1Database };
  expect((await requestMedia(broken, site.ctx, rendition(manifest_url, 'v240'))).status).toBe(200);
  // Nor is a channel off the air while the database is away.
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  at(NOW + 60);
  expect((await requestMedia(broken, site.ctx, rendition(manifest_url, 'v240'))).status).toBe(200);
  expect(log).toHaveBeenCalled();
  const app = createApp({ now: () => NOW });
  forgetPlayouts();
  expect(
    (
      await app.fetch(
        new Request('https://pardeh.test/api/v1/channels/401/play'),
        { ...site.env, MEDIA_SIGNING_KEY: '' },
        site.ctx,
      )
    ).status,
  ).toBe(503);
  log.mockRestore();
});
