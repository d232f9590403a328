import { launchOptions } from '../../../tools/lib/chromium.ts';
import { chooseRadio, expect, framesAdvance, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { FREE, press } from '../../support/browser/watching.ts';

/** Titles of the demo catalogue by what may be done with them. */
const SUBSCRIPTION = '/movie/52';
const PURCHASE = '/movie/126';
const NOT_RELEASED = '/movie/99';
const DOWNLOAD_ONLY = '/movie/39';
/** The pictures of the page are not what these tests wait for. */
const COMMIT = { waitUntil: 'commit' } as const;

for (const locale of LOCALES) {
  test.describe(`the player (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a title that does not play says why, and what to do next', { tag: '@full' }, async ({ page, signIn, t }) => {
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
      const huge = page.getByRole('radio', { name: t('player_size_huge') });
      await chooseRadio(huge);
      await page.reload(COMMIT);
      await framesAdvance(page);
      await press(page, t('player_settings'));
      await expect(huge).toBeChecked();
    });
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`the player (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a viewer without a subscription is told so, and shown the plans', async ({ page, signIn, t }) => {
      await signIn();
      // The server's answer for a subscription that has ended; a new account has a trial.
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
      await expect(dialog.getByRole('link', { name: t('player_report') })).toBeVisible();
      await dialog.getByRole('button', { name: t('player_show_plans') }).click();
      await expect(page.getByRole('dialog', { name: t('plans_title') })).toBeVisible();
    });

    test(
      'who watches by their network without a subscription is told what it costs (spec 1.07)',
      { tag: '@full' },
      async ({ page, t }) => {
        // The server's answer on a network of full rate: none is known on this machine.
        await page.route('**/api/v1/ghost/get/cart', async (route) => {
          const answer = await route.fetch();
          const body = (await answer.json()) as { data: { data: object } };
          const billing = { operator: 'Testel', rate: 'full', certain: false, fullrate_note: false };
          const data = { ...body.data.data, state: 'operator_fullrate', show_free: false, billing };
          await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, data } } });
        });
        const message = t('data_fullrate_watching', { operator: 'Testel' });
        await page.goto(`${FREE}#play`, COMMIT);
        await expect(page.getByRole('dialog').getByText(message)).toBeVisible();
        await page.goto('about:blank');
        await page.goto(`${FREE}#content`, COMMIT);
        await expect(page.getByRole('dialog').getByText(message)).toBeVisible();
      },
    );

    test('a guest reads why before the login: subscription, purchase, release (spec 2.49)', async ({ page, t }) => {
      await page.goto(`${SUBSCRIPTION}#play`, COMMIT);
      const login = page.getByRole('dialog', { name: t('login_title') });
      await expect(login.getByText(t('player_needs_subscription'))).toBeVisible();
      for (const [path, reason] of [
        [PURCHASE, t('player_needs_purchase')],
        [NOT_RELEASED, t('player_not_released')],
        [DOWNLOAD_ONLY, t('player_download_only')],
      ] as const) {
        await page.goto(`${path}#play`, COMMIT);
        await expect(page.getByRole('dialog', { name: reason }), path).toBeVisible();
        await expect(login, path).toHaveCount(0);
      }
    });
  });
}

test(
  'a cart that answers 400 leads to the page that was not found (spec 2.47, 8.15)',
  { tag: '@full' },
  async ({ page }) => {
    await page.route('**/api/v1/ghost/get/cart', (route) => route.fulfill({ status: 400, json: { message: 'no' } }));
    for (const hash of ['play', 'content']) {
      await page.goto(`${FREE}#${hash}`, COMMIT);
      await expect(page).toHaveURL('/404');
    }
  },
);

for (const [status, ...hashes] of [
  [500, 'play'],
  [503, 'content'],
  [429, 'play'],
  [404, 'content'],
  [403, 'play'],
  [0, 'play', 'content'],
] as const) {
  test(
    `a cart that fails otherwise (${String(status)}) leads home, where the reason stands with another try (spec 2.47, 8.15)`,
    { tag: '@full' },
    async ({ page, t }) => {
      const readMessage = 'اکنون نه <b>';
      await page.route('**/api/v1/ghost/get/cart', (route) =>
        status === 0 ? route.abort() : route.fulfill({ status, json: { message: 'not now', message_fa: readMessage } }),
      );
      for (const hash of hashes) {
        await page.goto(`${FREE}#${hash}`, COMMIT);
        await expect(page).toHaveURL('/');
        const notice = page.getByRole('alert').filter({ hasText: status === 0 ? t('network_failed') : readMessage });
        await expect(notice).toBeVisible();
        await expect(notice.getByRole('link', { name: t('modal_try_again') })).toHaveAttribute(
          'href',
          `${FREE}#${hash}`,
        );
      }
      // It is said once.
      await page.reload();
      await expect(page.locator('#home-notice')).toBeHidden();
    },
  );
}

test(
  'a browser that lets nothing begin by itself leaves it to the viewer, and has its press obeyed',
  { tag: '@full' },
  async ({ playwright, baseURL, t }) => {
    const browser = await playwright.chromium.launch(launchOptions());
    const page = await browser.newPage({ baseURL: baseURL ?? '' });
    await page.addInitScript(() => {
      const { prototype } = HTMLMediaElement;
      const play = Object.getOwnPropertyDescriptor(prototype, 'play')?.value as (
        this: HTMLMediaElement,
      ) => Promise<void>;
      prototype.play = async function () {
        try {
          await play.call(this);
        } catch (error) {
          if (error instanceof DOMException && error.name === 'NotAllowedError') console.log('held back');
          throw error;
        }
      };
    });
    const refusal = page.waitForEvent('console', (message) => message.text() === 'held back');
    // To look into the page would count as a press.
    await page.goto(`${FREE}#play`, COMMIT);
    await refusal;
    const start = page.getByRole('button', { name: t('player_play'), exact: true });
    await start.first().click();
    await framesAdvance(page);
    await expect(start).toHaveCount(0);
    await browser.close();
  },
);
