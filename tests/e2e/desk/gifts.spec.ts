import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { createAccount } from '../../support/browser/account.ts';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { expect, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';

for (const locale of ONE_LOCALE) {
  test.describe(`the desk’s gift cards (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('finance sees a card that was sold, and leads to its payment', async ({
      page,
      context,
      mobile,
      signIn,
      baseURL,
    }) => {
      await signIn();
      const origin = baseURL ?? '';
      const account = createAccount(context, origin);
      const charge = await account.charge(500_000);
      await account.press(charge.bank, 'pay');
      const data = { plan_id: 1, payment_method: 'wallet' };
      const bought = await context.request.post(`${origin}/api/v1/payments/gift`, { data, headers: { origin } });
      const { payment } = ((await bought.json()) as { data: { payment: { id: string } } }).data;
      await addMember(page, origin, { mobile, name: `gifts ${mobile}`, role: 'finance' });
      await page.goto('/desk/gifts');
      await enterDesk(page, locale);
      const row = page.getByRole('row').filter({ hasText: payment.id });
      await expect(row).toContainText(d('gifts_waiting'));
      await expectAccessibleInBothThemes(page, 'gift cards');
      await row.getByRole('link').last().click();
      await expect(page).toHaveURL(new RegExp(`/desk/payments/${payment.id}$`));
      await expect(page.getByRole('main')).toContainText(d('ledger_gift_cards'));
    });
  });
}
