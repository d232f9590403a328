import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, buyPlan, enterDesk } from '../../support/browser/desk.ts';
import { expect, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { MONTH } from '../../support/browser/paying.ts';
import { TEST_SELLER } from '../../../tools/lib/test-server.ts';

for (const locale of ONE_LOCALE) {
  test.describe(`invoices (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('name the seller, each line and its VAT, for the buyer and for the desk, and are printed alone', async ({
      page,
      mobile,
      signIn,
      baseURL,
      t,
      noise,
    }) => {
      await page.setViewportSize({ width: 360, height: 780 });
      await signIn();
      const origin = baseURL ?? '';
      const id = await buyPlan(page, origin);
      const invoice = page.getByRole('region', { name: t('invoice_title') });
      const expectInvoice = async (where: string) => {
        await expect(invoice).toContainText(TEST_SELLER.SELLER_NAME);
        await expect(invoice).toContainText(t('invoice_economic_code'));
        await expect(invoice).not.toContainText(t('invoice_registration'));
        await expect(invoice).toContainText(id);
        const digits = new Intl.NumberFormat(locale === 'fa' ? 'fa-IR' : 'en');
        await expect(invoice.getByRole('rowgroup').last()).toContainText(digits.format(MONTH.total));
        await expectAccessibleInBothThemes(page, where);
        await expectNoSidewaysScroll(page);
        await page.setViewportSize({ width: 1280, height: 800 });
        await expectNoSidewaysScroll(page);
      };
      await page.goto(`/payments/${id}`);
      await expectInvoice('receipt');
      await addMember(page, origin, { mobile, name: `invoice ${mobile}`, role: 'finance' });
      await page.goto(`/desk/payments/${id}`);
      await enterDesk(page, locale);
      await page.getByRole('link', { name: d('invoice_open') }).click();
      await page.setViewportSize({ width: 360, height: 780 });
      await expectInvoice('invoice');
      await page.emulateMedia({ media: 'print' });
      await expect(invoice).toBeVisible();
      await expect(page.getByRole('navigation')).toBeHidden();
      await expect(page.getByRole('button', { name: d('invoice_print') })).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
      const printing = page.evaluate(() => new Promise((resolve) => (window.print = () => resolve(true))));
      await page.getByRole('button', { name: d('invoice_print') }).click();
      expect(await printing).toBe(true);
      expect(noise.errors).toEqual([]);
    });
  });
}
