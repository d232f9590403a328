import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { logout } from '../../../src/features/accounts/contract/auth.ts';
import { castAddress } from '../../../src/features/playback/contract.ts';
import { KIDS_COOKIE } from '../../../src/platform/http/session/kids.ts';
import { kidsToken } from '../../../src/platform/http/session/kids-cookie.ts';
import { MEDIA_SIGNATURE_SECONDS } from '../../../src/platform/config/constants.ts';
import { getStreams, stopStream } from '../../../src/features/streams/contract.ts';
import { parseFailure } from '../../support/site/api.ts';
import { KEY } from '../../support/media/media.ts';
import { requestMedia } from '../../support/media/live.ts';
import { FILM, FREE_FILM, openMoney, OTHER_FILM, sell, type Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

/** The real time, as media addresses are checked against it; or a quarter of an hour before, where the next period of
 * addresses would begin meanwhile. */
const REAL = Math.floor(Date.now() / 1000);
const LEFT = MEDIA_SIGNATURE_SECONDS - (REAL % MEDIA_SIGNATURE_SECONDS);
const NOW = LEFT < 900 ? REAL - 900 : REAL;
const SEGMENT = '240p/seg-0.m4s';

let platform: Platform;
let site: ReturnType<typeof openMoney>;
beforeAll(async () => {
  platform = await openPlatform();
  site = openMoney(platform);
  await sell(site.env.DB, NOW);
  for (const file of ['master.m3u8', '240p/index.m3u8', SEGMENT]) {
    await site.env.MEDIA.put(`video/clip-1/${file}`, readFileSync(`seed/media/clip-1/${file}`));
    await site.env.MEDIA.put(`video/clip-2/${file}`, readFileSync(`seed/media/clip-2/${file}`));
  }
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => platform.dispose());

const at = (seconds: number) => {
  site.clock.now = seconds;
  vi.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] });
};
const newViewer = () => site.visitor({ subscribedUntil: NOW + 100_000 });
const ask = (id: number, who?: Visitor, stream?: string) =>
  site.ask(castAddress, { kind: 'movie', id, ...(stream !== undefined && { stream }) }, who);
const cast = async (id: number, who?: Visitor, stream?: string) =>
  v.parse(castAddress.output, await (await ask(id, who, stream)).json()).data;
/** As a receiver: no cookie, no token, another origin. */
const open = async (manifest: string, file = SEGMENT) => {
  const headers = { origin: 'https://www.gstatic.com', 'user-agent': 'CrKey' };
  const response = await requestMedia(site.env, platform.ctx, new URL(file, manifest).href, { headers });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  return response.ok ? 'ok' : (await parseFailure(response)).code;
};

test('a receiver without cookies plays, as long as the page calls; the address stays the same', async () => {
  at(NOW);
  const viewer = await newViewer();
  const first = await cast(FILM.id, viewer);
  for (const file of ['master.m3u8', '240p/index.m3u8', SEGMENT])
    expect(await open(first.manifest_url, file)).toBe('ok');
  const preflight = await requestMedia(site.env, platform.ctx, first.manifest_url, { method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
  at(NOW + 250);
  const renewed = await cast(FILM.id, viewer, first.stream ?? '');
  expect(renewed.manifest_url).toBe(first.manifest_url);
  at(NOW + 500);
  expect(await open(first.manifest_url)).toBe('ok');
  at(NOW + 250 + 301);
  expect(await open(first.manifest_url)).toBe('media_link_expired');
});

test('an address that a renewal of the next period follows plays on', async () => {
  const end = NOW + MEDIA_SIGNATURE_SECONDS - (NOW % MEDIA_SIGNATURE_SECONDS);
  at(end - 100);
  const viewer = await newViewer();
  const first = await cast(FILM.id, viewer);
  at(end + 150);
  const renewed = await cast(FILM.id, viewer, first.stream ?? '');
  expect(renewed.stream).toBe(first.stream);
  at(end + 400);
  expect(await open(first.manifest_url)).toBe('ok');
  expect(await open(renewed.manifest_url)).toBe('ok');
});

test('it plays on where streams are not limited, too', async () => {
  at(NOW);
  const open = openMoney(platform, { STREAMS_MAX: '0' });
  open.clock.now = NOW;
  const viewer = await newViewer();
  const call = (stream?: string) =>
    open.call(castAddress, { kind: 'movie', id: FILM.id, ...(stream !== undefined && { stream }) }, viewer);
  const { data } = await call();
  expect((await call(data.stream ?? '')).data.manifest_url).toBe(data.manifest_url);
});

test('it ends with the session, within seconds, and no other account prolongs it', async () => {
  at(NOW);
  const viewer = await newViewer();
  const { manifest_url: manifest, stream } = await cast(FILM.id, viewer);
  expect(await open(manifest)).toBe('ok');
  const other = await newViewer();
  expect((await cast(FILM.id, other, stream ?? '')).stream).not.toBe(stream);
  await site.ask(logout, {}, viewer);
  at(NOW + 21);
  expect(await open(manifest)).toBe('media_link_expired');
  expect((await ask(FILM.id, viewer, stream ?? '')).status).toBe(401);
});

test('it counts as a stream of the account, and is stopped as one', async () => {
  at(NOW);
  const viewer = await newViewer();
  const casts = [await cast(FILM.id, viewer), await cast(FILM.id, viewer), await cast(FILM.id, viewer)];
  expect((await parseFailure(await ask(FILM.id, viewer))).code).toBe('streams_full');
  const { streams } = v.parse(getStreams.output, await (await site.ask(getStreams, {}, viewer)).json()).data;
  expect(streams).toHaveLength(3);
  await site.ask(stopStream, { stream: casts[0]!.stream }, viewer);
  at(NOW + 21);
  expect(await open(casts[0]!.manifest_url)).toBe('stream_stopped');
  expect((await parseFailure(await ask(FILM.id, viewer, casts[0]!.stream ?? ''))).code).toBe('stream_stopped');
});

test('it is refused without the right to the title; a free one is for everybody', async () => {
  at(NOW);
  const stranger = await site.visitor();
  for (const who of [undefined, stranger]) {
    expect((await parseFailure(await ask(FILM.id, who))).code).toBe('cast_not_allowed');
  }
  expect((await parseFailure(await ask(OTHER_FILM.id, await newViewer()))).code).toBe('cast_not_allowed');
  expect((await ask(999_999)).status).toBe(400);
  const free = await cast(FREE_FILM.id);
  expect([free.stream, await open(free.manifest_url)]).toEqual([null, 'ok']);
});

test('an address that was passed on opens in no kids session what is not for children', async () => {
  at(NOW);
  await site.sql("UPDATE titles SET age = 18, media = 'clip-2' WHERE id = ?", FILM.id).run();
  const { manifest_url: manifest } = await cast(FILM.id, await newViewer());
  const kids = await kidsToken(KEY, { id: 'k'.repeat(22), on: true });
  const headers = { cookie: `${KIDS_COOKIE}=${kids}` };
  const opened = await requestMedia(site.env, platform.ctx, manifest, { headers });
  expect((await parseFailure(opened)).code).toBe('kids_not_allowed');
  await site.sql("UPDATE titles SET age = 0, media = 'clip-1' WHERE id = ?", FILM.id).run();
});

test('an address that was edited opens nothing', async () => {
  at(NOW);
  const { manifest_url: manifest, stream } = await cast(FILM.id, await newViewer());
  const free = (await cast(FREE_FILM.id)).manifest_url;
  const other = (await cast(FILM.id, await newViewer())).stream ?? '';
  const edited = [
    manifest.replace(stream ?? '', other),
    manifest.replace(stream ?? '', 'free'),
    manifest.replace('/clip-1/', '/clip-2/'),
    manifest.replace(/\/(\d+)\/clip/, (_, expires: string) => `/${String(Number(expires) + 1)}/clip`),
    manifest.replace(/\.[\w-]{43}/, (signature) => `.${signature.slice(2)}x`),
    free.replace('/clip-1/', '/clip-2/'),
  ];
  for (const address of edited) expect(await open(address), address).toBe('media_link_expired');
  for (const file of ['../../../img/x', '240p/..%2f..%2fsecret.txt', '240p/seg-0.txt']) {
    const response = await requestMedia(site.env, platform.ctx, new URL(file, manifest).href);
    expect([403, 404], file).toContain(response.status);
  }
  // The path of a cast is not a path of a viewer.
  expect((await requestMedia(site.env, platform.ctx, manifest.replace('/cast/', '/v/'))).status).toBe(403);
});
