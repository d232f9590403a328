import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { logout } from '../../../src/features/accounts/contract/auth.ts';
import { castAddress } from '../../../src/features/playback/contract.ts';
import { stopStream } from '../../../src/features/streams/contract.ts';
import { getCart } from '../../../src/features/paywall/contract.ts';
import { serveMedia } from '../../../src/app/media.ts';
import { listUnsafeSettings } from '../../../src/app/unsafe-settings.ts';
import { GUEST_COOKIE, SESSION_COOKIE } from '../../../src/platform/config/session.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { parseFailure } from '../../support/site/api.ts';
import { parseMediaPlaylist, requestMedia } from '../../support/media/live.ts';
import { folderFor, GUEST, guestCookie } from '../../support/media/media.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';
import { FILM, openMoney, sell, type Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

/** The real time, at the half of an hour: media addresses are checked against it. */
const HOUR = 3600;
const NOW = Math.floor(Date.now() / 1000 / HOUR) * HOUR + HOUR / 2;
const SECRET = 'a-secret-of-thirty-two-characters-or-more';
const IFRAMES = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-I-FRAMES-ONLY
#EXT-X-MAP:URI="init.mp4"
#EXTINF:4,
#EXT-X-BYTERANGE:1500@0
seg-0.m4s
#EXTINF:4,
#EXT-X-BYTERANGE:900@2000
seg-0.m4s
#EXT-X-ENDLIST
`;

let platform: Platform;
let site: ReturnType<typeof openMoney>;
let env: Env;
let viewer: Visitor;
let cache: MemoryCache;
let reads: string[] = [];
beforeAll(async () => {
  platform = await openPlatform();
  site = openMoney(platform);
  await sell(site.env.DB, NOW);
  const files = readdirSync('seed/media/clip-1', { recursive: true, encoding: 'utf8' });
  const stored = files.filter((file) =>
    /^(master\.m3u8|(240p|audio)\/(index\.m3u8|init\.mp4|seg-[01]\.m4s)|subs\/.*|storyboard\.jpg)$/.test(file),
  );
  await Promise.all(stored.map((file) => site.env.MEDIA.put(`video/clip-1/${file}`, read(file))));
  await site.env.MEDIA.put('video/clip-1/240p/iframes.m3u8', IFRAMES);
  await site.env.MEDIA.put('video/clip-1/download/240p.mp4', new Uint8Array(10));
  const MEDIA = new Proxy(site.env.MEDIA, {
    get: (bucket, name) => {
      const method = Reflect.get(bucket, name) as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        if (name === 'get') reads.push(String(args[0]));
        return Reflect.apply(method, bucket, args);
      };
    },
  });
  env = { ...site.env, MEDIA, MEDIA_ENCRYPTION: 'aes-128', MEDIA_KEY_SECRET: SECRET };
});
beforeEach(async () => {
  at(NOW);
  cache = new MemoryCache();
  reads = [];
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
  viewer = await site.visitor({ subscribedUntil: NOW + 100 * HOUR });
});
afterEach(() => vi.useRealTimers());
afterAll(() => platform.dispose());

const read = (file: string) => new Uint8Array(readFileSync(`seed/media/clip-1/${file}`));
const at = (seconds: number) => {
  site.clock.now = seconds;
  vi.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] });
};
const asCookie = (who: Visitor) => ({ cookie: `${SESSION_COOKIE}=${who.token}` });
async function openCart(who: Visitor, id: number = FILM.id) {
  const response = await site.ask(getCart, { id, type: 'movie' }, who);
  const { play } = v.parse(getCart.output, await response.json()).data.data;
  return { manifest: play?.manifest_url ?? '', stream: play?.stream ?? '' };
}
async function get(address: string, headers: Record<string, string> = asCookie(viewer), settings = env) {
  const behind: Promise<unknown>[] = [];
  const ctx = { ...platform.ctx, waitUntil: (work: Promise<unknown>) => void behind.push(work) };
  const response = await requestMedia(settings, ctx, address, { headers });
  await Promise.all(behind);
  return response;
}
const readCode = async (address: string, headers?: Record<string, string>, settings?: Env) => {
  const response = await get(address, headers, settings);
  return response.ok ? 'ok' : `${String(response.status)} ${(await parseFailure(response)).code}`;
};
const readBytes = async (address: string, headers?: Record<string, string>) =>
  new Uint8Array(await (await get(address, headers)).arrayBuffer());
const list = async (manifest: string, name = '240p/index.m3u8', headers?: Record<string, string>) => {
  const address = new URL(name, manifest).href;
  const response = await get(address, headers);
  expect(response.status).toBe(200);
  const { segments } = parseMediaPlaylist(await response.text());
  return segments.map((segment) => ({
    segment,
    url: new URL(segment.uri, address).href,
    key: new URL(segment.key?.uri ?? 'none', address).href,
    iv: segment.key?.iv,
    map: { url: new URL(segment.map.uri, address).href, range: segment.map.byterange },
  }));
};
const decrypt = async (bytes: Uint8Array<ArrayBuffer>, key: Uint8Array<ArrayBuffer>, iv: ArrayBuffer | undefined) => {
  const imported = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['decrypt']);
  const vector = new Uint8Array(iv ?? new ArrayBuffer(0));
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv: vector }, imported, bytes));
};
const parseHex = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16)).buffer;

describe('a title in AES-128', () => {
  test.each(['240p', 'audio'])('%s: each part decrypts by its own line to the stored file', async (path) => {
    const { manifest } = await openCart(viewer);
    const text = await (await get(new URL(`${path}/index.m3u8`, manifest).href)).text();
    const parts = await list(manifest, `${path}/index.m3u8`);
    expect(new Set(parts.map(({ key }) => key)).size).toBe(1);
    expect(new Set(text.match(/IV=0x[0-9a-f]{32}/g)).size).toBe(parts.length + 1);
    const keyAnswer = await get(parts[0]!.key);
    expect(keyAnswer.headers.get('cache-control')).toBe('no-store');
    const key = new Uint8Array(await keyAnswer.arrayBuffer());
    expect(key).toHaveLength(16);
    for (const number of [0, 1]) {
      const cipher = await readBytes(parts[number]!.url);
      const plain = read(`${path}/seg-${String(number)}.m4s`);
      expect(cipher.length).toBe(plain.length + 16 - (plain.length % 16));
      expect(new TextDecoder('latin1').decode(cipher)).not.toContain('moof');
      expect(await decrypt(cipher, key, parts[number]!.iv)).toEqual(plain);
    }
    // RFC 8216, 4.3.2.4: the line before EXT-X-MAP is the initialisation's.
    const [, mapIv = ''] = /IV=0x([0-9a-f]{32})\n#EXT-X-MAP:/.exec(text) ?? [];
    const init = await readBytes(parts[0]!.map.url);
    expect(await decrypt(init, key, parseHex(mapIv))).toEqual(read(`${path}/init.mp4`));
  });

  test('key frames are parts of their own; subtitles, pictures and the master playlist are as they were', async () => {
    const { manifest } = await openCart(viewer);
    const frames = await list(manifest, '240p/iframes.m3u8');
    const key = await readBytes(frames[0]!.key);
    const plain = read('240p/seg-0.m4s');
    const ranges = [plain.subarray(0, 1500), plain.subarray(2000, 2900)];
    for (const [at, range] of ranges.entries()) {
      expect(frames[at]!.segment.byterange).toBeUndefined();
      expect(await decrypt(await readBytes(frames[at]!.url), key, frames[at]!.iv)).toEqual(range);
    }
    // Parts are not stored: a viewer could name millions of them.
    expect([...cache.kept.keys()].filter((key) => key.includes('/encrypted/') && key.endsWith('.m4s'))).toEqual([]);
    expect(await readCode(frames[1]!.url.replace('-2000-900', '-2000-99999999'))).toBe('404 not_found');
    for (const file of ['subs/fa.m3u8', 'subs/fa.vtt', 'storyboard.jpg'])
      expect(await readBytes(new URL(file, manifest).href)).toEqual(read(file));
  });

  test('titles, renditions and hours have other keys; a playlist of the last hour plays on', async () => {
    const { manifest } = await openCart(viewer);
    const [first] = await list(manifest);
    const keys = [await readBytes(first!.key), await readBytes((await list(manifest, 'audio/index.m3u8'))[0]!.key)];
    at(NOW + HOUR);
    cache.kept.clear();
    const [later] = await list(manifest);
    keys.push(await readBytes(later!.key));
    expect(new Set(keys.map((key) => key.join())).size).toBe(3);
    expect(await decrypt(await readBytes(first!.url), keys[0]!, first!.iv)).toEqual(read('240p/seg-0.m4s'));
  });

  test.each([24 * HOUR, -24 * HOUR])(
    'a clock that was %i s off: its keys and addresses close, new ones open',
    async (jump) => {
      at(NOW + jump);
      const wrong = await openCart(viewer);
      const [before] = await list(wrong.manifest);
      expect(await readCode(before!.key)).toBe('ok');
      at(NOW);
      for (const address of [wrong.manifest, before!.key, before!.url]) {
        expect(await readCode(address)).toBe('403 media_link_expired');
      }
      // The playlist that the caches kept in the wrong day is not given to anybody in the right one.
      const right = await openCart(viewer);
      const [after] = await list(right.manifest);
      expect(after!.key).not.toBe(before!.key);
      const key = await readBytes(after!.key);
      expect(await decrypt(await readBytes(after!.url), key, after!.iv)).toEqual(read('240p/seg-0.m4s'));
      // A playlist opened in the right day, through another day and back.
      at(NOW + jump);
      expect(await readCode(after!.key)).toBe('403 media_link_expired');
      at(NOW + 60);
      expect(await readCode(after!.key)).toBe('ok');
    },
  );

  test('media has no address in the clear, nor by another spelling', async () => {
    const { manifest } = await openCart(viewer);
    for (const file of ['240p/seg-0.m4s', '240p/init.mp4', 'audio/seg-0.m4s', 'download/240p.mp4', '240p/h/seg-0.m4s'])
      expect(await readCode(new URL(file, manifest).href), file).toBe('404 not_found');
    const [{ url, key } = { url: '', key: '' }] = await list(manifest);
    for (const address of [url, key])
      expect(await readCode(address, asCookie(viewer), { ...env, MEDIA_ENCRYPTION: '' })).toBe('404 not_found');
  });

  test('is read and encrypted once for all viewers of the hour; ranges are ignored', async () => {
    const other = await site.visitor({ subscribedUntil: NOW + HOUR });
    const mine = await list((await openCart(viewer)).manifest);
    const theirs = await list((await openCart(other)).manifest, '240p/index.m3u8', asCookie(other));
    const first = await get(mine[0]!.url, { ...asCookie(viewer), range: 'bytes=0-9' });
    const second = await get(theirs[0]!.url, asCookie(other));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect([first, second].map(({ headers }) => headers.get('cache-status'))).toEqual([
      'media-files; fwd=uri-miss; stored',
      'media-files; hit',
    ]);
    expect([second.headers.get('accept-ranges'), second.headers.get('content-type')]).toEqual([
      'none',
      'video/iso.segment',
    ]);
    expect(new Uint8Array(await first.arrayBuffer())).toEqual(new Uint8Array(await second.arrayBuffer()));
    expect(reads).toEqual(['video/clip-1/240p/index.m3u8', 'video/clip-1/240p/seg-0.m4s']);
    const etag = second.headers.get('etag') ?? '';
    expect((await get(theirs[0]!.url, { ...asCookie(other), 'if-none-match': etag })).status).toBe(304);
    expect(await readCode('/media/encrypted/x/video/clip-1/240p/seg-0.m4s')).toBe('404 not_found');
  });
});

describe('a key', () => {
  const openKey = async (who = viewer, id: number = FILM.id) => {
    const { manifest, stream } = await openCart(who, id);
    return { key: (await list(manifest, '240p/index.m3u8', asCookie(who)))[0]!.key, stream };
  };

  test('is not for guests, other viewers, other titles, later or older hours, nor after the address', async () => {
    const { key } = await openKey();
    const other = await site.visitor({ subscribedUntil: NOW + HOUR });
    const hour = NOW / HOUR - 0.5;
    expect(await readCode(key)).toBe('ok');
    expect(await readCode(key, {})).toBe('403 media_foreign');
    expect(await readCode(key, { cookie: `${GUEST_COOKIE}=${'g'.repeat(22)}` })).toBe('403 media_foreign');
    expect(await readCode(key, asCookie(other))).toBe('403 media_foreign');
    expect(await readCode(key.replace('/clip-1/', '/clip-2/'))).toBe('403 media_link_expired');
    for (const wrong of [hour + 1, hour - 24])
      expect(await readCode(key.replace(`h${String(hour)}`, `h${String(wrong)}`))).toBe('403 media_link_expired');
    expect(await readCode(key.replace('/media.key', '-0-16/media.key'))).toBe('404 not_found');
    at(NOW + 7 * HOUR);
    expect(await readCode(key)).toBe('403 media_link_expired');
  });

  test('ends with the right to the title and with the session, while the address is still signed', async () => {
    const { key } = await openKey();
    await site.env.DB.prepare('UPDATE users SET subscribed_until = ? WHERE id = ?')
      .bind(NOW - 1, viewer.id)
      .run();
    expect(await readCode(key)).toBe('403 media_key_refused');
    await site.env.DB.prepare('UPDATE users SET subscribed_until = ? WHERE id = ?')
      .bind(NOW + HOUR, viewer.id)
      .run();
    expect(await readCode(key)).toBe('ok');
    await site.ask(logout, {}, viewer);
    expect(await readCode(key)).toBe('403 media_key_refused');
  });

  test('ends with the lease of its stream, and is refused to a stream too many', async () => {
    const { key, stream } = await openKey();
    await site.call(stopStream, { stream }, viewer);
    at(NOW + 21);
    expect(await readCode(key)).toBe('409 stream_stopped');
    const keys = [];
    for (let device = 0; device < 4; device += 1) keys.push(await openCart(viewer));
    const codes = [];
    for (const { manifest } of keys)
      codes.push(await readCode(new URL(`240p/h${String(NOW / HOUR - 0.5)}/media.key`, manifest).href));
    expect(codes).toEqual(['ok', 'ok', 'ok', '409 streams_full']);
  });

  test('ahead needs no lease of its own while the account plays, and takes one where it does not', async () => {
    const purpose = { ...asCookie(viewer), purpose: 'prefetch' };
    const players = [await openKey(), await openKey(), await openKey()];
    for (const { key } of players) expect(await readCode(key)).toBe('ok');
    const next = await openCart(viewer);
    const key = new URL(`240p/h${String(NOW / HOUR - 0.5)}/media.key`, next.manifest).href;
    expect(await readCode(key)).toBe('409 streams_full');
    expect(await readCode(key, purpose)).toBe('ok');
    expect(await readCode(key, { ...asCookie(viewer), purpose: 'prefetch, x' })).toBe('409 streams_full');
    const readLeases = () => site.env.DB.prepare('SELECT count(*) FROM streams WHERE id = ?').bind(next.stream).first();
    expect(Object.values((await readLeases())!)).toEqual([0]);
    // It is refused as any other key is.
    const other = await site.visitor({ subscribedUntil: NOW + HOUR });
    expect(await readCode(key, { ...asCookie(other), purpose: 'prefetch' })).toBe('403 media_foreign');
    const until = (seconds: number) =>
      site.env.DB.prepare('UPDATE users SET subscribed_until = ? WHERE id = ?').bind(seconds, viewer.id).run();
    await until(NOW - 1);
    expect(await readCode(key, purpose)).toBe('403 media_key_refused');
    await until(NOW + HOUR);
    // A stream that another device has stopped gets none, and without a lease of the account it takes one.
    await site.call(stopStream, { stream: players[0]!.stream }, viewer);
    at(NOW + 21);
    expect(await readCode(players[0]!.key, purpose)).toBe('409 stream_stopped');
    at(NOW + 150);
    expect(await readCode(key, purpose)).toBe('ok');
    expect(Object.values((await readLeases())!)).toEqual([1]);
  });

  test('is a guest’s on a network of full rate (spec 1.07)', async () => {
    await site.sql("UPDATE titles SET media = 'clip-3' WHERE id = ?", FILM.id).run();
    const base = await folderFor(GUEST, { folder: 'clip-3', expires: NOW + 600 });
    const address = new URL(`${base}/240p/h${String(NOW / HOUR - 0.5)}/media.key`, 'https://pardeh.test');
    const settings = { ...env, FULLRATE_NETWORKS: '44244' };
    const ask = async (asn: number) => {
      const request = new Request(address, { headers: { cookie: guestCookie(GUEST) } });
      return (await serveMedia(Object.assign(request, { cf: { asn } }), settings, platform.ctx)).status;
    };
    expect([await ask(44_244), await ask(57_218)]).toEqual([200, 403]);
    await site.sql("UPDATE titles SET media = 'clip-1' WHERE id = ?", FILM.id).run();
  });

  test('of a free title is a guest’s, too, by the guest’s own address; of other titles it is not', async () => {
    const guest = { cookie: guestCookie(GUEST) };
    const key = async (folder: string) =>
      `${await folderFor(GUEST, { folder, expires: NOW + 600 })}/240p/h${String(NOW / HOUR - 0.5)}/media.key`;
    expect(await readCode(await key('clip-1'), guest)).toBe('ok');
    expect(await readCode(await key('clip-1'))).toBe('403 media_foreign');
    await site.env.DB.prepare("UPDATE titles SET media = 'clip-2' WHERE id = 11").run();
    expect(await readCode(await key('clip-2'), guest)).toBe('403 media_key_refused');
  });

  test('is given by the site and not by the media host, whose playlists name the site', async () => {
    const { manifest } = await openCart(viewer);
    const away = { ...env, MEDIA_BASE_URL: 'https://media.test/media', SITE_URL: 'https://pardeh.test' };
    const playlist = new URL('240p/index.m3u8', manifest.replace(/^https:\/\/[^/]+/, 'https://media.test')).href;
    const text = await (await get(playlist, {}, away)).text();
    const [, uri = ''] = /URI="([^"]+media\.key)"/.exec(text) ?? [];
    expect(new URL(uri).origin).toBe('https://pardeh.test');
    expect(await readCode(uri, asCookie(viewer), away)).toBe('ok');
    expect(await readCode(uri, {}, away)).toBe('403 media_foreign');
    expect(await readCode(uri.replace('https://pardeh.test', 'https://media.test'), asCookie(viewer), away)).toBe(
      '403 media_foreign',
    );
  });

  test('opens for a receiver while its address lasts', async () => {
    const { data } = v.parse(
      castAddress.output,
      await (await site.ask(castAddress, { kind: 'movie', id: FILM.id }, viewer)).json(),
    );
    const [part] = await list(data.manifest_url, '240p/index.m3u8', {});
    expect(await readCode(part!.key, {})).toBe('ok');
    at(NOW + 301);
    expect(await readCode(part!.key, {})).toBe('403 media_link_expired');
  });

  test('is refused while the database is away', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { key } = await openKey();
    const DB = new Proxy(env.DB, {
      get: () => () => {
        throw new Error('D1_ERROR: Network connection lost.');
      },
    });
    expect(await readCode(key, asCookie(viewer), { ...env, DB })).toMatch(/^50[03] /);
    log.mockRestore();
  });
});

test.each([
  ['a method that does not exist', { MEDIA_ENCRYPTION: 'aes-256', MEDIA_KEY_SECRET: SECRET }, 'MEDIA_ENCRYPTION'],
  ['no secret', { MEDIA_ENCRYPTION: 'aes-128', MEDIA_KEY_SECRET: '' }, 'MEDIA_KEY_SECRET'],
  ['a short secret', { MEDIA_ENCRYPTION: 'aes-128', MEDIA_KEY_SECRET: 'short' }, 'MEDIA_KEY_SECRET'],
])('%s: the site does not run, and nothing is sent in the clear', async (_, settings, setting) => {
  expect(listUnsafeSettings({ ...env, ...settings }, null).map((unsafe) => unsafe.setting)).toContain(setting);
  const { manifest } = await openCart(viewer);
  for (const file of ['240p/seg-0.m4s', '240p/index.m3u8', 'master.m3u8'])
    expect(await readCode(new URL(file, manifest).href, asCookie(viewer), { ...env, ...settings })).toBe(
      '503 media_unavailable',
    );
});
