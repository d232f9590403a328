import { request, type Page } from '@playwright/test';
import { codeFor, expect, framesAdvance, test } from '../../support/browser/fixtures.ts';
import { FREE } from '../../support/browser/watching.ts';

/** `body()` is decoded. */
const DROPPED = ['set-cookie', 'content-encoding', 'content-length'];

/** No cookie stays: neither of an answer nor of a script. */
async function blockCookies(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    // A jar of its own for each request.
    const jar = await request.newContext();
    const response = await jar.fetch(route.request(), { maxRedirects: 0 });
    const headers = Object.entries(response.headers()).filter(([name]) => !DROPPED.includes(name));
    await route.fulfill({
      status: response.status(),
      body: await response.body(),
      headers: Object.fromEntries(headers),
    });
    await jar.dispose();
  });
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined });
  });
}

test(
  'with cookies blocked the right code is not called wrong: the login says what is the matter',
  { tag: '@full' },
  async ({ page, context, mobile, t, baseURL }) => {
    await blockCookies(page);
    await page.goto('/login');
    await page.getByLabel(t('login_mobile_label')).fill(mobile);
    await page.getByRole('button', { name: t('login_send') }).click();
    const code = page.getByLabel(t('login_code_label'));
    await expect(code).toBeVisible();
    // The last digit submits; a press besides would send the code again, which has been used.
    await code.fill(await codeFor(context, mobile, baseURL ?? ''));
    await expect(page.getByText(t('error_cookies_blocked'))).toBeVisible();
  },
);

test(
  'with cookies blocked the language switch says so, and still shows the page in the other language',
  { tag: '@full' },
  async ({ page, t }) => {
    await blockCookies(page);
    await page.goto('/genres/drama');
    await page
      .getByRole('button', { name: t('shell_language') })
      .first()
      .click();
    await expect(page).toHaveURL(/\/locale\?hl=en/);
    await expect(page.getByRole('main')).toContainText('keeps no cookies of this site');
    await page.getByRole('link', { name: 'Continue in this language' }).click();
    await expect(page).toHaveURL(/\/genres\/drama\?hl=en$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  },
);

test(
  'with storage that throws every page works, a film plays, and nothing is left unhandled',
  { tag: '@full' },
  async ({ page, noise }) => {
    await page.addInitScript(() => {
      const refuse = (): never => {
        throw new DOMException('denied', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, { get: refuse });
      const reject = () => Promise.reject(new DOMException('denied caches', 'SecurityError'));
      for (const name of ['open', 'has', 'match', 'keys', 'delete'] as const)
        Object.defineProperty(CacheStorage.prototype, name, { value: reject });
    });
    for (const path of ['/', '/download', '/offline', '/search/film', '/profile/settings', '/genres/drama']) {
      await page.goto(path);
      await expect(page.locator('h1, main').first()).toBeVisible();
    }
    await page.goto(`${FREE}#play`);
    await framesAdvance(page);
    expect(noise.errors.filter((line) => line.includes('denied'))).toEqual([]);
  },
);

test('the countdown of a screening follows the server’s clock, not the visitor’s', async ({ page }) => {
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() - 365 * 86_400_000;
  });
  const clockAnswer = page.waitForResponse((response) => response.url().includes('/api/v1/screenings/'));
  await page.goto('/ekran/501');
  await clockAnswer;
  const timer = page.getByRole('timer');
  await expect(timer).toBeVisible();
  const until = Number(await timer.getAttribute('data-countdown'));
  const days = Math.floor((until - Date.now() / 1000) / 86_400);
  // By the visitor's clock it would be a year more.
  await expect(timer.locator('[data-unit=days]')).toHaveText(days.toLocaleString('fa-IR'));
});

test(
  'an island of a build that is gone loads the page again at the first touch, once a minute at most',
  { tag: '@full' },
  async ({ page, t }) => {
    await page.route(/\/_astro\/SearchBox\..*\.js/, (route) => route.fulfill({ status: 404 }));
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.goto('/genres/drama', { waitUntil: 'load' });
    const open = () =>
      page
        .getByRole('button', { name: t('shell_search') })
        .first()
        .click();
    await open();
    await expect.poll(() => loads).toBe(2);
    // Not again within the minute: the form works by itself.
    await open();
    const field = page.getByRole('dialog').getByRole('searchbox');
    await field.fill('هامون');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/search/);
    await expect.poll(() => loads).toBe(3);
  },
);
