import sharp from 'sharp';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { readDrafts } from '../../support/browser/desk.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';

/** A guest's stored page is new within a minute. */
const NEW_PAGE = { timeout: 60_000 };

for (const locale of ONE_LOCALE) {
  test.describe(`magazines in the desk (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa, values: Record<string, string> = {}) =>
      Object.entries(values).reduce(
        (text, [name, value]) => text.replace(`{{${name}}}`, value),
        (locale === 'fa' ? deskFa : deskEn)[key],
      );

    test('an editor makes a magazine and an issue with its cover, publishes both, and takes the issue back', async ({
      page,
      browser,
      mobile,
      baseURL,
      noise,
      enterAs,
    }) => {
      const origin = baseURL ?? '';
      const guest = await browser.newContext({ baseURL: origin });
      const slug = `mag-${mobile.slice(-7)}`;
      const name = `گاهنامهٔ ${mobile}`;
      const visit = async () => (await guest.request.get(`/channel/${slug}`)).text();
      await enterAs('editor', '/desk/front/magazines');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await expectAccessibleInBothThemes(page, 'magazines');
      await page.getByRole('button', { name: d('print_make') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(d('front_name_fa')).fill(name);
      await dialog.getByLabel(d('front_name_en')).fill(`Gazette ${mobile}`);
      await dialog.getByLabel(d('print_text_fa')).fill('هر ماه یک پرونده');
      await dialog.getByLabel(d('front_key')).fill('newspaper');
      await dialog.getByRole('button', { name: d('create_do') }).click();
      await expect(dialog.getByLabel(d('front_key'))).toHaveAttribute('aria-invalid', 'true');
      await dialog.getByLabel(d('front_key')).fill(slug);
      await dialog.getByRole('button', { name: d('create_do') }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

      await page.getByRole('button', { name: d('print_issue_make') }).click();
      await dialog.getByLabel(d('print_number'), { exact: true }).fill('۷');
      await dialog.getByLabel(d('front_name_fa')).fill(`پاییز ${mobile}`);
      await dialog.getByLabel(d('front_name_en')).fill('Autumn');
      await dialog.getByLabel(d('print_date')).fill('۱۴۰۵/۰۸/۳۰');
      await expectAccessibleInBothThemes(page, 'new issue');
      await dialog.getByRole('button', { name: d('create_do') }).click();
      const issue = page.getByRole('dialog', { name: d('print_issue_of', { number: '۷' }) });
      const picture = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#206080' } })
        .jpeg()
        .toBuffer();
      await issue
        .getByLabel(d('art_choose', { name: d('print_cover') }))
        .setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer: picture });
      await expect(issue.getByText(d('art_saved'))).toBeVisible();
      await issue.getByLabel(d('front_name_en')).fill('Late autumn');
      await issue.getByRole('button', { name: d('title_save_hidden'), exact: true }).click();
      await expect(issue.getByText(d('title_saved_hidden'))).toBeVisible();
      await expect.poll(() => readDrafts(page)).toEqual([]);
      await issue.getByRole('button', { name: d('publish_now_do') }).click();
      await expect(issue.getByRole('button', { name: d('title_hide_do') })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'issue');
      await page.keyboard.press('Escape');
      const row = page.getByRole('row').filter({ hasText: `پاییز ${mobile}` });
      await expect(row).toContainText(d('titles_state_released'));
      expect((await guest.request.get(`/channel/${slug}`)).status()).toBe(404);

      const publication = page.getByRole('region', { name: d('print_publication') });
      await publication.getByRole('button', { name: d('publish_now_do') }).click();
      await expect(publication.getByRole('button', { name: d('title_hide_do') })).toBeVisible();
      await expect.poll(visit, NEW_PAGE).toContain(`پاییز ${mobile}`);
      await row.getByRole('button').click();
      await issue.getByLabel(d('reason_label')).fill('a test of the desk');
      await issue.getByRole('button', { name: d('title_hide_do') }).click();
      await expect(issue.getByRole('button', { name: d('publish_now_do') })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(row).toContainText(d('titles_state_hidden'));
      await expect.poll(visit, NEW_PAGE).not.toContain(`پاییز ${mobile}`);
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      await publication.getByLabel(d('reason_label')).fill('a test of the desk');
      await publication.getByRole('button', { name: d('title_hide_do') }).click();
      await expect(publication.getByRole('button', { name: d('publish_now_do') })).toBeVisible();
      await guest.close();
      expect(noise.errors.filter((text) => !text.includes('409'))).toEqual([]);
    });
  });
}
