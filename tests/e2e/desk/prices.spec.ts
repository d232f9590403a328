import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { expect, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { drawOperatorHeaders } from '../../../tools/lib/test-server.ts';

type Key = keyof typeof deskFa;
/** Prices of these tests begin after every other test; each language has a plan of its own. */
const [YEAR, OTHER_YEAR] = [2034, 2035];
const PLANNED = { fa: { id: 3, name: 'شش‌ماهه' }, en: { id: 2, name: 'Three months' } } as const;
/** Six months: 449,000 toman. */
const PLAN = 3;

for (const locale of ONE_LOCALE) {
  test.describe(`prices and discount codes (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];
    const enter = async (page: Page, origin: string, mobile: string, path: string) => {
      await addMember(page, origin, { mobile, name: `prices ${mobile}`, role: 'finance' });
      await page.goto(path);
      await enterDesk(page, locale);
    };

    test('finance makes a code, the checkout asks for what its preview said, and finance extends and ends it', async ({
      page,
      mobile,
      signIn,
      baseURL,
      noise,
    }) => {
      await signIn();
      await enter(page, baseURL ?? '', mobile, '/desk/codes');
      await expectAccessibleInBothThemes(page, 'codes');
      const code = `E2E${mobile.slice(-7)}${locale}`;
      await page.getByRole('button', { name: d('codes_make') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(d('codes_code')).fill(` \u202e${code} `);
      await dialog.getByLabel(d('codes_off')).fill('۵۰');
      const end = dialog.getByLabel(d('codes_end_time'), { exact: true });
      await end.fill(locale === 'fa' ? '۱۴۱۴/۷/۳۱ ۱۰:۰۰' : '2035-02-29 10:00');
      await end.blur();
      await expect(end).toHaveAttribute('aria-invalid', 'true');
      await end.fill(locale === 'fa' ? '١٤١٤/١/٢ ٠٠:٠٠' : '2035-03-21 00:00');
      if (locale === 'fa') {
        await dialog.getByRole('button', { name: d('moment_calendar') }).click();
        await expectAccessibleInBothThemes(page, 'calendar');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await expect(end).toHaveValue('۱۴۱۴/۰۱/۰۱ ۰۰:۰۰');
      }
      await expect(dialog).toContainText(locale === 'fa' ? '۱ فروردین ۱۴۱۴' : '21 March 2035');
      await dialog.getByLabel(d('reason_label')).fill('a test of the desk');
      await expectAccessibleInBothThemes(page, 'terms');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      const half = locale === 'fa' ? '۲۴۶٬۹۵۰' : '246,950';
      await expect(dialog.getByRole('table')).toContainText(half);
      await expectAccessibleInBothThemes(page, 'preview');
      await dialog.getByRole('button', { name: d('codes_do') }).click();
      await expect(dialog).toHaveCount(0);
      await page.getByRole('searchbox', { name: d('codes_search') }).fill(code.toLowerCase());
      await page.getByRole('searchbox', { name: d('codes_search') }).press('Enter');
      await expect(page.locator('tbody tr')).toHaveCount(1);
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: d('csv_save') }).click();
      expect(readFileSync(await (await saving).path(), 'utf8')).toContain(`\r\n${code.toUpperCase()},50,0,`);
      const sheet = page.waitForEvent('download');
      await page.getByRole('button', { name: d('xlsx_save') }).click();
      expect((await sheet).suggestedFilename()).toBe('pardeh-codes.xlsx');
      expect(
        readFileSync(await (await sheet).path())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK');
      await page.goto(`/plan/${String(PLAN)}?discount_code=${code}`);
      await expect(page.locator('main')).toContainText(half);

      await page.goto(`/desk/codes?q=${code}`);
      await page.getByRole('button', { name: d('codes_change'), exact: true }).click();
      const later = dialog.getByLabel(d('codes_end_time'), { exact: true });
      await later.fill(locale === 'fa' ? '۱۴۱۵/۱/۱ ۰۰:۰۰' : '2036-03-20 00:00');
      await dialog.getByLabel(d('codes_all_uses')).fill('۲۰۰۰');
      await dialog.getByLabel(d('reason_label')).fill('a year more');
      await expectAccessibleInBothThemes(page, 'change');
      const see = dialog.getByRole('button', { name: d('refund_see') });
      await see.click();
      await expect(dialog.getByRole('table')).toContainText(locale === 'fa' ? '۱ فروردین ۱۴۱۵' : '20 March 2036');
      const change = dialog.getByRole('button', { name: d('codes_change_do') });
      const api = `${baseURL ?? ''}/api/v1/operator/discount-codes`;
      const headers = drawOperatorHeaders(baseURL ?? '');
      const list = await page.request.get(`${api}?query=${code}`, { headers });
      const { data } = (await list.json()) as { data: Record<'ends_at' | 'max_uses' | 'uses_per_user', number>[] };
      const { ends_at = 0, max_uses = 0, uses_per_user = 0 } = data[0] ?? {};
      const seen = { ends_at, max_uses, uses_per_user };
      const theirs = { code, ...seen, uses_per_user: 2, seen, reason: 'a test of the desk' };
      expect((await page.request.post(`${api}/change`, { headers, data: theirs })).ok()).toBe(true);
      await change.click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await see.click();
      await expect(dialog.getByRole('row', { name: d('codes_each_uses') })).toContainText(locale === 'fa' ? '۲' : '2');
      await change.click();
      await expect(dialog).toHaveCount(0);
      await expect(page.locator('tbody')).toContainText(locale === 'fa' ? '۲٬۰۰۰' : '2,000');
      await page.getByRole('button', { name: d('codes_end') }).click();
      await dialog.getByLabel(d('reason_label')).fill('the test is over');
      await dialog.getByRole('button', { name: d('codes_end_do') }).click();
      await expect(page.locator('tbody')).toContainText(d('codes_ended'));
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      expect(noise.errors.filter((line) => !line.includes('409'))).toEqual([]);
    });

    test('finance plans a price, sees what somebody else planned meanwhile, and withdraws both', async ({
      page,
      mobile,
      signIn,
      baseURL,
      noise,
    }) => {
      await signIn();
      const origin = baseURL ?? '';
      await enter(page, origin, mobile, '/desk/prices');
      await expectAccessibleInBothThemes(page, 'prices');
      const { id: planId, name } = PLANNED[locale];
      const panel = page.getByRole('region', { name });
      await panel.getByRole('button', { name: d('prices_change') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(d('prices_list_label')).fill('۶۰۰٬۰۰۰ تومان');
      await dialog.getByLabel(d('prices_reduced_label')).fill('450,000');
      await dialog.getByLabel(d('prices_start_time'), { exact: true }).fill(`${String(YEAR)}-03-21T00:00`);
      await dialog.getByLabel(d('reason_label')).fill('a test of the desk');
      await expectAccessibleInBothThemes(page, 'price');
      const see = dialog.getByRole('button', { name: d('refund_see') });
      await see.click();
      await expect(dialog.getByRole('table')).toContainText(locale === 'fa' ? '۴۹۵٬۰۰۰' : '495,000');
      await expectAccessibleInBothThemes(page, 'price’s preview');

      const headers = drawOperatorHeaders(origin);
      const api = `${origin}/api/v1/operator/plans`;
      const list = await page.request.get(api, { headers });
      const { data } = (await list.json()) as { data: { id: number; rev: number }[] };
      const rev = data.find(({ id }) => id === planId)?.rev;
      const theirs = { starts_at: Date.UTC(OTHER_YEAR, 2, 21) / 1000, toman: 710_000, discount_price: null };
      const more = { discount_day: null, key: `e2e-price-${mobile}`, reason: 'a test of the desk', rev };
      const set = await page.request.post(`${api}/${String(planId)}/prices`, { headers, data: { ...theirs, ...more } });
      expect(set.ok()).toBe(true);
      await dialog.getByRole('button', { name: d('prices_do') }).click();
      await expect(dialog).toContainText(d('prices_conflict'));
      const both = dialog.getByRole('table', { name: d('prices_history'), exact: true });
      await expect(both).toContainText(locale === 'fa' ? '۷۱۰٬۰۰۰' : '710,000');
      await expectAccessibleInBothThemes(page, 'both versions');
      await see.click();
      await dialog.getByRole('button', { name: d('prices_do') }).click();
      await expect(dialog).toHaveCount(0);

      const planned = panel.getByRole('button', { name: d('prices_withdraw') });
      await expect(planned).toHaveCount(2);
      for (const left of [1, 0]) {
        await planned.first().click();
        await dialog.getByLabel(d('reason_label')).fill('the test is over');
        await expectAccessibleInBothThemes(page, 'withdrawal of a price');
        await dialog.getByRole('button', { name: d('prices_withdraw') }).click();
        await expect(dialog).toHaveCount(0);
        await expect(planned).toHaveCount(left);
      }
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      // The browser's own line of the refusal that is shown.
      expect(noise.errors.filter((line) => !line.includes('409'))).toEqual([]);
    });

    test('finance makes a plan that is sold later, and changes its mind about its sale', async ({
      page,
      mobile,
      signIn,
      baseURL,
      noise,
    }) => {
      await signIn();
      await enter(page, baseURL ?? '', mobile, '/desk/prices');
      await page.getByRole('button', { name: d('plans_add') }).click();
      const dialog = page.getByRole('dialog');
      const name = `e2e ${mobile}`;
      for (const [label, text] of [
        ['plans_name_fa', name],
        ['plans_name_en', name],
        ['plans_text_fa', 'برای سفر'],
        ['plans_text_en', 'To travel'],
        ['prices_list_label', '۶۰٬۰۰۰'],
        ['plans_days', '۱۴'],
        ['plans_streams', '1'],
        ['prices_start_time', '2035-03-21T00:00'],
        ['reason_label', 'a test of the desk'],
      ] as const)
        await dialog.getByRole('textbox', { name: d(label), exact: true }).fill(text);
      await expectAccessibleInBothThemes(page, 'plan');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      await expect(dialog).toContainText(locale === 'fa' ? '۶۶٬۰۰۰' : '66,000');
      await dialog.getByRole('button', { name: d('plans_add_do') }).click();
      const panel = page.getByRole('region', { name });
      await expect(panel).toContainText(d('plans_not_sold'));

      const planned = panel.getByRole('button', { name: d('prices_withdraw') });
      const withdraw = async () => {
        await planned.click();
        await dialog.getByLabel(d('reason_label')).fill('the test is over');
        await dialog.getByRole('button', { name: d('prices_withdraw') }).click();
        await expect(dialog).toHaveCount(0);
        await expect(planned).toHaveCount(0);
      };
      await withdraw();
      await panel.getByRole('button', { name: d('plans_sell') }).click();
      await dialog.getByRole('textbox', { name: d('prices_start_time') }).fill('2036-03-21T00:00');
      await dialog.getByLabel(d('reason_label')).fill('a test of the desk');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      await expect(dialog).toContainText(d('plans_sell_note'));
      await expectAccessibleInBothThemes(page, 'sale’s preview');
      await dialog.getByRole('button', { name: d('plans_sell') }).click();
      await expect(dialog).toHaveCount(0);
      await withdraw();

      await panel.getByRole('button', { name: d('plans_texts_open') }).click();
      await dialog.getByRole('textbox', { name: d('plans_name_en'), exact: true }).fill(`${name} b`);
      await dialog.getByRole('textbox', { name: d('prices_start_time') }).fill('2036-03-21T00:00');
      await dialog.getByLabel(d('reason_label')).fill('a test of the desk');
      await expectAccessibleInBothThemes(page, 'texts');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      await expect(dialog.getByRole('table')).toContainText(`${name} b`);
      await expectAccessibleInBothThemes(page, 'preview of texts');
      await dialog.getByRole('button', { name: d('plans_texts_do') }).click();
      await expect(dialog).toHaveCount(0);
      await withdraw();
      expect(noise.errors).toEqual([]);
    });
  });
}
