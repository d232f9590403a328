import { servePrepared } from '../../support/prepared-site.ts';
import { expect, framesAdvance, LOCALES, test } from '../../support/fixtures.ts';
import { FREE, play, seek, time } from '../../support/watching.ts';

/** The site as an operator who has set MEDIA_ENCRYPTION. */
const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 440;
const SITE = `http://localhost:${String(PORT)}`;
let site: Awaited<ReturnType<typeof servePrepared>>;

test.use({ baseURL: SITE });
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const vars = { MEDIA_ENCRYPTION: 'aes-128', MEDIA_KEY_SECRET: 'a-secret-of-thirty-two-characters-or-more' };
  site = await servePrepared({ port: PORT, stateDir: '.wrangler/encrypted-state', vars }, () => Promise.resolve());
});

test.afterAll(() => site.stop());

for (const locale of LOCALES) {
  test.describe(`an encrypted film (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('plays and seeks; a refused key has its text', async ({ page, t, noise }) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await play(page, FREE);
      await seek(page, 20);
      await framesAdvance(page);
      expect(await time(page)).toBeGreaterThan(19);
      const decoded = await page
        .locator('video')
        .evaluate((video) => 'webkitAudioDecodedByteCount' in video && Number(video.webkitAudioDecodedByteCount));
      expect(decoded).toBeGreaterThan(0);
      const media = requests.filter((path) => /\.(m4s|mp4)$/.test(path));
      expect(media.filter((path) => !/\/h\d{6}\//.test(path))).toEqual([]);
      // One request for each rendition's key, and not for each segment.
      const keys = requests.filter((path) => path.endsWith('/media.key'));
      expect(new Set(keys).size).toBe(keys.length);
      expect(noise).toEqual({ errors: [], foreign: [] });

      await page.route('**/media.key', (route) => route.fulfill({ status: 403, body: '' }));
      await page.goto(`${FREE}#play`);
      const dialog = page.getByRole('dialog', { name: t('player_failed') });
      await expect(dialog.getByRole('alert')).toHaveText(t('player_failed_key'));
      await page.unroute('**/media.key');
      await dialog.getByRole('button', { name: t('player_retry') }).click();
      await framesAdvance(page);
    });
  });
}

test.describe('to another engine', () => {
  test.use({ bypassCSP: true });

  test('the playlists are those of RFC 8216: hls.js plays them', async ({ page }) => {
    await page.goto(FREE);
    await page.addScriptTag({ path: 'node_modules/hls.js/dist/hls.min.js' });
    await page.evaluate(async () => {
      const body = JSON.stringify({ id: 10, type: 'movie' });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch('/api/v1/ghost/get/cart', { method: 'POST', headers, body });
      const { data } = await answer.json<{ data: { data: { play: { manifest_url: string } } } }>();
      const video = Object.assign(document.createElement('video'), { muted: true, id: 'other' });
      document.body.replaceChildren(video);
      const { Hls } = globalThis as unknown as {
        Hls: new () => { loadSource: (url: string) => void; attachMedia: (video: HTMLVideoElement) => void };
      };
      const engine = new Hls();
      engine.loadSource(data.data.play.manifest_url);
      engine.attachMedia(video);
      await video.play();
    });
    await framesAdvance(page);
    expect(await time(page)).toBeGreaterThan(0);
  });
});

test.describe('kept in the browser', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a film that is sent encrypted is stored with the licence’s key, and plays without a network', async ({
    page,
    context,
    t,
  }) => {
    await page.goto('/genres');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // The guest's cookie comes with the first answer of the cart.
    await play(page, FREE);
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage({ type: 'save', wish: { kind: 'movie', id: 10, height: 240, guest: true } });
    });
    const readState = () =>
      page.evaluate(async () => {
        const stored = await caches.match('/saved/movie/10/entry.json');
        const entry = await stored?.json<{ state: string }>();
        return entry?.state;
      });
    await expect.poll(readState, { timeout: 45_000 }).toBe('saved');
    await context.setOffline(true);
    await page.goto('/download');
    await page
      .getByRole('region', { name: t('saved_list') })
      .getByRole('link')
      .click();
    await framesAdvance(page);
  });
});
