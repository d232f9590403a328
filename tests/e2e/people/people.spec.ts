import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';

const FARHADI = { fa: 'اصغر فرهادی', en: 'Asghar Farhadi' };
const LETTER = { fa: 'م', en: 'm' };

// No code of these pages runs in the browser, so each language and each way is met once.
for (const locale of LOCALES) {
  const javaScriptEnabled = locale === 'fa';

  test.describe(`casts (${locale}, ${javaScriptEnabled ? 'with' : 'without'} script)`, () => {
    test.use({ siteLocale: locale, javaScriptEnabled });

    test(
      'a letter leads to the people whose names begin with it, pages lead to all',
      { tag: '@full' },
      async ({ page, t }) => {
        await page.goto('/casts/iranian-actors');
        await expect(page.getByRole('main').locator('.person')).toHaveCount(48);
        const alphabet = page.getByRole('navigation', { name: t('casts_alphabet') });
        await expect(alphabet.getByRole('listitem')).toHaveCount(locale === 'fa' ? 33 : 27);

        const letter = LETTER[locale];
        await alphabet.locator(`a[href$="letter=${encodeURIComponent(letter)}"]`).click();
        await expect(page).toHaveURL(`/casts/iranian-actors?letter=${encodeURIComponent(letter)}`);
        await expect(alphabet.locator('[aria-current]')).toHaveText(letter.toUpperCase());
        await page.waitForLoadState('domcontentloaded');
        const names = await page.getByRole('main').locator('.person b').allTextContents();
        expect(names.length).toBeGreaterThan(5);
        for (const name of names) expect(name.trim().toLowerCase().startsWith(letter), name).toBe(true);
        await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow');

        await alphabet.getByRole('link', { name: t('casts_all') }).click();
        await page.getByRole('link', { name: t('pager_next') }).click();
        await expect(page).toHaveURL('/casts/iranian-actors?page=2');
        await expect(page.locator('a[rel=prev]')).toHaveAttribute('href', '/casts/iranian-actors');
        await expect(page.locator('a[rel=next]')).toHaveAttribute('href', '/casts/iranian-actors?page=3');
      },
    );

    test('a letter without people is no link', async ({ page, t }) => {
      await page.goto('/casts/directors');
      const alphabet = page.getByRole('navigation', { name: t('casts_alphabet') });
      const disabled = alphabet.locator('[aria-disabled=true]');
      expect(await disabled.count()).toBeGreaterThan(0);
      await expect(disabled.first()).not.toHaveAttribute('href');
    });

    test('a person has names in both scripts, works by role and co-workers', async ({ page, t }) => {
      await page.goto('/cast');
      for (const key of ['nav_iranian_actors', 'nav_foreign_actors', 'nav_directors'] as const) {
        await expect(page.getByRole('main').getByRole('heading', { name: t(key) })).toBeVisible();
      }
      await page.goto('/movie/52');
      await page.getByRole('main').getByRole('link', { name: FARHADI[locale] }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(FARHADI[locale]);
      await expect(page.getByRole('main').getByText(FARHADI[locale === 'fa' ? 'en' : 'fa'])).toBeVisible();
      const directed = page.getByRole('region', { name: t('job_director') });
      await expect(directed.locator('a[href="/movie/52"]')).toBeVisible();
      const coworker = page
        .getByRole('region', { name: t('coworkers') })
        .getByRole('link')
        .first();
      const href = await coworker.getAttribute('href');
      expect(href).toMatch(/^\/cast\/\d+$/);
      const answer = await page.request.get(href ?? '');
      expect(await answer.text()).toContain(FARHADI[locale]);
    });
  });
}

test('a letter of the other alphabet, or no letter, leads to everybody by one redirect', async ({ request }) => {
  for (const letter of ['m', 'M', '%', 'مم', '1', "'", '😀', '']) {
    const answer = await request.get(`/casts/directors?letter=${encodeURIComponent(letter)}`, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']], letter).toEqual([302, '/casts/directors']);
  }
});

test('the works of one role have a page of their own; a role that is none leads back', async ({ page, request }) => {
  await page.goto('/casts/directors?letter=د');
  const person = (await page.getByRole('link', { name: 'داریوش مهرجویی' }).getAttribute('href')) ?? '';
  await page.goto(`${person}?job=director`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('داریوش مهرجویی');
  const none = await request.get(`${person}?job=plumber`, { maxRedirects: 0 });
  expect([none.status(), none.headers()['location']]).toEqual([302, person]);
});
