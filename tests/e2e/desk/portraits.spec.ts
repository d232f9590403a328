import sharp from 'sharp';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';

for (const locale of ONE_LOCALE) {
  test.describe(`portraits (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa, name = '') =>
      (locale === 'fa' ? deskFa : deskEn)[key].replace(/\{\{\w+\}\}/, name);

    test('a person gets a portrait with a focal point, and both are taken back', async ({ page, mobile, enterAs }) => {
      await enterAs('editor', '/desk/cast');
      const name = `بازیگر ${mobile}`;
      await page.getByText(d('credits_new'), { exact: true }).click();
      await page.getByLabel(d('title_field_name_fa'), { exact: true }).fill(name);
      await page.getByLabel(d('title_field_name_en'), { exact: true }).fill(`Face ${mobile}`);
      await page.getByRole('button', { name: d('credits_make') }).click();
      await page.getByRole('searchbox').fill(`Face ${mobile}`);
      await page.getByRole('searchbox').press('Enter');
      const label = locale === 'fa' ? name : `Face ${mobile}`;
      await page.getByRole('button', { name: d('portrait_of', label) }).click();

      const dialog = page.getByRole('dialog', { name: d('portrait_of', label) });
      const file = dialog.getByLabel(d('art_choose', d('portrait')));
      const paint = async (width: number, height: number) => ({
        ...{ name: 'face.jpg', mimeType: 'image/jpeg' },
        buffer: await sharp({ create: { width, height, channels: 3, background: `#${mobile.slice(-6)}` } })
          .jpeg()
          .toBuffer(),
      });
      await file.setInputFiles(await paint(60, 60));
      await expect(dialog.getByRole('alert')).toBeVisible();
      await file.setInputFiles(await paint(400, 600));
      await expect(dialog.getByRole('img', { name: d('art_now', d('portrait')) })).toBeVisible();
      const focus = dialog.getByRole('button', { name: d('art_focus') });
      await focus.focus();
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowUp');
      await expectAccessibleInBothThemes(page, 'a portrait');
      await dialog.getByRole('button', { name: d('art_focus_save') }).click();
      const history = dialog.getByRole('table', { name: d('title_history') });
      await expect(history.getByRole('row')).toHaveCount(3);
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1280, height: 900 });
      await history.getByRole('button', { name: d('title_undo_of', d('art_focus')) }).click();
      await expect(history.getByRole('row')).toHaveCount(4);
      await dialog.getByRole('button', { name: d('art_remove_of', d('portrait')) }).click();
      await expect(dialog.getByText(d('art_none')).first()).toBeVisible();
    });
  });
}
