import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { buildXlsx } from '../../../src/platform/desk/xlsx.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { drawOperatorHeaders } from '../../../tools/lib/test-server.ts';

const HEADER = 'کد;نوع;نام فیلم;عنوان لاتین;سال;مدت';

for (const locale of ONE_LOCALE) {
  test.describe(`files of titles (${locale})`, () => {
    test.use({ siteLocale: locale });
    const texts = locale === 'fa' ? deskFa : deskEn;
    const d = (key: keyof typeof deskFa, values: Record<string, string> = {}) =>
      Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, value), texts[key]);
    const n = (value: number) => new Intl.NumberFormat(locale).format(value);
    const drop = async (page: Page, content: string | Uint8Array) => {
      const path = test.info().outputPath('serials.csv');
      writeFileSync(path, content);
      await page.getByLabel(d('intake_choose')).setInputFiles(path);
    };
    const toCsv = (rows: readonly string[]) => `\ufeff${[HEADER, ...rows].join('\r\n')}`;
    const match = async (page: Page) => {
      for (const [column, field] of [
        ['کد', 'id'],
        ['نام فیلم', 'name_fa'],
        ['عنوان لاتین', 'name_en'],
        ['مدت', 'minutes'],
      ] as const)
        await page.getByLabel(d('intake_field_of', { column })).selectOption(field);
      await page.getByRole('button', { name: d('intake_check') }).click();
    };

    test('an editor drops a file, matches its columns, reads the dry run, imports it, and pastes its episodes', async ({
      page,
      mobile,
      baseURL,
      noise,
      enterAs,
    }) => {
      const origin = baseURL ?? '';
      const rows = [
        `s-${mobile};سریال;جادهٔ ${mobile};Road ${mobile};۱۳۹۵;45`,
        `f-${mobile};فیلم;گنبد ${mobile};Dome ${mobile};1750;long`,
      ];
      await enterAs('editor', '/desk/import');
      await drop(page, new Uint8Array([0xc7, 0xe1, 0x2c, 0xed]));
      await expect(page.getByRole('alert').filter({ hasText: d('intake_fault_encoding') })).toBeVisible();
      await drop(page, toCsv(rows));
      await expect(page.getByLabel(d('intake_field_of', { column: 'نوع' }))).toHaveValue('kind');
      await expectAccessibleInBothThemes(page, 'columns');
      await match(page);
      const lines = page.getByRole('table', { name: d('intake_lines') });
      await expect(lines.getByRole('row').filter({ hasText: d('intake_rejected') })).toContainText(
        d('intake_why_year'),
      );
      await expect(lines.getByRole('row').filter({ hasText: d('intake_added') })).toContainText(`جادهٔ ${mobile}`);
      await expectAccessibleInBothThemes(page, 'a dry run');
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('button', { name: d('intake_write'), exact: true }).click();
      await expect(page.getByText(d('intake_done_note'))).toBeVisible();
      await expect(page.getByRole('definition').first()).toHaveText(n(1));
      await page.getByRole('button', { name: d('intake_next') }).click();
      const cells = [HEADER, ...rows.slice(0, 1)].map((row) => row.split(';'));
      const workbook = await buildXlsx(cells, { isRightToLeft: true });
      await drop(page, (await workbook.bytes()).subarray(0, 200));
      await expect(page.getByRole('alert').filter({ hasText: d('workbook_damaged') })).toBeVisible();
      await drop(page, await workbook.bytes());
      await match(page);
      await expect(page.getByText(d('intake_lines_none'))).toBeVisible();

      const headers = drawOperatorHeaders(origin);
      const query = encodeURIComponent(`Road ${mobile}`);
      const answer = await page.request.get(`/api/v1/operator/titles?query=${query}`, { headers });
      const { data } = (await answer.json()) as { data: { id: number }[] };
      await page.goto(`/desk/titles/${String(data[0]?.id)}`);
      await page.getByRole('link', { name: d('series_open_all') }).click();
      await page
        .getByLabel(d('series_paste_label'))
        .fill('1\tآغاز\tStart\n2\tمیان\nپنجم؟\tبد\n۴\tپایان\t\t۵۰\n5\tپس از آن');
      await page.getByRole('button', { name: d('series_paste_read') }).click();
      await page.getByRole('button', { name: d('intake_check') }).click();
      const counts = (added: number, changed: number, rejected: number) => ({
        ...{ added: n(added), changed: n(changed), rejected: n(rejected) },
      });
      await expect(page.getByText(d('series_paste_would', counts(4, 0, 1)))).toBeVisible();
      await expectAccessibleInBothThemes(page, 'pasted rows');
      await expect(page.getByLabel(d('series_release'))).toHaveValue('drafts');
      await page.getByRole('button', { name: d('series_paste_write'), exact: true }).click();
      await expect(page.getByText(d('series_paste_done', counts(4, 0, 1)))).toBeVisible();
      await expect(page.getByText(d('series_gaps', { numbers: n(3) }))).toBeVisible();
      await expect(page.getByText(d('series_drafts', { count: n(4) }))).toBeVisible();

      const cell = (field: 'title_field_name_fa' | 'title_field_number', number: number) =>
        page.getByRole('textbox', { name: d('series_cell', { field: d(field), number: n(number) }) });
      await page.getByRole('button', { name: d('series_up', { number: n(5) }) }).press('Enter');
      await expect(page.getByRole('button', { name: d('series_up', { number: n(5) }) })).toBeFocused();
      await page.getByRole('button', { name: d('title_drop') }).click();
      await page.getByRole('button', { name: d('series_renumber', { number: n(1) }) }).click();
      await cell('title_field_name_fa', 2).fill('نام تازه');
      await page.reload();
      await expect(cell('title_field_name_fa', 2)).toHaveValue('نام تازه');
      await expect(cell('title_field_number', 5)).toHaveValue(n(4));
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect(page.getByText(d('title_saved'))).toBeVisible();
      await expect(page.getByText(d('series_gaps', { numbers: n(3) }))).toHaveCount(0);
      await expect(cell('title_field_name_fa', 2)).toHaveValue('نام تازه');
      await cell('title_field_name_fa', 1).evaluate((input) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', '6\tششم\n7\tهفتم');
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
      await expect(page.getByLabel(d('series_paste_label'))).toBeFocused();
      await expect(page.getByLabel(d('series_paste_label'))).toHaveValue('6\tششم\n7\tهفتم');
      await expectAccessibleInBothThemes(page, 'episodes');
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      expect(noise.errors).toEqual([]);
    });
  });
}
