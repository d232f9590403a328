import { codeFor, expect, framesAdvance, LOCALES, test } from '../../support/browser/fixtures.ts';

/** The journey that everything else is built on: from the first page to frames that move. */
for (const locale of LOCALES) {
  test.describe(`a visitor finds a film and watches it (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('types half a title, opens the film, signs in by code and watches with subtitles', async ({
      page,
      context,
      mobile,
      baseURL,
      t,
      noise,
    }) => {
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'fa' ? 'rtl' : 'ltr');
      await page
        .getByRole('button', { name: t('shell_search') })
        .first()
        .click();
      const field = page.getByRole('dialog', { name: t('shell_search') }).getByRole('combobox');
      // Half of «جدایی نادر از سیمین» with the Arabic ي of many keyboards.
      await field.pressSequentially('جدايي ناد');
      const name = locale === 'fa' ? 'جدایی نادر از سیمین' : 'A Separation';
      await page.getByRole('option', { name }).click();

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await page.getByRole('link', { name: t('act_trial', { count: locale === 'fa' ? '۷' : '7' }) }).click();
      // A guest is given the trial, is told that a subscription is needed, and signs in.
      const login = page.getByRole('dialog', { name: t('login_title') });
      await login.getByRole('textbox', { name: t('login_mobile_label') }).fill(mobile);
      await login.getByRole('button', { name: t('login_send') }).click();
      const code = login.getByRole('textbox', { name: t('login_code_label') });
      await expect(code).toBeFocused();
      await code.pressSequentially(await codeFor(context, mobile, baseURL ?? ''));

      await framesAdvance(page);
      await expect(page.getByText(t('player_demo'))).toBeVisible();
      // The subtitles of the page's language are on: letters of its script are on the picture.
      const cue = page.locator('.vds-captions [data-part=cue]').first();
      await expect(cue).toHaveText(locale === 'fa' ? /[آ-ی]{3}/ : /[a-z]{3}/i);
      expect(noise.foreign).toEqual([]);
      expect(noise.errors).toEqual([]);
    });
  });
}
