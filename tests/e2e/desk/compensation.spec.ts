import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';

/** Sold to subscribers, too: the days concern nobody else who is here. One time has one case, so the tests take turns. */
const FILM = 126;
const NAMES = { fa: 'روانی', en: 'Psycho' };
const TEHRAN_MS = 3.5 * 60 * 60 * 1000;
test.describe.configure({ mode: 'serial' });

for (const locale of LOCALES) {
  test.describe(`days for everybody (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('are proposed, seen, approved and given, and the person and everybody read of them', async ({
      page,
      mobile,
      signIn,
      baseURL,
      t,
      noise,
    }) => {
      await signIn();
      const origin = baseURL ?? '';
      const data = { id: FILM, payment_method: 'sandbox' };
      const bought = await page.request.post(`${origin}/api/v1/payments/title`, { data, headers: { origin } });
      await page.goto(((await bought.json()) as { data: { pay_url: string } }).data.pay_url);
      await page.locator('main button').first().click();
      await page.waitForURL('**/callback?**');
      await addMember(page, origin, { mobile, name: `days ${mobile}`, role: 'finance' });
      await page.goto('/desk/compensations');
      await enterDesk(page, locale);
      await page.getByRole('button', { name: d('compensation_open') }).click();
      await page.getByLabel(d('compensation_who')).selectOption('title');
      await page.getByLabel(d('compensation_number')).fill(String(FILM));
      const toField = (ago: number) => new Date(Date.now() + TEHRAN_MS - ago).toISOString().slice(0, 19);
      await page.getByLabel(d('compensation_from'), { exact: true }).fill(toField(2000));
      await page.getByLabel(d('compensation_until'), { exact: true }).fill(toField(0));
      await page.getByRole('button', { name: d('compensation_see') }).click();
      await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
      await page.getByLabel(d('reason_label')).fill('an outage');
      await expectAccessibleInBothThemes(page, 'proposal');
      await page.getByRole('button', { name: d('compensation_propose') }).click();
      await expect(page.getByText(d('compensation_proposed'))).toBeVisible();
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBothThemes(page, 'case');
      await page.locator('.desk-form button[type=submit]').first().click();
      await expect(page.getByText(d('compensation_done'))).toBeVisible();

      await page.goto('/profile/help');
      await expect(page.getByRole('heading', { name: t('given_title') })).toBeVisible();
      await expect(page.locator('.help-item').first()).toContainText(NAMES[locale]);
      await expectAccessibleInBothThemes(page, 'given days');
      await page
        .getByRole('main')
        .getByRole('link', { name: t('promises_title') })
        .click();
      // The page of who came before is shared for a minute.
      await expect(async () => {
        await page.reload();
        await expect(page.locator('.promise').first()).toContainText(NAMES[locale], { timeout: 1000 });
      }).toPass({ timeout: 75_000 });
      await expectAccessibleInBothThemes(page, 'promises');
      expect(noise.errors).toEqual([]);
    });
  });
}
