import { expect, FILM, LOCALES, test } from '../../support/browser/fixtures.ts';

/** `TRIAL_DAYS` of wrangler.toml, in the digits of a locale. */
const DAYS = { fa: '۷', en: '7' };

for (const locale of LOCALES) {
  test.describe(`the trial (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('is said to a guest wherever a subscription is sold, and to nobody who has an account', async ({
      page,
      signIn,
      t,
    }) => {
      const note = page.getByText(t('trial_note', { count: DAYS[locale] })).filter({ visible: true });
      await page.goto('/');
      await expect(note).toBeVisible();
      await page.goto('/login');
      await expect(note).toBeVisible();
      await page.goto('/profile/plans');
      await expect(note).toBeVisible();
      await page.goto('/plan/1');
      await expect(note).toBeVisible();
      await page.goto(`/${FILM.kind}/${String(FILM.id)}`);
      await expect(note).toBeVisible();
      await page.getByRole('link', { name: t('act_trial', { count: DAYS[locale] }) }).click();
      await expect(page.getByRole('dialog').getByText(t('player_needs_subscription'))).toBeVisible();
      await expect(page.getByRole('dialog').locator(note)).toBeVisible();
      await signIn();
      for (const path of ['/', '/profile/plans']) {
        await page.goto(path);
        await expect(page.getByRole('main')).toBeVisible();
        await expect(note).toHaveCount(0);
      }
    });
  });
}
