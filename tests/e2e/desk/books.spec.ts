import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { buildXlsx } from '../../../src/platform/desk/xlsx.ts';
import { tehranDate } from '../../../src/platform/text/tehran-week.ts';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, buyPlan, dropFile, enterDesk, listAlarms } from '../../support/browser/desk.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';

const DAY = 24 * 60 * 60;

for (const locale of LOCALES) {
  test.describe(`the day’s book (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('finance sees today’s sale, saves the day, and compares a bank’s file', async ({
      page,
      mobile,
      signIn,
      baseURL,
    }) => {
      await signIn();
      const origin = baseURL ?? '';
      const id = await buyPlan(page, origin);
      await addMember(page, origin, { mobile, name: `books ${mobile}`, role: 'finance' });
      await page.goto('/desk/books');
      await enterDesk(page, locale);

      await expect(page.getByText(d('books_balanced'))).toBeVisible();
      const sales = page.getByRole('table', { name: d('books_sales'), exact: true });
      await expect(sales.locator('tbody tr').first()).toBeVisible();
      await expectAccessibleInBothThemes(page, 'day’s book');
      const saving = page.waitForEvent('download');
      await page
        .getByRole('button', { name: d('csv_save') })
        .first()
        .click();
      const file = await saving;
      expect(file.suggestedFilename()).toMatch(/^pardeh-\d{4}-\d\d-\d\d\.csv$/);
      expect(readFileSync(await file.path(), 'utf8')).toMatch(/^\ufeff.*\r\n[\s\S]*,sales:plan,/);

      const vat = page.getByRole('region', { name: d('books_vat') });
      const savingVat = page.waitForEvent('download');
      await vat.getByRole('button', { name: d('csv_save') }).click();
      const vatFile = await savingVat;
      expect(vatFile.suggestedFilename()).toMatch(/^pardeh-vat-\d{4}-\d\d-\d\d\.csv$/);
      expect(readFileSync(await vatFile.path(), 'utf8')).toMatch(/,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,\d+,\d+,\d+/);
      const savingSheet = page.waitForEvent('download');
      await vat.getByRole('button', { name: d('xlsx_save') }).click();
      expect((await savingSheet).suggestedFilename()).toMatch(/\.xlsx$/);

      // A day is closed once on a site, so each language has its own.
      const closed = tehranDate(Math.floor(Date.now() / 1000) - (locale === 'fa' ? 1 : 2) * DAY);
      await page.goto(`/desk/books?day=${closed}`);
      await page.getByRole('button', { name: d('closing_do') }).click();
      await expect(page.getByRole('dialog')).toContainText(d('closing_note'));
      await expectAccessibleInBothThemes(page, 'closing');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: d('closing_do') })
        .click();
      const closing = page.getByRole('region', { name: d('closing_title') });
      await expect(closing).toContainText(`books ${mobile}`);
      await expect(closing.getByRole('button')).toHaveCount(0);
      const savingClosed = page.waitForEvent('download');
      await page
        .getByRole('button', { name: d('csv_save') })
        .first()
        .click();
      const closedFile = await savingClosed;
      expect(closedFile.suggestedFilename()).toBe(`pardeh-${closed}-closed.csv`);
      expect(readFileSync(await closedFile.path(), 'utf8')).toContain(`books ${mobile}`);

      await page.goto('/desk/books?day=2020-01-01');
      await expect(page.getByText(d('books_none')).first()).toBeVisible();
      await page.goto('/desk/books?day=2090-01-01');
      await expect(page.getByText(d('books_future'))).toBeVisible();

      await page.goto('/desk/settlement');
      const compare = async (text: string | Uint8Array) => {
        const path = test.info().outputPath(`${String(text.length)}.csv`);
        writeFileSync(path, text);
        await page.getByLabel(d('settlement_choose')).setInputFiles(path);
        await expect(page.getByText(basename(path))).toBeVisible();
        await page.getByLabel(d('payment_method')).selectOption('sandbox');
        await page.getByRole('button', { name: d('settlement_compare') }).click();
      };
      await compare('PK\u0003\u0004, and not a workbook');
      await expect(page.getByRole('alert')).toHaveText(d('workbook_damaged'));
      await compare('Name,Sum\n');
      await expect(page.getByRole('alert')).toHaveText(d('settlement_columns'));
      await compare(`Name,Sum\n${id},70\n`);
      await page.getByLabel(d('settlement_column_amount')).selectOption('Sum');
      await page.getByLabel(d('settlement_column_order')).selectOption('Name');
      await expectAccessibleInBothThemes(page, 'columns of a settlement file');
      await page.getByRole('button', { name: d('settlement_compare') }).click();
      await expect(page.getByRole('heading', { name: d('settlement_amount') })).toBeVisible();
      await expect(page.getByText(d('settlement_period').split('{{from}}')[0] ?? '')).toBeVisible();
      const workbook = await buildXlsx([['Bank'], ['ResNum', 'Amount'], [id, '70']], { isRightToLeft: true });
      await compare(await workbook.bytes());
      await expect(page.getByRole('heading', { name: d('settlement_amount') })).toBeVisible();
      await compare('ResNum,Amount\nx,ten\n');
      await expect(page.getByText(d('settlement_period_none'))).toBeVisible();
      const savingUnread = page.waitForEvent('download');
      await page.getByRole('button', { name: d('csv_save') }).click();
      const unread = readFileSync(await (await savingUnread).path(), 'utf8');
      expect(unread).toContain(`${d('settlement_unreadable_row')},,2,,,,${d('settlement_row_amount')}`);
      const strangers = Array.from({ length: 120 }, (_, n) => `x${mobile}x${String(n)},500\n`).join('');
      await compare(`ResNum,Amount\n${strangers}${id},۷۰\n${id},70\n=1+${mobile},500\n${id},-70\nx,ten\n`);
      for (const kind of ['amount', 'twice', 'only_there', 'reversed'] as const) {
        await expect(page.getByRole('heading', { name: d(`settlement_${kind}`) })).toBeVisible();
      }
      await expect(page.getByText(d('settlement_row_amount'))).toBeVisible();
      await expectAccessibleInBothThemes(page, 'settlement');
      const raise = page.getByRole('button', { name: new RegExp(d('settlement_alarm').split('{{count}}')[0] ?? '') });
      // Other tests pay meanwhile: what is counted are the alarms of this payment.
      const expectRaised = async (count: string) => {
        await raise.click();
        await expect(page.getByText(d('settlement_alarmed').replace('{{count}}', count))).toBeVisible();
        const alarms = (await listAlarms(page, origin)).filter(({ text }) => text.includes(`payment ${id},`));
        for (const kind of ['another amount', 'twice in the file', 'given back by the bank'])
          expect(alarms.filter(({ text }) => text.includes(kind))).toHaveLength(1);
      };
      const digits = new Intl.NumberFormat(locale === 'fa' ? 'fa-IR' : 'en');
      const differenceCount = /[\d۰-۹]+/.exec(await raise.innerText())?.[0] ?? '';
      await expect(page.getByRole('heading', { name: `(${digits.format(121)})` })).toBeVisible();
      await expectRaised(differenceCount);
      await page.getByRole('button', { name: d('settlement_compare') }).click();
      await expectRaised(digits.format(0));

      const path = test.info().outputPath('july.csv');
      writeFileSync(path, `ResNum,Amount\n${id},70\n`);
      await dropFile(page, d('settlement_choose'), path);
      await expect(page.getByRole('heading', { name: d('settlement_amount') })).toHaveCount(0);
      await page.getByRole('button', { name: d('settlement_compare') }).click();
      await expect(page.getByRole('heading', { name: d('settlement_amount') })).toBeVisible();
      if (locale === 'fa') {
        await page.getByRole('button', { name: d('settlement_from') }).click();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('button', { name: d('settlement_from') })).not.toContainText(d('day_none'));
        await page.getByRole('button', { name: d('day_clear') }).click();
        await expect(page.getByRole('button', { name: d('settlement_from') })).toContainText(d('day_none'));
      }
    });
  });
}
