import { launchOptions } from '../../scripts/lib/chromium.mjs';
import { expect, framesAdvance, LOCALES, test } from '../support/fixtures.ts';
import { FREE } from '../support/watching.ts';

/** Titles of the demo catalogue by what may be done with them. */
const SUBSCRIPTION = '/movie/52';
const NOT_RELEASED = '/movie/99';
const DOWNLOAD_ONLY = '/movie/39';
/** The pictures of the page are not what these tests wait for. */
const COMMIT = { waitUntil: 'commit' } as const;

for (const locale of LOCALES) {
  test.describe(`the player (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a title that does not play says why, and what to do next', async ({ page, signIn, t }) => {
      await signIn();
      for (const [path, reason] of [
        [NOT_RELEASED, t('player_not_released')],
        [DOWNLOAD_ONLY, t('player_download_only')],
      ] as const) {
        await page.goto(`${path}#play`, COMMIT);
        const dialog = page.getByRole('dialog', { name: reason });
        await expect(dialog).toBeVisible();
        await expect(dialog.getByRole('link', { name: t('player_title_page') })).toBeVisible();
      }
    });

    test('a viewer without a subscription is told so, and shown the plans', async ({ page, signIn, t }) => {
      await signIn();
      // What the server says of a subscription that has ended; a new account has a trial.
      await page.route('**/api/v1/get/cart', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { data: { data: { fullrate_data: object } } };
        const { fullrate_data, ...data } = body.data.data;
        const subscribe = { ...fullrate_data, show_subscription: true };
        const ended = { ...data, state: 'needs_subscription', play: null, fullrate_data: subscribe };
        await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, data: ended } } });
      });
      await page.goto(`${SUBSCRIPTION}#play`, COMMIT);
      const dialog = page.getByRole('dialog', { name: t('player_needs_subscription') });
      await dialog.getByRole('button', { name: t('player_show_plans') }).click();
      await expect(page.getByRole('dialog', { name: t('plans_title') })).toBeVisible();
    });

    test('a guest is asked to sign in, and comes back to Play', async ({ page, t }) => {
      await page.goto(`${SUBSCRIPTION}#play`, COMMIT);
      await expect(page.getByRole('dialog', { name: t('login_title') })).toBeVisible();
    });

    test('keys pause, seek and mute; a subtitle size is kept', async ({ page, t }) => {
      await page.goto(`${FREE}#play`, COMMIT);
      await framesAdvance(page);
      const video = page.locator('video');
      const is = (property: 'paused' | 'muted') =>
        video.evaluate((element: HTMLVideoElement, name) => element[name], property);
      await page.keyboard.press('k');
      await expect.poll(() => is('paused')).toBe(true);
      const at = await video.evaluate((element: HTMLVideoElement) => element.currentTime);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(at);
      const muted = await is('muted');
      await page.keyboard.press('m');
      await expect.poll(() => is('muted')).toBe(!muted);

      await page.getByRole('button', { name: t('player_settings') }).click();
      await page.getByRole('radio', { name: t('player_size_huge') }).check({ force: true });
      await page.reload(COMMIT);
      await framesAdvance(page);
      await page.getByRole('button', { name: t('player_settings') }).click();
      await expect(page.getByRole('radio', { name: t('player_size_huge') })).toBeChecked();
    });
  });
}

test('a cart that answers 400 leads to the page that was not found; any other failure to home, or to another try', async ({
  page,
  t,
}) => {
  let status = 500;
  await page.route('**/api/v1/ghost/get/cart', (route) => route.fulfill({ status, json: { message: 'no' } }));
  await page.goto(`${FREE}#play`, COMMIT);
  const failed = page.getByRole('dialog', { name: t('player_failed') });
  await expect(failed.getByRole('link', { name: t('player_home') })).toHaveAttribute('href', '/');
  status = 400;
  await failed.getByRole('button', { name: t('player_retry') }).click();
  await expect(page).toHaveURL('/404');

  status = 503;
  await page.goto(`${FREE}#play`, COMMIT);
  await expect(failed).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/');
});

test('a browser that lets nothing begin by itself leaves it to the viewer, and has its press obeyed', async ({
  playwright,
  baseURL,
  t,
}) => {
  const browser = await playwright.chromium.launch(launchOptions());
  const page = await browser.newPage({ baseURL: baseURL ?? '' });
  await page.addInitScript(() => addEventListener('auto-play-fail', () => console.log('held back'), true));
  const held = page.waitForEvent('console', (message) => message.text() === 'held back');
  // To look into the page would count as a press.
  await page.goto(`${FREE}#play`, COMMIT);
  await held;
  const start = page.getByRole('button', { name: t('player_play'), exact: true });
  await start.first().click();
  await framesAdvance(page);
  await expect(start).toHaveCount(0);
  await browser.close();
});
