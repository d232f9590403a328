import type { Page } from '@playwright/test';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { drawOperatorHeaders } from '../../../tools/lib/test-server.ts';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE, signIn as signInAs } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';

/** Sold to subscribers, too: the days concern nobody else who is here. One time has one case, so the tests take turns. */
const FILM = 126;
/** Nobody has bought it. */
const UNSOLD = 127;
const NAMES = { fa: 'روانی', en: 'Psycho' };
const TEHRAN_MS = 3.5 * 60 * 60 * 1000;
test.describe.configure({ mode: 'serial' });

for (const locale of ONE_LOCALE) {
  test.describe(`days for everybody (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('are proposed, seen, approved and given, and the person and everybody read of them', async ({
      page,
      mobile,
      signIn,
      baseURL,
      browser,
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
      const film = NAMES[locale];
      await page.getByRole('searchbox', { name: d('compensation_find') }).fill(film);
      await page.getByRole('searchbox', { name: d('compensation_find') }).press('Enter');
      const choose = page.getByRole('dialog').getByRole('row').filter({ hasText: film }).getByRole('button');
      await choose.click();
      await expect(page.getByRole('dialog').getByRole('status').filter({ hasText: film })).toBeVisible();
      const toField = (ago: number) => new Date(Date.now() + TEHRAN_MS - ago).toISOString().slice(0, 19);
      await page.getByLabel(d('compensation_from'), { exact: true }).fill(toField(2000));
      await page.getByLabel(d('compensation_until'), { exact: true }).fill(toField(0));
      await page.getByRole('dialog').getByLabel(d('reason_label')).fill('an outage');
      await page.getByRole('button', { name: d('refund_see') }).click();
      await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
      await expectAccessibleInBothThemes(page, 'proposal');
      await page.getByRole('button', { name: d('compensation_propose') }).click();
      await expect(page.getByText(d('compensation_proposed'))).toBeVisible();
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBothThemes(page, 'case');
      const approve = (screen: Page) => screen.locator('.desk-form button[type=submit]').first();
      await expect(page.getByText(d('compensation_own'))).toBeVisible();
      await expect(approve(page)).toBeDisabled();

      const context = await browser.newContext({ baseURL: origin });
      await context.addCookies([{ name: 'i18n_redirected', value: locale, url: origin }]);
      const other = await context.newPage();
      const second = `0939${mobile.slice(4)}`;
      await signInAs(context, second, origin);
      await addMember(other, origin, { mobile: second, name: `second ${mobile}`, role: 'finance' });
      await other.goto(page.url());
      await enterDesk(other, locale);
      await approve(other).click();
      await expect(other.getByText(d('compensation_done'))).toBeVisible();
      await context.close();

      await page.goto('/profile/help');
      await expect(page.getByRole('heading', { name: t('given_title') })).toBeVisible();
      await expect(page.locator('.help-item').first()).toContainText(NAMES[locale]);
      await expectAccessibleInBothThemes(page, 'given days');
      await page.getByRole('button', { name: t('help_read') }).click();
      await expect(page.getByRole('button', { name: t('help_read') })).toHaveCount(0);
      await page
        .getByRole('main')
        .getByRole('link', { name: t('promises_title') })
        .click();
      await expect(page).toHaveURL(/\/promises/);
      // The page of who came before is shared for a minute.
      await expect(async () => {
        await page.reload();
        await expect(page.locator('.promise').first()).toContainText(NAMES[locale], { timeout: 1000 });
      }).toPass({ timeout: 75_000 });
      await expectAccessibleInBothThemes(page, 'promises');
      expect(noise.errors).toEqual([]);
    });

    test('are approved many at once as the rehearsal said of each', async ({
      page,
      mobile,
      baseURL,
      browser,
      noise,
      enterAs,
    }) => {
      const origin = baseURL ?? '';
      const headers = drawOperatorHeaders(origin);
      const propose = async (subject: number) => {
        const now = Math.floor(Date.now() / 1000);
        const fault = { kind: 'title', subject, from: now - 1, until: now, days: 1, reason: 'an outage' };
        const data = { key: `many-${mobile}-${String(subject)}`, ...fault };
        const answer = await page.request.post(`${origin}/api/v1/operator/compensations`, { data, headers });
        expect(answer.status()).toBe(200);
      };
      const context = await browser.newContext({ baseURL: origin });
      await signInAs(context, `0938${mobile.slice(4)}`, origin);
      const data = { id: FILM, payment_method: 'sandbox' };
      const answer = await context.request.post(`${origin}/api/v1/payments/title`, { data, headers: { origin } });
      const bank = await context.newPage();
      await bank.goto(((await answer.json()) as { data: { pay_url: string } }).data.pay_url);
      await bank.locator('main button').first().click();
      await bank.waitForURL('**/callback?**');
      await context.close();
      await enterAs('finance', '/desk/compensations');
      for (const subject of [FILM, UNSOLD]) await propose(subject);
      await page.reload();
      await page.setViewportSize({ width: 360, height: 780 });
      await page.getByRole('button', { name: d('choose_all') }).click();
      await page.getByRole('button', { name: d('compensation_approve_many') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      const rows = dialog.getByRole('table').getByRole('row');
      await expect(rows.filter({ hasText: NAMES[locale] })).toContainText(d('compensation_result_will'));
      await expect(rows.filter({ hasText: d('compensation_result_nobody') })).toHaveCount(1);
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBothThemes(page, 'approval of many');
      const one = locale === 'fa' ? '۱' : '1';
      await dialog.getByRole('button', { name: d('compensation_approve_do').replace('{{number}}', one) }).click();
      const results = page.getByRole('status', { name: d('compensation_results') });
      await expect(results.getByRole('listitem')).toHaveCount(1);
      await expect(results).toContainText(d('compensation_result_approved'));
      await expect(page.getByRole('row').filter({ hasText: d('compensation_proposed') })).toHaveCount(1);
      expect(noise.errors).toEqual([]);
    });
  });
}
