import { reportEmptySearch } from '../../../src/features/search/empty-search-contract.ts';
import { paths } from '../../../src/platform/paths.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';

const QUICK = '**/api/v1/ghost/get/getSearchQuick*';

for (const locale of LOCALES) {
  test.describe(`search (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('suggests from three letters on, clears below, and closes at a press outside (spec 4.15, 5.07)', async ({
      page,
      t,
    }) => {
      await page.goto('/search');
      const box = page.getByRole('main').getByRole('combobox');
      const options = page.getByRole('main').getByRole('option');
      await page.getByRole('main').locator('input[name=query]').click();
      await box.pressSequentially('گا');
      await box.press('Enter');
      // Two letters open the page of results, but suggest nothing.
      await expect(page).toHaveURL(paths.search('گا'));
      await page.goto('/search');
      await page.getByRole('main').locator('input[name=query]').click();
      await box.pressSequentially('گاو');
      await expect(options.first()).toBeVisible();
      await box.press('Backspace');
      await expect(options).toHaveCount(0);
      await box.pressSequentially('و');
      await expect(options.first()).toBeVisible();
      await page.getByRole('heading', { level: 1, name: t('nav_search') }).click();
      await expect(options).toHaveCount(0);
      await expect(box).toHaveAttribute('aria-expanded', 'false');
    });

    test('the kinds stand in one row on a phone, so that no font moves what is below', async ({ page, t }) => {
      await page.setViewportSize({ width: 360, height: 760 });
      await page.goto(paths.search('night'));
      const kinds = page.getByRole('navigation', { name: t('search_kinds') }).getByRole('link');
      expect(await kinds.count()).toBeGreaterThan(2);
      const tops = await kinds.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
      expect(new Set(tops).size).toBe(1);
    });

    test('one letter leads nowhere, in the header neither; two do (spec 5.07)', async ({ page, t }) => {
      await page.goto('/genres');
      await page
        .getByRole('button', { name: t('shell_search') })
        .first()
        .click();
      const header = page.getByRole('dialog', { name: t('shell_search') }).getByRole('combobox');
      await header.pressSequentially('گ');
      await header.press('Enter');
      await expect(page).toHaveURL('/genres');
      await header.pressSequentially('ا');
      await header.press('Enter');
      await expect(page).toHaveURL(`/search/${encodeURIComponent('گا')}`);
      await page.goto('/search');
      await page.getByRole('main').locator('input[name=query]').click();
      const box = page.getByRole('main').getByRole('combobox');
      await box.pressSequentially('گ');
      await box.press('Enter');
      await expect(page).toHaveURL('/search');
    });

    test('a failed quick search empties the suggestions (spec 8.08)', async ({ page, t }) => {
      await page.goto('/search');
      await page.getByRole('main').locator('input[name=query]').click();
      const box = page.getByRole('main').getByRole('combobox');
      const options = page.getByRole('main').getByRole('option');
      await box.pressSequentially('لیل');
      await expect(options.first()).toBeVisible();
      await page.route(QUICK, (route) => route.abort());
      await box.pressSequentially('ا');
      await expect(options).toHaveCount(0);
      await expect(page.getByText(t('searchbox_none', { query: 'لیلا' }))).toBeVisible();
    });

    test('the last searches stand in the empty box, a repeated one first (spec 5.10)', async ({ page, t }) => {
      for (const term of ['گاو', 'لیلا', 'گاو']) {
        await page.goto('/search');
        const field = page.getByRole('main').locator('input[name=query]');
        await expect(field).toBeFocused();
        // The page's own focus may come before the island listens.
        await field.click();
        const box = page.getByRole('main').getByRole('combobox');
        await box.pressSequentially(term);
        await box.press('Enter');
        await expect(page).toHaveURL(paths.search(term));
      }
      await page.goto('/search');
      await page.getByRole('main').locator('input[name=query]').click();
      const options = page.getByRole('main').getByRole('option');
      await expect(options).toHaveText(['گاو', 'لیلا']);
      await page.getByRole('button', { name: t('searchbox_forget', { query: 'گاو' }) }).click();
      await expect(options).toHaveText(['لیلا']);
    });
  });

  test.describe(`the page of results without JavaScript (${locale})`, () => {
    test.use({ siteLocale: locale, javaScriptEnabled: false });

    test('kinds with their counts, marked words, pages, and no index', async ({ page, t }) => {
      await page.goto('/search');
      const field = page.getByRole('main').getByRole('searchbox');
      await field.fill('مُحمد');
      await field.press('Enter');
      await expect(page).toHaveURL(paths.search('مُحمد'));
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
      const kinds = page.getByRole('navigation', { name: t('search_kinds') });
      await expect(kinds.getByRole('link', { name: t('search_all') })).toHaveAttribute('aria-current', 'page');
      const people = kinds.getByRole('link', { name: t('search_people') });
      await people.click();
      await expect(page).toHaveURL(`${paths.search('مُحمد')}?type=person`);
      await expect(people).toHaveAttribute('aria-current', 'page');
      if (locale === 'fa') await expect(page.getByRole('main').locator('mark').first()).toHaveText('محمد');
      await page.getByRole('link', { name: t('pager_next') }).click();
      await expect(page).toHaveURL(`${paths.search('مُحمد')}?type=person&page=2`);
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    });

    test('says what was meant, and shows it', async ({ page, t }) => {
      const meant = locale === 'fa' ? 'فروشنده' : 'Salesman';
      await page.goto(paths.search(locale === 'fa' ? 'فروشنته' : 'salesmna'));
      await expect(page.getByText(t('search_did_you_mean'))).toBeVisible();
      await page.getByRole('link', { name: meant, exact: true }).first().click();
      await expect(page).toHaveURL(paths.search(meant));
      await expect(page.getByText(t('search_did_you_mean'))).toHaveCount(0);
      await expect(page.getByRole('main').locator('mark').first()).toHaveText(meant);
    });

    test('a sentence is shown as a filter, part by part to be taken away', async ({ page, t }) => {
      const query = locale === 'fa' ? 'فیلم کمدی رضا عطاران دههٔ ۹۰' : 'comedy film reza attaran 2010s';
      await page.goto(paths.search(query));
      const filter = page.getByRole('region', { name: t('search_understood') });
      const person = locale === 'fa' ? 'رضا عطاران' : 'Reza Attaran';
      const without = (part: string) => filter.getByRole('link', { name: t('search_without', { part }) });
      await expect(filter.getByRole('listitem')).toHaveCount(5);
      if (locale === 'fa') await expect(filter).toContainText(/۱۳۹۰.* تا .*۱۳۹۹/u);
      else await expect(filter).toContainText('2010–2019');
      await expect(page.getByRole('main').locator('a[href="/movie/82"]')).toBeVisible();
      await without(person).click();
      await expect(page).toHaveURL(paths.search(locale === 'fa' ? 'فیلم کمدی دههٔ ۹۰' : 'comedy film 2010s'));
      await expect(filter.getByRole('listitem')).toHaveCount(4);
      await page.goBack();
      await filter.getByRole('link', { name: t('search_literal') }).click();
      await expect(page).toHaveURL(`${paths.search(query)}?literal=1`);
      await expect(filter).toHaveCount(0);
    });

    test('words around a title are left out, and said', async ({ page, t }) => {
      const [query, name] =
        locale === 'fa'
          ? ['دانلود فیلم بچه‌های آسمان با زیرنویس', 'بچه‌های آسمان']
          : ['Children.of.Heaven.1997.1080p.BluRay', 'children of heaven'];
      await page.goto(paths.search(query));
      const filter = page.getByRole('region', { name: t('search_understood') });
      await expect(filter.getByRole('link', { name: t('search_without', { part: name }) })).toBeVisible();
      await expect(page.getByRole('main').locator('a[href="/movie/30"]')).toBeVisible();
      await expect(page.getByRole('heading', { name: t('search_popular') })).toHaveCount(0);
    });
  });
}

test.describe('the page of results, in any language', () => {
  test.use({ javaScriptEnabled: false });

  test('signs of addresses are letters of a query', async ({ page }) => {
    for (const query of ['The Little Kitchen: Rice', 'kitchen/rice?', '100% #1 & 2+2=4; a,b@c$']) {
      await page.goto(paths.search(query));
      await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue(query);
      await expect(page.getByRole('status')).toContainText(query);
    }
    await page.goto(paths.search('Kitchen: Rice'));
    await expect(page.getByRole('main').locator('a[href="/video/317"]')).toBeVisible();
  });

  test('popular titles where nothing is found', async ({ page, t }) => {
    await page.goto(paths.search('زژقثص'));
    await expect(page.getByRole('status')).toHaveText(t('search_nothing', { query: 'زژقثص' }));
    await expect(page.getByRole('heading', { name: t('search_popular') })).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(12);
  });

  test('genres, channels and magazines lead to their pages', async ({ page }) => {
    for (const [query, path] of [
      ['هیجان انگیز', '/genres/thriller'],
      ['پرده مستند', '/lives/parde-mostanad'],
      ['سفره', '/channel/sofreh'],
    ] as const) {
      await page.goto(paths.search(query));
      const link = page.getByRole('main').locator(`a[href="${path}"]`);
      await expect(link).toBeVisible();
      expect((await page.request.get(path)).status()).toBe(200);
    }
  });
});

test('a page beyond the end leads to the last one', async ({ page }) => {
  const response = await page.goto(`${paths.search('سیمین')}?page=99`);
  expect(response?.status()).toBe(200);
  await expect(page).toHaveURL(paths.search('سیمین'));
});

test.describe('any address of a search is a page', () => {
  for (const query of [
    '<script>alert(1)</script>',
    `"'><img src=x onerror=alert(1)>`,
    '%',
    '../../..',
    '#?&',
    '🎬'.repeat(150),
    '\u0000a',
  ]) {
    test(`${JSON.stringify(query.slice(0, 30))} is shown as text, if at all`, async ({ page, noise }) => {
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      for (const path of [paths.search(query), `/search?query=${encodeURIComponent(query)}`]) {
        const response = await page.goto(path);
        expect(response?.status(), path).toBeLessThan(500);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[onerror]')).toHaveCount(0);
      }
      expect(dialogs).toEqual([]);
      expect(noise.foreign).toEqual([]);
    });
  }
});

test('a page without a result tells the desk of its query, once for a visit', async ({ page, t }) => {
  // Playwright shows no body of a beacon; the answer 200 says that it was understood.
  let reports = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(reportEmptySearch.path)) reports += 1;
  });
  const report = page.waitForResponse((response) => response.url().endsWith(reportEmptySearch.path));
  await page.goto(paths.search('زژقثص'));
  expect((await report).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole('status')).toHaveText(t('search_nothing', { query: 'زژقثص' }));
  await page.goto(paths.search('گاو'));
  await page.goto(`${paths.search('زژقثص')}?type=movie`);
  expect(reports).toBe(1);
});
