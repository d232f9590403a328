// @module-tag full
import { findPageParts, getPartPath, hashText } from '../../../src/platform/http/pages/page-parts.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';

const IS_LIGHT = `document.querySelector('link[rel=stylesheet][href^="/parts/"]') !== null && document.querySelector('svg > style') === null`;
/** The service worker names the sheet and two scripts to the server from now on. */
const NAMES_PARTS = `new Promise((resolve) => {
  const look = async () => {
    const { navigationPreload } = await navigator.serviceWorker.ready;
    const { headerValue } = await navigationPreload.getState();
    if (headerValue.split('.').length > 2) resolve(true);
    else setTimeout(look, 50);
  };
  void look();
})`;
// Rails far below have an estimated height until they are near the screen.
const STYLES = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important; animation: none !important }');
  document.adoptedStyleSheets.push(sheet);
  return [...document.querySelectorAll('main *, footer *')]
  .filter((element) => !element.closest('script, link, svg:has(> style)') && element.tagName !== 'TEMPLATE')
  .map((element) => [element.tagName, ...['display', 'color', 'width', 'height', 'font-size', 'margin', 'padding', 'background-color']
    .map((name) => getComputedStyle(element).getPropertyValue(name))].join(' ')).join('\\n');
})()`;

for (const locale of LOCALES) {
  test(`the second film costs its own text only, and looks the same (${locale})`, async ({ tab }) => {
    await tab.setCookies([{ name: 'i18n_redirected', value: locale }]);
    // In idle time a page in view is fetched whole, and opened from the browser's cache.
    await tab.prepare('globalThis.requestIdleCallback = () => 0');
    await tab.goto('/movie/52');
    await tab.read(NAMES_PARTS);
    await tab.pressAhead('.rail a[href^="/movie/"]:not([href*="#"])');
    expect(await tab.readAhead(IS_LIGHT)).toBe(true);
    await tab.goto('/movie/35');
    expect(await tab.read(IS_LIGHT)).toBe(true);
    await tab.until(`customElements.get('astro-island') && document.fonts.status === 'loaded'`);
    const light = await tab.read<string>(STYLES);
    expect(light.split('\n').length).toBeGreaterThan(100);
    await tab.read(`navigator.serviceWorker.ready.then((worker) => worker.navigationPreload.setHeaderValue('true'))`);
    await tab.goto('/movie/35?page=1');
    expect(await tab.read(IS_LIGHT)).toBe(false);
    await tab.until(`document.fonts.status === 'loaded'`);
    expect(await tab.read(STYLES)).toBe(light);
  });
}

for (const path of ['/', '/movie/52', '/series/201', '/genres/drama', '/search/x', '/lives/parde-1']) {
  test(`the server has a file of each part of ${path}, for a browser that lost it`, async ({ request }) => {
    const parts = findPageParts(await (await request.get(path)).text());
    expect(parts.map(({ type }) => type).sort()).toEqual(['css', 'js', 'js']);
    for (const { text, type } of parts) {
      const file = await request.get(getPartPath(await hashText(text), type), { maxRedirects: 0 });
      expect(await file.text()).toBe(text);
      expect(file.headers()['cache-control']).toContain('immutable');
    }
  });
}

test('files go out as they are, and stay in the browser', async ({ request }) => {
  for (const path of ['/icon-192.png', '/favicon.ico', '/screenshots/home-wide-fa.webp', '/fonts/vazirmatn.woff2']) {
    const file = await request.get(path);
    expect(file.headers()['cache-control'], path).toContain('max-age=604800');
    expect(file.headers()['content-type'], path).toMatch(/^(image|font)\//);
  }
  const icon = await (await request.get('/icon-192.png')).body();
  expect(icon.subarray(1, 4).toString()).toBe('PNG');
});
