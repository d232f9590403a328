import { createProgress } from '../../../src/features/progress/progress.ts';
import { expect, FILM, LOCALES, test } from '../../support/browser/fixtures.ts';

/** Of the demo's catalogue. */
const TWO_SEASONS = '/series/203';
const LENGTH = 6000;
const DIGITS = (locale: string, text: string) =>
  locale === 'fa' ? text.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit))) : text;

for (const locale of LOCALES) {
  test.describe(`a title's page (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('says what a series is, and shows one season at a time, by the keyboard too', async ({ page, t }) => {
      await page.goto(TWO_SEASONS);
      const seasons = page.getByRole('region', { name: t('title_seasons') });
      const tabs = seasons.getByRole('radio');
      await expect(tabs).toHaveCount(2);
      const episodeLinks = seasons.getByRole('link').filter({ visible: true });
      const first = await episodeLinks.first().getAttribute('href');
      await tabs.first().focus();
      await page.keyboard.press('ArrowDown');
      await expect(tabs.nth(1)).toBeChecked();
      await expect(episodeLinks.first()).not.toHaveAttribute('href', first ?? '');
    });

    test('is shared by a copy of its address where the browser has no sheet, by the keyboard too', async ({
      page,
      context,
      t,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
      await page.goto('/movie/52');
      await expect(async () => {
        await page.getByRole('button', { name: t('title_share') }).press('Enter');
        await expect(page.getByText(t('share_copied'))).toBeVisible({ timeout: 4000 });
      }).toPass();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/movie\/52(\?hl=en)?$/);
    });

    test('shows its stills one by one, by keys in the direction of the text, and gives the focus back', async ({
      page,
      t,
    }) => {
      await page.goto('/movie/52');
      const stills = page.locator('[data-still]');
      const count = DIGITS(locale, String(await stills.count()));
      const name = (at: number) => t('still_of', { number: DIGITS(locale, String(at)) });
      await stills.first().press('Enter');
      const gallery = page.getByRole('dialog', { name: t('title_stills') });
      await expect(gallery.getByRole('img')).toHaveAttribute('alt', name(1));
      const [onward, back] = locale === 'fa' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
      await page.keyboard.press(onward);
      await page.keyboard.press(onward);
      await page.keyboard.press(back);
      await expect(gallery.getByRole('img')).toHaveAttribute('alt', name(2));
      await gallery.getByRole('button', { name: t('gallery_next') }).click();
      await expect(gallery.getByRole('status')).toHaveText(t('gallery_place', { at: DIGITS(locale, '3'), count }));
      await page.keyboard.press('Escape');
      await expect(gallery).toHaveCount(0);
      await expect(stills.nth(2)).toBeFocused();
    });

    test('continues where the viewer was, in the place of Play, and moves nothing', async ({ page, signIn, t }) => {
      await signIn();
      const now = Math.floor(Date.now() / 1000);
      const data = { now, titles: [{ id: FILM.id, ...createProgress(1215, LENGTH, now, false) }] };
      expect((await page.request.post('/api/v1/my/progress', { data })).ok()).toBe(true);
      await page.addInitScript(() => {
        Object.assign(globalThis, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            (globalThis as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto('/movie/52');
      const time = DIGITS(locale, '20:15');
      const main = page.locator('main .main-act');
      await expect(main).toContainText(t('play_from', { time }));
      await expect(main.getByRole('progressbar')).toHaveAttribute('value', '20');
      expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.02);
    });
  });
}

test('without script a still is a picture, and every season is one press away', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/movie/52');
  await expect(page.locator('[data-share]')).toBeHidden();
  await page.locator('[data-still]').first().click();
  await expect(page).toHaveURL(/\/media\/img\/still-[^/]+\/1280/);
  await page.goto(TWO_SEASONS);
  const seasons = page.locator('.season');
  await seasons.nth(1).locator('label').click();
  await expect(seasons.nth(1).getByRole('link').first()).toBeVisible();
  await expect(seasons.first().getByRole('link').first()).toBeHidden();
  await context.close();
});

test('a mouse that rests on the picture is shown the trailer, and not where data is saved', async ({ page }) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const countTrailers = () => paths.filter((path) => path.endsWith('/plays/trailer')).length;
  const restOnPicture = async () => {
    await page.goto('/movie/52', { waitUntil: 'load' });
    await page.mouse.move(300, 300);
    await page.mouse.move(320, 320);
    await expect.poll(() => paths.some((path) => path.includes('preview'))).toBe(true);
  };
  await restOnPicture();
  await expect.poll(countTrailers).toBe(1);
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  paths.length = 0;
  await restOnPicture();
  // Longer than a mouse has to rest.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(countTrailers()).toBe(0);
});
