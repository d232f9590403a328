import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';

const FILM = 94;
/** A guest's stored page is new within a minute. */
const NEW_PAGE = { timeout: 60_000 };
/** Ends the element that it is in, unless it is escaped. */
const HOSTILE = '</title>"><script>document.documentElement.dataset.hostile="1"</script>';

for (const locale of ONE_LOCALE) {
  test.describe(`texts for search engines (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('an editor writes them beside the result, guests’ pages have them as text, and without them as before', async ({
      page,
      browser,
      mobile,
      baseURL,
      enterAs,
    }) => {
      const origin = baseURL ?? '';
      const guest = await browser.newContext({ baseURL: origin });
      // A parser of HTML that runs nothing.
      const reader = await guest.newPage();
      const readHead = async (address: string) =>
        reader.evaluate(
          (html) => {
            const parsed = new DOMParser().parseFromString(html, 'text/html');
            const metas = ['name="description"', 'property="og:title"', 'property="og:description"'].map((name) =>
              parsed.querySelector(`head meta[${name}]`)?.getAttribute('content'),
            );
            const scripts = Array.from(parsed.scripts).filter(({ text }) => text.includes('dataset.hostile'));
            return [parsed.title, ...metas, scripts.length];
          },
          await (await guest.request.get(address)).text(),
        );
      const path = `/movie/${String(FILM)}`;
      const [before, english] = [await readHead(path), await readHead(`${path}?hl=en`)];
      const site = String(before[0]).split(' | ').at(-1) ?? '';

      await enterAs('editor', `/desk/titles/${String(FILM)}`);
      const title = page.getByRole('textbox', { name: d('title_field_seo_title_fa') });
      const description = page.getByRole('textbox', { name: d('title_field_seo_description_en') });
      const [persian, latin] = [d('seo_result_fa'), d('seo_result_en')].map((name) =>
        page.getByRole('group', { name }),
      );
      if (!persian || !latin) throw new Error('no result');
      await expect(persian).toContainText(String(before[2]));
      await expect(latin).toContainText(String(english[1]));
      await expect(latin).toHaveAttribute('dir', 'ltr');
      await title.fill('ن'.repeat(121));
      await expect(title).toHaveAttribute('aria-invalid', 'true');
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect(title).toHaveAccessibleDescription(/۱۲۰/);
      const texts = { title: `تماشای ${mobile}`, description: `Watch ${mobile} ${HOSTILE}` };
      await title.fill(texts.title);
      await description.fill(texts.description);
      await expect(persian.getByRole('strong')).toHaveText(texts.title);
      await expect(latin).toContainText(texts.description);
      await expectAccessibleInBothThemes(page, 'texts for search engines');
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect(page.getByText(d('title_saved'))).toBeVisible();
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);

      const after = [`${texts.title} | ${site}`, before[1], texts.title, before[3], 0];
      await expect.poll(() => readHead(path), NEW_PAGE).toEqual(after);
      const inEnglish = [english[0], texts.description, english[2], texts.description, 0];
      await expect.poll(() => readHead(`${path}?hl=en`), NEW_PAGE).toEqual(inEnglish);

      await title.fill(HOSTILE);
      await description.fill('');
      await page.getByRole('button', { name: d('title_save') }).click();
      const marked = [`${HOSTILE} | ${site}`, before[1], HOSTILE, before[3], 0];
      await expect.poll(() => readHead(path), NEW_PAGE).toEqual(marked);
      await title.fill('');
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect.poll(() => readHead(path), NEW_PAGE).toEqual(before);
      await expect.poll(() => readHead(`${path}?hl=en`), NEW_PAGE).toEqual(english);
      await guest.close();
    });
  });
}
