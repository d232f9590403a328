import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect } from '../../support/browser/fixtures.ts';

test('a day is chosen by the Persian calendar, with the keyboard and the pointer; the address has the ISO day', async ({
  page,
  enterAs,
}) => {
  await enterAs('finance', '/desk/books?day=2026-09-22');
  const open = page.getByRole('button', { name: `${deskFa.books_choose} ۳۱ شهریور ۱۴۰۵` });
  await open.click();
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAccessibleName('شهریور ۱۴۰۵');
  await expect(grid.getByRole('columnheader').first()).toHaveText('ش');
  await expect(grid.getByRole('button', { name: 'سه‌شنبه ۳۱ شهریور ۱۴۰۵' })).toBeFocused();
  await expectAccessibleInBothThemes(page, 'a month');
  await page.keyboard.press('PageUp');
  await expect(grid.getByRole('button', { name: '۳۱ مرداد ۱۴۰۵' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(grid).toHaveAccessibleName('شهریور ۱۴۰۵');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/day=2026-08-30$/);
  await page.getByRole('button', { name: `${deskFa.books_choose} ۸ شهریور ۱۴۰۵` }).click();
  await page.getByRole('button', { name: deskFa.month_before }).click();
  await grid.getByRole('button', { name: 'پنجشنبه ۱ مرداد ۱۴۰۵' }).click();
  await expect(page).toHaveURL(/day=2026-07-23$/);
});
