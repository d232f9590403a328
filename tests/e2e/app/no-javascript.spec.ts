import { codeFor, expect, LOCALES, test } from '../../support/browser/fixtures.ts';

/** All of it up to Play works without script. */
for (const locale of LOCALES) {
  test.describe(`without JavaScript (${locale})`, () => {
    test.use({ siteLocale: locale, javaScriptEnabled: false });

    test('searches by a form, opens the film, signs in by forms and comes back to Play', async ({
      page,
      context,
      mobile,
      baseURL,
      t,
    }) => {
      await page.goto('/');
      await page
        .getByRole('button', { name: t('shell_search') })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: t('shell_search') });
      await dialog.getByRole('searchbox').fill('جدايي نادر');
      await dialog.getByRole('searchbox').press('Enter');
      const name = locale === 'fa' ? 'جدایی نادر از سیمین' : 'A Separation';
      await page.getByRole('link', { name }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      const film = new URL(page.url()).pathname;

      await page.goto(`/login?redirect=${encodeURIComponent(film)}`);
      const mobileField = page.getByRole('textbox', { name: t('login_mobile_label') });
      await mobileField.fill('123');
      await page.getByRole('button', { name: t('login_send') }).click();
      await expect(page.getByText(t('error_mobile_invalid'))).toBeVisible();
      await mobileField.fill(mobile);
      await page.getByRole('button', { name: t('login_send') }).click();
      const code = page.getByRole('textbox', { name: t('login_code_label') });
      await code.fill('12');
      await page.getByRole('button', { name: t('login_submit') }).click();
      await expect(page.getByText(t('error_code_invalid'))).toBeVisible();
      await code.fill(await codeFor(context, mobile, baseURL ?? ''));
      await page.getByRole('button', { name: t('login_submit') }).click();

      await expect(page).toHaveURL(film);
      await expect(page.getByRole('link', { name: t('title_play'), exact: true })).toBeVisible();
      await page.goto('/profile');
      const prefix = Array.from(mobile.slice(0, 4), (digit) => Number(digit).toLocaleString(locale)).join('');
      await expect(page.getByText(prefix).first()).toBeVisible();
      await page.getByRole('button', { name: t('account_logout') }).click();
      await expect(page).toHaveURL('/');
      await page.goto('/profile');
      await expect(page).toHaveURL('/login?redirect=%2Fprofile');
    });

    test('the language toggle is a form that keeps the choice for a year', async ({ page, context, t }) => {
      await page.goto('/movie/52');
      await page
        .getByRole('button', { name: t('shell_language') })
        .first()
        .click();
      await expect(page).toHaveURL('/movie/52');
      await expect(page.locator('html')).toHaveAttribute('lang', locale === 'fa' ? 'en' : 'fa');
      const cookie = (await context.cookies()).find((one) => one.name === 'i18n_redirected');
      expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 24 * 60 * 60);
    });
  });
}
