// @module-tag full
import { expectAccessibleIn, expectAccessibleInBothThemes, THEMES } from '../../support/browser/axe.ts';
import { expect, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { SHARED_PAGES, takePairs } from '../../support/browser/page-kinds.ts';

const NO_SUCH_PAGE = '/no-such-page';
const PAGES = [
  ...SHARED_PAGES,
  '/search/فروشنته',
  '/search/زژقثص',
  '/login',
  '/casts/directors?page=2',
  '/cast',
  '/magazines-channels',
  '/channel/newspaper',
  '/channel/studio',
  '/profile/plans',
  '/profile/faq',
  '/kids',
  NO_SUCH_PAGE,
];

for (const [language, locale] of LOCALES.entries()) {
  for (const [at, theme] of THEMES.entries()) {
    test.describe(`axe finds nothing (${locale}, ${theme})`, () => {
      test.use({ siteLocale: locale });

      for (const path of takePairs(PAGES, language, at)) {
        test(path, async ({ page }) => {
          const answer = await page.goto(path);
          expect(answer?.status()).toBe(path === NO_SUCH_PAGE ? 404 : 200);
          await expectAccessibleIn(page, theme);
        });
      }
    });
  }
}

for (const locale of ONE_LOCALE) {
  test.describe(`axe finds nothing on what opens over a page (${locale}, both themes)`, () => {
    test.use({ siteLocale: locale });

    test('the search sheet, the side menu and the login modal', async ({ page, t }) => {
      await page.goto('/genres');
      await page
        .getByRole('button', { name: t('shell_search') })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: t('shell_search') });
      await dialog.getByRole('combobox').pressSequentially('ناد');
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectAccessibleInBothThemes(page, 'search');
      await page.goto('/genres');
      await page
        .getByRole('button', { name: t('shell_menu') })
        .first()
        .click();
      await expectAccessibleInBothThemes(page, 'menu');
      await page.goto('/genres#login');
      await expect(page.getByRole('dialog', { name: t('login_title') })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'login');
    });
  });
}
