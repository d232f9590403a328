import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { KIDS_COOKIE } from '../../src/config/kids.ts';
import { kidsToken } from '../../src/server/lib/kids-cookie.ts';
import { signFolder } from '../../src/server/lib/signing.ts';
import { serveMedia } from '../../src/server/modules/playback/media.ts';
import { parseRange } from '../../src/server/lib/byte-range.ts';
import { openPlatform, type Platform } from '../support/platform.ts';

const KEY = 'a-key-for-tests-only';
const BYTES = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
const MASTER = readFileSync('seed/media/clip-1/master.m3u8', 'utf8');
const LATER = Math.floor(Date.now() / 1000) + 600;

let site: Platform;
let base: string;
beforeAll(async () => {
  site = await openPlatform({ MEDIA_SIGNING_KEY: KEY });
  for (const name of ['360p/seg-0.m4s', '360p/init.mp4', 'subs/fa.vtt', 'storyboard.jpg', 'secret.txt']) {
    await site.env.MEDIA.put(`video/clip-1/${name}`, BYTES);
  }
  for (const clip of ['clip-1', 'clip-2']) await site.env.MEDIA.put(`video/${clip}/master.m3u8`, MASTER);
  await site.env.MEDIA.put('art/private.png', BYTES);
  base = `/media/v/${await signFolder(KEY, 'clip-1', LATER)}/${String(LATER)}`;
});
afterAll(() => site.dispose());

function ask(path: string, init: RequestInit = {}, env = site.env): Promise<Response> {
  return serveMedia(new Request(`https://pardeh.test${path}`, init), env, site.ctx);
}

describe('signatures', () => {
  test.each([
    ['360p/seg-0.m4s', 'video/iso.segment'],
    ['360p/init.mp4', 'video/mp4'],
    ['subs/fa.vtt', 'text/vtt; charset=utf-8'],
    ['storyboard.jpg', 'image/jpeg'],
  ])('a signed %s is served as %s', async (name, type) => {
    const response = await ask(`${base}/clip-1/${name}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(BYTES);
  });

  test('forged, cut, expired, prolonged, or of another folder or key: 403', async () => {
    const signature = await signFolder(KEY, 'clip-1', LATER);
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    const past = Math.floor(Date.now() / 1000) - 1;
    const addresses = [
      `/media/v/${flipped}/${String(LATER)}/clip-1/master.m3u8`,
      `/media/v/${signature.slice(0, -1)}/${String(LATER)}/clip-1/master.m3u8`,
      `/media/v/x/${String(LATER)}/clip-1/master.m3u8`,
      `/media/v/${await signFolder(KEY, 'clip-1', past)}/${String(past)}/clip-1/master.m3u8`,
      `/media/v/${signature}/${String(LATER + 1)}/clip-1/master.m3u8`,
      `/media/v/${signature}/${String(LATER)}/clip-2/master.m3u8`,
      `/media/v/${await signFolder('another key', 'clip-1', LATER)}/${String(LATER)}/clip-1/master.m3u8`,
      `/media/v/${signature}/${String(LATER)}/clip-2/../clip-2/master.m3u8`,
    ];
    for (const address of addresses) {
      const response = await ask(address);
      expect(response.status, address).toBe(403);
      expect(response.headers.get('content-type')).toContain('json');
    }
  });

  test('a kids session opens only folders of titles for children', async () => {
    const insert = `INSERT INTO titles (id, kind, name_fa, name_en, name_latin, year, minutes, age, views, access, release,
      synopsis_fa, synopsis_en, iranian, media, updated_at)
      VALUES (?, 'movie', 'a', 'a', 'a', 2000, 90, ?, 0, 'free', 'released', '', '', 0, ?, 0)`;
    await site.env.DB.batch([
      site.env.DB.prepare(insert).bind(1, 18, 'clip-1'),
      site.env.DB.prepare(insert).bind(2, 7, 'clip-2'),
    ]);
    const headers = { cookie: `${KIDS_COOKIE}=${await kidsToken(KEY, { id: 'k'.repeat(22), on: true })}` };
    const other = `/media/v/${await signFolder(KEY, 'clip-2', LATER)}/${String(LATER)}/clip-2/master.m3u8`;
    expect((await ask(`${base}/clip-1/master.m3u8`, { headers })).status).toBe(403);
    expect((await ask(`${base}/clip-1/360p/seg-0.m4s`, { headers })).status).toBe(403);
    expect((await ask(other, { headers })).status).toBe(200);
    expect((await ask(`${base}/clip-1/master.m3u8`)).status).toBe(200);
  });

  test('no way out of the folder, and no type that is not ours', async () => {
    for (const path of [
      '..%2fclip-2/master.m3u8',
      '%2e%2e/%2e%2e/art/private.png',
      './/master.m3u8',
      '../../art/private.png',
    ]) {
      const response = await ask(`${base}/clip-1/${path}`);
      expect([403, 404], path).toContain(response.status);
    }
    expect((await ask(`${base}/clip-1/secret.txt`)).status).toBe(404);
    expect((await ask(`${base}/clip-1/nothing.m4s`)).status).toBe(404);
    expect((await ask(`${base}/clip-1`)).status).toBe(404);
    expect((await ask('/media/clip-1/master.m3u8')).status).toBe(404);
  });

  test('without a key nothing is served and the log says why', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const response = await ask(`${base}/clip-1/master.m3u8`, {}, { ...site.env, MEDIA_SIGNING_KEY: '' });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'media_unavailable' });
    expect(log.mock.calls.flat().join()).toContain('MEDIA_SIGNING_KEY');
    log.mockRestore();
  });
});

describe('the master playlist', () => {
  const variants = async (query: string, headers: Record<string, string> = {}) => {
    const response = await ask(`${base}/clip-1/master.m3u8${query}`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
    expect(response.headers.get('vary')).toBe('save-data');
    const text = await response.text();
    expect(response.headers.get('content-length')).toBe(String(new TextEncoder().encode(text).byteLength));
    return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  };
  const ALL = ['360p/index.m3u8', '240p/index.m3u8', '720p/index.m3u8'];
  const SAVED = ALL.slice(0, 2);

  test('is made for the one who asks: a greatest height, sound alone, or all', async () => {
    expect(await variants('')).toEqual(ALL);
    expect(await variants('?max=360')).toEqual(SAVED);
    expect(await variants('?max=240')).toEqual(['240p/index.m3u8']);
    expect(await variants('?audio=1')).toEqual(['audio/index.m3u8']);
  });

  test('a browser that saves data gets nothing above 360p, whatever it asks for', async () => {
    expect(await variants('', { 'save-data': 'on' })).toEqual(SAVED);
    expect(await variants('?max=1080', { 'save-data': 'on' })).toEqual(SAVED);
    expect(await variants('?max=240', { 'save-data': 'on' })).toEqual(['240p/index.m3u8']);
    expect(await variants('', { 'save-data': 'off' })).toEqual(ALL);
  });

  test.each(['?max=', '?max=abc', '?max=-1', '?max=0', '?max=360p', '?max=999999999999', '?audio=2'])(
    '%s is no wish',
    async (query) => {
      expect(await variants(query)).toEqual(ALL);
    },
  );
});

describe('R2 failing', () => {
  /** The bucket, whose next calls throw. */
  const failing = (times: number) => {
    let left = times;
    const MEDIA = new Proxy(site.env.MEDIA, {
      get: (bucket, name) => {
        const method: unknown = Reflect.get(bucket, name);
        return (...args: unknown[]) => {
          left -= 1;
          if (left >= 0 || typeof method !== 'function') return Promise.reject(new Error('R2 is out'));
          return Reflect.apply(method, bucket, args) as unknown;
        };
      },
    });
    return { ...site.env, MEDIA };
  };
  const cases = [
    ['a segment', '360p/seg-0.m4s', {}],
    ['a part of one', '360p/seg-0.m4s', { range: 'bytes=0-9' }],
    ['the master playlist', 'master.m3u8', {}],
  ] as const;

  test.each(cases)('once does not show: %s', async (_, name, headers) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect((await ask(`${base}/clip-1/${name}`, { headers }, failing(1))).ok).toBe(true);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  test.each(cases)('twice is 503 with a time to come back: %s', async (_, name, headers) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const response = await ask(`${base}/clip-1/${name}`, { headers }, failing(2));
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: 'media_storage' });
    log.mockRestore();
  });
});

describe('ranges', () => {
  const segment = () => `${base}/clip-1/360p/seg-0.m4s`;

  test.each([
    ['bytes=0-99', 0, 100],
    ['bytes=990-', 990, 10],
    ['bytes=-10', 990, 10],
    ['bytes=500-99999', 500, 500],
    ['bytes=-99999', 0, 1000],
  ])('%s', async (range, offset, length) => {
    const response = await ask(segment(), { headers: { range } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${String(offset)}-${String(offset + length - 1)}/1000`);
    expect(response.headers.get('content-length')).toBe(String(length));
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(BYTES.slice(offset, offset + length));
  });

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('%s is 416 with the size', async (range) => {
    const response = await ask(segment(), { headers: { range } });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */1000');
  });

  test.each(['bytes=0-1,5-6', 'bytes=9-5', 'bytes=-', 'items=0-1', 'bytes=a-b'])('%s is ignored', (range) => {
    expect(parseRange(range, 1000)).toBeNull();
  });

  test('If-Range with the tag gives the part, with another the whole', async () => {
    const etag = (await ask(segment(), { method: 'HEAD' })).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    expect((await ask(segment(), { headers: { range: 'bytes=0-9', 'if-range': etag } })).status).toBe(206);
    expect((await ask(segment(), { headers: { range: 'bytes=0-9', 'if-range': '"other"' } })).status).toBe(200);
    expect((await ask(segment(), { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('HEAD has the length and no body; other methods are 405 with Allow', async () => {
    const head = await ask(segment(), { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('1000');
    expect(await head.text()).toBe('');
    const post = await ask(segment(), { method: 'POST' });
    expect(post.status).toBe(405);
    expect(post.headers.get('allow')).toBe('GET, HEAD');
  });
});
