import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { createAccount } from '../../support/browser/account.ts';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { expect, LOCALES, signIn as signInAs, test } from '../../support/browser/fixtures.ts';

type Key = keyof typeof deskFa;
const MONTH_PLAN = 1;

for (const locale of LOCALES) {
  test.describe(`a caller (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('whose bank took the money, and the site did not hear of it, is found by mobile and has the plan', async ({
      page,
      mobile,
      signIn,
      baseURL,
      browser,
      t,
      noise,
    }) => {
      const origin = baseURL ?? '';
      const caller = `0937${mobile.slice(4)}`;
      const context = await browser.newContext({ baseURL: origin });
      await context.addCookies([{ name: 'i18n_redirected', value: locale, url: origin }]);
      await signInAs(context, caller, origin);
      const account = createAccount(context, origin);
      const { id, bank } = await account.plan(MONTH_PLAN);
      const theirs = await context.newPage();
      await theirs.goto(bank);
      await theirs.getByRole('button', { name: t('bank_vanish') }).click();
      await expect(theirs.getByRole('status')).toBeVisible();
      expect((await account.payment(id)).state).toBe('pending');

      await signIn();
      if (locale === 'fa') await page.setViewportSize({ width: 360, height: 740 });
      await addMember(page, origin, { mobile, name: `caller ${mobile}`, role: 'support' });
      await page.goto('/desk/people');
      await enterDesk(page, locale);
      await expect(page.getByText(d('find_start'))).toBeVisible();
      await page.keyboard.press('/');
      await page.keyboard.type(`+98 ${caller.slice(1, 4)} ${caller.slice(4, 7)} ${caller.slice(7)}`);
      await page.keyboard.press('Enter');
      await page.getByRole('main').getByRole('table').getByRole('link').first().click();
      await page.getByRole('link', { name: id }).click();
      await page.getByRole('button', { name: d('verify_again') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(d('reason_label')).fill('the caller has the receipt');
      await expectAccessibleInBothThemes(page, 'asking a bank again');
      await dialog.getByRole('button', { name: d('verify_again') }).click();
      await expect(page.getByText(d('verify_done').replace('{{state}}', d('payment_settled')))).toBeVisible();
      expect((await account.payment(id)).state).toBe('settled');
      await page.goto('/desk/payments');
      await page.getByLabel(d('payments_number')).fill(id.toUpperCase());
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/q=/);
      await expect(page.getByRole('main').getByRole('table').locator('tbody tr')).toHaveCount(1);
      await expect(page.getByRole('main').getByRole('link', { name: id })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'payments of a number');
      await theirs.goto('/profile');
      await expect(theirs.getByRole('term').filter({ hasText: t('profile_subscription') })).toBeVisible();
      await expect(theirs.getByText(t('profile_no_subscription'), { exact: true })).toHaveCount(0);
      expect(noise.errors).toEqual([]);
      await context.close();
    });
  });
}
