import type { Page } from '@playwright/test';
import { expect, FILM, LOCALES, test } from '../../support/browser/fixtures.ts';

const FILM_PAGE = `/${FILM.kind}/${String(FILM.id)}`;
test.use({ serviceWorkers: 'allow' });

/** Opens the site until its service worker answers for it, and the page has been kept. */
async function visit(page: Page, path: string): Promise<void> {
  // A page without pictures: on a new machine each is made at its first request, and the worker waits for `load`.
  await page.goto('/genres');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(path);
  await expect
    .poll(() => page.evaluate(async (address) => Boolean(await caches.match(address)), page.url()))
    .toBe(true);
}

for (const locale of LOCALES) {
  test.describe(`without a network (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a page that was seen is there; another says so, and leads to those that are', async ({
      page,
      context,
      t,
      noise,
    }) => {
      const film = locale === 'fa' ? 'جدایی نادر از سیمین' : 'A Separation';
      await visit(page, FILM_PAGE);
      await context.setOffline(true);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: film })).toBeVisible();
      await expect(page.getByText(t('offline_note'))).toBeVisible();
      await page.goto('/movie/10');
      await expect(page.getByRole('heading', { name: t('offline_title') })).toBeVisible();
      // A network that is there, and carries nothing.
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect(page.getByRole('link', { name: new RegExp(film) })).toBeVisible();
      await expect(page.getByRole('link', { name: '|' })).toHaveCount(0);
      expect(noise.errors.filter((error) => /style/i.test(error))).toEqual([]);
      await page.getByRole('link', { name: new RegExp(film) }).click();
      await expect(page).toHaveURL(FILM_PAGE);
      await expect(page.getByRole('heading', { level: 1, name: film })).toBeVisible();
      noise.errors.length = 0;
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(request.url()));
      await context.setOffline(false);
      await expect(page.getByText(t('offline_note'))).toBeHidden();
      // A picture or a script that was asked for without a network may still be said to have failed after that.
      const errors = noise.errors.filter(
        (error) => !/net::/.test(error) || addresses.some((url) => error.endsWith(url)),
      );
      expect({ errors, foreign: noise.foreign }).toEqual({ errors: [], foreign: [] });
    });
  });
}

test('what is personal is not kept, and a kids session does not see what was seen outside of it', async ({
  page,
  context,
  signIn,
  t,
}) => {
  await signIn();
  await visit(page, FILM_PAGE);
  await page.goto('/profile');
  await page.goto('/kids');
  await page.getByLabel(t('kids_pin_label')).fill('2580');
  await page.getByRole('button', { name: t('kids_enter_button') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('kids_hello') })).toBeVisible();
  expect(await page.evaluate(async () => Boolean(await caches.match('/profile')))).toBe(false);
  // The worker has read the page to its end, and knows whose session it is.
  const readLastSeen = () =>
    page.evaluate(async (note) => (await (await caches.match(note))?.text()) ?? '', '/last-seen');
  await expect.poll(readLastSeen).toContain('"kids":true');
  await context.setOffline(true);
  await page.goto(FILM_PAGE);
  await expect(page.getByRole('heading', { name: t('offline_title') })).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: t('offline_title') })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: t('offline_title') })).toBeHidden();
});
