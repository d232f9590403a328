import type { Browser, Page } from '@playwright/test';
import { createProgress } from '../../../src/features/progress/progress.ts';
import { expect, FILM, framesAdvance, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { seek, time } from '../../support/browser/watching.ts';

/** Free, so that a guest plays it, too. */
const FREE = { id: 10, path: '/movie/10#play' };
const CALL = '/api/v1/my/progress';
const COMMIT = { waitUntil: 'commit' } as const;

/** A save as a player elsewhere makes it, of a title of a hundred minutes. */
async function watchElsewhere(page: Page, id: number, at: number): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const data = { now, titles: [{ id, ...createProgress(at, 6000, now, false) }] };
  expect((await page.request.post(CALL, { data })).ok()).toBe(true);
}

/** The server's answer to a save of a place, as the request has it. */
const waitForSave = (page: Page, place: RegExp) =>
  page.waitForResponse((answer) => answer.url().endsWith(CALL) && place.test(answer.request().postData() ?? ''));

/** The same viewer in another browser. */
async function another(browser: Browser, page: Page, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  await context.addCookies(await page.context().cookies());
  return context.newPage();
}

for (const locale of ONE_LOCALE) {
  test.describe(`continue watching (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('the first page has what was begun and what was seen; hiding keeps the place, and can be undone', async ({
      page,
      signIn,
      t,
    }) => {
      await signIn();
      await watchElsewhere(page, FILM.id, 1200);
      await watchElsewhere(page, FREE.id, 5990);
      const rows = page.waitForResponse('**/continue');
      await page.goto('/');
      expect((await rows).ok()).toBe(true);
      const going = page.getByRole('region', { name: t('continue_heading') });
      const film = going.getByRole('listitem').first();
      await expect(film.getByRole('progressbar', { name: t('continue_progress') })).toHaveAttribute('value', '20');
      // Named by the film that was seen to its end.
      const because = page.getByRole('region', { name: new RegExp(t('for_you_because', { name: '.+' })) });
      await expect(because.getByRole('link')).not.toHaveCount(0);

      await film.getByRole('button').first().click();
      await expect(film.getByText(t('continue_hidden'))).toBeVisible();
      await page.goto('/profile/list/watching');
      await expect(page.getByText(t('list_watching_empty'))).toBeVisible();
      await page.goto('/');
      await expect(because).toBeVisible();
      await expect(going).toBeHidden();

      // Hidden and watched in the same second, it stays hidden.
      const second = () => Math.floor(Date.now() / 1000);
      const hidden = second();
      await expect.poll(second).toBeGreaterThan(hidden);
      await watchElsewhere(page, FILM.id, 1300);
      await page.goto('/');
      await film.getByRole('button').first().click();
      await film.getByRole('button', { name: t('continue_undo') }).click();
      await expect(film.getByText(t('continue_hidden'))).toBeHidden();
      await page.goto('/profile/list/watching');
      await expect(page.getByRole('main').getByRole('progressbar')).toHaveCount(1);
    });
  });
}

test('rows of one’s own move nothing once the browser knows how many there are, and a guest has none', async ({
  page,
  signIn,
}) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.locator('[data-own-rail]')).toHaveCount(0);
  expect(paths).not.toContain('/continue');

  await signIn();
  await watchElsewhere(page, FILM.id, 1200);
  await page.goto('/');
  await expect(page.locator('[data-own-rail]')).toHaveCount(1);
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // As high as that the rows are in view when they come.
  await page.setViewportSize({ width: 800, height: 1600 });
  await page.reload();
  await expect(page.locator('[data-own-rail]')).toHaveCount(1);
  const moved = await page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum);
  expect(moved).toBeLessThanOrEqual(0.01);
});

test(
  'another browser goes on where this one stopped; an old tab does not take it back, a rewind does',
  { tag: '@full' },
  async ({ page, signIn, browser, baseURL }) => {
    await signIn();
    const saved = waitForSave(page, /"at":[23]\d/);
    await page.goto(FREE.path, COMMIT);
    await framesAdvance(page);
    await seek(page, 20);
    await framesAdvance(page);
    await page.keyboard.press('Escape');
    expect((await saved).ok()).toBe(true);

    const phone = await another(browser, page, baseURL ?? '');
    await phone.goto(FREE.path, COMMIT);
    await framesAdvance(phone);
    await expect.poll(() => time(phone)).toBeGreaterThan(19);
    // It stays open, but does not reach the end of the short film.
    await phone.keyboard.press('k');

    // The first one is opened again: it knows the place. Its viewer goes back on purpose, and the newest wish counts.
    await page.goto('/', COMMIT);
    await page.goto(FREE.path, COMMIT);
    await framesAdvance(page);
    await expect.poll(() => time(page)).toBeGreaterThan(19);
    const rewound = waitForSave(page, /"at":8/);
    await seek(page, 8);
    expect((await rewound).ok()).toBe(true);
    await page.keyboard.press('k');
    await phone.context().close();
    const third = await another(browser, page, baseURL ?? '');
    await third.addInitScript(() => {
      const note = ({ target }: Event) => {
        document.documentElement.dataset['began'] = String((target as HTMLVideoElement).currentTime);
      };
      document.addEventListener('playing', note, { capture: true, once: true });
    });
    await third.goto(FREE.path, COMMIT);
    await framesAdvance(third);
    const at = Number(await third.locator('html').getAttribute('data-began'));
    expect([at > 7, at < 19]).toEqual([true, true]);
    await third.context().close();
  },
);

test(
  'the server is told at a pause, not while a film plays on, and half of a short film is a view',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn();
    const urls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && /\/(my\/progress|plays)$/.test(request.url())) urls.push(request.url());
    });
    const counted = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/plays'));
    await page.goto(FREE.path, COMMIT);
    await framesAdvance(page);
    // Eighteen seconds at the least, in which a save each ten seconds would have been seen.
    expect(await (await counted).json()).toEqual({ data: { counted: true } });
    expect(urls.filter((url) => url.endsWith(CALL))).toEqual([]);
    const saved = page.waitForResponse((answer) => answer.url().endsWith(CALL));
    await page.keyboard.press('k');
    expect((await saved).ok()).toBe(true);
    expect(urls.filter((url) => url.endsWith('/plays'))).toHaveLength(1);
  },
);

test(
  'what is watched without a network is kept, and merged when it is back',
  { tag: '@full' },
  async ({ page, signIn, context, browser, baseURL }) => {
    await signIn();
    await page.goto(FREE.path, COMMIT);
    await framesAdvance(page);
    // All of the film is here by now or soon: it is half a minute long.
    await seek(page, 16);
    await framesAdvance(page);
    await context.setOffline(true);
    await seek(page, 18);
    await page.keyboard.press('Escape');
    const phone = await another(browser, page, baseURL ?? '');
    await watchElsewhere(phone, FREE.id, 10);
    const readKept = () => page.evaluate((key) => localStorage.getItem(key) ?? '', `progress:own:${String(FREE.id)}`);
    await expect.poll(readKept).toMatch(/"unsent":.*"at":(1[6-9]|[23]\d)/);
    await context.setOffline(false);
    const merged = page.waitForResponse((answer) => answer.url().endsWith(CALL));
    await page.goto('/');
    expect((await merged).ok()).toBe(true);
    await phone.goto(FREE.path, COMMIT);
    await framesAdvance(phone);
    await expect.poll(() => time(phone)).toBeGreaterThan(14);
    await phone.context().close();
  },
);

test('what a guest watched is the account’s after the login', async ({ page, signIn }) => {
  await page.goto(FREE.path, COMMIT);
  await framesAdvance(page);
  await seek(page, 12);
  await framesAdvance(page);
  await page.keyboard.press('Escape');
  await signIn();
  const merged = page.waitForResponse((answer) => answer.url().endsWith(CALL));
  await page.goto('/');
  expect((await merged).ok()).toBe(true);
  await expect(page.locator('[data-own-rail="c"]')).toHaveCount(1);
});
