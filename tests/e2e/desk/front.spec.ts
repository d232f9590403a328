import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import siteFa from '../../../locales/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { createDeskClient, readDrafts } from '../../support/browser/desk.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE } from '../../support/browser/fixtures.ts';
import { holdRequests } from '../../support/browser/hold-requests.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { drawOperatorHeaders } from '../../../tools/lib/test-server.ts';

const FILM = { id: 80, fa: 'خوک' };
/** After every other test, so that no page of theirs changes. */
const LATER = '۱۴۱۴/۰۱/۰۱ ۲۰:۰۰';
/** No other test looks at its week. */
const CHANNEL = 404;
const LATER_SECONDS = 2_058_107_400;

for (const locale of ONE_LOCALE) {
  test.describe(`the front of the house (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa, values: Record<string, string> = {}) =>
      Object.entries(values).reduce(
        (text, [name, value]) => text.replace(`{{${name}}}`, value),
        (locale === 'fa' ? deskFa : deskEn)[key],
      );

    test('an editor plans a slide beside somebody else, looks at home of that day, and takes it back', async ({
      page,
      mobile,
      baseURL,
      noise,
      enterAs,
    }) => {
      const origin = baseURL ?? '';
      const headers = drawOperatorHeaders(origin);
      await enterAs('editor', '/desk/front');
      const hero = page.getByRole('region', { name: d('front_hero'), exact: true });
      const rows = hero.getByRole('table', { name: d('front_hero'), exact: true }).locator('tbody tr');
      await expect(rows.first()).toBeVisible();
      const before = await rows.count();
      await expectAccessibleInBothThemes(page, 'front');
      await hero.getByText(d('front_add_slide')).click();
      await hero.getByRole('searchbox', { name: d('front_find') }).fill(FILM.fa);
      await hero.getByRole('searchbox', { name: d('front_find') }).press('Enter');
      await hero.getByRole('button', { name: d('front_add_of', { name: FILM.fa }), exact: true }).click();
      await expect(rows).toHaveCount(before + 1);
      await hero.getByRole('button', { name: d('front_edit_of', { name: FILM.fa }), exact: true }).click();
      const dialog = page.getByRole('dialog');
      const line = `خطی از ${mobile}`;
      await dialog.getByLabel(d('front_line_fa')).fill(line);
      await dialog.getByLabel(d('front_starts'), { exact: true }).fill(LATER);
      await expectAccessibleInBothThemes(page, 'slide');
      await dialog.getByRole('button', { name: d('front_ready') }).click();
      await expect(rows.last()).toContainText(d('front_state_planned'));
      const up = hero.getByRole('button', { name: d('order_up', { name: FILM.fa }), exact: true });
      for (let at = 0; at < before; at += 1) {
        await up.focus();
        await up.press('Enter');
      }
      await expect(rows.first()).toContainText(line);
      await expect.poll(async () => (await readDrafts(page)).join()).toContain(line);
      await page.reload();
      await expect(hero.getByText(d('draft_back'))).toBeVisible();
      await expect(rows.first()).toContainText(line);

      const address = '/api/v1/operator/front/hero';
      interface Hero {
        data: { rev: number; slides: ({ title: unknown } & Record<string, unknown>)[] };
      }
      const { data } = (await (await page.request.get(address, { headers })).json()) as Hero;
      const slides = data.slides.map(({ title: _title, ...slide }) => slide);
      const last = slides.at(-1);
      const theirs = [...slides, { ...last, starts_at: LATER_SECONDS, ends_at: null }];
      const send = { headers, data: { rev: data.rev, slides: theirs } };
      expect((await page.request.post(address, send)).status()).toBe(200);
      await hero.getByRole('button', { name: d('title_save') }).click();
      await expect(hero.getByRole('alert').filter({ hasText: d('front_conflict') })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'conflict');
      await hero.getByRole('button', { name: d('front_take_mine') }).click();
      await hero.getByRole('button', { name: d('title_save') }).click();
      await expect(hero.getByText(d('title_saved'))).toBeVisible();
      await expect(rows.first()).toContainText(line);

      const preview = page.getByRole('region', { name: d('front_preview') });
      await preview.getByLabel(d('preview_when')).selectOption('at');
      await preview.getByLabel(d('preview_time'), { exact: true }).fill(LATER);
      const opening = page.waitForEvent('popup');
      await preview.getByRole('link', { name: d('preview_open') }).click();
      const home = await opening;
      await expect(home.locator('.hero-slide').first()).toContainText(line);
      await home.close();
      const now = await (await page.request.get('/')).text();
      expect(now).not.toContain(line);

      await hero.getByText(d('front_hero_changes'), { exact: true }).click();
      const undo = hero.getByRole('button', { name: d('title_undo_of', { field: d('front_hero_changes') }) });
      await undo.click();
      await expect(rows).toHaveCount(before + 1);
      await expect(rows.first()).not.toContainText(line);
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      const restored = (await (await page.request.get(address, { headers })).json()) as Hero;
      const back = { headers, data: { rev: restored.data.rev, slides } };
      expect((await page.request.post(address, back)).status()).toBe(200);
      expect(noise.errors.filter((text) => !text.includes('409'))).toEqual([]);
    });

    test('titles that the hero has no place for stay in the field, and it says so', async ({ page, enterAs }) => {
      await enterAs('editor', '/desk/front');
      const hero = page.getByRole('region', { name: d('front_hero'), exact: true });
      const rows = hero.getByRole('table', { name: d('front_hero'), exact: true }).locator('tbody tr');
      await expect(rows.first()).toBeVisible();
      const room = 12 - (await rows.count());
      await hero.getByText(d('front_add_slide')).click();
      await hero.getByLabel(d('front_paste')).fill(Array.from({ length: room + 2 }, (_, at) => 40 + at).join('، '));
      await hero
        .getByRole('button', { name: d('front_paste_add', { count: (room + 2).toLocaleString('fa-IR') }) })
        .click();
      await expect(rows).toHaveCount(12);
      await expect(hero.getByText(d('front_no_place', { count: (2).toLocaleString('fa-IR') }))).toBeVisible();
      await expect(hero.getByLabel(d('front_paste'))).toHaveValue(`${String(40 + room)} ${String(41 + room)}`);
    });

    test('an editor makes a list of pasted titles, orders it by keys, and puts it on home', async ({
      page,
      mobile,
      noise,
      enterAs,
    }) => {
      await enterAs('editor', '/desk/front');
      const key = `e2e-${mobile.slice(-7)}`;
      const name = `شب ${mobile}`;
      await page.getByRole('button', { name: d('front_list_make') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(d('front_name_fa')).fill(name);
      await dialog.getByLabel(d('front_name_en')).fill(`Night ${mobile}`);
      await dialog.getByLabel(d('front_key')).fill('classics');
      await dialog.getByRole('button', { name: d('front_list_do') }).click();
      await expect(dialog.getByLabel(d('front_key'))).toHaveAttribute('aria-invalid', 'true');
      await dialog.getByLabel(d('front_key')).fill(key);
      await dialog.getByRole('button', { name: d('front_list_do') }).click();
      await expect(page).toHaveURL(new RegExp(`/desk/front/lists/${key}$`));
      await page.getByLabel(d('front_layout'), { exact: true }).selectOption('wide');
      await page.getByLabel(d('front_starts'), { exact: true }).fill(LATER);
      await page.getByLabel(d('front_paste')).fill('۱۰، /movie/80 https://pardeh.ir/movie/11 xyz');
      // The text that is typed while the titles are on their way stays.
      const release = await holdRequests(page, '**/operator/front/titles?*');
      await page.getByRole('button', { name: d('front_paste_add', { count: '۳' }) }).click();
      await page.getByLabel(d('front_line_fa')).fill('سه فیلم');
      release();
      await expect(page.getByText(d('front_paste_left', { count: '۱' }))).toBeVisible();
      await expect(page.getByLabel(d('front_paste'))).toHaveValue('xyz');
      const rows = page.getByRole('table', { name: d('front_titles') }).locator('tbody tr');
      await expect(rows).toHaveCount(3);
      await expect(page.getByLabel(d('front_line_fa'))).toHaveValue('سه فیلم');
      const up = page.getByRole('button', { name: d('order_up', { name: FILM.fa }), exact: true });
      await up.focus();
      await up.press('Enter');
      await expect(rows.first()).toContainText(FILM.fa);
      await rows.first().locator('.desk-grip').dragTo(rows.nth(2));
      await expect(rows.nth(2)).toContainText(FILM.fa);
      await expectAccessibleInBothThemes(page, 'list');
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect(page.getByText(d('title_saved'))).toBeVisible();
      await expect.poll(() => readDrafts(page)).toEqual([]);
      await page.reload();
      await expect(rows.nth(2)).toContainText(FILM.fa);
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      await page.getByRole('link', { name: d('front_back') }).click();
      const tick = page.getByRole('checkbox', { name: d('front_on_home_of', { name }) });
      await tick.check();
      const lists = page.getByRole('region', { name: d('front_lists'), exact: true });
      const save = lists.getByRole('button', { name: d('title_save') });
      const saved = lists.getByText(d('title_saved'));
      // If another test has made a list meanwhile, the server refuses the order, and the next press saves both.
      const refused = lists.getByRole('alert').filter({ hasText: siteFa.error_front_changed });
      await save.click();
      await expect(saved.or(refused)).toBeVisible();
      if (await refused.isVisible()) await save.click();
      await expect(saved).toBeVisible();
      await expect(tick).toBeChecked();
      expect(noise.errors.filter((text) => !text.includes('409'))).toEqual([]);
    });

    test('an editor makes a screening of a title that is not out, writes it, and hides it', async ({
      page,
      mobile,
      baseURL,
      noise,
      enterAs,
    }) => {
      const origin = baseURL ?? '';
      const names = { name_fa: `اکران ${mobile}`, name_en: `Screening ${mobile}` };
      const draft = { key: `screening-${mobile}`, kind: 'movie', ...names, year: '2026', minutes: '90' };
      const { id } = await createDeskClient(page.request, origin)<{ id: number }>('titles', draft);
      await enterAs('editor', '/desk/front/screenings');
      await page.getByRole('button', { name: d('screenings_make') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(d('front_find'), { exact: true }).click();
      await dialog.getByRole('searchbox').fill(FILM.fa);
      await dialog.getByRole('searchbox').press('Enter');
      await dialog.getByRole('button', { name: d('front_choose_of', { name: FILM.fa }), exact: true }).click();
      await expect(dialog.getByText(FILM.fa, { exact: false }).first()).toBeVisible();
      await dialog.getByLabel(d('screenings_title_ref')).fill(`/movie/${String(id)}`);
      await expect(dialog.getByText(names.name_fa)).toBeVisible();
      await dialog.getByLabel(d('screenings_starts'), { exact: true }).fill(LATER);
      await dialog.getByLabel(d('screenings_ends'), { exact: true }).fill('۱۴۱۴/۰۱/۰۲ ۲۰:۰۰');
      await dialog.getByLabel(d('screenings_toman')).fill('۴۵٬۰۰۰');
      await dialog.getByLabel(d('screenings_capacity')).fill('۳');
      await expectAccessibleInBothThemes(page, 'screening');
      await dialog.getByRole('button', { name: d('screenings_make') }).click();
      await expect(dialog).toHaveCount(0);
      const row = page.getByRole('row').filter({ hasText: names.name_fa });
      await expect(row).toContainText('۴۵٬۰۰۰');
      await expect(row).toContainText(d('screenings_seats_of', { count: '۰', all: '۳' }));
      await row.getByRole('button').click();
      await expect(dialog.getByText(d('screenings_people', { count: '۰' }))).toBeVisible();
      await dialog.getByLabel(d('screenings_toman')).fill('50000');
      await dialog.getByLabel(d('screenings_capacity')).fill('');
      await dialog.getByRole('button', { name: d('title_save') }).click();
      await expect(row).toContainText('۵۰٬۰۰۰');
      await expect(row).not.toContainText('۳');
      await row.getByRole('button').click();
      await dialog.getByLabel(d('reason_label')).fill('a test of the desk');
      await dialog.getByRole('button', { name: d('screenings_hide') }).click();
      await expect(dialog.getByRole('button', { name: d('screenings_show') })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'hidden screening');
      await page.keyboard.press('Escape');
      await expect(row).toContainText(d('titles_state_hidden'));
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      expect(noise.errors).toEqual([]);
    });

    test('an editor moves a programme of a channel by drag and by a form, sees the gap, and takes a save back', async ({
      page,
      mobile,
      noise,
      enterAs,
    }) => {
      await enterAs('editor', '/desk/front/channels');
      await expect(
        page
          .getByRole('row')
          .filter({ hasText: d('weeks_full') })
          .first(),
      ).toBeVisible();
      await expectAccessibleInBothThemes(page, 'channels');
      await page.goto(`/desk/front/channels/${String(CHANNEL)}`);
      const saturday = page.getByRole('region', { name: d('weeks_day_0'), exact: true }).getByRole('listitem');
      const findings = page.getByRole('region', { name: d('weeks_findings') }).getByRole('listitem');
      await expect(saturday.first()).toContainText('۰۰:۰۰');
      await expect(findings).toHaveCount(0);
      await saturday.first().dragTo(saturday.nth(2));
      await expect(findings).toHaveCount(2);
      const [gap, overlap] = locale === 'fa' ? ['خالی', 'روی‌هم‌افتاده'] : ['gap', 'overlap'];
      await expect(findings.filter({ hasText: gap })).toHaveCount(1);
      await expect(findings.filter({ hasText: overlap })).toHaveCount(1);
      await expect(saturday.first()).toContainText(gap);
      await saturday.first().getByRole('button').click();
      await expect(page.getByRole('dialog').getByLabel(d('weeks_start'))).toHaveValue('۰۰:۰۰');
      await page.keyboard.press('Escape');
      await expectAccessibleInBothThemes(page, 'week');
      await page.getByRole('button', { name: d('title_drop') }).click();
      await expect(findings).toHaveCount(0);
      await saturday.first().getByRole('button').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(d('weeks_day'), { exact: true }).selectOption('1');
      await dialog.getByLabel(d('weeks_start')).fill('۰۰:۰۷');
      await dialog.getByRole('button', { name: d('front_ready') }).click();
      const sunday = page.getByRole('region', { name: d('weeks_day_1'), exact: true }).getByRole('listitem');
      await expect(sunday.filter({ hasText: '۰۰:۰۷' })).toContainText(d('weeks_overlap').split('{{')[0] ?? '');
      await expect(saturday.first()).toContainText(gap);
      await page.getByRole('button', { name: d('title_drop') }).click();
      await expect(findings).toHaveCount(0);
      await saturday.first().getByRole('button').click();
      const name = `برنامهٔ ${mobile}`;
      await dialog.getByLabel(d('front_name_fa')).fill(name);
      await dialog.getByLabel(d('weeks_start')).fill('۰۰:۰۷');
      await expectAccessibleInBothThemes(page, 'programme');
      await dialog.getByRole('button', { name: d('front_ready') }).click();
      await expect(saturday.filter({ hasText: name })).toContainText('۰۰:۰۷');
      await expect(findings).toHaveCount(2);
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect(page.getByText(d('title_saved'))).toBeVisible();
      await expect.poll(() => readDrafts(page)).toEqual([]);
      await page.reload();
      await expect(saturday.filter({ hasText: name })).toContainText('۰۰:۰۷');
      await page.getByText(d('weeks_changes'), { exact: true }).click();
      await page.getByRole('button', { name: d('title_undo_of', { field: d('weeks_changes') }) }).click();
      await expect(findings).toHaveCount(0);
      await expect(saturday.first()).toContainText('۰۰:۰۰');
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      expect(noise.errors).toEqual([]);
    });
  });
}
