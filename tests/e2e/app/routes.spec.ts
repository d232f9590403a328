import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import { PAGE_KINDS, takePairs } from '../../support/browser/page-kinds.ts';

/**
 * Every route of spec 2.03 to 2.10, with and without its optional parameter. `to` is where it leads, where it is not a
 * page of its own; a member's page sends a guest to the login (spec 2.45).
 */
interface Route {
  path: string;
  to?: RegExp;
}
const LOGIN = /^\/login\?redirect=/;

const ROUTES: Record<string, Route[]> = {
  'plain (2.05)': [
    { path: '/' },
    { path: '/callback' },
    { path: '/cinema' },
    { path: '/download' },
    { path: '/genres' },
    { path: '/lives' },
    { path: '/login' },
    { path: '/magazines' },
    { path: '/magazines-channels' },
    { path: '/namad' },
    { path: '/payments', to: LOGIN },
    { path: '/promises' },
    { path: '/profile', to: LOGIN },
  ],
  'casts (2.06)': [{ path: '/casts/directors' }, { path: '/casts/foreign-actors' }, { path: '/casts/iranian-actors' }],
  'profile (2.07)': [
    { path: '/profile/about-contact' },
    { path: '/profile/faq' },
    { path: '/profile/internet' },
    { path: '/profile/gift', to: LOGIN },
    { path: '/profile/gift/x', to: LOGIN },
    { path: '/profile/help', to: LOGIN },
    { path: '/profile/access', to: LOGIN },
    { path: '/profile/help/10001', to: LOGIN },
    { path: '/profile/plans' },
    { path: '/profile/subscription', to: LOGIN },
    { path: '/profile/settings', to: LOGIN },
    { path: '/profile/terms' },
    { path: '/profile/terms/0' },
    { path: '/profile/list', to: LOGIN },
    { path: '/profile/list/watched', to: LOGIN },
  ],
  'download and show (2.08)': [
    { path: '/episode/download' },
    { path: '/episode/download/1001' },
    { path: '/episode/show' },
    { path: '/episode/show/1001' },
    { path: '/movie/download' },
    { path: '/movie/download/52' },
    { path: '/movie/show' },
    { path: '/movie/show/52' },
    { path: '/series/download' },
    { path: '/series/download/201' },
    { path: '/video/show' },
    { path: '/video/show/301' },
  ],
  'detail and listing (2.09)': [
    { path: '/cast' },
    { path: '/cast/10185' },
    { path: '/category' },
    { path: '/category/iranian-cinema' },
    { path: '/channel' },
    { path: '/channel/studio' },
    { path: '/ekran' },
    { path: '/ekran/501' },
    { path: '/genres/drama' },
    { path: '/lists' },
    { path: '/lists/iran-newest' },
    { path: '/live' },
    { path: '/live/401' },
    { path: '/lives/parde-1' },
    { path: '/movie' },
    { path: '/movie/52' },
    { path: '/series' },
    { path: '/series/201' },
    { path: '/episode' },
    { path: '/episode/1001' },
    { path: '/video' },
    { path: '/video/301' },
    { path: '/plan' },
    { path: '/plan/1', to: /^\/(plan\/1|login\?redirect=.*)$/ },
    { path: '/ref', to: /^\/$/ },
    { path: '/ref/abc', to: /^\/$/ },
    { path: '/search' },
    { path: '/search/نادر' },
  ],
  'in the app (2.04)': [
    { path: '/app' },
    { path: '/app/episode/show' },
    { path: '/app/episode/show/1001' },
    { path: '/app/series/show' },
    { path: '/app/series/show/201' },
    { path: '/app/ekran' },
    { path: '/app/ekran/502' },
    { path: '/show' },
    { path: '/show/52' },
    { path: '/kids' },
    { path: '/app/show' },
    { path: '/app/show/52' },
  ],
  'dial links (2.10)': [{ path: '/USSDlink/52/1' }, { path: '/USSDlink/52/1/2' }, { path: '/USSDlink/1' }],
};

for (const [language, locale] of LOCALES.entries()) {
  for (const [group, routes] of Object.entries(ROUTES)) {
    test.describe(`routes: ${group} in ${locale}`, () => {
      test.use({ siteLocale: locale });

      test('each answers in its language, with a title and without an error', async ({ context, t }) => {
        for (const { path, to } of routes) {
          const response = await context.request.get(encodeURI(path));
          expect(response.status(), path).toBe(200);
          const { pathname, search } = new URL(response.url());
          if (to) expect(pathname + search, path).toMatch(to);
          const html = await response.text();
          const [root = ''] = /<html[^>]*>/.exec(html) ?? [];
          expect(root, path).toContain(` lang="${locale}"`);
          expect(root, path).toContain(` dir="${locale === 'fa' ? 'rtl' : 'ltr'}"`);
          const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
          expect(title, path).not.toContain(t('not_found_title'));
          expect(title, path).toMatch(pathname === '/' ? /.{5,}/ : new RegExp(`^.{2,} \\| ${t('site_name')}$`));
        }
      });
    });
  }

  test.describe(`the pages of all routes (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('write no error and ask no other host', { tag: '@full' }, async ({ page, noise }) => {
      test.slow();
      const paths = Object.values(ROUTES).flatMap((routes) => routes.map(({ path }) => path));
      // The walk opens one of each kind in both languages, and listens, too.
      const others = paths.filter((path) => !PAGE_KINDS.includes(path));
      for (const path of takePairs(others, language)) await page.goto(path);
      expect(noise).toEqual({ errors: [], foreign: [] });
    });
  });
}

test('another spelling of an address leads to it by one 301, with its query', async ({ request, baseURL }) => {
  for (const [path, expected] of [
    ['/movie/52/', '/movie/52'],
    ['/Movie/52?hl=en', '/movie/52?hl=en'],
    ['//movie///52//?page=2', '/movie/52?page=2'],
    ['/GENRES/Drama', '/genres/drama'],
    ['/search/%d9%86%d8%a7%d8%af%d8%b1/', '/search/%D9%86%D8%A7%D8%AF%D8%B1'],
  ] as const) {
    const response = await request.get((baseURL ?? '') + path, { maxRedirects: 0 });
    expect([response.status(), response.headers()['location']], path).toEqual([301, expected]);
    const followed = await request.get(expected, { maxRedirects: 0 });
    expect(followed.status(), expected).toBe(200);
  }
});
