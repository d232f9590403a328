import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessible, expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { expect, ONE_LOCALE, signIn as signInAs, test } from '../../support/browser/fixtures.ts';

type Key = keyof typeof deskFa;

for (const locale of ONE_LOCALE) {
  test.describe(`gift cards for sale outside (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('ten are made by two people, their codes survive a reload until they are saved, and they are withdrawn', async ({
      page,
      mobile,
      signIn,
      baseURL,
      browser,
      noise,
    }) => {
      const origin = baseURL ?? '';
      const buyer = `shop ${mobile}`;
      const enter = async (screen: Page, path: string, who: string) => {
        await addMember(screen, origin, { mobile: who, name: `maker ${who}`, role: 'finance' });
        await screen.goto(path);
        await enterDesk(screen, locale);
      };
      await signIn();
      await enter(page, '/desk/gifts', mobile);
      await page.getByRole('link', { name: d('batches_title') }).click();
      await page.getByRole('button', { name: d('batches_make') }).click();
      const dialog = page.getByRole('dialog');
      const fill = (key: Key, text: string) => dialog.getByLabel(d(key)).fill(text);
      await dialog.getByLabel(d('batches_plan')).selectOption({ index: 1 });
      await fill('batches_sum_label', '۵۰۰٬۰۰۰');
      await fill('batches_buyer', buyer);
      await fill('refund_tracking', `T${mobile}`);
      await fill('reason_label', 'for the shop');
      await expectAccessible(page, 'new cards');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      await expect(dialog).toContainText(d('batches_needs_approval'));
      await expect(dialog.getByRole('table').getByRole('row')).toHaveCount(4);
      await expectAccessible(page, 'preview of new cards');
      await dialog.getByRole('button', { name: d('approval_ask') }).click();
      await expect(dialog.getByRole('status')).toHaveText(d('approval_sent'));
      await dialog.getByText(d('refund_close'), { exact: true }).click();

      const context = await browser.newContext({ baseURL: origin });
      await context.addCookies([{ name: 'i18n_redirected', value: locale, url: origin }]);
      const other = await context.newPage();
      const second = `0936${mobile.slice(4)}`;
      await signInAs(context, second, origin);
      await enter(other, '/desk/approvals', second);
      const request = other.getByRole('region').filter({ hasText: buyer });
      await expectAccessibleInBothThemes(other, 'request for cards');
      await request.getByRole('button', { name: d('approval_approve') }).click();
      await expect(other.getByText(d('approval_done'))).toBeFocused();
      await other.goto('/desk/gifts/batches');
      const theirs = other.getByRole('row').filter({ hasText: buyer });
      await expect(theirs.getByRole('button', { name: d('batches_withdraw') })).toBeVisible();
      await expect(theirs.getByRole('button', { name: d('batches_codes') })).toHaveCount(0);
      await context.close();

      await page.reload();
      const row = page.getByRole('row').filter({ hasText: buyer });
      await expect(row).toBeVisible();
      await expectAccessibleInBothThemes(page, 'batches');
      await row.getByRole('button', { name: d('batches_codes') }).click();
      await dialog.getByRole('button', { name: d('batches_codes_show') }).click();
      await expect(dialog.getByRole('table').getByRole('row')).toHaveCount(11);
      await expectAccessible(page, 'codes');
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: d('csv_save') }).click();
      const file = await readFile(await (await download).path(), 'utf8');
      expect(file.match(/(?:[2-9A-HJ-NP-Z]{4}-){4}[2-9A-HJ-NP-Z]{4}/g)).toHaveLength(10);
      await page.reload();
      await row.getByRole('button', { name: d('batches_codes') }).click();
      await dialog.getByRole('button', { name: d('batches_codes_show') }).click();
      await expect(dialog.getByRole('table').getByRole('row')).toHaveCount(11);
      await dialog.getByRole('button', { name: d('batches_codes_saved') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(row.getByRole('button', { name: d('batches_codes') })).toHaveCount(0);

      await row.getByRole('button', { name: d('batches_withdraw') }).click();
      await fill('refund_tracking', `R${mobile}`);
      await fill('reason_label', 'not sold');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      await expect(dialog.getByRole('table').getByRole('row')).toHaveCount(4);
      await expectAccessible(page, 'withdrawal');
      await dialog.getByRole('button', { name: d('batches_withdraw_do') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(row.getByRole('button', { name: d('batches_withdraw') })).toHaveCount(0);
      expect(noise.errors).toEqual([]);
    });
  });
}
