import { readFileSync } from 'node:fs';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { expect, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';

const REPORT = {
  ...{ v: 2, sid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', sn: 0, ts: 1, e: 'ps', sta: 'p', sf: 'h', st: 'v' },
  ...{ msd: 800, 'ir.pardeh-height': 480 },
};

for (const locale of ONE_LOCALE) {
  test.describe(`the quality of plays (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('is shown by day and picture, and its old address leads to it', async ({
      page,
      mobile,
      signIn,
      baseURL,
      noise,
    }) => {
      await signIn();
      const origin = baseURL ?? '';
      const headers = { origin };
      const answer = await page.request.post('/api/v1/plays/quality', { data: { reports: [REPORT] }, headers });
      expect(answer.status()).toBe(200);
      await addMember(page, origin, { mobile, name: `quality ${mobile}`, role: 'editor' });
      await page.goto('/operator/quality');
      await expect(page).toHaveURL(/\/desk\/quality$/);
      await enterDesk(page, locale);

      const byDay = page.getByRole('region', { name: d('quality_by_day') });
      await expect(byDay.getByRole('cell').first()).toHaveText(d('quality_all'));
      const byHeight = page.getByRole('region', { name: d('quality_by_height') });
      await expect(byHeight.getByText('480p')).toBeVisible();
      await expectAccessibleInBothThemes(page, 'quality');
      await page.getByLabel(d('quality_period')).selectOption('7');
      await expect(page).toHaveURL(/\?days=7$/);
      const saving = page.waitForEvent('download');
      await byHeight.getByRole('button', { name: d('csv_save') }).click();
      const file = await saving;
      expect(file.suggestedFilename()).toBe('pardeh-quality-7-pictures.csv');
      expect(readFileSync(await file.path(), 'utf8')).toMatch(/\r\n480p,\d+,\d+,/);
      await page.setViewportSize({ width: 360, height: 780 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(noise.errors).toEqual([]);
    });
  });
}
