// @module-tag full
import type { Page } from '@playwright/test';
import { expect, framesAdvance, test } from '../../support/browser/fixtures.ts';
import { holdRequests } from '../../support/browser/hold-requests.ts';
import type { TextKey } from '../../support/browser/texts.ts';
import { EPISODE, FREE, seek, time } from '../../support/browser/watching.ts';

/** The signed-in account, in a browser that has nothing of its settings. */
const SETTINGS = '**/api/v1/my/settings';

async function saveAutoplay(page: Page, autoplay: boolean, baseURL: string | undefined): Promise<void> {
  const headers = { origin: baseURL ?? '' };
  expect((await page.request.post('/api/v1/my/settings', { data: { autoplay }, headers })).ok()).toBe(true);
}

const holdSettings = (page: Page) => holdRequests(page, SETTINGS, (request) => request.method() === 'GET');

/** Counts what begins to play, from the next page on. */
async function countPlays(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const count = () => {
      const { dataset } = document.documentElement;
      dataset['plays'] = String(Number(dataset['plays'] ?? 0) + 1);
    };
    document.addEventListener('play', count, true);
  });
  return async () => Number((await page.locator('html').getAttribute('data-plays')) ?? 0);
}

const opener = (page: Page) => page.getByRole('main').locator('[data-modal=player]').first();
const bigPlay = (page: Page) => page.locator('.player-start');
const OPENINGS = {
  'a press on Play': async (page: Page) => {
    await page.goto(FREE);
    await opener(page).click();
  },
  'its address': async (page: Page) => {
    await page.goto(`${FREE}#play`);
  },
};

for (const [way, open] of Object.entries(OPENINGS)) {
  for (const autoplay of [false, true]) {
    test(`while the settings are late, nothing plays by itself; then they decide (${way}, autoplay ${String(autoplay)})`, async ({
      page,
      signIn,
      baseURL,
    }) => {
      await signIn();
      await saveAutoplay(page, autoplay, baseURL);
      const release = await holdSettings(page);
      const plays = await countPlays(page);
      await open(page);
      await expect(bigPlay(page)).toBeVisible();
      expect(await plays()).toBe(0);
      const response = page.waitForResponse(SETTINGS);
      release();
      await response;
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('player')))
        .toContain(`"autoplay":${String(autoplay)}`);
      if (autoplay) {
        await framesAdvance(page);
        return;
      }
      await expect(bigPlay(page)).toBeVisible();
      expect(await plays()).toBe(0);
      await bigPlay(page).click();
      await framesAdvance(page);
    });
  }

  test(`without settings the film waits for its button (${way})`, async ({ page, signIn }) => {
    await signIn();
    const plays = await countPlays(page);
    await page.route(SETTINGS, (route) => route.fulfill({ status: 500, body: '' }));
    await open(page);
    await expect(bigPlay(page)).toBeVisible();
    expect(await plays()).toBe(0);
    await bigPlay(page).click();
    await framesAdvance(page);
  });
}

test('without settings the next episode waits for its button, and comes when the account says so', async ({
  page,
  signIn,
  t,
}) => {
  await signIn();
  const release = await holdSettings(page);
  await page.goto(`${EPISODE}#play`);
  await bigPlay(page).click();
  await framesAdvance(page);
  await seek(page, 34.5);
  const offer = page.getByRole('region', { name: t('player_next_episode') });
  await expect(offer).toBeVisible();
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.ended)).toBe(true);
  await expect(offer.getByRole('button', { name: t('player_next_now') })).toBeVisible();
  await expect(offer.getByRole('timer')).toHaveCount(0);
  const before = await video.evaluate((element: HTMLVideoElement) => element.src);
  release();
  await expect(offer.getByRole('timer')).toBeVisible();
  await expect(video).not.toHaveAttribute('src', before);
  await framesAdvance(page);
  await expect.poll(() => time(page)).toBeLessThan(30);
});

const LOGOUTS = {
  'the account’s menu': async (page: Page, t: (key: TextKey) => string) => {
    await page.goto('/');
    await page.getByRole('button', { name: t('account_menu') }).click();
    await page.getByRole('button', { name: t('account_logout') }).click();
  },
  'the profile’s form': async (page: Page, t: (key: TextKey) => string) => {
    await page.goto('/profile');
    await page
      .getByRole('main')
      .getByRole('button', { name: t('account_logout') })
      .click();
  },
};

for (const [way, logOut] of Object.entries(LOGOUTS)) {
  test(`who has signed out is a guest without the account’s settings, and loads the one playlist of a film (${way})`, async ({
    page,
    signIn,
    baseURL,
    t,
  }) => {
    await signIn();
    const headers = { origin: baseURL ?? '' };
    await page.request.post('/api/v1/my/settings', { data: { autoplay: false, data_saver: true }, headers });
    await page.goto(`${FREE}#play`);
    await bigPlay(page).click();
    await framesAdvance(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('player'))).toContain('"dataSaver":true');
    await logOut(page, t);
    await expect(page.getByRole('link', { name: t('account_login') })).toBeVisible();
    await page.goto(FREE);
    const masters: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/master.m3u8') && masters.push(new URL(request.url()).search),
    );
    await opener(page).click();
    await framesAdvance(page);
    // The browser's cache answers a second request of the same address.
    expect([...new Set(masters)]).toEqual(['']);
  });
}
