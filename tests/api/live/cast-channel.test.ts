import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { logout } from '../../../src/features/accounts/contract/auth.ts';
import { forgetPlayouts } from '../../../src/features/live/server/playout.ts';
import { getLivePlay } from '../../../src/features/live/contract.ts';
import { castAddress } from '../../../src/features/playback/contract.ts';
import { MEDIA_SIGNATURE_SECONDS } from '../../../src/platform/config/constants.ts';
import { KIDS_HEADER } from '../../../src/platform/http/session/kids.ts';
import { kidsText } from '../../../src/platform/http/session/kids-cookie.ts';
import { createStreamId } from '../../../src/features/streams/stream-id.ts';
import { stopStream } from '../../../src/features/streams/contract.ts';
import { parseFailure } from '../../support/site/api.ts';
import { FILM, scheduleFilm, storeFilm } from '../../support/media/film-on-air.ts';
import { parseMediaPlaylist, requestMedia, storePlaylists } from '../../support/media/live.ts';
import { openMoney, type Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { tehranMoment } from '../../../src/platform/text/tehran-week.ts';

/** The middle of this period of addresses: no other begins within a test. */
const NOW = (Math.floor(Date.now() / 1000 / MEDIA_SIGNATURE_SECONDS) + 0.5) * MEDIA_SIGNATURE_SECONDS;
const DAY = 24 * 60 * 60;
const [SUBSCRIBERS, OTHER, FREE] = [487, 488, 489];

let platform: Platform;
let site: ReturnType<typeof openMoney>;
beforeAll(async () => {
  platform = await openPlatform();
  site = openMoney(platform);
  await storePlaylists(site.env);
  await storeFilm(
    site.env,
    Array.from({ length: FILM.segments }, (_, at) => at).filter((at) => at < 20 || (at > 650 && at < 700)),
  );
  const { day, minute } = tehranMoment(NOW - 45 * 60);
  for (const channel of [SUBSCRIBERS, OTHER])
    await scheduleFilm(site.env, { channel, day, start: minute, access: 'subscription' });
  await scheduleFilm(site.env, { channel: FREE, day, start: minute, access: 'free' });
});
afterEach(() => {
  vi.useRealTimers();
  forgetPlayouts();
});
afterAll(() => platform.dispose());

const at = (seconds: number) => {
  site.clock.now = seconds;
  vi.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] });
};
const newViewer = () => site.visitor({ subscribedUntil: NOW + 100_000 });
const ask = (id: number, who?: Visitor, stream?: string | null) =>
  site.ask(castAddress, { kind: 'channel', id, ...(stream && { stream }) }, who);
const cast = async (id: number, who?: Visitor, stream?: string | null) =>
  v.parse(castAddress.output, await (await ask(id, who, stream)).json()).data;
/** As a receiver: no cookie, no token, another origin. */
const get = async (address: string, file = '') => {
  const headers = { origin: 'https://www.gstatic.com', 'user-agent': 'CrKey' };
  const response = await requestMedia(site.env, platform.ctx, new URL(file || address, address).href, { headers });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  return response;
};
const open = async (address: string, file = '') => {
  const response = await get(address, file);
  return response.ok ? 'ok' : (await parseFailure(response)).code;
};
const listSegments = async (manifest: string) =>
  parseMediaPlaylist(await (await get(manifest, 'v240.m3u8')).text()).segments.map(
    ({ uri }) => new URL(uri, manifest).href,
  );

test('a receiver plays a subscribers’ channel without cookies, while the page calls', async () => {
  at(NOW);
  const viewer = await newViewer();
  const first = await cast(SUBSCRIBERS, viewer);
  expect(await open(first.manifest_url)).toBe('ok');
  expect(await open(first.manifest_url, 'audio.m3u8')).toBe('ok');
  const segments = await listSegments(first.manifest_url);
  expect(await open(segments.at(-1) ?? '')).toBe('ok');
  const preflight = await requestMedia(site.env, platform.ctx, segments[0] ?? '', { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  at(NOW + 250);
  const renewed = await cast(SUBSCRIBERS, viewer, first.stream);
  expect([renewed.manifest_url, renewed.stream]).toEqual([first.manifest_url, first.stream]);
  at(NOW + 500);
  expect(await open(first.manifest_url)).toBe('ok');
  at(NOW + 250 + 321);
  expect(await open(first.manifest_url)).toBe('media_foreign');
  expect(await open(segments.at(-1) ?? '')).not.toBe('ok');
});

test('it ends with the session, with the subscription, and when the stream is stopped', async () => {
  at(NOW);
  const viewer = await newViewer();
  const { manifest_url: manifest } = await cast(SUBSCRIBERS, viewer);
  expect(await open(manifest)).toBe('ok');
  await site.ask(logout, {}, viewer);
  at(NOW + 21);
  expect(await open(manifest)).toBe('media_foreign');
  expect((await ask(SUBSCRIBERS, viewer)).status).toBe(401);

  at(NOW);
  const ending = await site.visitor({ subscribedUntil: NOW + 100 });
  const short = await cast(SUBSCRIBERS, ending);
  expect(short.ends_at).toBe(NOW + 100);
  expect(await open(short.manifest_url)).toBe('ok');
  at(NOW + 101);
  expect(await open(short.manifest_url)).toBe('media_link_expired');
  expect((await parseFailure(await ask(SUBSCRIBERS, ending, short.stream))).code).toBe('cast_not_allowed');

  at(NOW);
  const stopping = await newViewer();
  const stopped = await cast(SUBSCRIBERS, stopping);
  await site.ask(stopStream, { stream: stopped.stream }, stopping);
  at(NOW + 21);
  expect(await open(stopped.manifest_url)).toBe('stream_stopped');
  expect((await parseFailure(await ask(SUBSCRIBERS, stopping, stopped.stream))).code).toBe('stream_stopped');
});

test('it is refused without the right to the channel; a free one is for everybody', async () => {
  at(NOW);
  for (const who of [undefined, await site.visitor()])
    expect((await parseFailure(await ask(SUBSCRIBERS, who))).code).toBe('cast_not_allowed');
  expect((await ask(999_999)).status).toBe(404);
  const free = await cast(FREE);
  expect([free.stream, await open(free.manifest_url)]).toEqual([null, 'ok']);
});

test('a kids session gets none', async () => {
  at(NOW);
  const kids = { id: 'k'.repeat(22), on: true };
  const input = { kind: 'channel', id: SUBSCRIBERS };
  const answer = await site.ask(castAddress, input, await newViewer(), { [KIDS_HEADER]: kidsText(kids) });
  expect((await parseFailure(answer)).code).toBe('kids_not_allowed');
});

test('the number of a playlist’s first discontinuity counts those that left it, until the address ends', async () => {
  // At a period's beginning, an address is the longest.
  const start = Math.ceil(NOW / MEDIA_SIGNATURE_SECONDS) * MEDIA_SIGNATURE_SECONDS + 1;
  at(start);
  const { manifest_url: manifest } = await cast(FREE);
  const read = async (seconds: number) => {
    at(seconds);
    return parseMediaPlaylist(await (await get(manifest, 'v240.m3u8')).text());
  };
  const first = await read(start);
  const marks = first.segments.map(({ discontinuity }) => discontinuity);
  expect(marks).toContain(true);
  const later = await read(start + 60);
  expect(later.mediaSequenceBase).toBeGreaterThan((first.mediaSequenceBase ?? 0) + marks.length);
  expect(later.discontinuitySequenceBase).toBeGreaterThan(first.discontinuitySequenceBase ?? 0);
});

test('a programme from its beginning has an address of its own, with the right to its title', async () => {
  at(NOW);
  const from = Math.floor((NOW - 45 * 60) / 60) * 60;
  const replay = (id: number, who?: Visitor, start = from, stream?: string | null) =>
    site.ask(castAddress, { kind: 'channel', id, from: start, ...(stream && { stream }) }, who);
  const refuse = async (...of: Parameters<typeof replay>) => (await parseFailure(await replay(...of))).code;
  const viewer = await newViewer();
  for (const start of [from + 1, from - 60, 0])
    expect(await refuse(SUBSCRIBERS, viewer, start)).toBe('programme_unavailable');
  for (const start of [-1, 1.5]) expect((await replay(SUBSCRIBERS, viewer, start)).status).toBe(422);
  expect(await refuse(SUBSCRIBERS)).toBe('cast_not_allowed');
  // The channel is free, the title is not.
  expect(await refuse(FREE)).toBe('cast_not_allowed');
  const first = v.parse(castAddress.output, await (await replay(FREE, viewer)).json()).data;
  expect(first.manifest_url).toMatch(
    RegExp(`/cast-[\\w-]+\\.[\\w-]+/\\d+/${String(FREE)}/${String(from)}/master\\.m3u8$`),
  );
  const [segment = ''] = await listSegments(first.manifest_url);
  expect(segment).toMatch(/seg-0\.m4s$/);
  expect(await open(segment)).toBe('ok');
  at(NOW + 250);
  const secondCast = v.parse(castAddress.output, await (await replay(FREE, viewer, from, first.stream)).json()).data;
  expect(secondCast.manifest_url).toBe(first.manifest_url);
  expect(await open(first.manifest_url.replace(`/${String(from)}/`, `/${String(from - 60)}/`))).toBe(
    'media_link_expired',
  );
  at(NOW + 250 + 321);
  expect(await open(segment)).not.toBe('ok');
});

test('a programme that its viewer has begun is cast to its end, although the guide drops it meanwhile', async () => {
  at(NOW);
  const viewer = await site.visitor({ subscribedUntil: NOW + 3 * DAY });
  const from = Math.floor((NOW - 45 * 60) / 60) * 60;
  const answer = await site.ask(getLivePlay, { id: SUBSCRIBERS, from }, viewer);
  const { programme } = v.parse(getLivePlay.output, await answer.json()).data;
  const dropped = (programme?.ends_at ?? NaN) + DAY;
  const replay = (stream?: string | null) =>
    site.ask(castAddress, { kind: 'channel', id: SUBSCRIBERS, from, ...(stream && { stream }) }, viewer);
  at(dropped + 60);
  const made = createStreamId(1, { kind: 'channel', id: SUBSCRIBERS });
  // Begun too late, of another channel, of another account.
  for (const lateCast of [await cast(SUBSCRIBERS, viewer), await cast(OTHER, viewer), { stream: made }])
    expect((await parseFailure(await replay(lateCast.stream))).code).toBe('programme_unavailable');
  at(dropped - 60);
  const { stream } = v.parse(castAddress.output, await (await replay()).json()).data;
  at(dropped + 60);
  const renewed = v.parse(castAddress.output, await (await replay(stream)).json()).data;
  expect(await open((await listSegments(renewed.manifest_url))[0] ?? '')).toBe('ok');
  expect((await parseFailure(await replay())).code).toBe('programme_unavailable');
  at(dropped + 6 * 60 * 60 + 1);
  expect((await parseFailure(await replay(stream))).code).toBe('programme_unavailable');
});

test('an address that was edited, or of another viewer’s stream, opens nothing', async () => {
  at(NOW);
  const viewer = await newViewer();
  const other = await newViewer();
  const { manifest_url: manifest, stream } = await cast(SUBSCRIBERS, viewer);
  const others = await cast(SUBSCRIBERS, other, stream);
  expect(others.stream).not.toBe(stream);
  const audience = `cast-------------------${stream ?? ''}`;
  expect(manifest).toContain(`/${audience}.`);
  const edited = [
    manifest.replace(stream ?? '', others.stream ?? ''),
    manifest.replace(audience, 'anyone'),
    manifest.replace(audience, 'cast------------------'),
    manifest.replace(`/${String(SUBSCRIBERS)}/`, `/${String(OTHER)}/`),
    manifest.replace(
      /\/(\d+)\/(\d+)\/master/,
      (_, expires: string, id: string) => `/${String(Number(expires) + 1)}/${id}/master`,
    ),
    manifest.replace('/master', `/${String(NOW - 45 * 60)}/master`),
  ];
  for (const address of edited) {
    const response = await requestMedia(site.env, platform.ctx, address);
    expect(response.status, address).toBe(403);
  }
  const segment = (await listSegments(manifest)).at(-1) ?? '';
  const early = segment.replace(/seg-\d+/, 'seg-0');
  expect(await open(early)).toBe('media_link_expired');
  expect((await requestMedia(site.env, platform.ctx, segment.replace(stream ?? '', others.stream ?? ''))).status).toBe(
    403,
  );
  // A receiver's address is not a viewer's: the whole film stays closed.
  expect((await requestMedia(site.env, platform.ctx, segment.replace(/240p\/.*/, 'master.m3u8'))).status).toBe(403);
});
