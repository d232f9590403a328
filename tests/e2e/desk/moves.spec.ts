import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessible, expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, buyPlan, enterDesk } from '../../support/browser/desk.ts';
import { expect, ONE_LOCALE, signIn as signInAs, test } from '../../support/browser/fixtures.ts';

type Key = keyof typeof deskFa;

for (const locale of ONE_LOCALE) {
  test.describe(`corrections in the desk (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('a slip is corrected after its entries were seen, and a large one is asked of a second person', async ({
      page,
      mobile,
      signIn,
      baseURL,
      browser,
      noise,
    }) => {
      await signIn();
      const origin = baseURL ?? '';
      const id = await buyPlan(page, origin);
      const context = await browser.newContext({ baseURL: origin });
      await context.addCookies([{ name: 'i18n_redirected', value: locale, url: origin }]);
      const desk = await context.newPage();
      const member = `0938${mobile.slice(4)}`;
      await signInAs(context, member, origin);
      await addMember(desk, origin, { mobile: member, name: `mover ${mobile}`, role: 'finance' });
      await desk.goto(`/desk/payments/${id}`);
      await enterDesk(desk, locale);
      const dialog = desk.getByRole('dialog');
      const show = async (amount: string) => {
        await desk.getByRole('button', { name: d('move_open') }).click();
        await expect(dialog.getByLabel(d('move_from'))).toHaveValue('bank:sandbox');
        await dialog.getByLabel(d('refund_amount')).fill(amount);
        await dialog.getByLabel(d('reason_label')).fill('the bank took it twice');
        await expectAccessible(desk, 'correction');
        await dialog.getByRole('button', { name: d('refund_see') }).click();
        await expect(dialog.getByRole('table').getByRole('row')).toHaveCount(3);
        await expectAccessible(desk, 'preview of a correction');
      };
      await show('۱٬۰۰۰');
      await expect(dialog).toContainText(d('refund_shown'));
      await dialog.getByRole('button', { name: d('move_do') }).click();
      await expect(dialog).toHaveCount(0);
      const ledger = desk.getByRole('region', { name: d('ledger_title') });
      await expect(ledger.getByRole('row').filter({ hasText: d('event_correction') })).toHaveCount(2);
      await show('600000');
      await expect(dialog).toContainText(d('move_needs_approval'));
      await dialog.getByRole('button', { name: d('approval_ask') }).click();
      await expect(dialog.getByRole('status')).toHaveText(d('approval_sent'));
      await dialog.getByText(d('refund_close'), { exact: true }).click();
      await desk.locator('main a[href*="/desk/accounts/"]').first().click();
      await expect(desk.getByRole('button', { name: d('move_open') })).toBeVisible();
      await expectAccessibleInBothThemes(desk, 'account');
      await context.close();
      expect(noise.errors).toEqual([]);
    });
  });
}
