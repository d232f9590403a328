import type { Page } from '@playwright/test';
import { expect, framesAdvance, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { holdRequests } from '../../support/browser/hold-requests.ts';
import { FREE, playNatively } from '../../support/browser/watching.ts';

/** The files of React, of the modals and of the player; not those of the first picture. */
const PLAYER_CODE = /\/_astro\/(client|ModalHost|play|player|common)\.[^/]*\.js$/;
const START_CODE = /\/_astro\/start-play\./;
const opener = (page: Page) => page.getByRole('main').locator('[data-modal=player]').first();
/** The player itself, not the screen before it. */
const player = (page: Page) => page.getByRole('dialog').getByRole('region');

/** Holds code back, that of the player unless told, until the returned function is called. */
const holdCode = (page: Page, files = PLAYER_CODE) => holdRequests(page, files);

for (const locale of ONE_LOCALE) {
  test.describe(`before React is here (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('the film plays, can be paused, and the player takes the same picture over without a new start', async ({
      page,
      t,
    }) => {
      const urls: string[] = [];
      page.on('request', (request) => urls.push(request.url()));
      const release = await holdCode(page);
      await page.goto(FREE);
      await opener(page).click();
      await framesAdvance(page);
      const screen = page.getByRole('dialog');
      const name = (await page.locator('main h1').textContent())?.trim() ?? '';
      await expect(screen).toHaveAccessibleName(t('player_label_title', { title: name }));
      await screen.getByRole('button', { name: t('player_pause') }).click();
      await screen.getByRole('button', { name: t('player_play'), exact: true }).click();
      await page.locator('video').evaluate((video) => (video.dataset['first'] = ''));
      const before = urls.filter((url) => url.includes('/master.m3u8'));
      release();
      await expect(player(page)).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(1);
      await expect(page.locator('video')).toHaveAttribute('data-first', '');
      await framesAdvance(page);
      expect(urls.filter((url) => url.includes('/master.m3u8'))).toEqual(before);
      expect(urls.filter((url) => url.endsWith('/get/cart'))).toHaveLength(1);
      await page.keyboard.press('Escape');
      await expect(opener(page)).toBeFocused();
      await expect(page).toHaveURL(FREE);
    });
  });
}

test('Back and Escape close it, before and after React, and it opens a second time', async ({ page }) => {
  const release = await holdCode(page);
  await page.goto(FREE);
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await opener(page).click();
    await framesAdvance(page);
    await close();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('video')).toHaveCount(0);
    await expect(page).toHaveURL(FREE);
  }
  release();
  await opener(page).click();
  await expect(player(page)).toBeVisible();
  await framesAdvance(page);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await opener(page).click();
  await expect(player(page)).toBeVisible();
  await framesAdvance(page);
});

test(
  'presses that are repeated open one player, and a press that is closed at once none',
  { tag: '@full' },
  async ({ page }) => {
    const carts: string[] = [];
    await page.route('**/get/cart', async (route) => {
      carts.push(route.request().url());
      await route.continue();
    });
    await page.goto(FREE);
    await opener(page).dblclick();
    await expect(player(page)).toBeVisible();
    await framesAdvance(page);
    await expect(page.locator('video')).toHaveCount(1);
    expect(carts).toHaveLength(1);
  },
);

test('a viewer who leaves before the cart has come hears nothing of it later', async ({ page }) => {
  const media: string[] = [];
  page.on('request', (request) => /\/(seg-|init)/.test(request.url()) && media.push(request.url()));
  const answer = await holdRequests(page, '**/get/cart');
  await page.goto(FREE);
  await opener(page).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  const response = page.waitForResponse('**/get/cart');
  answer();
  await response;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(media).toEqual([]);
});

test('without the code of the first picture, the player opens as it did before', { tag: '@full' }, async ({ page }) => {
  await page.route(START_CODE, (route) => route.abort());
  await page.goto(FREE);
  await opener(page).click();
  await expect(player(page)).toBeVisible();
  await framesAdvance(page);
});

test('without the code of the player, the film plays on with what is there', async ({ page, t }) => {
  await page.route(PLAYER_CODE, (route) => route.abort());
  await page.goto(FREE);
  await opener(page).click();
  await framesAdvance(page);
  await expect(page.getByRole('button', { name: t('player_pause') })).toBeVisible();
  await page.getByRole('button', { name: t('player_close') }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a film that may not be watched leads to its reason, with one cart and no media', async ({ page, t }) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.goto('/movie/52');
  await opener(page).click();
  await expect(page.getByRole('dialog', { name: t('login_title') })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect(paths.filter((path) => path.endsWith('/get/cart'))).toHaveLength(1);
  expect(paths.filter((path) => path.startsWith('/media/v/'))).toEqual([]);
});

test(
  'media that is refused is told by the player, not by a screen that waits',
  { tag: '@full' },
  async ({ page, t }) => {
    await page.route('**/media/v/**', (route) => route.fulfill({ status: 404 }));
    await page.goto(FREE);
    await opener(page).click();
    await expect(page.getByRole('dialog', { name: t('player_failed') })).toBeVisible();
  },
);

test('a viewer who lets nothing begin by itself, and one in the middle of a film', async ({
  page,
  signIn,
  baseURL,
  t,
}) => {
  await signIn();
  const headers = { origin: baseURL ?? '' };
  await page.request.post('/api/v1/my/settings', { data: { autoplay: false }, headers });
  await page.goto(`${FREE}?t=20`);
  await opener(page).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('player_play'), exact: true })
    .first()
    .click();
  await framesAdvance(page);
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(20);
});

test.describe('the browser’s own HLS', () => {
  test('loads the film before any code of the player is here, and plays it on', async ({ page }) => {
    await playNatively(page);
    const release = await holdCode(page, START_CODE);
    await page.goto(FREE);
    await opener(page).click();
    const video = page.locator('video');
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBe(4);
    await expect(video).toBeHidden();
    const loads = await video.evaluateHandle((element: HTMLVideoElement) => {
      const seen = { emptied: false };
      element.addEventListener('emptied', () => (seen.emptied = true));
      return seen;
    });
    release();
    await expect(player(page)).toBeVisible();
    await expect(video).toBeVisible();
    await framesAdvance(page);
    await expect(video).toHaveCount(1);
    expect(await loads.evaluate(({ emptied }) => emptied)).toBe(false);
  });

  test('stops where that code does not come, and begins in the player', { tag: '@full' }, async ({ page }) => {
    await playNatively(page);
    await page.route(START_CODE, (route) => route.abort());
    await page.goto(FREE);
    await opener(page).click();
    await expect(player(page)).toBeVisible();
    await framesAdvance(page);
    await expect(page.locator('video')).toHaveCount(1);
  });
});
