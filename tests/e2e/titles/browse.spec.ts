import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';

const PHONE = { width: 360, height: 760 };
const titles = (page: Page) => page.locator('#titles > li');
const names = (page: Page) => titles(page).locator('b').allTextContents();

/** Chooses a country in the filter by its code; a bar from tablets up, a sheet on phones. */
async function filterByCountry(page: Page, label: string, code: string, apply: string): Promise<void> {
  const form = page.locator('form#filter');
  await form.getByRole('combobox', { name: label }).selectOption(code);
  await form.getByRole('button', { name: apply }).click();
}

for (const locale of LOCALES) {
  const javaScriptEnabled = locale === 'fa';

  test.describe(`browse (${locale}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript)`, () => {
    test.use({ siteLocale: locale, javaScriptEnabled });

    test('from a filter to page 3, back, to a person and to a title', { tag: '@full' }, async ({ page, t, noise }) => {
      await page.goto('/movie');
      await expect(titles(page)).toHaveCount(48);
      await filterByCountry(page, t('filter_country'), 'IR', t('filter_apply'));
      await expect(page).toHaveURL('/movie?country=IR');
      const pager = page.getByRole('navigation', { name: t('pager_label') });
      const next = pager.getByRole('link', { name: javaScriptEnabled ? t('pager_more') : t('pager_next') });
      await next.click();
      await expect(page).toHaveURL('/movie?country=IR&page=2');
      await expect(titles(page)).toHaveCount(javaScriptEnabled ? 96 : 48);
      await next.click();
      await expect(page).toHaveURL('/movie?country=IR&page=3');
      await page.waitForLoadState('domcontentloaded');
      await expect(next).toHaveCount(0);
      const titleNames = await names(page);
      expect(titleNames.length).toBeGreaterThan(javaScriptEnabled ? 96 : 0);

      const film = titles(page).last();
      const name = (await film.locator('b').textContent()) ?? '';
      await film.getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await page.goBack();
      await expect(page).toHaveURL('/movie?country=IR&page=3');
      await expect(titles(page)).toHaveCount(titleNames.length);
      expect(await names(page)).toEqual(titleNames);
      await expect(film).toBeInViewport();

      await film.getByRole('link').click();
      const person = page
        .getByRole('region', { name: t('title_cast') })
        .getByRole('link')
        .first();
      const who = (await person.locator('b').textContent()) ?? '';
      await person.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(who);
      await page.locator('main').getByRole('link', { name }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      expect(noise).toEqual({ errors: [], foreign: [] });
    });
  });

  test.describe(`a rail (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('has arrows that point where the language goes', async ({ page }) => {
      await page.goto('/');
      const readScale = (name: string) =>
        page
          .locator(`svg.${name}`)
          .first()
          .evaluate((arrow) => getComputedStyle(arrow).scale);
      const scales = [await readScale('arrow-back'), await readScale('arrow-on')];
      expect(scales).toEqual(locale === 'fa' ? ['none', '-1 1'] : ['-1 1', 'none']);
    });
  });

  test.describe(`the filter (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('is applied at once where a pointer chooses, and by the button where keys do', async ({ page, t }) => {
      await page.goto('/genres/comedy');
      const sort = page.getByRole('combobox', { name: t('sort_label') });
      await sort.focus();
      await page.keyboard.press('ArrowDown');
      await expect(page).toHaveURL('/genres/comedy');
      await page.locator('form#filter').dispatchEvent('pointerdown');
      await sort.selectOption('rating');
      await expect(page).toHaveURL('/genres/comedy?sort=rating');
      await expect(page.getByRole('combobox', { name: t('sort_label') })).toHaveValue('rating');
    });

    test('says what is active; each can be removed, and all of them', async ({ page, t }) => {
      await page.goto('/cinema?genre=drama&country=IR&sort=year');
      const active = page.getByRole('list', { name: t('filter_active') });
      await expect(active.getByRole('listitem')).toHaveCount(4);
      const country = locale === 'fa' ? 'ایران' : 'Iran';
      await active.getByRole('link', { name: t('filter_remove', { name: country }) }).click();
      await expect(page).toHaveURL('/cinema?genre=drama&sort=year');
      await active.getByRole('link', { name: t('filter_clear') }).click();
      await expect(page).toHaveURL('/cinema');
      await expect(active).toHaveCount(0);
    });

    test('is a sheet on phones', { tag: '@full' }, async ({ page, t }) => {
      await page.setViewportSize(PHONE);
      await page.goto('/lists/classics');
      const form = page.locator('form#filter');
      await expect(form).toBeHidden();
      await page.getByRole('button', { name: t('filter_open') }).click();
      await expect(form).toBeVisible();
      await expectAccessible(page, 'the filter sheet');
      await filterByCountry(page, t('filter_country'), 'FR', t('filter_apply'));
      await expect(page).toHaveURL('/lists/classics?country=FR');
      await expect(form).toBeHidden();
    });

    test('that nothing fits says so', async ({ page, t }) => {
      await page.goto('/movie?country=JP&lang=fa');
      await expect(page.getByText(t('filter_nothing'))).toBeVisible();
      await page.getByRole('link', { name: t('filter_clear') }).click();
      await expect(page).toHaveURL('/movie');
    });

    test('axe finds nothing on filtered pages, in both themes', { tag: '@full' }, async ({ page }) => {
      for (const path of ['/movie?country=IR&sort=rating', '/genres/drama?age=12&page=2']) {
        await page.goto(path);
        await expectAccessibleInBothThemes(page, path);
      }
    });
  });
}

test('load more tells where it is, keeps the focus in the list, and a reload keeps what was loaded', async ({
  page,
  t,
}) => {
  await page.goto('/movie');
  await page.getByRole('link', { name: t('pager_more') }).click();
  await expect(titles(page)).toHaveCount(96);
  await expect(page.locator('#titles-status')).toHaveText(t('pager_position', { page: '۲', pages: '۴' }));
  await expect(titles(page).nth(48).getByRole('link')).toBeFocused();
  const titleNames = await names(page);
  await page.reload();
  await expect(titles(page)).toHaveCount(96);
  expect(await names(page)).toEqual(titleNames);
});

test(
  'Back restores the place after a late first frame, unless the visitor has scrolled',
  { tag: '@full' },
  async ({ page, t }) => {
    const last = titles(page).last();
    const loadMoreAndLeave = async () => {
      await page.goto('/movie');
      await page.getByRole('link', { name: t('pager_more') }).click();
      await expect(titles(page)).toHaveCount(96);
      await last.getByRole('link').click();
      await expect(page.locator('.title-hero')).toBeVisible();
    };
    await page.addInitScript(() => {
      const late = new CSSStyleSheet();
      late.insertRule('#fold ~ * { animation-duration: 1s !important; }');
      document.adoptedStyleSheets = [late];
    });
    await loadMoreAndLeave();
    await page.goBack();
    await expect(titles(page)).toHaveCount(96);
    await expect(last).toBeInViewport();

    await loadMoreAndLeave();
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    await page.route('/movie', async (route) => {
      await released;
      await route.continue();
    });
    await page.goBack();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(1500);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
    release(undefined);
    await expect(titles(page)).toHaveCount(96);
    await expect(titles(page).nth(50)).toBeInViewport();
  },
);

test('load more follows the link where the page cannot be had', async ({ page, t }) => {
  await page.goto('/movie');
  await page.route('**/movie?page=2', (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
  );
  await page.getByRole('link', { name: t('pager_more') }).click();
  await expect(page).toHaveURL('/movie?page=2');
  await expect(titles(page)).toHaveCount(48);
});

test(
  'pages are indexed and canonical to themselves; filtered ones are not',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const canonical = page.locator('link[rel=canonical]');
    const robots = page.locator('meta[name=robots]');
    for (const path of ['/movie', '/movie?page=3', '/genres/drama?page=2', '/lists/classics', '/category/series']) {
      await page.goto(path);
      await expect(canonical, path).toHaveAttribute('href', `${baseURL ?? ''}${path}`);
      await expect(robots, path).toHaveCount(0);
    }
    for (const path of ['/movie?country=IR', '/cinema?genre=drama', '/genres/drama?sort=views&page=2']) {
      await page.goto(path);
      await expect(robots, path).toHaveAttribute('content', 'noindex, follow');
      await expect(canonical, path).toHaveCount(0);
    }
  },
);

test('a genre’s key names a list, which is that genre’s (spec 2.11)', async ({ page, baseURL }) => {
  const hrefs = () =>
    titles(page)
      .locator('a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  await page.goto('/genres/drama?page=2');
  const expected = await hrefs();
  const name = await page.getByRole('heading', { level: 1 }).textContent();
  await page.goto('/lists/drama?page=2');
  await expect(page).toHaveURL('/lists/drama?page=2');
  expect(await hrefs()).toEqual(expected);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL ?? ''}/genres/drama?page=2`);
  const links = page.locator('main a[rel=prev], #filter');
  for (const link of await links.all()) {
    expect((await link.getAttribute('href')) ?? (await link.getAttribute('action'))).toMatch(/^\/lists\/drama/);
  }
});

test('a wrong address leads to the nearest page by one redirect, in the language asked for', async ({ request }) => {
  const MOVED: [string, number, string][] = [
    ['/movie?genre=0&country=0&lang=0&age=0&sort=', 301, '/movie'],
    ['/movie?page=-1', 301, '/movie'],
    ['/movie?page=99', 302, '/movie?page=4'],
    ['/movie?page=99&hl=en', 302, '/movie?page=4&hl=en'],
    ['/movie?country=%E0%A4%A', 301, '/movie'],
    ['/genres/drama?page=99&age=13', 302, '/genres/drama?age=12&page=2'],
    ['/genres/%D8%AF%D8%B1%D8%A7%D9%85', 301, '/genres/drama'],
    ['/lists/drama?page=1', 301, '/lists/drama'],
    ['/lists/Drama', 301, '/lists/drama'],
    ['/lists/Classics', 301, '/lists/classics'],
    ['/category/series?page=77', 302, '/category/series'],
    // Capitals are decided first, with the query kept.
    ['/GENRES/Drama?age=12', 301, '/genres/drama?age=12'],
    ['/cinema?genre=nope', 301, '/cinema'],
    ['/movie/%DB%B5%DB%B2', 301, '/movie/52'],
    ['/episode/01001', 301, '/episode/1001'],
  ];
  for (const [path, status, target] of MOVED) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect([response.status(), response.headers()['location']], path).toEqual([status, target]);
    expect((await request.get(target, { maxRedirects: 0 })).status(), target).toBe(200);
  }
});

test('what does not exist is 404', { tag: '@full' }, async ({ request }) => {
  const MISSING = [
    ...['/genres/none', '/lists/none', '/category/none', '/genres/constructor', '/lists/__proto__', '/category/%00'],
    ...['/movie/-1', '/movie/0', '/movie/1.5', '/movie/abc', '/movie/99999999999', '/movie/301', '/series/52'],
    ...['/genres/%E0%A4%A', '/genres/%D8%AE', '/category/a%2Fb', `/category/${'a'.repeat(3000)}`, '/movie/52/more'],
  ];
  for (const path of MISSING) {
    for (const language of LOCALES) {
      const response = await request.get(path, { params: { hl: language } });
      expect(response.status(), path).toBe(404);
      expect(await response.text(), path).toContain(`<html lang="${language}"`);
    }
  }
});

test('filtercontents: a listing offers the filter of the one before (spec 3.18)', async ({ page, t }) => {
  const link = page.getByRole('link', { name: t('filter_again') });
  await page.goto('/series');
  await expect(link).toHaveCount(0);
  await page.goto('/movie?country=IR&page=2');
  await expect(link).toHaveCount(0);
  await page.goto('/series');
  await expect(link).toHaveAttribute('href', /^https?:\/\/[^/]+\/series\?country=IR$/);
  await link.click();
  await expect(page).toHaveURL('/series?country=IR');
});

test('the list of downloads has titles with files alone, and leads to them', async ({ page, t }) => {
  await page.goto('/movie');
  const all = await page.locator('.listing-head .muted').textContent();
  await page.goto('/movie/download');
  await expect(page.locator('.listing-head .muted')).not.toHaveText(all ?? '');
  await titles(page).last().getByRole('link').first().click();
  await page
    .getByRole('link', { name: t('title_download') })
    .first()
    .click();
  await expect(page.getByRole('region', { name: t('download_qualities') })).toBeVisible();
});
