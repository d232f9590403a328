import { readFileSync } from 'node:fs';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { readDrafts } from '../../support/browser/desk.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { drawOperatorHeaders } from '../../../tools/lib/test-server.ts';

const FILM = { id: 80, name: 'خوک' };
/** A guest's stored page is new within a minute. */
const NEW_PAGE = { timeout: 60_000 };

for (const locale of ONE_LOCALE) {
  test.describe(`titles (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('an editor finds a film, writes it beside somebody else, takes a change back, hides it, and shows it', async ({
      page,
      browser,
      mobile,
      t,
      baseURL,
      noise,
      enterAs,
    }) => {
      const origin = baseURL ?? '';
      const guest = await browser.newContext({ baseURL: origin });
      const visit = async () => (await guest.request.get(`/movie/${String(FILM.id)}`)).text();
      const headers = drawOperatorHeaders(origin);
      await enterAs('editor', '/desk/titles');
      await expectAccessibleInBothThemes(page, 'titles');
      await page.getByRole('searchbox', { name: d('titles_search') }).fill(FILM.name);
      await page.getByRole('searchbox', { name: d('titles_search') }).press('Enter');
      await page.getByLabel(d('titles_kind'), { exact: true }).selectOption('movie');
      await expect(page).toHaveURL(/kind=movie/);
      const link = page.getByRole('link', { name: FILM.name, exact: true });
      await expect(link).toBeVisible();
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: d('csv_save') }).click();
      expect(readFileSync(await (await saving).path(), 'utf8')).toContain(`\r\n${String(FILM.id)},`);
      await link.click();

      const persian = page.getByRole('textbox', { name: d('title_field_synopsis_fa') });
      await expect(persian).toHaveAttribute('dir', 'rtl');
      const before = await persian.inputValue();
      const text = `داستانی تازه از ${mobile}`;
      await persian.fill(text);
      await page.getByRole('textbox', { name: d('title_field_awards_en') }).fill(`A prize ${mobile}`);
      await expect.poll(async () => (await readDrafts(page)).join()).toContain(`A prize ${mobile}`);
      await page.reload();
      await expect(page.getByText(d('draft_back'))).toBeVisible();
      await expect(persian).toHaveValue(text);
      const address = `/api/v1/operator/titles/${String(FILM.id)}`;
      const { data } = (await (await page.request.get(address, { headers })).json()) as { data: { rev: number } };
      const theirs = { rev: data.rev, fields: { synopsis_fa: `از کسی دیگر ${mobile}` } };
      expect((await page.request.post(address, { headers, data: theirs })).status()).toBe(200);
      await page.getByRole('button', { name: d('title_save') }).click();
      const conflict = page.getByRole('alert').filter({ hasText: d('title_conflict') });
      await expect(conflict.getByRole('row').nth(1)).toContainText(theirs.fields.synopsis_fa);
      await expectAccessibleInBothThemes(page, 'two texts');
      await conflict.getByRole('button', { name: d('title_take_mine') }).click();
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect(page.getByText(d('title_saved'))).toBeVisible();
      await expect.poll(visit, NEW_PAGE).toContain(text);

      await page
        .getByRole('button', { name: d('title_undo_of').replace('{{field}}', d('title_field_awards_en')) })
        .click();
      await expect(page.getByRole('textbox', { name: d('title_field_awards_en') })).not.toHaveValue(
        `A prize ${mobile}`,
      );
      await persian.fill(before);
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect(page.getByText(d('title_saved'))).toBeVisible();

      const countries = page.getByRole('textbox', { name: d('title_field_available_countries') });
      await countries.fill('aq، XQ');
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect(page.getByRole('alert')).toHaveText(t('error_title_countries', { unknown_countries: 'XQ' }));
      await countries.fill('aq');
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect(countries).toHaveValue('AQ');
      const area = t('area_countries', { countries: new Intl.DisplayNames(locale, { type: 'region' }).of('AQ') ?? '' });
      await expect.poll(visit, NEW_PAGE).toContain(area);
      const elsewhere = await guest.newPage();
      await elsewhere.goto(`/movie/${String(FILM.id)}#play`);
      const refusal = elsewhere.getByRole('dialog', { name: t('player_outside_area') });
      await expect(refusal.getByText(t('player_outside_area_next', { area }))).toBeVisible();
      await expect(refusal.getByRole('link', { name: t('player_report') })).toBeVisible();
      await elsewhere.close();
      await countries.fill('');
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect(page.getByText(d('title_saved'))).toBeVisible();
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);

      const publish = async (open: string, act: string) => {
        await page.getByRole('button', { name: open, exact: true }).click();
        await page.getByRole('dialog').getByLabel(d('reason_label')).fill('a test of the desk');
        await expectAccessibleInBothThemes(page, open);
        await page.getByRole('dialog').getByRole('button', { name: act }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      };
      const getStatus = async () => (await guest.request.get(`/movie/${String(FILM.id)}`)).status();
      await publish(d('title_hide'), d('title_hide_do'));
      await expect.poll(getStatus, NEW_PAGE).toBe(404);
      await publish(d('publish_now'), d('publish_now_do'));
      await expect.poll(getStatus, NEW_PAGE).toBe(200);
      await guest.close();
      expect(noise.errors.filter((text) => !/409|422/.test(text))).toEqual([]);
    });

    test('an editor makes a film, sees its page before anybody else, plans it, and publishes it with another', async ({
      page,
      browser,
      mobile,
      baseURL,
      enterAs,
    }) => {
      const origin = baseURL ?? '';
      const guest = await browser.newContext({ baseURL: origin });
      await enterAs('editor', '/desk/titles');
      await page.getByRole('button', { name: d('create_title') }).click();
      const dialog = page.getByRole('dialog');
      const name = `فیلم ساختهٔ ${mobile}`;
      await dialog.getByLabel(d('title_field_name_fa'), { exact: true }).fill(name);
      await dialog.getByLabel(d('title_field_name_en'), { exact: true }).fill(`Made by ${mobile}`);
      await dialog.getByLabel(d('title_field_year'), { exact: true }).fill('2');
      await dialog.getByLabel(d('title_field_minutes'), { exact: true }).fill('۱:۳۰');
      await dialog.getByRole('button', { name: d('create_do') }).click();
      await expect(dialog.getByLabel(d('title_field_year'), { exact: true })).toHaveAttribute('aria-invalid', 'true');
      await dialog.getByLabel(d('title_field_year'), { exact: true }).fill('۱۴۰۵');
      await dialog.getByRole('button', { name: d('create_do') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(mobile);
      await expect(page.getByText(d('titles_state_draft'), { exact: true })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'a draft');

      const link = page.getByRole('link', { name: d('preview_open') });
      const preview = (await link.getAttribute('href')) ?? '';
      expect((await guest.request.get(preview)).status()).toBe(404);
      const opening = page.waitForEvent('popup');
      await link.click();
      const popup = await opening;
      await expect(popup.getByRole('heading', { level: 1 })).toContainText(mobile);
      await popup.close();

      await page.getByRole('button', { name: d('publish_plan'), exact: true }).click();
      await dialog.getByRole('textbox', { name: d('publish_at') }).fill('2020-01-01 10:00');
      await expect(dialog.getByText(d('publish_past'))).toBeVisible();
      await dialog.getByRole('textbox', { name: d('publish_at') }).fill('2090-01-01 10:00');
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: d('publish_plan_do') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText(d('titles_state_scheduled'), { exact: true })).toBeVisible();
      await page.getByRole('button', { name: d('publish_withdraw') }).click();
      await expect(page.getByText(d('titles_state_draft'), { exact: true })).toBeVisible();

      await page.goto('/desk/titles?state=draft');
      const tick = page.getByRole('checkbox', { name: d('bulk_choose').replace('{{name}}', name) });
      await tick.check();
      await page
        .getByRole('button', { name: d('bulk_publish_do').replace('{{number}}', locale === 'fa' ? '۱' : '1') })
        .click();
      await expect(tick).toHaveCount(0);
      await expect(page.getByRole('status', { name: d('bulk_results') })).toContainText(name);
      const path = new URL(preview, origin).pathname;
      const getStatus = async () => (await guest.request.get(path)).status();
      await expect.poll(getStatus, NEW_PAGE).toBe(200);

      // The premiere: hidden again, and out by itself at its second.
      const headers = drawOperatorHeaders(origin);
      const address = `/api/v1/operator/titles/${path.split('/').at(-1) ?? ''}`;
      const hiding = { headers, data: { reason: 'before its premiere' } };
      expect((await page.request.post(`${address}/hide`, hiding)).status()).toBe(200);
      await expect.poll(getStatus, NEW_PAGE).toBe(404);
      const premiere = Math.ceil(Date.now() / 1000) + 3;
      const plan = { headers, data: { starts_at: premiere } };
      expect((await page.request.post(`${address}/publish`, plan)).status()).toBe(200);
      const seeAt = async () => ((await getStatus()) === 200 ? Date.now() / 1000 : 0);
      await expect.poll(seeAt, NEW_PAGE).toBeGreaterThanOrEqual(premiere);
      await guest.close();
    });
  });
}
