import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { serveMedia } from '../../../src/app/media.ts';
import { BYTES, folderFor, GUEST, guestCookie, OTHER_GUEST, putMedia } from '../../support/media/media.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const SEGMENT = '360p/seg-0.m4s';
/** One byte more than what is shared. */
const LARGE = new Uint8Array(16 * 1024 * 1024 + 1);

let site: Platform;
let cache: MemoryCache;
/** Keys read from the bucket. */
let reads: string[] = [];

beforeAll(async () => {
  site = await openPlatform();
  await putMedia(site);
  await site.env.MEDIA.put('video/clip-1/720p/seg-0.m4s', LARGE);
});
afterAll(() => site.dispose());
beforeEach(() => {
  cache = new MemoryCache();
  reads = [];
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
});

/** A request of a guest's; what the Worker stores after its answer is stored when this returns. */
async function requestFile(path: string, guest = GUEST, headers: Record<string, string> = {}): Promise<Response> {
  const behind: Promise<unknown>[] = [];
  const MEDIA = new Proxy(site.env.MEDIA, {
    get: (bucket, name) => {
      const method = Reflect.get(bucket, name) as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        if (name === 'get') reads.push(String(args[0]));
        return Reflect.apply(method, bucket, args);
      };
    },
  });
  const ctx = { ...site.ctx, waitUntil: (work: Promise<unknown>) => void behind.push(work) };
  const request = new Request(`https://pardeh.test${path}`, { headers: { cookie: guestCookie(guest), ...headers } });
  const response = await serveMedia(request, { ...site.env, MEDIA }, ctx);
  await Promise.all(behind);
  return response;
}

describe('a segment in the shared cache', () => {
  test('is read from storage once for all viewers, each with an address of their own', async () => {
    const statuses: unknown[] = [];
    for (const guest of [GUEST, OTHER_GUEST, GUEST]) {
      const response = await requestFile(`${await folderFor(guest)}/${SEGMENT}`, guest);
      expect(response.status).toBe(200);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(BYTES);
      expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
      expect(response.headers.get('content-type')).toBe('video/iso.segment');
      statuses.push(response.headers.get('cache-status'));
    }
    const hit = 'media-files; hit';
    expect(statuses).toEqual(['media-files; fwd=uri-miss; stored', hit, hit]);
    expect(reads).toEqual([`video/clip-1/${SEGMENT}`]);
    expect([...cache.kept.keys()].join()).not.toMatch(/\/media\/v\//);
  });

  test.each([
    ['another viewer', async () => requestFile(`${await folderFor(GUEST)}/${SEGMENT}`, OTHER_GUEST)],
    [
      'an address that ended',
      async () => requestFile(`${await folderFor(GUEST, { expires: 1_700_000_000 })}/${SEGMENT}`),
    ],
    [
      'another folder’s signature',
      async () =>
        requestFile(`${await folderFor(GUEST, { folder: 'clip-2' })}/${SEGMENT}`.replace('/clip-2/', '/clip-1/')),
    ],
    ['another key', async () => requestFile(`${await folderFor(GUEST, { key: 'not ours' })}/${SEGMENT}`)],
  ])('does not open for %s', async (_, request) => {
    await requestFile(`${await folderFor(GUEST)}/${SEGMENT}`);
    expect((await request()).status).toBe(403);
  });

  test.each([
    `/media/shared/video/clip-1/${SEGMENT}`,
    `/media/v/../shared/video/clip-1/${SEGMENT}`,
    `/media/%73hared/video/clip-1/${SEGMENT}`,
  ])('has no address of its own: %s', async (path) => {
    await requestFile(`${await folderFor(GUEST)}/${SEGMENT}`);
    expect((await requestFile(path)).status).toBe(404);
  });

  test('gives ranges and 304 without a read, and the same tag as storage', async () => {
    const path = `${await folderFor(GUEST)}/${SEGMENT}`;
    const first = await requestFile(path);
    const etag = first.headers.get('etag') ?? '';
    const part = await requestFile(path, GUEST, { range: 'bytes=990-', 'if-range': etag });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 990-999/1000']);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(BYTES.slice(990));
    expect((await requestFile(path, GUEST, { 'if-none-match': etag })).status).toBe(304);
    expect((await requestFile(path, GUEST, { range: 'bytes=1000-' })).status).toBe(416);
    expect(etag).toBe((await site.env.MEDIA.head(`video/clip-1/${SEGMENT}`))?.httpEtag);
    expect(reads).toHaveLength(1);
  });

  test('a first request for a range stores the whole', async () => {
    const path = `${await folderFor(GUEST)}/${SEGMENT}`;
    expect((await requestFile(path, GUEST, { range: 'bytes=0-9' })).status).toBe(206);
    expect(new Uint8Array(await (await requestFile(path)).arrayBuffer())).toEqual(BYTES);
    expect(reads).toHaveLength(1);
  });

  test('a truncated entry, one without a tag, and a cache that fails are as no entry', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const path = `${await folderFor(GUEST)}/${SEGMENT}`;
    await requestFile(path);
    const [[key, entry] = ['', new Response()]] = cache.kept;
    const { headers } = entry;
    const untagged = new Headers(headers);
    untagged.delete('etag');
    for (const broken of [new Response(BYTES.slice(1), { headers }), new Response(BYTES, { headers: untagged })]) {
      cache.kept.set(key, broken);
      expect(new Uint8Array(await (await requestFile(path)).arrayBuffer())).toEqual(BYTES);
    }
    vi.stubGlobal('caches', { open: () => Promise.reject(new Error('the cache is out')) });
    expect(new Uint8Array(await (await requestFile(path)).arrayBuffer())).toEqual(BYTES);
    expect(reads).toHaveLength(4);
    log.mockRestore();
  });

  test('a missing file is 404 and is not stored', async () => {
    const path = `${await folderFor(GUEST)}/360p/seg-9.m4s`;
    expect((await requestFile(path)).status).toBe(404);
    expect(cache.kept.size).toBe(0);
  });
});

test('playlists, subtitles and files above 16 MiB are read for each request', async () => {
  const base = await folderFor(GUEST);
  for (const name of ['master.m3u8', 'subs/fa.vtt', '720p/seg-0.m4s']) {
    expect((await requestFile(`${base}/${name}`)).status).toBe(200);
  }
  expect(cache.kept.size).toBe(0);
});
