import { createProgress } from '../../../src/features/progress/progress.ts';
import { expect, FILM, framesAdvance, LOCALES, test } from '../../support/browser/fixtures.ts';
import { digits } from '../../support/browser/paying.ts';

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

    test('says the size of a series, the age with its reason, why more is like it, and what each way costs', async ({
      page,
      t,
    }) => {
      const count = (value: number) => ({ count: digits(locale, value) });
      const amount = (value: number) => ({ amount: digits(locale, value) });
      await page.goto(TWO_SEASONS);
      const main = page.getByRole('main');
      const [seasons, episodes] = [t('season_count', count(2)), t('season_episodes', count(24))];
      await expect(main.getByText(t('series_size', { seasons, episodes }))).toBeVisible();
      const ways = page.getByRole('region', { name: t('title_watch_ways') });
      await expect(ways.getByText(t('ways_plan_from', amount(52_800)))).toBeVisible();
      await expect(ways.getByText(t('ways_price', amount(108_900)))).toBeVisible();
      await expect(ways.getByText(t('ways_download_from', amount(5500)))).toBeVisible();
      const rows = page.getByRole('region', { name: t('title_seasons') });
      const files = rows.getByRole('link', { name: t('episode_download', { name: '' }) }).filter({ visible: true });
      await expect(files).toHaveCount(12);

      await page.goto('/series/202');
      const [age, reasons] = [
        t('age_from', { age: digits(locale, 12) }),
        [t('age_reason_violence'), t('age_reason_smoking')].join(locale === 'fa' ? '، ' : ', '),
      ];
      await expect(main.getByText(t('age_with_reasons', { age, reasons }))).toBeVisible();

      await page.goto('/movie/52');
      const director = locale === 'fa' ? 'اصغر فرهادی' : 'Asghar Farhadi';
      const related = page.getByRole('region', { name: t('title_related') });
      await expect(related.getByText(t('related_director', { name: director })).first()).toBeVisible();

      await page.goto('/movie/126');
      await expect(ways.getByRole('heading', { name: t('ways_rent') })).toBeVisible();
      await expect(ways.getByText(t('ways_owned', { time: t('ways_hours', count(48)) }))).toBeVisible();
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

test('a mouse that rests on the picture is shown the trailer, and not where data is saved or the network is slow', async ({
  page,
}) => {
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
  for (const connection of [{ saveData: true }, { effectiveType: '3g' }]) {
    await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection);
    paths.length = 0;
    await restOnPicture();
    // Longer than a mouse has to rest.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(countTrailers(), JSON.stringify(connection)).toBe(0);
  }
});

test('the trailer plays in a window of its own, and gives the focus back', async ({ page, t }) => {
  await page.goto('/movie/52', { waitUntil: 'load' });
  const opener = page.getByRole('button', { name: t('title_trailer') });
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: t('title_trailer') });
  await expect(dialog).toBeVisible();
  await framesAdvance(page);
  await dialog.getByRole('button', { name: t('gallery_close') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('video')).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test.describe('by finger', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 780 } });

  test('stills follow a swipe in the direction of the text', async ({ page, t }) => {
    await page.goto('/movie/52', { waitUntil: 'load' });
    await page.locator('[data-still]').first().tap();
    const gallery = page.getByRole('dialog', { name: t('title_stills') });
    await expect(gallery).toBeVisible();
    const session = await page.context().newCDPSession(page);
    const swipe = async (from: number, to: number) => {
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 390 }] });
      await touch('touchStart', from);
      for (const share of [0.3, 0.6, 1]) await touch('touchMove', from + (to - from) * share);
      await touch('touchEnd');
    };
    await swipe(100, 280);
    await expect(gallery.getByRole('img')).toHaveAttribute('alt', t('still_of', { number: '۲' }));
    await swipe(280, 100);
    await expect(gallery.getByRole('img')).toHaveAttribute('alt', t('still_of', { number: '۱' }));
  });
});
