// @module-tag full
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';

/** DevTools' "Slow 3G". */
async function slow3g(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2000,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

test('no framework is fetched before a visitor acts, and it is on the first touch', async ({ page, t }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 })));
  // The shell's own, which all pages share, home's entry, and what renews programmes: the bytes test holds their size.
  expect(scripts.filter((path) => !/^\/_astro\/(Body|index|auto-refresh)\./.test(path))).toEqual([]);
  expect(scripts.length).toBeLessThanOrEqual(3);
  await page
    .getByRole('button', { name: t('shell_search') })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: t('shell_search') }).getByRole('combobox')).toBeFocused();
  await expect.poll(() => scripts.some((path) => path.includes('SearchBox'))).toBe(true);
});

test('on Slow 3G nothing typed at once is lost while the search box wakes', async ({ page }) => {
  test.slow();
  await page.goto('/search');
  await slow3g(page);
  const field = page.getByRole('main').locator('input[name=query]');
  await field.focus();
  await page.keyboard.type('جدایی نادر', { delay: 60 });
  // Awake: the server's search field has become a combobox, the same node with the same text and caret.
  await expect(page.getByRole('main').getByRole('combobox')).toHaveValue('جدایی نادر', { timeout: 40_000 });
  await expect(field).toBeFocused();
  await page.keyboard.type(' از');
  await expect(field).toHaveValue('جدایی نادر از');
  await expect(page.getByRole('option').first()).toBeVisible({ timeout: 40_000 });
});

test('on Slow 3G a click made before the code is there opens the modal when it comes', async ({ page, t }) => {
  test.slow();
  await page.goto('/genres');
  await slow3g(page);
  await page.getByRole('link', { name: t('account_login') }).click();
  await expect(page.getByRole('dialog', { name: t('login_title') })).toBeVisible({ timeout: 60_000 });
  await expect(page).toHaveURL('/genres');
});

test('where the code cannot be loaded a link still leads on', async ({ page, t }) => {
  await page.goto('/genres');
  await page.route(/\/_astro\/.*\.js/, (route) => route.abort());
  await page.getByRole('link', { name: t('account_login') }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('a modal whose code was lost on the way opens after the page has been loaded anew (spec 8.12)', async ({
  page,
  t,
}) => {
  await page.goto('/genres');
  await page.route('**/_astro/LoginModal.*.js', (route) => route.abort(), { times: 1 });
  await page.getByRole('link', { name: t('account_login') }).click();
  const dialog = page.getByRole('dialog', { name: t('login_title') });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/genres');
});
