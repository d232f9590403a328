import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import siteEn from '../../../locales/en.json' with { type: 'json' };
import siteFa from '../../../locales/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';

const FILM = 83;
/** A guest's stored page is new within a minute. */
const NEW_PAGE = { timeout: 60_000 };

for (const locale of ONE_LOCALE) {
  test.describe(`markers and chapters (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];
    const s = (key: keyof typeof siteFa) => (locale === 'fa' ? siteFa : siteEn)[key];

    test('an editor moves a marker by keys and by dragging, names chapters, and a guest has them', async ({
      page,
      browser,
      mobile,
      baseURL,
      noise,
      enterAs,
    }) => {
      const origin = baseURL ?? '';
      const guest = await browser.newContext({ baseURL: origin });
      const visit = async () => (await guest.request.get(`/movie/${String(FILM)}`)).text();
      await enterAs('editor', `/desk/titles/${String(FILM)}`);
      const panel = page.getByRole('region', { name: d('timeline_title') });
      const intro = d('timeline_intro');
      const fill = (key: keyof typeof deskFa, name = intro) => d(key).replace('{{name}}', name);
      // Films of the demo have markers of their file, and keep them until a change.
      const markers = panel.getByRole('region', { name: d('title_field_markers') });
      await expect(markers).toBeVisible();
      const remove = markers.getByRole('button', { name: fill('timeline_remove_of') });
      const add = markers.getByRole('button', { name: fill('timeline_add') });
      await expect(remove.or(add)).toBeVisible();
      if ((await remove.count()) === 0) await add.click();
      const end = panel.getByRole('slider', { name: fill('timeline_end_of') });
      const start = panel.getByRole('slider', { name: fill('timeline_start_of') });
      await start.focus();
      await start.press('Home');
      await expect(start).toHaveAttribute('aria-valuenow', '0');
      await end.focus();
      await end.press('Home');
      await end.press('ArrowRight');
      await end.press('Shift+ArrowUp');
      await expect(end).toHaveAttribute('aria-valuenow', '12');
      // Pictures above may still come, and move the line.
      await end.hover({ position: { x: 10, y: 10 } });
      await page.mouse.down();
      const box = await end.boundingBox();
      await page.mouse.move((box?.x ?? 0) + 70, (box?.y ?? 0) + 12, { steps: 4 });
      await page.mouse.up();
      await expect(end).not.toHaveAttribute('aria-valuenow', '12');

      const typed = markers.getByRole('textbox', { name: fill('timeline_end_of') });
      await typed.fill('0:00');
      await expect(markers.getByRole('status')).toContainText(s('error_timeline_order'));
      await typed.fill('۰۰:۰۰:۰۸٫۴۰۰');
      await typed.blur();
      await expect(end).toHaveAttribute('aria-valuenow', '8');
      await expect(markers.getByRole('status')).toBeHidden();

      const chapters = panel.getByRole('region', { name: d('title_field_chapters') });
      const moment = panel.getByRole('slider', { name: d('timeline_moment') });
      await moment.focus();
      await moment.press('Home');
      await moment.press('ArrowRight');
      const count = await chapters.getByRole('row').count();
      await chapters.getByRole('button', { name: d('timeline_chapter_add').split('{{')[0]?.trim() ?? '' }).click();
      await expect(chapters.getByRole('row')).toHaveCount(Math.max(count, 1) + 1);
      await expect(chapters.getByRole('status')).toContainText(s('error_title_name'));
      const name = `بخش ${mobile}`;
      const row = chapters.getByRole('row').filter({ has: page.locator('[aria-invalid]') });
      await row.getByRole('textbox').nth(1).fill(name);
      await chapters
        .getByRole('row')
        .filter({ has: page.locator('[aria-invalid]') })
        .getByRole('textbox')
        .nth(2)
        .fill(`Chapter ${mobile}`);
      await expect(chapters.getByRole('status')).toBeHidden();
      await expectAccessibleInBothThemes(page, 'the timeline');
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect(page.getByText(d('title_saved'))).toBeVisible();
      await expect.poll(visit, NEW_PAGE).toContain(name);
      const use = d('timeline_use_file_of').replace('{{name}}', d('title_field_chapters'));
      await chapters.getByRole('button', { name: use }).click();
      await expect(chapters.getByText(d('timeline_from_file'))).toBeVisible();
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect.poll(visit, NEW_PAGE).not.toContain(name);
      await guest.close();
      expect(noise.errors).toEqual([]);
    });
  });
}
