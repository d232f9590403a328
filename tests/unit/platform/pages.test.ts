import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { definePage } from '../../../src/platform/pages/define-page.ts';
import { findPage, findUndefinedPages, hidesPage, matchPage, PAGES } from '../../../src/platform/pages/find-page.ts';

const files = globSync('**/*.{astro,ts}', { cwd: 'src/pages' });

it('has one definition for each file of src/pages, without which no page builds', () => {
  expect(findUndefinedPages(files)).toEqual([]);
  expect(findUndefinedPages([...files, 'stray.astro'])).toEqual(['src/pages/stray.astro has no definition']);
  expect(findUndefinedPages(files.filter((file) => file !== 'cinema.astro'))).toHaveLength(1);
});

it('accepts no definition without a decision', () => {
  const facts = { kids: 'open', header: 'solid', menus: 'expected', sitemap: [] } as const;
  const shared = definePage({ ...facts, cache: 'shared', parameters: [], forms: 'refused', ahead: 'none' });
  const { kids: _, ...undecided } = shared;
  // @ts-expect-error -- Nobody decided about kids mode.
  definePage(undecided);
  // @ts-expect-error -- Nobody decided who may open it.
  definePage({ ...facts, cache: 'personal' });
  // @ts-expect-error -- Nobody decided which parameters it reads.
  definePage({ ...facts, cache: 'shared', forms: 'refused', ahead: 'none' });
  expect(shared.cache).toBe('shared');
});

it.each([
  ['/', 'index.astro'],
  ['/genres', 'genres/index.astro'],
  ['/genres/drama', 'genres/[id].astro'],
  ['/movie', 'movie/index.astro'],
  ['/movie/52', 'movie/[id].astro'],
  ['/movie/show/52', 'movie/show/[...id].astro'],
  ['/payments', 'payments.astro'],
  ['/payments/p1/', 'payments/[id].astro'],
  ['/app/show/52', 'app/show/[...id].astro'],
  ['/robots.txt', 'robots.txt.ts'],
])('finds %s where Astro does', (path, file) => {
  expect(matchPage(path)).toMatchObject(PAGES[file] ?? {});
});

it.each(['/nothing', '/casts', '/payments/a/b', '/constructor', '/__proto__'])('%s is no page', (path) => {
  expect(matchPage(path)).toBe(null);
});

it('treats an address without a page as its nearest page', () => {
  expect(findPage('/profile/unknown')).toMatchObject({ cache: 'personal', kids: 'closed' });
  expect(findPage('/operator')).toMatchObject({ cache: 'personal', kids: 'closed' });
  expect(findPage('/app/series/1')).toMatchObject({ kids: 'closed' });
  expect(findPage('/nothing')).toMatchObject({ cache: 'shared', kids: 'open', parameters: [] });
});

it.each(['/%256cives', '/%2570rofile', '/%25252570ayments/1', '/%2564ev/inbox', '/search%252f..%252fprofile'])(
  '%s hides a page from the guards behind a second encoding',
  (path) => {
    expect(hidesPage(path)).toBe(true);
  },
);

it.each([
  '/',
  '/profile',
  '/search/100%25',
  '/search/100%2525',
  '/search/a%2Fb',
  '/search/%D8%A8%D9%87',
  '/search/%E0%A4',
])('%s hides none', (path) => {
  expect(hidesPage(path)).toBe(false);
});
