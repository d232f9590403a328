import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import { findSchemaProblems } from '../../support/rules/schema-org.ts';

const PAGES = [
  { path: '/', types: ['WebSite'] },
  { path: '/movie/52', types: ['Movie', 'VideoObject', 'BreadcrumbList'] },
  { path: '/series/201', types: ['TVSeries', 'BreadcrumbList'] },
  { path: '/episode/1001', types: ['TVEpisode', 'VideoObject', 'BreadcrumbList'] },
  { path: '/video/301', types: ['VideoObject', 'BreadcrumbList'] },
  { path: '/lists', types: ['BreadcrumbList', 'ItemList'] },
  { path: '/lists/iran-newest', types: ['BreadcrumbList', 'ItemList'] },
  { path: '/category', types: ['BreadcrumbList', 'ItemList'] },
  { path: '/genres', types: ['BreadcrumbList', 'ItemList'] },
  { path: '/genres/drama', types: ['BreadcrumbList', 'ItemList'] },
  { path: '/cast', types: ['BreadcrumbList'] },
  { path: '/casts/directors', types: ['BreadcrumbList', 'ItemList'] },
  { path: '/lives', types: ['BreadcrumbList', 'ItemList'] },
  { path: '/magazines', types: ['BreadcrumbList', 'ItemList'] },
  { path: '/magazines-channels', types: ['BreadcrumbList'] },
  { path: '/channel/parde-cinema', types: ['Periodical', 'BreadcrumbList'] },
  { path: '/channel/newspaper', types: ['Newspaper', 'BreadcrumbList'] },
  { path: '/channel/studio', types: ['ItemList', 'BreadcrumbList'] },
];

interface Node {
  '@type': string;
  [key: string]: unknown;
}

/** The text of the first element that has `mark` in its tag; empty without one. */
function readElement(html: string, name: string, mark = ''): string {
  const elements = [...html.matchAll(new RegExp(`<${name}([^>]*)>([^<]*)</${name}>`, 'g'))];
  return elements.find(([, attributes = '']) => attributes.includes(mark))?.[2] ?? '';
}

/** An attribute of the one element that has `mark`. Throws where there are none or several. */
function readAttribute(html: string, name: string, mark: string, attribute: string): string {
  const [tag = '', ...others] = (html.match(new RegExp(`<${name}[^>]*>`, 'g')) ?? []).filter((one) =>
    one.includes(mark),
  );
  if (tag === '' || others.length > 0) throw new Error(`${name} of ${mark}: ${tag}, and ${String(others.length)} more`);
  return (new RegExp(` ${attribute}="([^"]*)"`).exec(tag)?.[1] ?? '').replace(/&(amp|#38);/g, '&');
}

for (const locale of LOCALES) {
  for (const { path, types } of PAGES) {
    test(`${path} (${locale}) names itself to search engines`, async ({ request, baseURL }) => {
      const suffix = locale === 'en' ? '?hl=en' : '';
      const html = await (await request.get(path + suffix)).text();
      expect(readElement(html, 'title').length).toBeGreaterThan(5);
      expect(readAttribute(html, 'meta', 'name="description"', 'content').length).toBeGreaterThan(20);
      const self = `${baseURL ?? ''}${path}`;
      expect(readAttribute(html, 'link', 'rel="canonical"', 'href')).toBe(self + suffix);
      expect(readAttribute(html, 'link', 'hreflang="fa"', 'href')).toBe(self);
      expect(readAttribute(html, 'link', 'hreflang="en"', 'href')).toBe(`${self}?hl=en`);
      expect(readAttribute(html, 'link', 'hreflang="x-default"', 'href')).toBe(self);
      expect(readAttribute(html, 'meta', 'property="og:url"', 'content')).toBe(self + suffix);
      expect(readAttribute(html, 'meta', 'property="og:locale"', 'content')).toBe(locale === 'fa' ? 'fa_IR' : 'en_GB');
      const image = await request.get(readAttribute(html, 'meta', 'property="og:image"', 'content'));
      expect(image.headers()['content-type']).toMatch(/^image\//);

      const json = readElement(html, 'script', 'application/ld+json');
      const graph = (JSON.parse(json) as { '@graph': Node[] })['@graph'];
      expect(graph.map((node) => node['@type'])).toEqual(types);
      expect(findSchemaProblems(graph)).toEqual([]);
    });
  }
}

test('a person and a channel name themselves to search engines', async ({ page }) => {
  const readGraph = async () => {
    const json = await page.locator('script[type="application/ld+json"]').textContent();
    return (JSON.parse(json ?? '') as { '@graph': Node[] })['@graph'];
  };
  await page.goto('/movie/52');
  await page.locator('main a[href^="/cast/"]').first().click();
  await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'profile');
  const person = await readGraph();
  expect(person.map((node) => node['@type'])).toEqual(['Person', 'BreadcrumbList']);
  expect(findSchemaProblems(person)).toEqual([]);

  await page.goto('/lives/parde-1');
  const channel = await readGraph();
  expect(channel.filter((node) => node['@type'] === 'BroadcastService')).toHaveLength(1);
  expect(channel.filter((node) => node['@type'] === 'BroadcastEvent').length).toBeGreaterThan(10);
  expect(findSchemaProblems(channel)).toEqual([]);
});

const TITLES = ['/movie/52', '/series/201', '/episode/1001', '/video/301'];
for (const path of TITLES) {
  test(`${path} has a picture for social sites, and marks what is paid for`, async ({ page }) => {
    await page.goto(path);
    const property = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content');
    const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    expect(await Promise.all(['image:width', 'image:height', 'image:alt'].map(property))).toEqual([
      '1200',
      '630',
      heading,
    ]);
    const image = await page.request.get((await property('image')) ?? '');
    expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/jpeg']);
    expect(image.headers()['cache-control']).toContain('immutable');
    expect((await image.body()).byteLength).toBeLessThanOrEqual(100_000);
    const json = (await page.locator('script[type="application/ld+json"]').textContent()) ?? '';
    const selectors = [...json.matchAll(/"cssSelector":"([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(json.includes('"isAccessibleForFree":false')).toBe(selectors.length > 0);
    for (const selector of selectors) await expect(page.locator(selector).first()).toBeVisible();
  });
}

test('a marked moment of a video opens the player there', async ({ page }) => {
  await page.goto('/movie/52');
  const json = (await page.locator('script[type="application/ld+json"]').textContent()) ?? '';
  expect(json).toContain('"@type":"Clip"');
  expect(json).toMatch(/"url":"[^"]+\/movie\/52\?t=\d+#play"/);
});

test('robots.txt keeps crawlers out of accounts and the API, and names the sitemap', async ({ request, baseURL }) => {
  const robots = await (await request.get('/robots.txt')).text();
  const disallowed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path);
  for (const path of ['/api/', '/profile$', '/profile/list', '/profile/settings', '/payments/', '/callback', '/dev/'])
    expect(disallowed).toContain(path);
  expect(robots).toContain(`Sitemap: ${baseURL ?? ''}/sitemap.xml`);
});

test('search pages and accounts are not indexed', async ({ context, signIn }) => {
  const readRobots = async (path: string) =>
    readAttribute(await (await context.request.get(path)).text(), 'meta', 'name="robots"', 'content');
  expect(await readRobots('/profile')).toBe('noindex, follow');
  await signIn();
  for (const path of ['/search', encodeURI('/search/نادر'), '/payments', '/profile', '/callback'])
    expect(await readRobots(path), path).toBe('noindex, follow');
});

test('an unknown page says so with 404, in the language of the visitor', async ({ request, t }) => {
  for (const path of [
    '/no-such-page',
    '/movie/999999',
    '/movie/abc',
    '/movie/-1',
    '/genres/none',
    '/lists/none',
    '/casts/none',
    '/casts/directors?page=999',
    '/cast/5',
    '/cast/-1',
    '/cast/abc',
    '/cast/99999999999999999999',
    '/cast/1/2',
    '/lives/none',
    '/lives/%F0%9F%98%80',
    '/live/1',
    '/live/-1',
    '/live/401/2',
    '/channel/none',
    '/channel/newspaper?page=99',
    '/magazines?page=99',
    '/series/52',
  ]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(readElement(await response.text(), 'h1').trim(), path).toBe(t('not_found_title'));
  }
});
