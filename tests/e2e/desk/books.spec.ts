import { readFileSync, writeFileSync } from 'node:fs';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, buyPlan, enterDesk } from '../../support/browser/desk.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';

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
      await page.getByRole('button', { name: d('csv_save') }).click();
      const file = await saving;
      expect(file.suggestedFilename()).toMatch(/^pardeh-\d{4}-\d\d-\d\d\.csv$/);
      expect(readFileSync(await file.path(), 'utf8')).toMatch(/^\ufeff.*\r\n[\s\S]*,sales:plan,/);

      await page.goto('/desk/books?day=2020-01-01');
      await expect(page.getByText(d('books_none')).first()).toBeVisible();
      await page.goto('/desk/books?day=2090-01-01');
      await expect(page.getByText(d('books_future'))).toBeVisible();

      await page.goto('/desk/settlement');
      const compare = async (text: string) => {
        const path = test.info().outputPath(`${String(text.length)}.csv`);
        writeFileSync(path, text);
        await page.getByLabel(d('settlement_choose')).setInputFiles(path);
        await page.getByLabel(d('payment_method')).selectOption('sandbox');
        await page.getByRole('button', { name: d('settlement_compare') }).click();
      };
      await compare('PK not a text');
      await expect(page.getByRole('alert')).toHaveText(d('settlement_excel'));
      await compare('Name,Sum\n');
      await expect(page.getByRole('alert')).toHaveText(d('settlement_columns'));
      await compare(`ResNum,Amount\n${id},۷۰\n${id},70\n=1+1,500\n${id},-70\nx,ten\n`);
      for (const kind of ['amount', 'twice', 'only_there', 'reversed'] as const) {
        await expect(page.getByRole('heading', { name: d(`settlement_${kind}`) })).toBeVisible();
      }
      await expect(page.getByText(d('settlement_row_amount'))).toBeVisible();
      await expectAccessibleInBothThemes(page, 'settlement');
    });
  });
}
