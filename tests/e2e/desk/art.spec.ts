import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import siteEn from '../../../locales/en.json' with { type: 'json' };
import siteFa from '../../../locales/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { paintLettering, paintPicture } from '../../support/media/paint-picture.ts';

const FILM = 81;
/** A guest's stored page is new within a minute. */
const NEW_PAGE = { timeout: 60_000 };

for (const locale of ONE_LOCALE) {
  test.describe(`pictures of a title (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];
    const s = (key: keyof typeof siteFa) => (locale === 'fa' ? siteFa : siteEn)[key];

    test('an editor uploads a backdrop, sets its focal point, takes a still from the film, and takes it back', async ({
      page,
      browser,
      baseURL,
      noise,
      enterAs,
    }) => {
      const origin = baseURL ?? '';
      const guest = await browser.newContext({ baseURL: origin });
      const visit = async () => (await guest.request.get(`/movie/${String(FILM)}`)).text();
      await enterAs('editor', `/desk/titles/${String(FILM)}`);
      const place = page.getByRole('region', { name: d('art_backdrop'), exact: true });
      const field = place.getByLabel(d('art_choose').replace('{{name}}', d('art_backdrop')));
      await field.setInputFiles(await paintPicture(600, 900, 'upright.jpg'));
      await expect(place.getByRole('alert')).toHaveText(s('error_picture_shape'));
      await field.setInputFiles(await paintPicture(1600, 900, 'wrong.png'));
      await expect(place.getByRole('alert')).toHaveText(s('error_picture_name'));
      await field.setInputFiles(await paintPicture(1600, 900, 'wide.jpg'));
      await expect(place.getByText(d('art_saved'))).toBeVisible();
      const source = (await place.getByRole('img').getAttribute('src')) ?? '';
      const [, key = ''] = /img\/(backdrop-[^/]+)\//.exec(source) ?? [];
      await expect.poll(visit, NEW_PAGE).toContain(key);

      const point = page.getByRole('button', { name: d('art_focus'), exact: false }).first();
      await point.click({ position: { x: 20, y: 20 } });
      await point.press('ArrowRight');
      const wide = page.frameLocator(`iframe[title="${d('art_preview_wide')}"]`);
      await expect(wide.locator('.hero-art')).toHaveClass(/focus-0/);
      await page.getByRole('button', { name: d('art_focus_save') }).click();
      await expect(page.getByRole('button', { name: d('art_focus_save') })).toHaveCount(0);
      await expect.poll(visit, NEW_PAGE).toContain('hero-art focus-0 focus-top');
      await expectAccessibleInBothThemes(page, 'pictures');

      const stills = page.getByRole('region', { name: d('art_stills'), exact: true });
      const count = await stills.getByRole('listitem').count();
      await stills.getByRole('button', { name: d('art_add_from_film') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('listitem').nth(3).getByRole('button').click();
      await expect(dialog.getByRole('img')).toBeVisible();
      await dialog.getByRole('button', { name: d('art_frame_next') }).click();
      await expect(dialog.getByRole('button', { name: d('art_frame_use') })).toBeEnabled();
      await dialog.getByRole('button', { name: d('art_frame_use') }).click();
      await expect(stills.getByRole('listitem')).toHaveCount(count + 1);
      await page
        .getByRole('button', { name: d('title_undo_of').replace('{{field}}', d('art_stills')) })
        .first()
        .click();
      await expect(stills.getByRole('listitem')).toHaveCount(count);
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      await guest.close();
      expect(noise.errors).toEqual([]);
    });

    test('an editor uploads lettering for each language: pages and cards have that of theirs, links one picture', async ({
      page,
      browser,
      baseURL,
      noise,
      enterAs,
    }) => {
      const guest = await browser.newContext({ baseURL: baseURL ?? '' });
      const visit = async (path: string, language: string) =>
        (await guest.request.get(path, { headers: { cookie: `i18n_redirected=${language}` } })).text();
      // The newest of the demo catalogue, whose numbers are short: films that other tests publish have no backdrop.
      const [, path = ''] = /href="(\/movie\/\d{1,3})"/.exec(await visit('/movie', 'fa')) ?? [];
      await enterAs('editor', `/desk/titles/${path.replace('/movie/', '')}`);
      const send = async (name: string, file: Awaited<ReturnType<typeof paintPicture>>) => {
        const place = page.getByRole('region', { name, exact: true });
        await place.getByLabel(d('art_choose').replace('{{name}}', name)).setInputFiles(file);
        await expect(place.getByText(d('art_saved'))).toBeVisible();
        const source = (await place.getByRole('img').getAttribute('src')) ?? '';
        return /img\/((?:wordmark|poster)-[^/]+)\//.exec(source)?.[1] ?? 'none';
      };
      const wordmark = await send(d('art_logo_fa'), await paintLettering(900, 300, 'name.png'));
      const poster = await send(d('art_poster_en'), await paintPicture(600, 900, 'english.jpg'));

      const card = page
        .frameLocator(`iframe[title="${d('art_preview_card')}"]`)
        .locator('.card img')
        .first();
      const lettering = page
        .frameLocator(`iframe[title="${d('art_preview_wide')}"]`)
        .locator(`.hero-logo[src*="${wordmark}"]`);
      await expect(lettering).toBeVisible();
      await expect(card).not.toHaveAttribute('src', new RegExp(poster));
      await page.getByLabel(d('art_preview_language')).selectOption('en');
      await expect(card).toHaveAttribute('src', new RegExp(poster));
      await expect(lettering).toHaveCount(0);
      const wordmarkEn = await send(d('art_logo_en'), await paintLettering(800, 300, 'name-en.png'));
      expect(wordmarkEn).not.toBe(wordmark);

      await expect.poll(() => visit(path, 'fa'), NEW_PAGE).toContain(wordmark);
      await expect.poll(() => visit(path, 'en'), NEW_PAGE).toContain(wordmarkEn);
      await expect.poll(() => visit('/movie', 'en'), NEW_PAGE).toContain(poster);
      expect(await visit('/movie', 'fa')).not.toContain(poster);
      const [persian, english] = [await visit(path, 'fa'), await visit(path, 'en')];
      expect(english).not.toContain(wordmark);
      expect(english).toContain(wordmarkEn);
      expect(persian).not.toContain(wordmarkEn);
      const [, link = ''] = /property="og:image" content="([^"]+)"/.exec(persian) ?? [];
      expect(link).toMatch(/img\/(?:backdrop|social)-[^/]+\/social\.jpg$/);
      expect(english).toContain(link);
      await guest.close();
      expect(noise.errors).toEqual([]);
    });
  });
}
