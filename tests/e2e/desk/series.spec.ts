import type { Page } from '@playwright/test';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { expect, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { paintPicture } from '../../support/media/paint-picture.ts';
import { drawOperatorHeaders } from '../../../tools/lib/test-server.ts';

const MANY = 10_000;

/** A draft of a series with some episodes, by the token of the settings; gives its number. */
async function makeSeries(page: Page, origin: string, name: string, count: number): Promise<number> {
  const headers = drawOperatorHeaders(origin);
  const post = (path: string, data: object) =>
    page.request.post(`${origin}/api/v1/operator/titles${path}`, { data, headers });
  const facts = { name_fa: `سریال ${name}`, name_en: `Series ${name}`, year: '2020', minutes: '40' };
  const made = await post('', { key: `series-${name}`, kind: 'series', ...facts });
  const { data } = (await made.json()) as { data: { id: number } };
  const rows = Array.from({ length: count }, (_, at) => {
    const number = String(at + 1);
    return { line: at + 1, draft: { number, name_fa: `قسمت ${number}`, name_en: `Part ${number}` } };
  });
  const pasted = await post(`/${String(data.id)}/episodes/paste`, { season: 1, rows, rehearse: false });
  expect(pasted.status()).toBe(200);
  return data.id;
}

for (const locale of ONE_LOCALE) {
  test.describe(`the table of a series (${locale})`, () => {
    test.use({ siteLocale: locale });
    const texts = locale === 'fa' ? deskFa : deskEn;
    const d = (key: keyof typeof deskFa, values: Record<string, string> = {}) =>
      Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, value), texts[key]);
    const n = (value: number) => new Intl.NumberFormat(locale).format(value);

    test.beforeEach(async ({ page, mobile, signIn, baseURL }) => {
      await signIn();
      await addMember(page, baseURL ?? '', { mobile, name: `series ${mobile}`, role: 'editor' });
    });

    const openTable = async (page: Page, id: number) => {
      await page.goto(`/desk/titles/${String(id)}/episodes`);
      await enterDesk(page, locale);
    };

    test('the table says who else edits the series', async ({ page, mobile, baseURL }) => {
      const origin = baseURL ?? '';
      const id = await makeSeries(page, origin, mobile, 1);
      const data = { tab: 'the-tab-of-somebody-else', act: 'take' };
      const lease = `${origin}/api/v1/operator/titles/${String(id)}/lease`;
      await page.request.post(lease, { data, headers: drawOperatorHeaders(origin) });
      await openTable(page, id);
      const theirs = page.getByRole('status').filter({ hasText: d('lease_theirs') });
      await expect(theirs).toBeVisible();
      await theirs.getByRole('button', { name: d('lease_take') }).click();
      await expect(theirs).toHaveCount(0);
    });

    test('an editor orders episodes by drag and by keys, and the order is there after the save', async ({
      page,
      mobile,
      baseURL,
      noise,
    }) => {
      await openTable(page, await makeSeries(page, baseURL ?? '', mobile, 4));
      const rows = page.getByRole('table', { name: d('series_episodes') }).getByRole('row');
      const expectOrder = async (...parts: number[]) => {
        for (const [at, part] of parts.entries())
          await expect(rows.nth(at + 1).locator('[data-field="name_en"]')).toHaveValue(`Part ${String(part)}`);
      };
      await expectOrder(1, 2, 3, 4);
      await rows.nth(1).locator('.desk-grip').dragTo(rows.nth(3));
      await expect(page.getByText(d('series_moved', { place: n(3) }))).toBeVisible();
      await expectOrder(2, 3, 1, 4);
      const up = page.getByRole('button', { name: d('series_up', { number: n(4) }) });
      await up.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Space');
      await expect(up).toBeFocused();
      await expectOrder(2, 4, 3, 1);
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect(page.getByText(d('title_saved'))).toBeVisible();
      await page.reload();
      await expectOrder(2, 4, 3, 1);
      await expect(rows.nth(2).locator('[data-field="number"]')).toHaveValue(n(2));
      expect(noise.errors).toEqual([]);
    });

    test('an editor writes synopses, sets a still, and names the season', async ({ page, mobile, baseURL, noise }) => {
      await openTable(page, await makeSeries(page, baseURL ?? '', mobile, 2));
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: d('series_synopses_of', { number: n(2) }) }).click();
      await dialog.getByLabel(d('title_field_synopsis_fa')).fill('خلاصهٔ تازه');
      await dialog.getByLabel(d('title_field_synopsis_en')).fill('A new synopsis');
      await expectAccessibleInBothThemes(page, 'synopses');
      await dialog.getByRole('button', { name: d('series_synopses_done') }).click();
      await expect(page.getByText(d('series_touched', { count: n(1) }))).toBeVisible();
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect(page.getByText(d('title_saved'))).toBeVisible();

      const still = d('series_still_of', { number: n(1) });
      await page.getByRole('button', { name: `${d('series_still_set')} (${still})` }).click();
      const choose = dialog.getByLabel(d('art_choose', { name: d('art_still') }));
      await choose.setInputFiles(await paintPicture(640, 360, 'still.jpg'));
      await expect(dialog.getByText(d('art_saved'))).toBeVisible();
      const card = dialog.frameLocator(`iframe[title="${d('art_preview_card')}"]`);
      await expect(card.getByRole('link').filter({ hasText: mobile }).locator('img')).toHaveAttribute('src', /still-/);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('img', { name: still })).toBeVisible();
      await expect(page.getByText(d('series_still_own'))).toBeVisible();

      const nameSeason = async (fill: () => Promise<void>) => {
        await page.getByRole('button', { name: d('series_season_edit') }).click();
        await fill();
        await dialog.getByRole('button', { name: d('title_save') }).click();
      };
      const year = dialog.getByLabel(d('title_field_year'));
      await nameSeason(async () => {
        await dialog.getByLabel(d('title_field_name_fa')).fill('آغاز');
        await year.fill('1750');
      });
      await expect(dialog.getByRole('alert')).toBeVisible();
      await year.fill('۱۳۹۸');
      await dialog.getByRole('button', { name: d('title_save') }).click();
      await expect(dialog).toHaveCount(0);
      await page.reload();
      await nameSeason(async () => {
        await expect(dialog.getByLabel(d('title_field_name_fa'))).toHaveValue('آغاز');
        await expect(year).toHaveValue(new Intl.NumberFormat(locale, { useGrouping: false }).format(2019));
      });
      await expect(dialog).toHaveCount(0);
      await page.getByRole('button', { name: d('series_synopses_of', { number: n(2) }) }).click();
      await expect(dialog.getByLabel(d('title_field_synopsis_fa'))).toHaveValue('خلاصهٔ تازه');
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      // The year that was refused.
      expect(noise.errors.filter((error) => !error.includes('422'))).toEqual([]);
    });

    test('of 10,000 pasted rows the page tells how far it is, and stops; more are refused', async ({
      page,
      mobile,
      baseURL,
      noise,
    }) => {
      await openTable(page, await makeSeries(page, baseURL ?? '', mobile, 1));
      const rows = (count: number) => Array.from({ length: count }, (_, at) => `${String(at + 1)}\tقسمت`).join('\n');
      const text = page.getByLabel(d('series_paste_label'));
      const paste = async (content: string) => {
        await text.fill('');
        await text.evaluate((field, data) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', data);
          field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        }, content);
      };
      await paste(rows(MANY + 2));
      await page.getByRole('button', { name: d('series_paste_read') }).click();
      await expect(page.getByRole('alert')).toContainText(n(MANY));
      await paste(rows(MANY));
      await page.getByRole('button', { name: d('series_paste_read') }).click();
      const { promise: stopped, resolve: release } = Promise.withResolvers<undefined>();
      let calls = 0;
      await page.route('**/episodes/paste', async (route) => {
        calls += 1;
        if (calls > 1) await stopped;
        await route.continue();
      });
      await page.getByRole('button', { name: d('intake_check') }).click();
      const progress = page.getByRole('progressbar');
      await expect(progress).toHaveAttribute('max', String(MANY));
      await expect(progress).toHaveAttribute('value', '100');
      await page.getByRole('button', { name: d('intake_stop') }).click();
      release(undefined);
      await expect(page.getByRole('button', { name: d('intake_check') })).toBeVisible();
      expect(calls).toBe(2);
      expect(noise.errors).toEqual([]);
    });
  });
}
