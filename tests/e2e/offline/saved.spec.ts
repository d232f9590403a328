// @module-tag full
import type { Page, Worker } from '@playwright/test';
import { expect, FILM, framesAdvance, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { press } from '../../support/browser/watching.ts';

const FILM_PAGE = `/${FILM.kind}/${String(FILM.id)}`;
const NAMES = { fa: 'جدایی نادر از سیمین', en: 'A Separation' } as const;
test.use({ serviceWorkers: 'allow' });

/** Opens the film where the service worker answers for the site, and in it what can be done with it. */
async function openWatchOptions(page: Page, name: string) {
  await page.goto('/genres');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(FILM_PAGE);
  await page.getByRole('main').getByRole('link', { name }).click();
  return page.getByRole('dialog');
}

/** Changes a record of the licences; gives the number of records that remain. */
function changeRecord(page: Page, name: string, change: Record<string, number>): Promise<number> {
  return page.evaluate(
    ([key, values]) =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('saved-titles');
        request.addEventListener('success', () => {
          const store = request.result.transaction('records', 'readwrite').objectStore('records');
          const before = store.get(key);
          before.addEventListener('success', () => {
            const record = before.result as object | undefined;
            if (record) store.put({ ...record, ...values }, key);
            const count = store.count();
            count.addEventListener('success', () => {
              request.result.close();
              resolve(count.result);
            });
          });
        });
      }),
    [name, change] as const,
  );
}

interface SlowReader {
  waits: Promise<void>;
  resume: () => void;
  opened: string[];
}

/** From now on the service worker finds a saved title and then stays still, as on a slow machine, until it may resume. */
function slowReaders(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    const has = Reflect.get<CacheStorage, 'has'>(CacheStorage.prototype, 'has');
    const open = Reflect.get<CacheStorage, 'open'>(CacheStorage.prototype, 'open');
    let isFound: () => void = () => undefined;
    let resume: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => (isFound = resolve));
    const gate = new Promise<void>((resolve) => (resume = resolve));
    const reader: SlowReader = { waits, resume, opened: [] };
    Object.assign(globalThis, { reader });
    CacheStorage.prototype.has = async function (name) {
      const isThere = await has.call(this, name);
      if (name.startsWith('saved-')) isFound();
      await gate;
      return isThere;
    };
    CacheStorage.prototype.open = function (name) {
      reader.opened.push(name);
      return open.call(this, name);
    };
  });
}

/** Stored files of the film that anybody could read who has the browser's folder. */
function readClearFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const cache = await caches.open('saved-movie-52');
    const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    const files = paths.filter((path) => path.startsWith('/saved/') && !path.endsWith('/entry.json'));
    const isClear = async (path: string) => {
      const text = (await (await cache.match(path))?.text()) ?? '';
      return /ftyp|moof|mdat|#EXTM3U|WEBVTT|JFIF/.test(text);
    };
    const clear = await Promise.all(files.map(isClear));
    return files.length < 10 ? ['too few files'] : files.filter((_, at) => clear[at]);
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`kept in this browser (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a film is kept, plays without a network, and is gone when its licence ends', async ({
      page,
      context,
      signIn,
      t,
    }) => {
      await signIn();
      const dialog = await openWatchOptions(page, t('data_title_open'));
      const section = dialog.getByRole('region', { name: t('saved_heading') });
      await section.getByLabel(t('player_quality')).selectOption('240');
      await section.getByRole('button', { name: t('saved_start') }).click();
      await expect(section.getByRole('button', { name: t('saved_delete') })).toBeVisible({ timeout: 45_000 });

      await context.setOffline(true);
      // Personal pages are not kept; what is kept to be watched is listed instead.
      await page.goto('/download');
      const list = page.getByRole('region', { name: t('saved_list') });
      await list.getByRole('link', { name: NAMES[locale] }).click();
      await framesAdvance(page);
      expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight)).toBe(240);
      // The time line has its pictures, too.
      const thumbnail = page.locator('.player-thumbnail');
      await expect(async () => {
        await page.getByRole('slider', { name: t('player_seek') }).hover({ timeout: 1500 });
        await expect(thumbnail).toBeVisible({ timeout: 1500 });
        await expect(thumbnail).toHaveCSS('background-image', /\/saved\/movie\/52\/storyboard\.jpg/, { timeout: 1500 });
      }).toPass();
      const status = await page.evaluate(async () => (await fetch('/saved/movie/52/storyboard.jpg')).status);
      expect(status).toBe(200);
      await press(page, t('player_close'));

      const readMaster = () => page.evaluate(async () => (await fetch('/saved/movie/52/master.m3u8')).status);
      expect(await readClearFiles(page)).toEqual([]);

      // A day was seen that this clock has not reached: it was set back.
      const now = Date.now() / 1000;
      await changeRecord(page, 'clock', { seen: now + 24 * 60 * 60 });
      expect(await readMaster()).toBe(403);
      await page.goto('/download');
      await expect(list).toContainText(t('saved_clock'));
      await changeRecord(page, 'clock', { seen: now });
      expect(await readMaster()).toBe(200);

      // Thirty days later.
      await changeRecord(page, 'saved-movie-52', { until: now - 1 });
      expect(await readMaster()).toBe(404);
      await page.goto('/download');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline_title'));
      await expect(list).toBeHidden();
      await expect.poll(() => page.evaluate(() => caches.has('saved-movie-52'))).toBe(false);
    });
  });
}

test('what is kept plays from here also with a network, is deleted at a press, and at signing out', async ({
  page,
  context,
  signIn,
  t,
}) => {
  await signIn();
  const dialog = await openWatchOptions(page, t('data_title_open'));
  const section = dialog.getByRole('region', { name: t('saved_heading') });
  const keep = section.getByRole('button', { name: t('saved_start') });
  await expect(keep).toBeVisible();
  await context.setOffline(true);
  await keep.click();
  await expect(section.getByRole('alert')).toHaveText(t('saved_network'));
  await context.setOffline(false);
  await section.getByRole('button', { name: t('saved_again') }).click();
  const forget = section.getByRole('button', { name: t('saved_delete') });
  await expect(forget).toBeVisible({ timeout: 45_000 });
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('no service worker');
  await slowReaders(worker);
  const read = page.evaluate(async () => (await fetch('/saved/movie/52/master.m3u8')).status);
  await worker.evaluate(() => (globalThis as unknown as { reader: SlowReader }).reader.waits);
  await forget.click();
  await expect(keep).toBeVisible();
  expect(await page.evaluate(() => caches.has('saved-movie-52'))).toBe(false);
  await worker.evaluate(() => (globalThis as unknown as { reader: SlowReader }).reader.resume());
  expect(await read).toBe(404);
  const opened = await worker.evaluate(() => (globalThis as unknown as { reader: SlowReader }).reader.opened);
  expect(opened, 'a reader makes no cache').not.toContain('saved-movie-52');
  await keep.click();
  await expect(forget).toBeVisible({ timeout: 45_000 });
  await page.keyboard.press('Escape');

  const parts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.m4s')) parts.push(new URL(request.url()).pathname);
  });
  await page
    .getByRole('main')
    .getByRole('link', { name: t('title_play') })
    .first()
    .click();
  await framesAdvance(page);
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.filter((path) => !path.startsWith('/saved/'))).toEqual([]);
  await page.keyboard.press('Escape');

  await page.goto('/download');
  await expect(page.getByRole('region', { name: t('saved_list') })).toBeVisible();
  await page.getByRole('button', { name: t('account_menu') }).click();
  await page.getByRole('button', { name: t('account_logout') }).click();
  await expect(page.getByRole('region', { name: t('saved_list') })).toBeHidden();
  expect(await page.evaluate(() => caches.has('saved-movie-52'))).toBe(false);
  expect(await changeRecord(page, 'saved-movie-52', {})).toBe(0);
});

test('what the subscription alone opens is gone from this browser as soon as it is paused', async ({
  page,
  signIn,
  t,
}) => {
  await signIn();
  const dialog = await openWatchOptions(page, t('data_title_open'));
  const section = dialog.getByRole('region', { name: t('saved_heading') });
  await section.getByLabel(t('player_quality')).selectOption('240');
  await section.getByRole('button', { name: t('saved_start') }).click();
  await expect(section.getByRole('button', { name: t('saved_delete') })).toBeVisible({ timeout: 45_000 });
  await page.goto('/download');
  expect(await page.evaluate(() => caches.has('saved-movie-52'))).toBe(true);
  await page.goto('/profile/subscription');
  await page.getByText(t('subscription_pause_open')).click();
  await page.locator('button[name=months][value="1"]').click();
  await expect(page.getByRole('status')).toHaveText(t('subscription_done_paused'));
  await expect.poll(() => page.evaluate(() => caches.has('saved-movie-52'))).toBe(false);
});
