import { expect, test } from '../../support/browser/fixtures.ts';

/** No other test changes its text. */
const STILL = '/genres/drama';
const PAGES = ['/', '/movie/52', '/series/201', STILL, '/lists', '/search/نادر'];

test('a second request of a page does no D1 query and sets no cookie', async ({ request }) => {
  for (const path of PAGES) {
    // Another test may publish between the two.
    await expect(async () => {
      await request.get(path);
      const second = await request.get(path);
      expect(second.status(), path).toBe(200);
      expect(second.headers()['server-timing'], path).toContain('d1;desc="0"');
      expect(second.headers()['server-timing'], path).toMatch(/cache;desc="(hit|stale)"/);
      expect(second.headers()['set-cookie'], path).toBeUndefined();
    }).toPass({ timeout: 30_000 });
  }
});

test('each language has its own copy, by cookie and by ?hl', async ({ request }) => {
  const persian = await request.get(STILL);
  const english = await request.get(STILL, { headers: { cookie: 'i18n_redirected=en' } });
  const englishByQuery = await request.get(`${STILL}?hl=en`);
  expect(await persian.text()).toContain('<html lang="fa" dir="rtl"');
  expect(await english.text()).toContain('<html lang="en" dir="ltr"');
  expect(await englishByQuery.text()).toBe(await english.text());
});

test('an unchanged page answers 304', async ({ request }) => {
  const first = await request.get(STILL);
  const second = await request.get(STILL, { headers: { 'if-none-match': first.headers()['etag'] ?? '' } });
  expect(second.status()).toBe(304);
});

test('a signed-in visitor gets the same page as everybody, and personal pages are never stored', async ({
  page,
  signIn,
}) => {
  const guest = await (await page.request.get(STILL)).text();
  await signIn();
  // Only the root element says that somebody is signed in, so that the header paints right.
  const signedIn = await (await page.request.get(STILL)).text();
  expect(signedIn).toContain('<html data-signed-in ');
  expect(signedIn.replace(' data-signed-in', '')).toBe(guest);
  const profile = await page.request.get('/profile');
  expect(profile.headers()['cache-control']).toBe('private, no-store');
});
