import { readFileSync } from 'node:fs';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, buyPlan, enterDesk } from '../../support/browser/desk.ts';
import { expect, ONE_LOCALE, signIn as signInAs, test } from '../../support/browser/fixtures.ts';

type Key = keyof typeof deskFa;

for (const locale of ONE_LOCALE) {
  test.describe(`who looked at my account (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('shows the account each look of the staff, without script, too, and the trail is saved as a file', async ({
      page,
      mobile,
      signIn,
      baseURL,
      browser,
      noise,
      t,
    }) => {
      await signIn();
      await page.goto('/profile/access');
      await expect(page.locator('main')).toContainText(t('access_none'));
      await expectAccessibleInBothThemes(page, 'nobody');
      const origin = baseURL ?? '';
      const id = await buyPlan(page, origin);
      const context = await browser.newContext({ baseURL: origin });
      await context.addCookies([{ name: 'i18n_redirected', value: locale, url: origin }]);
      const desk = await context.newPage();
      const member = `0937${mobile.slice(4)}`;
      await signInAs(context, member, origin);
      await addMember(desk, origin, { mobile: member, name: `looker ${mobile}`, role: 'finance' });
      await desk.goto(`/desk/payments/${id}`);
      await enterDesk(desk, locale);
      await desk.locator('main a[href*="/desk/accounts/"]').first().click();
      await expect(desk.getByRole('heading', { name: d('person_subscription') })).toBeVisible();
      const account = desk.url().split('/').at(-1) ?? '';
      await desk.goto(`/desk/audit?subject=account:${account}`);
      const saving = desk.waitForEvent('download');
      await desk.getByRole('button', { name: d('csv_save') }).click();
      const csv = readFileSync(await (await saving).path(), 'utf8');
      expect(csv).toContain(`,getAccount,people.read,account:${account},`);
      expect(csv).toContain('exportAudit');
      await expect(desk.getByRole('cell', { name: d('call_export_audit'), exact: true })).toHaveCount(1);
      await context.close();

      const plain = await browser.newContext({ baseURL: origin, javaScriptEnabled: false });
      await plain.addCookies(await page.context().cookies());
      const reader = await plain.newPage();
      await reader.goto('/profile/settings');
      await reader.getByRole('link', { name: t('access_title') }).click();
      const rows = reader.locator('main ol > li');
      await expect(rows.filter({ hasText: t('access_read_payment') })).not.toHaveCount(0);
      await expect(rows.filter({ hasText: t('access_read_account') }).first()).toContainText(t('access_role_finance'));
      await expect(reader.locator('main')).not.toContainText('looker');
      await plain.close();
      await page.goto('/profile/access');
      await expectAccessibleInBothThemes(page, 'rows');
      expect(noise.errors).toEqual([]);
    });
  });
}
