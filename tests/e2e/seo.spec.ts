import { expect, LOCALES, test } from '../support/fixtures.ts';

const PAGES = [
  { path: '/', types: ['WebSite'] },
  { path: '/movie/52', types: ['Movie', 'BreadcrumbList'] },
  { path: '/series/201', types: ['TVSeries', 'BreadcrumbList'] },
  { path: '/episode/1001', types: ['TVEpisode', 'BreadcrumbList'] },
  { path: '/video/301', types: ['VideoObject', 'BreadcrumbList'] },
  { path: '/genres', types: ['BreadcrumbList'] },
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

for (const locale of LOCALES) {
  for (const { path, types } of PAGES) {
    test(`${path} (${locale}) names itself to search engines`, async ({ page, baseURL }) => {
      const suffix = locale === 'en' ? '?hl=en' : '';
      await page.goto(path + suffix);
      const attribute = (selector: string, name: string) => page.locator(selector).getAttribute(name);
      expect((await page.title()).length).toBeGreaterThan(5);
      expect((await attribute('meta[name=description]', 'content'))?.length).toBeGreaterThan(20);
      const self = `${baseURL ?? ''}${path}`;
      expect(await attribute('link[rel=canonical]', 'href')).toBe(self + suffix);
      expect(await attribute('link[rel=alternate][hreflang=fa]', 'href')).toBe(self);
      expect(await attribute('link[rel=alternate][hreflang=en]', 'href')).toBe(`${self}?hl=en`);
      expect(await attribute('link[rel=alternate][hreflang=x-default]', 'href')).toBe(self);
      expect(await attribute('meta[property="og:url"]', 'content')).toBe(self + suffix);
      expect(await attribute('meta[property="og:locale"]', 'content')).toBe(locale === 'fa' ? 'fa_IR' : 'en_GB');
      const image = await page.request.get((await attribute('meta[property="og:image"]', 'content')) ?? '');
      expect(image.headers()['content-type']).toMatch(/^image\//);

      const json = await page.locator('script[type="application/ld+json"]').textContent();
      const graph = (JSON.parse(json ?? '') as { '@graph': Node[] })['@graph'];
      expect(graph.map((node) => node['@type'])).toEqual(types);
      for (const node of graph) expect(missing(node), `${node['@type']} lacks`).toEqual([]);
    });
  }
}

/** What Google's documentation of each rich result requires of a node, beside schema.org's own types. */
const REQUIRED: Record<string, readonly string[]> = {
  WebSite: ['name', 'url', 'potentialAction'],
  Movie: ['name', 'image', 'url', 'dateCreated', 'director', 'duration'],
  TVSeries: ['name', 'image', 'url', 'startDate', 'containsSeason', 'numberOfSeasons'],
  TVEpisode: ['name', 'url', 'episodeNumber', 'partOfSeason', 'partOfSeries'],
  VideoObject: ['name', 'description', 'thumbnailUrl', 'uploadDate', 'duration'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement', 'numberOfItems'],
  Person: ['name', 'alternateName', 'url', 'jobTitle', 'image', 'colleague'],
  Periodical: ['name', 'url', 'hasPart'],
  Newspaper: ['name', 'url', 'hasPart'],
  BroadcastService: ['@id', 'name', 'url', 'broadcastDisplayName', 'logo'],
  BroadcastEvent: ['name', 'startDate', 'endDate', 'isLiveBroadcast', 'publishedOn'],
};

test('a person and a channel name themselves to search engines', async ({ page }) => {
  const graphOf = async () => {
    const json = await page.locator('script[type="application/ld+json"]').textContent();
    return (JSON.parse(json ?? '') as { '@graph': Node[] })['@graph'];
  };
  await page.goto('/movie/52');
  await page.locator('main a[href^="/cast/"]').first().click();
  await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'profile');
  const person = await graphOf();
  expect(person.map((node) => node['@type'])).toEqual(['Person', 'BreadcrumbList']);
  for (const node of person) expect(missing(node), node['@type']).toEqual([]);

  await page.goto('/lives/parde-1');
  const channel = await graphOf();
  expect(channel.filter((node) => node['@type'] === 'BroadcastService')).toHaveLength(1);
  expect(channel.filter((node) => node['@type'] === 'BroadcastEvent').length).toBeGreaterThan(10);
  for (const node of channel) expect(missing(node), node['@type']).toEqual([]);
});

function missing(node: Node): string[] {
  const required = REQUIRED[node['@type']];
  if (!required) return [`a rule for ${node['@type']}`];
  return required.filter((name) => node[name] === undefined || node[name] === null || node[name] === '');
}

test('robots.txt keeps crawlers out of accounts and the API', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /api/');
  expect(robots).toContain('Disallow: /profile');
});

test('search pages and accounts are not indexed', async ({ page }) => {
  for (const path of ['/search/نادر', '/login']) {
    await page.goto(path);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow');
  }
});

test('an unknown page says so with 404, in the language of the visitor', async ({ page, t }) => {
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
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('not_found_title'));
  }
});
