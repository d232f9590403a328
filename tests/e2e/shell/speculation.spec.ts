// @module-tag full
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';

const RULES = 'script[type=speculationrules]';
const PICTURES = `[...document.images].map((image) => ({ first: image.loading !== 'lazy', loaded: image.complete && image.naturalWidth > 0 }))`;

/** Pages that a script fetches in idle time (spec 1.14). */
function watchFetches(page: Page): string[] {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') fetched.push(request.url());
  });
  return fetched;
}

/** True for a document that Chromium loaded ahead. */
const wasLoadedAhead = (page: Page) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceEntry & { deliveryType: string })[];
    return entry?.deliveryType === 'navigational-prefetch';
  });

test('a page that a link leads to loads while the pointer is on the link', async ({ page, noise }) => {
  await page.goto('/', { waitUntil: 'load' });
  await expect(page.locator(RULES)).toHaveCount(1);
  const link = page.locator('main a[href="/genres"], footer a[href="/genres"], nav a[href="/genres"]').first();
  const loaded = page.waitForResponse((response) => response.url().endsWith('/genres'));
  await link.hover();
  expect((await loaded).request().headers()['sec-purpose']).toContain('prefetch');
  await link.click();
  await expect(page).toHaveURL('/genres');
  expect(await wasLoadedAhead(page)).toBe(true);
  expect(noise.errors).toEqual([]);
});

for (const [name, from, link] of [
  ['a film', '/genres/drama', '#titles a[href^="/movie/"]'],
  ['page 2 of a list', '/casts/iranian-actors', 'main a[rel=next]'],
] as const) {
  test(`${name} that is rendered ahead has the pictures of its first screen`, async ({ tab }) => {
    await tab.goto(from);
    await tab.pressAhead(link);
    const pictures = await tab.readAhead<{ first: boolean; loaded: boolean }[]>(PICTURES);
    expect(pictures.filter(({ first }) => first).length).toBeGreaterThan(0);
    expect(pictures.filter(({ first, loaded }) => first && !loaded)).toEqual([]);
  });
}

test('nothing loads ahead for a visitor who saves data', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'save_data', value: '1', url: baseURL ?? '' }]);
  const fetched = watchFetches(page);
  await page.goto('/', { waitUntil: 'load' });
  await expect(page.locator('html[data-js]')).toHaveCount(1);
  await expect(page.locator(RULES)).toHaveCount(0);
  await page.evaluate(() => new Promise((go) => requestIdleCallback(go, { timeout: 3000 })));
  expect(fetched).toEqual([]);
});

for (const connection of [
  { saveData: true },
  { effectiveType: '2g' },
  { effectiveType: 'slow-2g' },
  { effectiveType: '3g' },
]) {
  test(`nothing loads ahead where the browser reports ${JSON.stringify(connection)}`, async ({ page }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value });
    }, connection);
    const fetched = watchFetches(page);
    await page.goto('/movie/52', { waitUntil: 'load' });
    await expect(page.locator('html[data-js]')).toHaveCount(1);
    await expect(page.locator(RULES)).toHaveCount(0);
    await page.evaluate(() => new Promise((go) => requestIdleCallback(go, { timeout: 3000 })));
    expect(fetched).toEqual([]);
  });
}

test('a page moves with a transition; at once for less motion, and on a phone with little memory', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      document.documentElement.dataset['moved'] = String(Boolean(viewTransition));
    });
  });
  const expectMoved = async (moved: 'true' | 'false') => {
    await page.goto('/genres/drama');
    await page.locator('#titles a').first().click();
    await expect(page.locator('.title-hero')).toBeVisible();
    // A page reveals itself with its first frame: its elements are there before.
    await expect(page.locator('html')).toHaveAttribute('data-moved', moved);
  };
  await expectMoved('true');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectMoved('false');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => Object.defineProperty(navigator, 'deviceMemory', { value: 4 }));
  await expectMoved('false');
});

test('a referral is kept where the browser has the page already (spec 3.06)', async ({ page, context }) => {
  await page.goto('/movie/52');
  await page.goto('/movie/52?ref=1C');
  await expect
    .poll(async () => (await context.cookies()).filter(({ name }) => name.startsWith('ref')).map(({ value }) => value))
    .toEqual(['1C', '100']);
});
