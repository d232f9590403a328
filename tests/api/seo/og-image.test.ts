import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { drawBackdrop } from '../../../tools/demo-assets/art/backdrop.ts';
import { rasterise } from '../../../tools/demo-assets/art/raster.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import type { TitleKind } from '../../../src/platform/kinds.ts';
import { ogImagePath } from '../../../src/platform/seo/og-image.ts';
import { serveMedia } from '../../../src/app/media.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/catalogue-fixture.ts';

let site: CatalogueFixture;
const stored = new Map<string, Response>();
const FILM = {
  id: 52,
  name_fa: 'جدایی نادر از سیمین',
  name_en: 'A Separation',
  year: 2011,
  genres: ['drama'],
  countries: ['IR'],
};

beforeAll(async () => {
  vi.stubGlobal('caches', {
    open: () =>
      Promise.resolve({
        match: (key: string) => Promise.resolve(stored.get(key)?.clone()),
        put: (key: string, response: Response) => Promise.resolve(void stored.set(key, response)),
      }),
  });
  // Only one title has art: all others are as an import without pictures leaves them.
  site = await openCatalogue(1_800_000_000, (name) => (name === 'backdrop-52' ? 'backdrop-52-0a1b2c3d' : null));
  await site.env.MEDIA.put('art/backdrop-52-0a1b2c3d.png', rasterise(drawBackdrop(FILM)).png);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await site.dispose();
});

async function requestImage(path: string): Promise<Response> {
  const behind: Promise<unknown>[] = [];
  const ctx = { ...site.ctx, waitUntil: (work: Promise<unknown>) => void behind.push(work) };
  const response = await serveMedia(new Request(`https://pardeh.test${path}`), site.env, ctx);
  await Promise.all(behind);
  return response;
}

async function fetchImagePath(kind: TitleKind, id: number): Promise<string> {
  const result = await site.api(getTitle, { kind, id });
  if (!result.ok) throw new Error(`${kind} ${String(id)}`);
  return ogImagePath({ ...result.value.data, series_fa: result.value.data.series?.name_fa ?? null });
}

describe('the picture of a title (issue 3, section 2)', () => {
  it.each([
    ['with a backdrop', 'movie', 52],
    ['without any art', 'movie', 53],
    ['of a series', 'series', 201],
    ['of an episode', 'episode', 1001],
    ['of a video', 'video', 301],
  ] as const)('%s is a JPEG of 1200 × 630 and at most 100 kB, for ever', async (_what, kind, id) => {
    const response = await requestImage(await fetchImagePath(kind, id));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const body = new Uint8Array(await response.arrayBuffer());
    expect(body.byteLength).toBeLessThanOrEqual(100_000);
    const { format, width, height } = await sharp(body).metadata();
    expect([format, width, height, response.headers.get('content-type')]).toEqual(['jpeg', 1200, 630, 'image/jpeg']);
  });

  it('shows the backdrop under the name', async () => {
    const [with52, without] = await Promise.all(
      [await fetchImagePath('movie', 52), await fetchImagePath('movie', 53)].map(async (path) =>
        (await requestImage(path)).arrayBuffer(),
      ),
    );
    const { data } = await sharp(new Uint8Array(with52 ?? new ArrayBuffer(0)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const own = await sharp(new Uint8Array(without ?? new ArrayBuffer(0)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const difference = data.reduce((sum, value, at) => sum + Math.abs(value - (own.data[at] ?? 0)), 0) / data.length;
    expect(difference).toBeGreaterThan(5);
  });

  it('is drawn once and kept', async () => {
    const path = await fetchImagePath('movie', 52);
    const first = await (await requestImage(path)).arrayBuffer();
    stored.clear();
    const { objects } = await site.env.MEDIA.list({ prefix: 'img/og-movie-52-' });
    expect(objects).toHaveLength(1);
    await site.env.MEDIA.put(objects[0]?.key ?? '', 'from R2');
    expect(await (await requestImage(path)).text()).toBe('from R2');
    await site.env.MEDIA.put(objects[0]?.key ?? '', first);
  });

  it('has another address when the name changes, and the old one leads there', async () => {
    const old = await fetchImagePath('movie', 54);
    await site.env.DB.prepare(`UPDATE titles SET name_fa = 'نام تازه' WHERE id = 54`).run();
    const now = await fetchImagePath('movie', 54);
    expect(now).not.toBe(old);
    const response = await requestImage(old);
    expect([response.status, response.headers.get('location')]).toEqual([302, now]);
    expect((await requestImage(now)).status).toBe(200);
  });

  it.each([
    '/media/og/movie/999999/00000000.jpg',
    '/media/og/person/1/00000000.jpg',
    '/media/og/movie/52/nothex00.jpg',
    '/media/og/movie/0/00000000.jpg',
    '/media/og/movie/52/00000000.png',
  ])('%s is 404', async (path) => {
    expect((await requestImage(path)).status).toBe(404);
  });
});
