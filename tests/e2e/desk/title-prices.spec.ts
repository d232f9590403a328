import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';

/** No other test looks at its price. */
const FILM = 97;
/** After every other test, so that no page of theirs changes. */
const LATER = '۱۴۱۴/۰۱/۰۱ ۲۰:۰۰';

for (const locale of ONE_LOCALE) {
  test.describe(`prices of a title (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('finance plans a price of a film, reads from when it counts, and withdraws it', async ({
      page,
      noise,
      enterAs,
    }) => {
      await enterAs('finance', `/desk/titles/${String(FILM)}`);
      const panel = page.getByRole('region', { name: d('title_field_price'), exact: true });
      const now = await panel.locator('p').first().textContent();
      await panel.getByRole('button', { name: d('price_change') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(d('price_sale'), { exact: true }).selectOption('only');
      await dialog.getByLabel(d('price_toman'), { exact: true }).fill('۸۷٬۰۰۰');
      await dialog.getByLabel(d('price_hours'), { exact: true }).fill('48');
      await dialog.getByLabel(d('codes_starts'), { exact: true }).selectOption('later');
      const starts = dialog.getByLabel(d('prices_start_time'), { exact: true });
      await starts.fill('۱۴۰۰/۰۱/۰۱ ۲۰:۰۰');
      await dialog.getByLabel(d('reason_label')).fill('a test of the desk');
      await expect(dialog.getByText(d('price_past'))).toBeVisible();
      await expect(dialog.getByRole('button', { name: d('price_do') })).toBeDisabled();
      await starts.fill(LATER);
      await expect(dialog.getByRole('status').filter({ hasText: '۸۷٬۰۰۰' })).toContainText('۱۴۱۴/۰۱/۰۱');
      await expectAccessibleInBothThemes(page, 'price');
      await dialog.getByRole('button', { name: d('price_do') }).click();
      await expect(dialog).toHaveCount(0);
      const rows = panel.getByRole('table', { name: d('price_planned') }).locator('tbody tr');
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText('۸۷٬۰۰۰');
      await expect(panel.locator('p').first()).toHaveText(now ?? '');
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      await rows.getByRole('button', { name: d('prices_withdraw') }).click();
      await dialog.getByLabel(d('reason_label')).fill('a test of the desk');
      await dialog.getByRole('button', { name: d('prices_withdraw') }).click();
      await expect(rows).toHaveCount(0);
      expect(noise.errors).toEqual([]);
    });
  });
}
