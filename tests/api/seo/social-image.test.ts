import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { drawBackdrop } from '@pardeh/demo-assets/art/backdrop';
import { rasterise, writePng } from '@pardeh/demo-assets/art/raster';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { describeSocialImage, getSocialImagePath } from '../../../src/platform/seo/social-image.ts';
import { buildTitleSeo } from '../../../src/features/titles/ui/title-seo.ts';
import { serveMedia } from '../../../src/app/media.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

const PATH = '/media/img/backdrop-52-0a1b2c3d/social.jpg';
let site: CatalogueFixture;
const stored = new Map<string, Response>();
const FILM = {
  id: 52,
  name_fa: 'جدایی نادر از سیمین',
  name_en: 'A Separation',
  year: 2011,
  genres: ['drama'],
  countries: ['IR'],
  composition: 'cow' as const,
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
  await site.env.MEDIA.put('art/backdrop-52-0a1b2c3d.png', await writePng(rasterise(drawBackdrop(FILM))));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await site.dispose();
});

async function requestImage(path: string, accept = '*/*'): Promise<Response> {
  const behind: Promise<unknown>[] = [];
  const ctx = { ...site.ctx, waitUntil: (work: Promise<unknown>) => void behind.push(work) };
  const response = await serveMedia(new Request(`https://pardeh.test${path}`, { headers: { accept } }), site.env, ctx);
  await Promise.all(behind);
  return response;
}

async function readSeo(id: number) {
  const result = await site.api(getTitle, { kind: 'movie', id });
  if (!result.ok) throw new Error(`movie ${String(id)}`);
  return buildTitleSeo(result.value.data, 'fa', 'https://pardeh.test');
}

describe('the picture of a title beside its link (issue 3, section 2)', () => {
  it('is its backdrop as a JPEG of 1200 × 630 and at most 100 kB, for ever, whatever the program accepts', async () => {
    const { image } = await readSeo(52);
    expect(image).toEqual({ path: PATH, width: 1200, height: 630, alt: FILM.name_fa });
    for (const accept of ['*/*', 'image/avif,image/webp,*/*']) {
      stored.clear();
      const response = await requestImage(PATH, accept);
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      const body = new Uint8Array(await response.arrayBuffer());
      expect(body.byteLength).toBeLessThanOrEqual(100_000);
      const { format, width, height } = await sharp(body).metadata();
      expect([format, width, height, response.headers.get('content-type')]).toEqual(['jpeg', 1200, 630, 'image/jpeg']);
    }
  });

  it('is made once and kept', async () => {
    await requestImage(PATH);
    stored.clear();
    const { objects } = await site.env.MEDIA.list({ prefix: 'img/backdrop-52-0a1b2c3d-social' });
    expect(objects).toHaveLength(1);
    await site.env.MEDIA.put(objects[0]?.key ?? '', 'from R2');
    expect(await (await requestImage(PATH)).text()).toBe('from R2');
  });

  it("is the poster without a backdrop, a provider's picture as it is, and the icon without any", () => {
    const poster = 'poster-1-0a1b2c3d';
    expect(describeSocialImage({ art: poster, backdrop: null }, 'x')).toMatchObject({
      path: `/media/img/${poster}/social.jpg`,
    });
    const title = { art: null, backdrop: 'https://pictures.example/1.jpg?w={width}' };
    expect(describeSocialImage(title, 'x')).toBe('https://pictures.example/1.jpg?w=1200');
    expect(describeSocialImage({ art: null, backdrop: null }, 'x')).toBeUndefined();
    expect(getSocialImagePath({ art: null, backdrop: null })).toBe('/icon-512.png');
  });

  it.each([
    '/media/img/backdrop-53-0a1b2c3d/social.jpg',
    '/media/img/portrait-52-0a1b2c3d/social.jpg',
    '/media/img/backdrop-52-0a1b2c3d/630',
    '/media/img/backdrop-52-0a1b2c3d/social',
    '/media/og/movie/52/00000000.jpg',
  ])('%s is 404', async (path) => {
    expect((await requestImage(path)).status).toBe(404);
  });
});
