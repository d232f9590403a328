import { LIST_LAYOUTS } from '../../../src/platform/kinds.ts';
import { expect, FILM, LOCALES, test } from '../../support/browser/fixtures.ts';

const DESKTOP = { width: 1920, height: 1080 };

for (const locale of LOCALES) {
  test.describe(`home (${locale})`, () => {
    test.use({ siteLocale: locale, viewport: DESKTOP });

    test('has at most nine sections before the genres, no two neighbours of one shape, each headed by its link', async ({
      page,
      t,
    }) => {
      await page.goto('/');
      const genres = page.getByRole('region', { name: t('nav_genres') });
      await expect(genres).toBeVisible();
      const shapes = await page.locator('main > .rail-section').evaluateAll((sections) =>
        sections.map((section) => {
          const shape = ['collection', 'wide', 'ranked', 'people'].find(
            (name) => section.classList.contains(name) || section.querySelector(`.rail.${name}`),
          );
          return {
            shape: shape ?? 'posters',
            links: section.querySelectorAll('h2 a[href], .collection-text a').length,
          };
        }),
      );
      const rails = shapes.slice(0, -1);
      expect(rails.length).toBeLessThanOrEqual(9);
      expect(rails.filter(({ shape }, at) => shape === rails[at + 1]?.shape)).toEqual([]);
      expect(rails.filter(({ links }) => links !== 1)).toEqual([]);
      expect(new Set(rails.map(({ shape }) => shape))).toEqual(new Set([...LIST_LAYOUTS, 'people']));
    });

    test('fills the width of a large screen, and its rails reach the edge', async ({ page }) => {
      for (const width of [1920, 2560]) {
        await page.setViewportSize({ width, height: 1080 });
        await page.goto('/');
        const rails = page.locator('main .rail:not(.people, .collection *)');
        for (const rail of await rails.all()) {
          await rail.scrollIntoViewIfNeeded();
          const free = await rail.evaluate((element) => {
            const box = element.lastElementChild?.getBoundingClientRect();
            if (!box) return innerWidth;
            return document.dir === 'rtl' ? box.left : innerWidth - box.right;
          });
          expect(free, `${String(width)} px`).toBeLessThan(width * 0.1);
        }
      }
    });

    test('a mouse that rests on a card sees two lines and can play; nothing on the page moves', async ({ page, t }) => {
      await page.goto('/');
      const card = page.locator('.ranked .card a').first();
      await card.scrollIntoViewIfNeeded();
      const read = () =>
        page
          .locator('main .card')
          .evaluateAll((cards) => cards.slice(0, 20).map((one) => one.getBoundingClientRect().top));
      const before = await read();
      await card.hover();
      await page.locator('.ranked .card a').nth(1).hover();
      const box = page.locator('.hover-card');
      await expect(box).toBeVisible();
      await expect(box.getByRole('link', { name: t('title_play'), exact: true })).toBeVisible();
      expect(await read()).toEqual(before);
      await page.keyboard.press('Escape');
      await expect(box).toBeHidden();
    });
  });
}

test('no card opens under a mouse where motion is not wanted', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: DESKTOP, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('.ranked .card a').first().hover();
  await page.locator('.ranked .card a').nth(1).hover();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  await expect(page.locator('.hover-card')).toHaveCount(0);
  await context.close();
});

test('the hero says that its film goes on where it was begun', async ({ page, signIn, t }) => {
  await signIn();
  const now = Math.floor(Date.now() / 1000);
  const progress = { id: FILM.id, duration: 6000, since: now, seen: 0, points: [{ at: 1200, when: now }] };
  const saved = await page.request.post('/api/v1/my/progress', { data: { now, titles: [progress] } });
  expect(saved.ok()).toBe(true);
  await page.goto('/');
  const hero = page.getByRole('region', { name: t('hero_label') });
  await expect(hero.getByRole('link', { name: t('continue_heading'), exact: true })).toBeVisible();
});
