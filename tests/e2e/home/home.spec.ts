import type { Page } from '@playwright/test';
import { createProgress } from '../../../src/features/progress/progress.ts';
import { LIST_LAYOUTS } from '../../../src/platform/kinds.ts';
import { expect, FILM, framesAdvance, LOCALES, test } from '../../support/browser/fixtures.ts';
import { MONTH, toPlanPattern } from '../../support/browser/paying.ts';
import { seek, time } from '../../support/browser/watching.ts';

/** Share of a drawn backdrop's width at which its event is (tools/seed/title-rows.ts). */
const SUBJECT_OF_DEMO = 0.33;
const DESKTOP = { width: 1920, height: 1080 };

/** The visible sections before the genres, the viewer's own too. */
async function readRails(page: Page) {
  const rails = await page.locator('main .rail-section').evaluateAll((sections) =>
    sections
      .filter((section) => section.checkVisibility())
      .map((section) => ({
        shape:
          ['collection', 'wide', 'ranked', 'people'].find(
            (name) => section.classList.contains(name) || section.querySelector(`.rail.${name}`),
          ) ?? 'posters',
        links: section.querySelectorAll('h2 a[href], .collection-text a').length,
      })),
  );
  return rails.slice(0, -1);
}

/** Parts near the window take their real height with the next frame. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));

/** Saves places in titles: id, seconds, length in seconds. */
async function watch(page: Page, places: readonly (readonly [id: number, at: number, duration: number])[]) {
  const now = Math.floor(Date.now() / 1000);
  const titles = places.map(([id, at, duration]) => ({ id, ...createProgress(at, duration, now, false) }));
  expect((await page.request.post('/api/v1/my/progress', { data: { now, titles } })).ok()).toBe(true);
}

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
      const rails = await readRails(page);
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

    test('the first picture has its subject beside the text', async ({ page, t }) => {
      for (const width of [1280, 1920, 2560]) {
        await page.setViewportSize({ width, height: 1080 });
        await page.goto('/');
        const slide = page
          .getByRole('region', { name: t('hero_label') })
          .locator('.hero-slide')
          .first();
        const art = await slide.locator('.hero-art').evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
        const text = await slide
          .locator('p')
          .last()
          .evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
        const subject = art.left + art.width * SUBJECT_OF_DEMO;
        expect(subject < text.left || subject > text.right, `${String(width)} px`).toBe(true);
        expect(subject > 0 && subject < width).toBe(true);
      }
    });

    test('a mouse that rests on a card sees two lines and can play; nothing on the page moves', async ({ page, t }) => {
      await page.goto('/');
      const card = page.locator('.ranked .card a').first();
      await card.scrollIntoViewIfNeeded();
      await painted(page);
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
  await watch(page, [[FILM.id, 1200, 6000]]);
  await page.goto('/');
  const hero = page.getByRole('region', { name: t('hero_label') });
  await expect(hero.getByRole('link', { name: t('continue_heading'), exact: true })).toBeVisible();
});

test('a reason for more takes the place of a list of its shape, and moves nothing that is there', async ({
  page,
  signIn,
  t,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/');
  const count = (await readRails(page)).length;
  await signIn();
  await watch(page, [[FILM.id, 5900, 6000]]);
  await page.goto('/');
  const because = page.getByRole('region', { name: new RegExp(t('for_you_because', { name: '.+' })) });
  await expect(because.getByRole('link')).not.toHaveCount(0);
  const rails = await readRails(page);
  expect(rails).toHaveLength(count);
  expect(rails.filter(({ shape }, at) => shape === rails[at + 1]?.shape)).toEqual([]);
  expect(rails.filter(({ links }) => links !== 1)).toEqual([]);
  const readTop = () =>
    page.getByRole('region', { name: t('people_title') }).evaluate((one) => one.getBoundingClientRect().top + scrollY);
  const rows = page.waitForResponse('**/continue');
  // Before its rows come, the next visit has their place.
  await page.route('**/continue', async (route) => {
    const place = page.locator('#own-because');
    expect(await place.evaluate((slot) => [slot.childElementCount, slot.getBoundingClientRect().height > 100])).toEqual(
      [0, true],
    );
    await painted(page);
    const before = await readTop();
    await route.continue();
    await expect(because.getByRole('link')).not.toHaveCount(0);
    expect(Math.abs((await readTop()) - before)).toBeLessThanOrEqual(1);
  });
  await page.reload();
  expect((await rows).ok()).toBe(true);
  await page.unrouteAll({ behavior: 'wait' });
});

test('one press on home plays a film, and one continues it', async ({ page, signIn, t }) => {
  await signIn();
  let presses = 0;
  const press = async (name: string) => {
    presses += 1;
    await page
      .getByRole('region', { name: t('hero_label') })
      .getByRole('link', { name, exact: true })
      .first()
      .click();
    await framesAdvance(page);
    return presses;
  };
  await page.goto('/');
  expect(await press(t('title_play'))).toBe(1);
  await watch(page, [[FILM.id, 12, 36]]);
  presses = 0;
  await page.goto('/');
  expect(await press(t('continue_heading'))).toBe(1);
});

test('a member without a plan is told before the press, and a series of the hero plays an episode', async ({
  page,
  signIn,
  t,
}) => {
  await page.goto('/');
  const hero = page.getByRole('region', { name: t('hero_label') });
  const series = hero.locator('[data-modal-kind=series]');
  await expect(series).toHaveCount(1);
  await expect(series).toHaveAttribute('href', /\/series\/201/);
  await signIn();
  // The server's answer once the trial has ended.
  await page.route('**/api/v1/get/user*', async (route) => {
    const response = await route.fetch();
    const { user } = (await response.json()) as { user: object };
    await route.fulfill({
      response,
      json: { user: { ...user, subscription: 0, operator_fullrate: 0, scope: ['user'] } },
    });
  });
  const viewer = { state: 'needs_subscription', playing: null, watched: [], stars: null, can_rate: false };
  await page.route('**/api/v1/my/titles/**', (route) => route.fulfill({ json: { data: viewer } }));
  await page.goto('/');
  await hero
    .getByRole('link', { name: t('act_subscribe') })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('link', { name: toPlanPattern(MONTH, 'fa') })).toBeVisible();
});

test('a guest continues from home what this browser knows, and can have it forgotten', async ({ page, t }) => {
  await page.goto('/movie/10#play');
  await framesAdvance(page);
  await seek(page, 15);
  // A place counts once it has played.
  await expect.poll(() => time(page)).toBeGreaterThan(16);
  await page.goto('/');
  const rail = page.getByRole('region', { name: t('continue_heading') });
  await expect(rail.getByRole('progressbar')).toBeVisible();
  await rail.getByRole('button').first().click();
  await expect(rail.getByText(t('continue_hidden'))).toBeVisible();
  await rail.getByRole('button', { name: t('continue_undo') }).click();
  await expect(rail.getByText(t('continue_hidden'))).toBeHidden();
  await rail.getByRole('button').first().click();
  await page.reload();
  await expect(rail).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('progress:')))).toEqual([]);
});
