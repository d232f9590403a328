import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { chooseRadio, expect, FILM, framesAdvance, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { FREE, seek, time } from '../../support/browser/watching.ts';

const FILM_PAGE = `/${FILM.kind}/${String(FILM.id)}`;
const PUBLIC = ['/profile/internet', '/profile/faq', '/profile/terms', '/profile/about-contact'];

/** Runs axe in both themes, and compares the page's width with the phone's. */
async function checkPage(page: Page, path: string): Promise<void> {
  await expectAccessibleInBothThemes(page, path);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page, path);
}

for (const locale of LOCALES) {
  const film = locale === 'fa' ? 'جدایی نادر از سیمین' : 'A Separation';

  test.describe(`account (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a title goes on a list, is seen there and taken off', async ({ page, signIn, t }) => {
      await signIn();
      await page.goto('/profile');
      await expect(page.getByText(t('profile_lists_empty'))).toBeVisible();
      await page.goto(FILM_PAGE);
      const opener = page.getByRole('button', { name: t('act_list') });
      const panel = page.getByRole('dialog', { name: t('list_add') });
      // By keyboard alone.
      await opener.focus();
      await page.keyboard.press('Enter');
      const later = panel.getByRole('button', { name: t('list_later') });
      await expect(later).toHaveAttribute('aria-pressed', 'false');
      await page.keyboard.press('Tab');
      await expect(later).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(later).toHaveAttribute('aria-pressed', 'true');
      await expect(panel.getByText(t('list_saved'))).toBeVisible();

      // The page is the same for everybody, and yet it knows.
      await page.reload();
      await opener.click();
      await expect(later).toHaveAttribute('aria-pressed', 'true');

      await page.goto('/profile');
      const rail = page.getByRole('region', { name: t('list_later') });
      await expect(rail.getByRole('link', { name: film })).toBeVisible();
      await rail.getByRole('link', { name: t('list_later'), exact: true }).click();
      await expect(page).toHaveURL('/profile/list/later');
      await page.getByRole('button', { name: t('list_remove_name', { name: film }) }).click();
      await expect(page.getByText(t('list_removed'))).toBeVisible();
      await expect(page.getByText(t('list_later_empty'))).toBeVisible();
      await page.goto(FILM_PAGE);
      await opener.click();
      await expect(later).toHaveAttribute('aria-pressed', 'false');
    });
  });
}

for (const locale of ONE_LOCALE) {
  const film = locale === 'fa' ? 'جدایی نادر از سیمین' : 'A Separation';

  test.describe(`account (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a guest who adds to a list is asked to sign in, and why', async ({ page, t }) => {
      await page.goto(FILM_PAGE);
      await page.getByRole('button', { name: t('act_list') }).click();
      const panel = page.getByRole('dialog', { name: t('list_add') });
      await panel.getByRole('link', { name: t('list_login') }).click();
      const login = page.getByRole('dialog', { name: t('login_title') });
      await expect(login.getByText(t('list_login'))).toBeVisible();
    });

    test('settings are kept, and the player follows them', async ({ page, signIn, t }) => {
      test.slow();
      await signIn();
      await page.goto('/profile/settings');
      const autoplay = page.getByRole('switch', { name: t('settings_autoplay') });
      await expect(autoplay).toBeChecked();
      await page.getByRole('textbox', { name: t('settings_name'), exact: true }).fill('سارا');
      await autoplay.uncheck();
      await page.getByRole('switch', { name: t('settings_data_saver') }).check();
      await page.getByRole('radio', { name: t('player_size_huge') }).check();
      await page.getByRole('radio', { name: t('subtitle_colour_yellow') }).check();
      await page.getByRole('button', { name: t('settings_save') }).click();
      await expect(page.getByText(t('settings_saved'))).toBeVisible();
      await page.goto('/profile');
      await expect(page.getByText(t('profile_hello', { name: 'سارا' }))).toBeVisible();
      await page.goto('/profile/settings');
      await expect(page.getByRole('textbox', { name: t('settings_name'), exact: true })).toHaveValue('سارا');
      await expect(autoplay).not.toBeChecked();
      await expect(page.getByRole('switch', { name: t('settings_data_saver') })).toBeChecked();
      await expect(page.getByRole('radio', { name: t('player_size_huge') })).toBeChecked();

      await page.goto(`${FREE}#play`, { waitUntil: 'commit' });
      // Without autoplay the picture waits for its button.
      const play = page.locator('.player-start');
      await expect(play).toBeVisible();
      expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
      await play.click();
      await framesAdvance(page);
      await expect
        .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight))
        .toBeLessThanOrEqual(360);
      // Paused, the controls stay.
      await page.keyboard.press('k');
      await page.getByRole('button', { name: t('player_settings') }).click();
      await expect(page.getByRole('radio', { name: t('player_size_huge') })).toBeChecked();
      await expect(page.getByRole('radio', { name: t('subtitle_colour_yellow') })).toBeChecked();
      // A choice in the player is the account's, too.
      const saved = page.waitForResponse(
        (response) => response.url().endsWith('/my/settings') && response.request().method() === 'POST',
      );
      await chooseRadio(page.getByRole('radio', { name: t('subtitle_colour_cyan') }));
      await saved;
      await page.goto('/profile/settings');
      await expect(page.getByRole('radio', { name: t('subtitle_colour_cyan') })).toBeChecked();
    });

    test('what is begun in the player is on the list of what is being watched', async ({ page, signIn }) => {
      await signIn();
      const response = page.waitForResponse('**/api/v1/my/progress');
      await page.goto(`${FILM_PAGE}#play`, { waitUntil: 'commit' });
      await framesAdvance(page);
      await seek(page, 10);
      // A place counts once it has played.
      await expect.poll(() => time(page)).toBeGreaterThan(11);
      await page.keyboard.press('Escape');
      expect((await response).ok()).toBe(true);
      await page.goto('/profile/list/watching');
      await expect(page.getByRole('main').getByRole('link', { name: film })).toBeVisible();
    });

    test('night mode is kept in local storage, or follows the device when off', async ({ page, signIn, t }) => {
      await signIn();
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto('/profile/settings');
      const root = page.locator('html');
      const group = page.getByRole('group', { name: t('settings_night') });
      await group.getByRole('radio', { name: t('settings_night_on') }).check();
      await expect(root).toHaveAttribute('data-theme', 'dark');
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
      await page.reload();
      await expect(root).toHaveAttribute('data-theme', 'dark');
      await expect(group.getByRole('radio', { name: t('settings_night_on') })).toBeChecked();
      const off = group.getByRole('radio', { name: t('settings_night_off') });
      await expect(group.getByRole('radio')).toHaveCount(2);
      await off.check();
      await page.getByRole('button', { name: t('settings_night_save') }).click();
      await expect(page.getByText(t('settings_saved'))).toBeVisible();
      await expect(root).not.toHaveAttribute('data-theme');
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
      // Off is the device's, whichever that is (spec 4.23).
      const ground = () => page.evaluate(() => getComputedStyle(document.body).color);
      const light = await ground();
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(ground).not.toBe(light);
      // Saving the shown theme again ends a light theme that the header's toggle chose.
      await page.locator('[data-theme-toggle]:visible').first().click();
      await expect(root).toHaveAttribute('data-theme', 'light');
      await page.reload();
      await expect(off).toBeChecked();
      await page.getByRole('button', { name: t('settings_night_save') }).click();
      await expect(page).toHaveURL(/done=theme/);
      await page.waitForLoadState('domcontentloaded');
      await expect(root).not.toHaveAttribute('data-theme');
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
      await expect.poll(ground).not.toBe(light);
    });

    test('an account is cancelled after a confirmation: signed out here and everywhere', async ({
      page,
      signIn,
      t,
    }) => {
      await signIn();
      await page.goto('/profile/settings');
      await page.getByText(t('cancel_open')).click();
      const button = page.getByRole('button', { name: t('cancel_button') });
      await button.click();
      // The browser itself asks for the box.
      await expect(page).toHaveURL('/profile/settings');
      await page.getByRole('checkbox', { name: t('cancel_confirm') }).check();
      const before = await page.context().cookies();
      await button.click();
      await expect(page.getByText(t('login_after_cancel'))).toBeVisible();
      // Not only the cookie is gone: the session is.
      await page.context().addCookies(before);
      await page.goto('/profile');
      await expect(page).toHaveURL('/login?redirect=%2Fprofile');
    });

    test('the pages of help are sound in both themes and on a phone', { tag: '@full' }, async ({ page }) => {
      test.slow();
      for (const path of PUBLIC) {
        await page.goto(path);
        await checkPage(page, path);
      }
    });

    test(
      'every page of the account is sound in both themes and on a phone',
      { tag: '@full' },
      async ({ page, signIn, t }) => {
        test.slow();
        await signIn();
        for (const list of ['later', 'watched']) {
          await page.request.post(`/api/v1/my/lists/${list}/add`, { data: { id: FILM.id } });
        }
        for (const path of ['/profile', '/profile/list/later', '/profile/list/bought', '/profile/settings']) {
          await page.goto(path, { waitUntil: 'domcontentloaded' });
          if (path === '/profile/settings') await page.getByText(t('cancel_open')).click();
          await checkPage(page, path);
        }
      },
    );

    test('the panel of lists is sound in both themes and on a phone', async ({ page, signIn, t }) => {
      test.slow();
      await signIn();
      await page.goto(FILM_PAGE);
      await page.getByRole('button', { name: t('act_list') }).click();
      await expect(page.getByRole('button', { name: t('list_later') })).toHaveAttribute('aria-pressed', 'false');
      await checkPage(page, 'the panel of lists');
    });
  });

  test.describe(`account without JavaScript (${locale})`, () => {
    test.use({ siteLocale: locale, javaScriptEnabled: false });

    test('lists and settings work by forms', { tag: '@full' }, async ({ page, signIn, t }) => {
      await signIn();
      await page.goto(FILM_PAGE);
      await page.getByRole('button', { name: t('act_list') }).click();
      await page.getByRole('button', { name: t('list_watched') }).click();
      await expect(page).toHaveURL('/profile/list/watched?done=added');
      await expect(page.getByText(t('list_added', { name: t('list_watched') }))).toBeVisible();
      await page.getByRole('button', { name: t('list_remove_name', { name: film }) }).click();
      await expect(page.getByText(t('list_watched_empty'))).toBeVisible();

      await page.goto('/profile/settings');
      const name = page.getByRole('textbox', { name: t('settings_name'), exact: true });
      await name.fill('<script>');
      await page.getByRole('button', { name: t('settings_save') }).click();
      await expect(page.getByText(t('settings_name_invalid'))).toBeVisible();
      await expect(name).toHaveValue('<script>');
      await name.fill('Sara');
      await page.getByRole('radio', { name: t('player_background_solid') }).check();
      await page.getByRole('button', { name: t('settings_save') }).click();
      await expect(page.getByText(t('settings_saved'))).toBeVisible();
      await expect(name).toHaveValue('Sara');
      await expect(page.getByRole('radio', { name: t('player_background_solid') })).toBeChecked();
      const night = page.getByRole('group', { name: t('settings_night') });
      await night.getByRole('radio', { name: t('settings_night_on'), exact: true }).check();
      await page.getByRole('button', { name: t('settings_night_save') }).click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    });

    test('a guest who sends a form signs in and is back where it was', async ({ page, t }) => {
      await page.goto(FILM_PAGE);
      await page.getByRole('button', { name: t('act_list') }).click();
      await page.getByRole('button', { name: t('list_later') }).click();
      await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(FILM_PAGE)}`);
    });
  });
}

test('a form that was made up is refused and changes nothing', async ({ page, signIn, t, baseURL }) => {
  await signIn();
  const headers = { origin: baseURL ?? '' };
  for (const [path, form, status] of [
    ['/profile/settings', { action: 'cancel' }, 422],
    ['/profile/settings', { action: 'device', id: '0123456789abcdef' }, 404],
    ['/profile/settings', { action: 'nothing' }, 422],
    ['/profile/settings', { action: 'save', name: 'x'.repeat(100) }, 422],
    ['/profile/list/later', { action: 'add', id: '999999999' }, 404],
    ['/profile/list/later', { action: 'add', id: '-1' }, 422],
    ['/profile/list/bought', { action: 'add', id: '52' }, 422],
    ['/profile/list/nothing', { action: 'add', id: '52' }, 404],
  ] as const) {
    const response = await page.request.post(path, { form, headers });
    expect(response.status(), `${path} ${JSON.stringify(form)}`).toBe(status);
  }
  await page.goto('/profile');
  await expect(page.getByText(t('profile_lists_empty'))).toBeVisible();
});
