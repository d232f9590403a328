import type { Page } from '@playwright/test';
import { expect, framesAdvance, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { FREE, play, press } from '../../support/browser/watching.ts';

/** Marks the video, so that a test can tell it from another page's video. */
const mark = (page: Page) => page.locator('video').evaluate((video) => video.setAttribute('data-same', ''));
const isSamePlayer = (page: Page) => page.locator('video[data-same]');

for (const locale of ONE_LOCALE) {
  test.describe(`a small player (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('plays on while the site is browsed, and is closed where the visitor has come to', async ({ page, t }) => {
      await page.goto(`${FREE}#play`);
      await framesAdvance(page);
      await mark(page);
      await press(page, t('player_mini'));
      const site = page.frameLocator(`iframe[title="${t('player_browse')}"]`);
      await expect(site.getByRole('heading', { level: 1 })).toBeVisible();
      await site
        .getByRole('banner')
        .getByRole('link', { name: t('nav_genres') })
        .click();
      await expect(page).toHaveURL('/genres');
      await expect(page).toHaveTitle(new RegExp(t('nav_genres')));
      await framesAdvance(page);

      await page.goBack();
      await expect(page).toHaveURL(FREE);
      await page.goForward();
      await expect(page).toHaveURL('/genres');
      await expect(isSamePlayer(page)).toHaveCount(1);

      const mini = page.getByRole('dialog');
      await mini.hover();
      await mini.getByRole('button', { name: t('player_expand') }).click();
      await expect(page.getByRole('slider', { name: t('player_seek') })).toBeVisible();
      await expect(isSamePlayer(page)).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(page.locator('video')).toHaveCount(0);
      await expect(page).toHaveURL('/genres');
      await expect(page.locator('iframe')).toHaveCount(0);
    });
  });
}

test('who closes a small player without having gone anywhere stays on the page, with all of it to use', async ({
  page,
  t,
}) => {
  await play(page, FREE);
  await press(page, t('player_mini'));
  const mini = page.getByRole('dialog');
  await mini.hover();
  await mini.getByRole('button', { name: t('player_pause') }).click();
  await mini.getByRole('button', { name: t('player_close') }).click();
  await expect(page.locator('video')).toHaveCount(0);
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page).toHaveURL(FREE);
  await page
    .getByRole('link', { name: t('site_name') })
    .first()
    .click();
  await expect(page).toHaveURL('/');
});

test('what is played from the browsed page takes the place of the small player', async ({ page, t }) => {
  await page.goto(`${FREE}#play`);
  await framesAdvance(page);
  await press(page, t('player_mini'));
  const site = page.frameLocator(`iframe[title="${t('player_browse')}"]`);
  await site
    .getByRole('main')
    .getByRole('link', { name: t('act_watch_free') })
    .first()
    .click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await framesAdvance(page);
  await expect(page.locator('video')).toHaveCount(1);
  await expect(page).toHaveURL(`${FREE}#play`);
});

test('no other site may show ours in a frame', async ({ request }) => {
  const { headers } = { headers: (await request.get('/')).headers() };
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
});
