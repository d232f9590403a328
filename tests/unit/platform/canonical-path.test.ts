import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalPath, isLegible } from '../../../src/platform/seo/canonical-path.ts';
import { safeRedirect } from '../../../src/platform/safe-redirect.ts';

const ORIGIN = 'https://pardeh.example';

describe('canonicalPath (issue 3, section 2)', () => {
  it.each([
    '/',
    '/movie/52',
    '/sitemap.xml',
    '/search/Star%20Wars',
    '/search/%D9%81%DB%8C%D9%84%D9%85',
    '/ref/AbC12',
    '/USSDlink/F1/U2/P3',
    '/_astro/Player.DxYz12.js',
    '/channel/%7Bproduct%7D',
  ])('leaves %j as it is', (path) => {
    expect(canonicalPath(path)).toBeNull();
  });

  it.each([
    ['/movie/52/', '/movie/52'],
    ['/movie/52///', '/movie/52'],
    ['//movie//52', '/movie/52'],
    ['//', '/'],
    ['/Movie/52', '/movie/52'],
    ['/GENRES/Drama/', '/genres/drama'],
    ['/Search/Star%20Wars/', '/search/Star%20Wars'],
    ['/REF/AbC12', '/ref/AbC12'],
    ['/ussdlink/F1/U2', '/USSDlink/F1/U2'],
    ['/%6Dovie/52', '/movie/52'],
    ['/category/%d9%81%db%8c%d9%84%d9%85', '/category/%D9%81%DB%8C%D9%84%D9%85'],
    ['/category/a%2fb', '/category/a%2Fb'],
    ['//evil.example/x', '/evil.example/x'],
    ['/%E2%80%8Cx/', '/%E2%80%8Cx'],
  ])('sends %j to %j', (path, expected) => {
    expect(canonicalPath(path)).toBe(expected);
  });

  it.each(['/x/%ff/', '/%5Cevil.example/', '/%2Fevil.example/', '/%5cevil.example', '/movie/%0a/', '/%00/'])(
    'sends %j nowhere: its page answers 404',
    (path) => {
      const target = canonicalPath(path);
      expect(target === null || new URL(target, ORIGIN).origin === ORIGIN).toBe(true);
      if (target !== null) expect(safeRedirect(target, '')).toBe(target);
    },
  );

  const piece = fc.constantFrom(
    ...['/', '//', '\\', '%5c', '%2f', '%2F', '%252f', '.', '..', '%2e', 'Movie', 'search', 'REF', 'USSDLINK', '_x'],
    ...[
      '52',
      'فیلم',
      '%d9%81',
      '%D9',
      '%',
      '%ff',
      '%00',
      '%0a',
      '@',
      ':',
      'https:',
      'evil.example',
      ' ',
      '‌',
      'İ',
      'ß',
    ],
  );
  const address = fc.oneof(
    fc.webUrl({ withQueryParameters: true }).map((url) => new URL(url).pathname),
    fc.array(piece, { maxLength: 10 }).map((parts) => `/${parts.join('')}`),
    fc.string({ unit: 'binary' }).map((text) => `/${text}`),
  );

  it('needs one redirect at most and never leaves the site, whatever is asked for', () => {
    fc.assert(
      fc.property(address, (text) => {
        if (!URL.canParse(ORIGIN + text)) return;
        const { pathname } = new URL(ORIGIN + text);
        const target = canonicalPath(pathname);
        if (target === null) return;
        expect(target).not.toBe(pathname);
        expect(target).toMatch(/^\/(?![/\\])/);
        expect(safeRedirect(target, '')).toBe(target);
        const followed = new URL(target, ORIGIN + pathname);
        expect(followed.origin).toBe(ORIGIN);
        expect(canonicalPath(followed.pathname)).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });
});

it.each(['/_image', '/_image/a', '/_server-islands/a', '/film/%zz'])(
  'keeps %j from the framework, which would answer an error',
  (path) => {
    expect(isLegible(path)).toBe(false);
    expect(isLegible('/_imagery')).toBe(true);
  },
);
