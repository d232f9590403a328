import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, buyPlanAs, enterDesk } from '../../support/browser/desk.ts';
import { expect, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';

type Key = keyof typeof deskFa;

for (const locale of ONE_LOCALE) {
  test.describe(`undo (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('days that were given and a refund are taken back, and the history says so', async ({
      page,
      mobile,
      signIn,
      baseURL,
      browser,
    }) => {
      await signIn();
      const buyer = `0937${mobile.slice(4)}`;
      const id = await buyPlanAs(browser, baseURL ?? '', buyer);
      await addMember(page, baseURL ?? '', { mobile, name: `undo ${mobile}`, role: 'owner' });
      await page.goto(`/desk/people?q=${buyer}`);
      await enterDesk(page, locale);
      await page.locator('main a[href*="/desk/accounts/"]').first().click();
      const facts = page.getByRole('region', { name: d('person_subscription') }).locator('.desk-facts');
      const before = await facts.innerText();
      await page.getByRole('button', { name: d('extend_open') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(d('extend_days')).fill('7');
      await dialog.getByLabel(d('reason_label')).fill('an outage');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      const give = d('extend_do').replace('{{number}}', locale === 'fa' ? '۷' : '7');
      await dialog.getByRole('button', { name: give }).click();
      await expect(dialog).toHaveCount(0);
      await expect(facts).not.toHaveText(before, { useInnerText: true });
      const history = page.getByRole('region', { name: d('extend_history') });
      await expectAccessibleInBothThemes(page, 'days given');
      await history.getByRole('button', { name: d('undo'), exact: true }).click();
      await dialog.getByLabel(d('reason_label')).fill('to the wrong account');
      await expectAccessibleInBothThemes(page, 'undo of days');
      await dialog.getByRole('button', { name: d('undo'), exact: true }).click();
      await expect(history).toContainText(d('undone'));
      await expect(facts).toHaveText(before, { useInnerText: true });

      await page.goto(`/desk/payments/${id}`);
      if (locale === 'fa') await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('button', { name: d('refund_open') }).click();
      await dialog.getByLabel(d('reason_label')).fill('by mistake');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      await dialog.getByRole('button', { name: d('refund_do') }).click();
      const refunds = page.getByRole('region', { name: d('refunds_title') });
      await expect(refunds.getByRole('timer')).toBeVisible();
      await expectAccessibleInBothThemes(page, 'refund made');
      await refunds.getByRole('button', { name: d('undo'), exact: true }).click();
      await dialog.getByLabel(d('reason_label')).fill('the wrong payment');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      await expect(dialog.getByRole('table').getByRole('row')).toHaveCount(4);
      await expect(dialog).toContainText(d('refund_person_after'));
      await expectAccessibleInBothThemes(page, 'undo of a refund');
      await dialog.getByRole('button', { name: d('refund_undo_do') }).click();
      await expect(refunds).toContainText(d('undone'));
      const ledger = page.getByRole('region', { name: d('ledger_title') });
      await expect(ledger.getByRole('row').filter({ hasText: d('event_undo') })).toHaveCount(3);
    });
  });
}
