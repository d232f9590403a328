// @module-tag full
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import { SHARED_PAGES } from '../../support/browser/page-kinds.ts';

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
  NO_SUCH_PAGE,
];

for (const locale of LOCALES) {
  test.describe(`axe finds nothing (${locale}, both themes)`, () => {
    test.use({ siteLocale: locale });

    for (const path of PAGES) {
      test(path, async ({ page }) => {
        const answer = await page.goto(path);
        expect(answer?.status()).toBe(path === NO_SUCH_PAGE ? 404 : 200);
        await expectAccessibleInBothThemes(page);
      });
    }
  });

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
