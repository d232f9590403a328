// @module-tag full
import type { Page, Request } from '@playwright/test';
import { servePrepared } from '../../support/site/prepared-site.ts';
import { expect, framesAdvance, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { decodeKeyFrames, findShownFrame, listFrameRequests, pointAt } from '../../support/media/key-frames.ts';
import { EPISODE, expectNext, FREE, holdQuality, play, seek, time } from '../../support/browser/watching.ts';

/** The site as an operator who has set MEDIA_ENCRYPTION. */
const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 440;
const SITE = `http://localhost:${String(PORT)}`;
let site: Awaited<ReturnType<typeof servePrepared>>;

test.use({ baseURL: SITE });
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const vars = { MEDIA_ENCRYPTION: 'aes-128', MEDIA_KEY_SECRET: 'a-secret-of-thirty-two-characters-or-more' };
  site = await servePrepared({ port: PORT, stateDir: '.wrangler/encrypted-state', vars });
});

test.afterAll(() => site.stop());

for (const locale of ONE_LOCALE) {
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

test.describe('the key of the next episode', () => {
  const isAhead = (request: Request) => request.headers()['purpose'] === 'prefetch';
  const listKeys = (page: Page) => {
    const keys: Request[] = [];
    page.on('request', (request) => request.url().endsWith('/media.key') && keys.push(request));
    return keys;
  };
  const pressNext = (page: Page) => expectNext(page, () => page.keyboard.press('n'));

  test('is there before the press, so that it begins without the network', async ({ page, context, signIn }) => {
    await signIn();
    const keys = listKeys(page);
    let ended = 0;
    page.on('requestfinished', (request) => {
      if (isAhead(request) && /seg-1\.m4s$|media\.key$/.test(request.url())) ended += 1;
    });
    await play(page, EPISODE);
    await seek(page, 20);
    // The picture's and the sound's: the second segments, and the keys.
    await expect.poll(() => ended).toBe(4);
    expect(keys.filter(isAhead)).toHaveLength(2);
    await context.setOffline(true);
    await pressNext(page);
    await context.setOffline(false);
    expect(new Set(keys.map((request) => request.url())).size).toBe(keys.length);
  });

  test('is requested once where it is still on its way at the press', async ({ page, signIn }) => {
    await signIn();
    const keys = listKeys(page);
    const pressed = Promise.withResolvers<null>();
    let ended = 0;
    page.on('requestfinished', (request) => {
      if (isAhead(request) && /seg-1\.m4s$/.test(request.url())) ended += 1;
    });
    await page.route('**/media.key', async (route) => {
      if (isAhead(route.request())) await pressed.promise;
      await route.continue();
    });
    await play(page, EPISODE);
    await seek(page, 20);
    await expect.poll(() => ended).toBe(2);
    await expectNext(page, async () => {
      const before = await page.locator('video').getAttribute('src');
      await page.keyboard.press('n');
      await expect(page.locator('video')).not.toHaveAttribute('src', before ?? '');
      pressed.resolve(null);
    });
    expect(new Set(keys.map((request) => request.url())).size).toBe(keys.length);
  });

  for (const [outcome, answer] of [
    ['is refused', { status: 403, body: '' }],
    ['is a page', { status: 200, contentType: 'text/html', body: '<!doctype html><p>Sign in to the network' }],
  ] as const) {
    test(`is requested by the player itself where ahead it ${outcome}`, async ({ page, signIn }) => {
      await signIn();
      const keys = listKeys(page);
      await page.route('**/media.key', (route) =>
        isAhead(route.request()) ? route.fulfill(answer) : route.continue(),
      );
      await play(page, EPISODE);
      await seek(page, 20);
      await expect.poll(() => keys.filter(isAhead).length).toBe(2);
      // The next episode requests its own next one's in turn.
      const ahead = keys.filter(isAhead).map((request) => request.url());
      await pressNext(page);
      const playerUrls = keys.filter((request) => !isAhead(request)).map((request) => request.url());
      expect(playerUrls).toEqual(expect.arrayContaining(ahead));
    });
  }

  test('is thrown away when its hour ends: the player asks for it, with its right', async ({ page, signIn }) => {
    await signIn();
    const keys = listKeys(page);
    let ended = 0;
    page.on('requestfinished', (request) => {
      if (isAhead(request) && keys.includes(request)) ended += 1;
    });
    // Answers of the API would set the page's clock right again.
    await page.route('**/my/progress', () => undefined);
    await play(page, EPISODE);
    await seek(page, 20);
    await expect.poll(() => ended).toBe(2);
    await page.route('**/api/v1/**', () => undefined);
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 3_600_000;
    });
    const seen = keys.length;
    await pressNext(page);
    expect(keys.slice(seen).filter((request) => !isAhead(request)).length).toBeGreaterThan(0);
  });

  test('is not requested by who saves data', async ({ page, signIn, t }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    await signIn();
    const keys = listKeys(page);
    await play(page, EPISODE);
    await seek(page, 34);
    await expect(page.getByRole('region', { name: t('player_next_episode') })).toBeVisible();
    expect(keys.filter(isAhead)).toEqual([]);
  });

  test('is forgotten with the player: a request that is on its way is given up', async ({ page, signIn }) => {
    await signIn();
    await page.route('**/media.key', (route) => (isAhead(route.request()) ? undefined : route.continue()));
    await play(page, EPISODE);
    const begun = page.waitForRequest((request) => isAhead(request) && request.url().endsWith('/media.key'));
    await seek(page, 20);
    const request = await begun;
    const failed = page.waitForEvent('requestfailed', (other) => other === request);
    await page.keyboard.press('Escape');
    await failed;
    expect(request.failure()?.errorText).toContain('ERR_ABORTED');
  });
});

test('the bar’s pictures come encrypted, and are the film’s own', async ({ page, t, noise }) => {
  const frames = decodeKeyFrames('clip-1');
  const requests = listFrameRequests(page);
  await play(page, FREE);
  await page.keyboard.press('k');
  for (const [at, segment] of [
    [22, 5],
    [9, 2],
  ] as const) {
    await pointAt(page, t('player_seek'), at);
    await expect.poll(() => findShownFrame(page, frames)).toBe(segment);
  }
  expect(requests.map((request) => /\/h\d{6}-\d+-\d+\/seg-\d\.m4s$/.test(request.url()))).toEqual([true, true]);
  expect(noise.errors).toEqual([]);
});

test('a key that is refused to the bar’s pictures leaves the storyboard, and the film plays on', async ({
  page,
  t,
}) => {
  await holdQuality(page, 720);
  await page.route('**/240p/*/media.key', (route) => route.fulfill({ status: 403, body: '' }));
  await play(page, FREE);
  const refused = page.waitForResponse('**/240p/*/media.key');
  await expect(async () => {
    await pointAt(page, t('player_seek'), 20 + Math.random());
    await refused;
  }).toPass();
  await expect(page.locator('.player-thumbnail')).toBeVisible();
  await expect(page.locator('.player-thumbnail canvas')).toHaveCount(0);
  await framesAdvance(page);
});

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
