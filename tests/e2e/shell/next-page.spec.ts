// @module-tag full
import { expect, test } from '../../support/browser/fixtures.ts';

/** Records how each page was shown: from the back/forward cache, and with a transition. */
const WATCH = `
  addEventListener('pageshow', ({ persisted }) => { globalThis.isRestored = persisted; });
  addEventListener('pagereveal', ({ viewTransition }) => { globalThis.hasTransition = Boolean(viewTransition); });
`;
/** Keeps the calls of a page from here on, with their time. */
const RECORD_CALLS = `(() => {
  const send = globalThis.fetch;
  globalThis.calls = [];
  globalThis.fetch = (...args) => { calls.push({ url: String(args[0]), at: performance.now() }); return send(...args); };
})()`;
/** True for a page from the back/forward cache, else false; and the browser's reasons against it, or null. */
const RESTORED = `[globalThis.isRestored, performance.getEntriesByType('navigation')[0].notRestoredReasons]`;
const LOADS_SENDER = `performance.getEntriesByType('resource').some(({ name }) => name.includes('/progress'))`;
const NAVIGATION = `performance.getEntriesByType('navigation')[0]`;

test.beforeEach(async ({ tab }) => {
  await tab.prepare(WATCH);
});

const isAt = (path: string) => `location.pathname === ${JSON.stringify(path)}`;

test('a title that is pressed is rendered ahead, and sends nothing before it is shown', async ({
  tab,
  signIn,
  context,
}) => {
  await signIn();
  await tab.setCookies(await context.cookies());
  await tab.goto('/genres/drama');
  const path = await tab.read<string>(`document.querySelector('#titles li:nth-child(3) a').pathname`);
  // Progress of a film that was watched offline waits to be sent.
  const unsent = { position: 60, duration: 6000, updated_at: Math.floor(Date.now() / 1000) };
  const waiting = JSON.stringify({ state: unsent, unsent });
  await tab.read(`localStorage.setItem('progress:own:52', ${JSON.stringify(waiting)})`);
  await tab.pressAhead('#titles li:nth-child(3) a');
  expect(await tab.readAhead(`({ at: location.pathname, sends: ${LOADS_SENDER} })`)).toEqual({
    at: path,
    sends: false,
  });
  await tab.readAhead(RECORD_CALLS);
  await tab.release();
  await tab.until(isAt(path));
  await tab.until(`calls.some(({ url }) => url.endsWith('/my/progress'))`);
  expect(await tab.read(`calls.every(({ at }) => at >= ${NAVIGATION}.activationStart)`)).toBe(true);
  expect(await tab.read(`${NAVIGATION}.activationStart > 0`)).toBe(true);
});

test('a title that was rendered ahead has the theme and the account of the moment it is shown', async ({ tab }) => {
  await tab.goto('/genres/drama');
  await tab.pressAhead('#titles li:nth-child(3) a');
  expect(await tab.readAhead(`document.documentElement.dataset.theme ?? 'none'`)).toBe('none');
  await tab.read(
    `localStorage.setItem('theme', 'light'); document.cookie = 'theme=light; path=/'; document.cookie = 'signed_in=1; path=/'`,
  );
  await tab.release();
  await tab.until(`location.pathname.startsWith('/movie/') || location.pathname.startsWith('/series/')`);
  await tab.until(`document.documentElement.dataset.theme === 'light'`);
  expect(await tab.read(`'signedIn' in document.documentElement.dataset`)).toBe(true);
});

test('Back to a page of each kind shows it as it was left', async ({ tab }) => {
  test.slow();
  for (const from of [
    '/',
    '/movie/52',
    '/genres/drama',
    '/genres/drama?page=2',
    '/search/نادر',
    '/casts/directors',
    '/lives',
  ]) {
    await tab.goto(from);
    // A service worker that takes a page over ends its stay for Back: the first visit only.
    await tab.until('navigator.serviceWorker.controller');
    await tab.read('void delete globalThis.isRestored');
    await tab.leave('/lists');
    await tab.until(isAt('/lists'));
    await tab.back();
    await tab.until(`decodeURI(location.pathname + location.search) === ${JSON.stringify(from)}`);
    await tab.until('globalThis.isRestored !== undefined');
    expect(await tab.read(RESTORED), from).toEqual([true, null]);
  }
});

for (const [name, path, open] of [
  ['the login', '/movie/126', '[data-modal=login]'],
  ['the player', '/movie/10', 'main [data-modal=player]'],
] as const) {
  test(`Back to a title where ${name} was closed shows it as it was left`, async ({ tab }) => {
    await tab.goto(path);
    await tab.tap(open);
    await tab.until(`document.querySelector('dialog[open]')`);
    await tab.back();
    await tab.until(`!document.querySelector('dialog[open]')`);
    // A service worker that takes a page over ends its stay for Back: the first visit only.
    await tab.until('navigator.serviceWorker.controller');
    await tab.read('void delete globalThis.isRestored');
    await tab.leave('/lists');
    await tab.until(isAt('/lists'));
    await tab.back();
    await tab.until(isAt(path));
    await tab.until('globalThis.isRestored !== undefined');
    expect(await tab.read(RESTORED)).toEqual([true, null]);
  });
}

test('Back shows the theme, the account and the language of now', async ({ tab }) => {
  await tab.setCookies([{ name: 'signed_in', value: '1' }]);
  await tab.goto('/movie/52');
  expect(await tab.read(`'signedIn' in document.documentElement.dataset`)).toBe(true);
  await tab.leave('/lists');
  await tab.until(isAt('/lists'));
  await tab.read(
    `document.cookie = 'signed_in=; path=/; max-age=0'; document.cookie = 'theme=dark; path=/'; localStorage.setItem('theme', 'dark')`,
  );
  await tab.back();
  await tab.until(isAt('/movie/52'));
  await tab.until(`document.documentElement.dataset.theme === 'dark'`);
  expect(await tab.read(`'signedIn' in document.documentElement.dataset`)).toBe(false);
  await tab.leave('/lists');
  await tab.until(isAt('/lists'));
  await tab.read(`document.cookie = 'i18n_redirected=en; path=/'`);
  await tab.back();
  await tab.until(`${isAt('/movie/52')} && document.documentElement.lang === 'en'`);
});

test('a page that is left twice, or by a reload, writes no error of its transition (spec 4.02, 4.09)', async ({
  tab,
}) => {
  await tab.prepare(`addEventListener('unhandledrejection', ({ reason }) => {
    sessionStorage.setItem('rejected', (sessionStorage.getItem('rejected') ?? '') + reason + ' at ' + location.pathname);
  })`);
  const leave = `document.querySelector('main a[href^="/movie/"]').click()`;
  for (const second of [
    'location.reload()',
    'history.back()',
    `location.assign('/lists')`,
    `location.replace('/?a=1')`,
  ]) {
    for (const milliseconds of [20, 60]) {
      await tab.goto('/');
      // The script of transitions comes with the first touch. It listens once it has run, not once it is loaded.
      await tab.hover('main a[href^="/movie/"]');
      await tab.until(`performance.getEntriesByType('resource').some(({ name }) => /transitions|touched/.test(name))`);
      await tab.read(`Promise.all(performance.getEntriesByType('resource').map(({ name }) => name)
        .filter((name) => /transitions|touched/.test(name)).map((name) => import(name))).then(() => true)`);
      await tab.read(`globalThis.stays = true; addEventListener('pagehide', () => { stays = false; });
        void setTimeout(() => {
          ${leave};
          setTimeout(() => { stays = ${String(second !== 'history.back()')}; ${second}; }, ${milliseconds});
        })`);
      // Before that, the next visit would leave a page whose script has not run; Back may end where it began.
      await tab.until(`!globalThis.stays && document.readyState === 'complete' && !document.activeViewTransition`);
    }
  }
  await tab.goto('/');
  expect(await tab.read(`sessionStorage.getItem('rejected')`)).toBeNull();
});

test('Back into a page for grown-ups leads a kids session to its own page', async ({ tab }) => {
  await tab.goto('/movie/52');
  await tab.leave('/kids');
  await tab.until(isAt('/kids'));
  // The page that Back leaves has the same address.
  await tab.read(`localStorage.setItem('isKids', '1'), (globalThis.isLeft = true)`);
  await tab.back();
  await tab.until(`${isAt('/kids')} && globalThis.isLeft === undefined`);
  expect(await tab.read('location.pathname')).toBe('/kids');
});

test('a card becomes the page of its title, and Back has its transition, too', async ({ tab }) => {
  await tab.goto('/genres/drama');
  await tab.until('navigator.serviceWorker.controller');
  await tab.tap('#titles li:nth-child(2) a');
  await tab.until(`document.querySelector('.title-hero') && document.querySelector('.hero-art')`);
  expect(await tab.read(`getComputedStyle(document.querySelector('.hero-art')).viewTransitionName`)).toBe('art');
  // A page that has not been painted yet has no picture to move.
  await tab.read('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => go())))');
  await tab.until('!document.activeViewTransition');
  await tab.back();
  await tab.until(isAt('/genres/drama'));
  await tab.until('globalThis.hasTransition');
});

for (const [locale, isSupported] of [
  ['fa', true],
  ['en', false],
] as const) {
  test(`home, a film and Back ${isSupported ? 'with' : 'without'} Speculation Rules (${locale})`, async ({ tab }) => {
    if (!isSupported) await tab.prepare(`HTMLScriptElement.supports = (type) => type === 'module'`);
    await tab.setCookies([{ name: 'i18n_redirected', value: locale }]);
    await tab.goto('/');
    const rules = `document.querySelector('script[type=speculationrules]') !== null`;
    await tab.until(`document.documentElement.dataset.js !== undefined`);
    await tab.until(isSupported ? rules : `!(${rules})`);
    const film = await tab.read<string>(`document.querySelector('.rail a[href^="/movie/"]').pathname`);
    await tab.tap('.rail a[href^="/movie/"]');
    await tab.until(`${isAt(film)} && document.querySelector('.title-hero') !== null`);
    expect(await tab.read(`document.documentElement.lang`)).toBe(locale);
    await tab.back();
    await tab.until(`${isAt('/')} && document.readyState === 'complete'`);
    expect(await tab.read(`document.documentElement.lang`)).toBe(locale);
  });
}
