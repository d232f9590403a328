import type { Locator } from '@playwright/test';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { createDeskClient } from '../../support/browser/desk.ts';
import { drawOperatorHeaders } from '../../../tools/lib/test-server.ts';

for (const locale of ONE_LOCALE) {
  test.describe(`several titles (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('an editor sees what a change would do to chosen titles, makes it, and reads why one was left out', async ({
      page,
      mobile,
      baseURL,
      enterAs,
    }) => {
      const origin = baseURL ?? '';
      const headers = drawOperatorHeaders(origin);
      const send = createDeskClient(page.request, origin);
      const names = ['first', 'second', 'held'].map((word) => `${word} ${mobile}`);
      const ids: number[] = [];
      for (const [at, name] of names.entries()) {
        const draft = { key: `edit-${String(at)}-${mobile}`, kind: 'movie', name_fa: name, name_en: name };
        ids.push((await send<{ id: number }>('titles', { ...draft, year: '2020', minutes: '90' })).id);
      }
      const read = async (id: number | undefined) => {
        const answer = await page.request.get(`/api/v1/operator/titles/${String(id)}`, { headers });
        return ((await answer.json()) as { data: { rev: number; values: { countries: string } } }).data;
      };
      const save = async (id: number | undefined, fields: Record<string, string>) =>
        send(`titles/${String(id)}`, { rev: (await read(id)).rev, fields });
      const readCountries = async () => Promise.all(ids.map(async (id) => (await read(id)).values.countries));
      await save(ids[1], { countries: 'IR,FR' });
      await send(`titles/${String(ids[2])}/lease`, { tab: 'the-tab-of-somebody-else' });
      await enterAs('editor', '/desk/titles?state=draft');
      for (const name of names)
        await page.getByRole('checkbox', { name: d('bulk_choose').replace('{{name}}', name) }).check();
      await page.getByRole('button', { name: new RegExp(d('edit_titles_open').replace('{{number}}', '.')) }).click();
      const dialog = page.getByRole('dialog');
      const add = d('edit_titles_add').replace('{{field}}', d('title_field_countries'));
      await dialog.getByRole('combobox', { name: d('edit_titles_act') }).selectOption({ label: add });
      const field = dialog.getByRole('textbox', { name: d('title_field_countries') });
      await field.fill('آتلانتیس');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await field.fill('فرانسه');
      await field.press('Enter');
      const row = (box: Locator, name: string) => box.getByRole('row').filter({ hasText: name });
      await expect(row(dialog, names[0] ?? '')).toContainText(d('edit_titles_will'));
      await expect(row(dialog, names[1] ?? '')).toContainText(d('edit_titles_same'));
      await expect(row(dialog, names[2] ?? '')).toContainText(d('bulk_held').split('}}').at(-1)?.slice(1) ?? '');
      await expectAccessibleInBothThemes(page, 'what would happen to several titles');
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      expect(await readCountries()).toEqual(['', 'IR,FR', '']);
      await dialog.getByRole('button', { name: new RegExp(d('edit_titles_do').replace('{{number}}', '.')) }).click();
      await expect(dialog).toHaveCount(0);
      const results = page.getByRole('status', { name: d('bulk_results') });
      await expect(row(results, names[0] ?? '')).toContainText(d('edit_titles_changed'));
      expect(await readCountries()).toEqual(['FR', 'IR,FR', '']);

      const now = Date.now();
      const toDay = (days: number) => new Date(now + (3.5 * 3600 + days * 86_400) * 1000).toISOString().slice(0, 10);
      await save(ids[1], { available_until: toDay(2) });
      await save(ids[0], { available_until: toDay(5) });
      const table = page.getByRole('table', { name: d('titles_title') });
      await page.getByRole('combobox', { name: d('titles_ends') }).selectOption('7');
      await expect(row(table, names[2] ?? '')).toHaveCount(0);
      const rows = table.getByRole('row').filter({ hasText: mobile });
      await expect(rows).toContainText([names[1] ?? '', names[0] ?? '']);
      await expect(rows.first().getByRole('time').first()).toHaveAttribute('datetime', toDay(2));
      await expectNoSidewaysScroll(page);
    });

    test('finance reads what one price would do to chosen titles, and sets it', async ({
      page,
      mobile,
      baseURL,
      noise,
      enterAs,
    }) => {
      const send = createDeskClient(page.request, baseURL ?? '');
      const names = ['one', 'two'].map((word) => `${word} ${mobile}`);
      for (const [at, name] of names.entries()) {
        const draft = { key: `price-${String(at)}-${mobile}`, kind: 'movie', name_fa: name, name_en: name };
        await send('titles', { ...draft, year: '2020', minutes: '90' });
      }
      await enterAs('finance', '/desk/titles?state=draft');
      for (const name of names)
        await page.getByRole('checkbox', { name: d('bulk_choose').replace('{{name}}', name) }).check();
      await page.getByRole('button', { name: new RegExp(d('price_titles_open').replace('{{number}}', '.')) }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(d('price_toman'), { exact: true }).fill('۸۷٬۰۰۰');
      await dialog.getByLabel(d('reason_label')).fill('a test of the desk');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      const rows = (box: Locator) => box.getByRole('row').filter({ hasText: mobile });
      await expect(rows(dialog)).toContainText([d('price_none'), d('price_none')]);
      await expectAccessibleInBothThemes(page, 'what one price would do');
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      await dialog.getByRole('button', { name: new RegExp(d('price_titles_do').replace('{{number}}', '.')) }).click();
      await expect(dialog).toHaveCount(0);
      const results = page.getByRole('status', { name: d('bulk_results') });
      await expect(rows(results)).toContainText([/[8۸][7۷]/, /[8۸][7۷]/]);
      expect(noise.errors).toEqual([]);
    });
  });
}
