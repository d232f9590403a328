import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE } from '../../support/browser/fixtures.ts';

type Key = keyof typeof deskFa;

for (const locale of ONE_LOCALE) {
  test.describe(`screens of the desk (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('come when their link is pointed at, and one that does not come is asked for once more', async ({
      page,
      enterAs,
    }) => {
      await enterAs('owner', '/desk');
      const navigation = page.getByRole('navigation', { name: d('nav_label') });
      const openLink = (key: Key) => navigation.getByRole('link', { name: d(key), exact: true });
      await expect(page.getByRole('heading', { level: 1, name: d('figures_title') })).toBeVisible();

      const ahead = page.waitForResponse(/\/_astro\/AlarmsScreen\./);
      await openLink('nav_alarms').hover();
      expect((await ahead).ok()).toBe(true);
      await expect(page.getByRole('heading', { level: 1, name: d('figures_title') })).toBeVisible();

      await page.route(/\/_astro\/PaymentsScreen\./, (route) => route.abort());
      await openLink('nav_payments').click();
      const alert = page.getByRole('alert').filter({ hasText: d('state_missing_why') });
      await expect(alert).toBeVisible();
      await expectAccessibleInBothThemes(page, 'a screen that did not come');
      await openLink('nav_alarms').click();
      await expect(page.getByRole('heading', { level: 1, name: d('alarms_title') })).toBeVisible();
      await expect(alert).toHaveCount(0);
      await openLink('nav_payments').click();
      await expect(alert).toBeVisible();
      await page.unroute(/\/_astro\/PaymentsScreen\./);
      await alert.getByRole('button', { name: d('state_again') }).click();
      await expect(page.getByRole('heading', { level: 1, name: d('payments_title') })).toBeVisible();
      await expect(page).toHaveURL(/\/desk\/payments$/);

      await page.getByLabel(d('payments_total')).fill('۱٬۰۰۷');
      await page.getByLabel(d('payments_total')).press('Enter');
      await expect(page.getByText(d('payments_none'))).toBeVisible();
      await page.getByLabel(d('payment_method')).selectOption('saman');
      await expect(page).toHaveURL(/total=1007.*method=saman/);
      await page.reload();
      await expect(page.getByLabel(d('payments_total'))).toHaveValue(locale === 'fa' ? '۱٬۰۰۷' : '1,007');
      await expect(page.getByLabel(d('payment_method'))).toHaveValue('saman');
      await expectAccessibleInBothThemes(page, 'filters of payments');
      await page.getByRole('button', { name: d('payments_clear') }).click();
      await expect(page).toHaveURL(/\/desk\/payments$/);
    });
  });
}
