import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { canonicalUrl, listMethods } from '../../../src/edge/shared-address.ts';

const NAMES = [
  'query',
  'page',
  'literal',
  'sort',
  'type',
  'age',
  'lang',
  'country',
  'f_type',
  'genre',
  'letter',
  'job',
  'day',
];
const ALL = [...NAMES, 'utm_source', 'hl', '_key', '__proto__'].map((name) => `${name}=1`).join('&');
const keep = (path: string) => [...canonicalUrl(new Request(`https://pardeh.test${path}?${ALL}`)).searchParams.keys()];

const LISTING = ['page', 'sort', 'age', 'lang', 'country', 'f_type', 'genre'];
const PAGES: readonly (readonly [string, readonly string[]])[] = [
  ...[
    '/cinema',
    '/genres/drama',
    '/lists/classics',
    '/category/series',
    '/movie',
    '/series',
    '/video/',
    '/show',
    '/movie/show',
    '/app/show',
    '/app/series/show',
  ].map((path): [string, string[]] => [path, LISTING]),
  ['/search/x', ['query', 'type', 'page', 'literal']],
  ['/casts/directors', ['letter', 'page']],
  ['/cast/7', ['job', 'page']],
  ['/lives/parde-1', ['day']],
  ['/channel/zarreh', ['page']],
  ['/magazines', ['page']],
  ...[
    '/',
    '/movie/52',
    '/series/201',
    '/movie/show/52',
    '/live/401',
    '/namad',
    '/nothing',
    '/constructor',
    '/__proto__',
  ].map((path): [string, string[]] => [path, []]),
];
it.each(PAGES)('%s has the parameters that it reads in its key, and no other', (path, names) => {
  expect(keep(path).sort()).toEqual([...names].sort());
});

it('knows every page that reads a parameter', () => {
  const reads = /readPageNumber\(|loadBrowsePage\(|searchParams\.get\(/;
  const pages = globSync('src/pages/**/*.astro').filter((file) => reads.test(readFileSync(file, 'utf8')));
  const personal = ['src/pages/payments.astro'];
  for (const file of pages.filter((page) => !personal.includes(page))) {
    const path = file
      .slice('src/pages'.length)
      .replace(/\.astro$/, '')
      .replace(/\[.*?\]/g, 'x');
    expect(keep(path), file).not.toEqual([]);
  }
});

it.each(['/app/show/52', '/app/series/show/201', '/app/episode/show/7', '/movie/52'])(
  '%s takes the form that buys',
  (path) => {
    expect(listMethods(new URL(path, 'https://pardeh.test'))).toContain('POST');
  },
);

it.each(['/app/show', '/movie/show/52', '/app/ekran/501', '/'])('%s takes no form', (path) => {
  expect(listMethods(new URL(path, 'https://pardeh.test'))).not.toContain('POST');
});
