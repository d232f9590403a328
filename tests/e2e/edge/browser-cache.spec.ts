// @module-tag full
import { expect, test } from '../../support/browser/fixtures.ts';
import { DOCUMENT_BYTES, withoutServiceWorker } from '../../support/browser/tab.ts';

const ROOT = 'document.documentElement';

for (const path of ['/', '/movie/52', '/genres/drama']) {
  test(`a guest’s second visit to ${path} within a minute costs no request for HTML`, async ({ tab }) => {
    await tab.prepare(withoutServiceWorker);
    await tab.goto(path);
    expect(await tab.read(DOCUMENT_BYTES)).toBeGreaterThan(0);
    // Home is fresh until the next programme of a channel, which may begin meanwhile: then the next visits count.
    await expect(async () => {
      await tab.goto('/lists');
      await tab.goto(path);
      expect(await tab.read(DOCUMENT_BYTES)).toBe(0);
    }).toPass();
  });
}

test('a login, a language and a theme are seen on a page that the browser has', async ({
  tab,
  context,
  signIn,
  baseURL,
}) => {
  const visit = async (cookies: { name: string; value: string }[]) => {
    await tab.setCookies(cookies);
    await tab.goto('/lists');
    await tab.goto('/movie/52');
    return tab.read<object>(
      `({ lang: ${ROOT}.lang, theme: ${ROOT}.dataset.theme ?? '', in: 'signedIn' in ${ROOT}.dataset, isKept: ${DOCUMENT_BYTES} === 0 })`,
    );
  };
  await tab.goto('/movie/52');
  // It is fresh for seconds, which a visit may take longer than.
  await expect(async () => {
    expect(await visit([])).toEqual({ lang: 'fa', theme: '', in: false, isKept: true });
  }).toPass();
  expect(await visit([{ name: 'theme', value: 'light' }])).toMatchObject({ theme: 'light', isKept: false });
  expect(await visit([{ name: 'i18n_redirected', value: 'en' }])).toMatchObject({ lang: 'en', isKept: false });
  await signIn();
  const session = await context.cookies(baseURL);
  expect(await visit(session)).toMatchObject({ lang: 'en', in: true, isKept: false });
  // A page of somebody who is signed in is asked for each time.
  expect(await visit([])).toMatchObject({ in: true, isKept: false });
  await tab.read(`fetch('/api/v1/logout', { method: 'POST' }).then((answer) => answer.status)`);
  expect(await visit([])).toMatchObject({ lang: 'en', theme: 'light', in: false });
});

test('a kids session sees no page that the browser has from before it', async ({ tab, context, baseURL, t }) => {
  await tab.goto('/');
  await tab.goto('/kids');
  // Of an address of its own: a network may begin some sessions only.
  await context.request.post('/kids', { form: { pin: '2468' }, headers: { origin: baseURL ?? '' } });
  await tab.setCookies(await context.cookies());
  await tab.goto('/kids');
  await tab.until(`document.querySelector('h1')?.textContent.includes(${JSON.stringify(t('kids_hello'))})`);
  // The page that is left has the same address.
  await tab.read('globalThis.isLeft = true');
  await tab.leave('/');
  await tab.until(`location.pathname === '/kids' && document.title !== '' && globalThis.isLeft === undefined`);
  expect(await tab.read('location.pathname')).toBe('/kids');
});
