import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseRange } from '../../../src/platform/media/byte-range.ts';
import { BYTES, folderFor, GUEST, createFileRequest, putMedia } from '../../support/media/media.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

let site: Platform;
let base: string;
let requestFile: ReturnType<typeof createFileRequest>;
beforeAll(async () => {
  site = await openPlatform();
  await putMedia(site);
  requestFile = createFileRequest(site);
  base = await folderFor(GUEST);
});
afterAll(() => site.dispose());
/** Of each test alone, so that every one reads the bucket. */
beforeEach(() => {
  const cache = new MemoryCache();
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
});

describe('the master playlist', () => {
  const variants = async (query: string, headers: Record<string, string> = {}) => {
    const response = await requestFile(`${base}/master.m3u8${query}`, { headers });
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
    expect((await requestFile(`${base}/${name}`, { headers }, failing(1))).ok).toBe(true);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  test.each(cases)('twice is 503 with a time to come back: %s', async (_, name, headers) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const response = await requestFile(`${base}/${name}`, { headers }, failing(2));
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: 'media_storage' });
    log.mockRestore();
  });
});

describe('ranges', () => {
  const segment = () => `${base}/360p/seg-0.m4s`;

  test.each([
    ['bytes=0-99', 0, 100],
    ['bytes=990-', 990, 10],
    ['bytes=-10', 990, 10],
    ['bytes=500-99999', 500, 500],
    ['bytes=-99999', 0, 1000],
  ])('%s', async (range, offset, length) => {
    const response = await requestFile(segment(), { headers: { range } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${String(offset)}-${String(offset + length - 1)}/1000`);
    expect(response.headers.get('content-length')).toBe(String(length));
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(BYTES.slice(offset, offset + length));
  });

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('%s is 416 with the size', async (range) => {
    const response = await requestFile(segment(), { headers: { range } });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */1000');
  });

  test.each(['bytes=0-1,5-6', 'bytes=9-5', 'bytes=-', 'items=0-1', 'bytes=a-b'])('%s is ignored', (range) => {
    expect(parseRange(range, 1000)).toBeNull();
  });

  test('If-Range with the tag gives the part, with another the whole', async () => {
    const etag = (await requestFile(segment(), { method: 'HEAD' })).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    expect((await requestFile(segment(), { headers: { range: 'bytes=0-9', 'if-range': etag } })).status).toBe(206);
    expect((await requestFile(segment(), { headers: { range: 'bytes=0-9', 'if-range': '"other"' } })).status).toBe(200);
    expect((await requestFile(segment(), { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('HEAD ignores Range', async () => {
    const head = await requestFile(segment(), { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe('1000');
    expect((await requestFile(segment(), { method: 'HEAD', headers: { range: 'bytes=5000-' } })).status).toBe(200);
  });

  test('HEAD has the length and no body; other methods are 405 with Allow', async () => {
    const head = await requestFile(segment(), { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('1000');
    expect(await head.text()).toBe('');
    const post = await requestFile(segment(), { method: 'POST' });
    expect(post.status).toBe(405);
    expect(post.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe.each(['360p/seg-0.m4s', 'subs/fa.vtt'])('conditions (RFC 9110, 13.2.2) on %s', (name) => {
  const PAST = 'Thu, 01 Jan 2015 00:00:00 GMT';
  const FUTURE = 'Fri, 01 Jan 2100 00:00:00 GMT';
  const request = (headers: Record<string, string>, method = 'GET') =>
    requestFile(`${base}/${name}`, { method, headers });

  test.each([
    ['If-Match with another tag', { 'if-match': '"other"' }, 412],
    ['If-Match with any', { 'if-match': '*' }, 200],
    ['If-Unmodified-Since before the file', { 'if-unmodified-since': PAST }, 412],
    ['If-Unmodified-Since after it', { 'if-unmodified-since': FUTURE }, 200],
    ['If-Unmodified-Since that is no date', { 'if-unmodified-since': 'yesterday' }, 200],
    ['If-Match goes before If-Unmodified-Since', { 'if-match': '*', 'if-unmodified-since': PAST }, 200],
    ['If-Match that fails goes before a range', { 'if-match': '"other"', range: 'bytes=0-9' }, 412],
    ['If-None-Match with another tag', { 'if-none-match': '"other"' }, 200],
    ['If-None-Match with any', { 'if-none-match': '*' }, 304],
    ['If-None-Match goes before If-Modified-Since', { 'if-none-match': '"other"', 'if-modified-since': FUTURE }, 200],
    ['If-Modified-Since after the file', { 'if-modified-since': FUTURE }, 304],
    ['If-Modified-Since before it', { 'if-modified-since': PAST }, 200],
    ['a range and If-None-Match that matches', { 'if-none-match': '*', range: 'bytes=0-9' }, 304],
  ] as const)('%s is %i', async (_, headers, status) => {
    expect((await request(headers)).status).toBe(status);
    expect((await request(headers, 'HEAD')).status).toBe(status);
  });

  test('a strong tag matches, the same tag made weak does not; a 412 says why', async () => {
    const etag = (await request({}, 'HEAD')).headers.get('etag') ?? '';
    expect((await request({ 'if-match': `"other", ${etag}` })).status).toBe(200);
    const refused = await request({ 'if-match': `W/${etag}` });
    expect(refused.status).toBe(412);
    expect(await refused.json()).toMatchObject({ code: 'precondition_failed' });
    expect((await request({ 'if-none-match': `W/${etag}` })).status).toBe(304);
  });
});
