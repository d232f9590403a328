import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { drawBackdrop } from '@pardeh/demo-assets/art/backdrop';
import { drawPoster } from '@pardeh/demo-assets/art/poster';
import { rasterise, writePng } from '@pardeh/demo-assets/art/raster';
// As the local server encodes: at sharp's own effort a busy machine needs longer than a picture may take.
import '../../../src/platform/patches/sharp-avif-effort.ts';
import { preferredFormat } from '../../../src/features/images/server/format.ts';
import { serveMedia } from '../../../src/app/media.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const BROWSER = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
const FILM = {
  id: 52,
  name_fa: 'جدایی نادر از سیمین',
  name_en: 'A Separation',
  year: 2011,
  genres: ['drama'],
  countries: ['IR'],
  composition: 'cow' as const,
};

let site: Platform;
/** Work that the Worker continues after its answers. */
let behind: Promise<unknown>[] = [];
/** Node has no Cache API; this keeps what is put, as the edge would. */
const cached = new Map<string, Response>();

beforeAll(async () => {
  site = await openPlatform();
  vi.stubGlobal('caches', {
    open: () =>
      Promise.resolve({
        match: (key: string) => Promise.resolve(cached.get(key)?.clone()),
        put: (key: string, response: Response) => Promise.resolve(void cached.set(key, response)),
      }),
  });
  await site.env.MEDIA.put('art/poster-52-0a1b2c3d.png', await writePng(rasterise(drawPoster(FILM, 'fa'))));
  const small = drawBackdrop(FILM).replace('width="1920" height="1080"', 'width="1280" height="720"');
  await site.env.MEDIA.put('art/backdrop-52-0a1b2c3d.png', await writePng(rasterise(small)));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await site.dispose();
});

async function requestImage(path: string, accept?: string): Promise<Response> {
  const ctx = { ...site.ctx, waitUntil: (work: Promise<unknown>) => void behind.push(work) };
  const headers = new Headers(accept === undefined ? {} : { accept });
  const response = await serveMedia(new Request(`https://pardeh.test/media/img/${path}`, { headers }), site.env, ctx);
  await Promise.all(behind);
  behind = [];
  return response;
}

describe('art', () => {
  test.each([
    [BROWSER, 'image/avif', 9 * 1024],
    ['image/webp,*/*', 'image/webp', 14 * 1024],
    ['*/*', 'image/jpeg', 24 * 1024],
  ])('a poster for %s is %s, immutable and small', async (accept, type, most) => {
    const response = await requestImage('poster-52-0a1b2c3d/240', accept);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('vary')).toBe('accept');
    expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(most);
  });

  test('a backdrop of 1280 px is at most 36 KB', async () => {
    const response = await requestImage('backdrop-52-0a1b2c3d/1280', BROWSER);
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(36 * 1024);
  });

  test('a width above that of the art gives the art, never an enlargement', async () => {
    const response = await requestImage('backdrop-52-0a1b2c3d/1920', 'image/webp');
    const { width, height } = await sharp(await response.arrayBuffer()).metadata();
    expect([width, height]).toEqual([1280, 720]);
  });

  test('it is made once: kept in R2 by width and format, and in front of that in the cache', async () => {
    const first = await (await requestImage('poster-52-0a1b2c3d/180', 'image/webp')).arrayBuffer();
    const object = await site.env.MEDIA.get('img/poster-52-0a1b2c3d-180.webp');
    expect(await object?.arrayBuffer()).toEqual(first);
    await site.env.MEDIA.put('img/poster-52-0a1b2c3d-180.webp', 'from R2');
    expect(await (await requestImage('poster-52-0a1b2c3d/180', 'image/webp')).arrayBuffer()).toEqual(first);
    cached.clear();
    expect(await (await requestImage('poster-52-0a1b2c3d/180', 'image/webp')).text()).toBe('from R2');
    // Another format is another entry, though the address is the same.
    expect((await requestImage('poster-52-0a1b2c3d/180', '*/*')).headers.get('content-type')).toBe('image/jpeg');
  });

  test.each([
    ['a width that is not offered', 'poster-52-0a1b2c3d/301'],
    ['a width of another kind', 'poster-52-0a1b2c3d/1280'],
    ['art that does not exist', 'poster-53-0a1b2c3d/240'],
    ['no such kind', 'secret-52-0a1b2c3d/240'],
    ['a key without its hash', 'poster-52/240'],
    ['a way out', '..%2f..%2fvideo/240'],
  ])('%s is 404', async (_name, path) => {
    expect((await requestImage(path, BROWSER)).status).toBe(404);
  });
});

test('the fallback is SVG, immutable and can run nothing', async () => {
  const response = await requestImage('none/movie/77');
  expect(response.headers.get('content-type')).toContain('image/svg+xml');
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await requestImage('none/nope/77')).status).toBe(404);
});

test.each([
  [null, 'jpg'],
  ['image/*', 'jpg'],
  ['IMAGE/AVIF', 'avif'],
  ['image/avif;q=0, image/webp', 'webp'],
  ['image/avif;q=0.0,*/*', 'jpg'],
])('Accept %s → %s', (accept, name) => {
  expect(preferredFormat(accept).name).toBe(name);
});
