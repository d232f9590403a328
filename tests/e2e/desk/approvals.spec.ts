import type { Page } from '@playwright/test';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, buyPlanAs, enterDesk } from '../../support/browser/desk.ts';
import { expect, LOCALES, signIn as signInAs, test } from '../../support/browser/fixtures.ts';

type Key = keyof typeof deskFa;
/** A year: 695,200 toman, of which one person gives back up to 500,000. */
const YEAR_PLAN = 4;
const HALF = '347600';

for (const locale of LOCALES) {
  test.describe(`approvals (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];

    async function enter(page: Page, path: string) {
      await page.goto(path);
      await enterDesk(page, locale);
    }

    test('half a refund is made by one person, and the other half is seen by two', async ({
      page,
      mobile,
      signIn,
      baseURL,
      browser,
      noise,
    }) => {
      await signIn();
      const origin = baseURL ?? '';
      const id = await buyPlanAs(browser, origin, `0937${mobile.slice(4)}`, YEAR_PLAN);
      await addMember(page, origin, { mobile, name: `first ${mobile}`, role: 'support' });
      await enter(page, `/desk/payments/${id}`);
      const dialog = page.getByRole('dialog');
      const openHalf = async () => {
        await page.getByRole('button', { name: d('refund_open') }).click();
        await page.getByLabel(d('refund_what')).selectOption({ index: 1 });
        await page.getByLabel(d('refund_amount')).fill(HALF);
        await page.getByLabel(d('reason_label')).fill('the bank took it twice');
        await page.getByRole('button', { name: d('refund_see') }).click();
      };
      await openHalf();
      await expect(dialog).toContainText(d('refund_shown'));
      await dialog.getByRole('button', { name: d('refund_do') }).click();
      await expect(dialog).toHaveCount(0);
      await openHalf();
      await expect(dialog).toContainText(d('approval_needed'));
      const facts = await dialog.locator('.desk-facts').last().innerText();
      const legs = await dialog.getByRole('table').innerText();
      await dialog.getByRole('button', { name: d('approval_ask') }).click();
      await expect(dialog.getByRole('status')).toHaveText(d('approval_sent'));
      await dialog.getByText(d('refund_close'), { exact: true }).click();

      const open = (screen: Page) => screen.getByRole('region').filter({ hasText: `first ${mobile}` });
      await page.getByRole('link', { name: d('nav_approvals') }).click();
      await expect(open(page)).toContainText(d('approval_own'));
      await expect(open(page).getByRole('button', { name: d('approval_approve') })).toHaveCount(0);
      await expectAccessibleInBothThemes(page, 'own request');

      const context = await browser.newContext({ baseURL: origin });
      await context.addCookies([{ name: 'i18n_redirected', value: locale, url: origin }]);
      const other = await context.newPage();
      const second = `0939${mobile.slice(4)}`;
      await signInAs(context, second, origin);
      await addMember(other, origin, { mobile: second, name: `second ${mobile}`, role: 'finance' });
      await enter(other, '/desk/approvals');
      await expect(open(other).locator('.desk-facts').last()).toHaveText(facts, { useInnerText: true });
      await expect(open(other).getByRole('table')).toHaveText(legs, { useInnerText: true });
      await expectAccessibleInBothThemes(other, 'request of another');
      await open(other)
        .getByRole('button', { name: d('approval_approve') })
        .click();
      const done = other.getByText(d('approval_done'));
      await expect(done).toBeFocused();
      await expect(open(other)).toHaveCount(0);
      await done.getByRole('link', { name: id }).click();
      const ledger = other.getByRole('region', { name: d('ledger_title') });
      await expect(ledger.getByRole('row').filter({ hasText: d('event_refund') })).toHaveCount(6);
      await other.getByRole('link', { name: d('audit_of_record') }).click();
      const name = other.getByRole('cell', { name: d('call_refund_payment'), exact: true });
      const act = other.getByRole('row').filter({ has: name }).filter({ hasText: id });
      await expect(act.filter({ hasText: `first ${mobile} + second ${mobile}` })).toHaveCount(1);
      await context.close();
      expect(noise.errors).toEqual([]);
    });
  });
}
