// @module-tag full
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import { PAGE_KINDS, takePairs } from '../../support/browser/page-kinds.ts';

const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 };
const PAGES = ['/', '/movie/52', '/series/201', '/genres/drama', '/casts/iranian-actors', '/search/نادر'];
/** Milliseconds from the page's first paint with a font of the system. */
const FONT_IS_LATE = 900;
/** On a list of people one English name breaks elsewhere in DejaVu Sans. */
const mostShift = (path: string) => (path.startsWith('/casts') ? 0.002 : 0.001);

for (const [language, locale] of LOCALES.entries()) {
  test.describe(`a late font (${locale})`, () => {
    test.use({ ...PHONE, siteLocale: locale });

    for (const path of takePairs(PAGES, language)) {
      test(`moves nothing on ${path}`, async ({ page }) => {
        await page.route('**/fonts/*', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, FONT_IS_LATE));
          await route.continue();
        });
        await page.route('**/media/img/**', (route) => route.abort());
        await page.goto(path, { waitUntil: 'load' });
        await page.evaluate(() => document.fonts.ready);
        const shift = await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              let sum = 0;
              new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
              }).observe({ type: 'layout-shift', buffered: true });
              setTimeout(() => resolve(sum), 500);
            }),
        );
        expect(await page.evaluate(() => document.fonts.check('16px Vazirmatn', 'پ'))).toBe(true);
        expect(shift).toBeLessThanOrEqual(mostShift(path));
      });
    }
  });
}

test('an accented letter fetches a small file of the font, not all other letters', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
  });
  await page.goto('/lists', { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  expect(fonts).toEqual(['/fonts/vazirmatn.woff2']);
  await page.locator('main h1').evaluate((heading) => (heading.textContent = 'Amélie'));
  await expect.poll(() => fonts).toEqual(['/fonts/vazirmatn.woff2', '/fonts/vazirmatn-latin.woff2']);
});

test('one file of the font is enough for every kind of page in Persian', async ({ page }) => {
  test.slow();
  await page.route('**/media/img/**', (route) => route.abort());
  const rest = new Set<string>();
  let current = '';
  page.on('request', (request) => {
    if (/\/fonts\/vazirmatn-/.test(request.url())) rest.add(current);
  });
  for (current of PAGE_KINDS) {
    await page.goto(current, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready);
  }
  // Names with letters of other languages are the catalogue's own.
  expect([...rest]).toEqual([]);
});
