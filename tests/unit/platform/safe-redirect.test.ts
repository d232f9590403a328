import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeRedirect } from '../../../src/platform/safe-redirect.ts';

/** As a reader takes an address that decodes what can be decoded. */
function decoded(address: string): string {
  return address.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURI(run);
    } catch {
      return run;
    }
  });
}

describe('safeRedirect (spec 5.03)', () => {
  it.each([
    ['/', '/'],
    ['/plan/3?content_id=7&content_type=movie', '/plan/3?content_id=7&content_type=movie'],
    ['/movie/12#play', '/movie/12#play'],
    ['/search/%D9%81%DB%8C%D9%84%D9%85', '/search/%D9%81%DB%8C%D9%84%D9%85'],
    ['/search/فیلم', '/search/%D9%81%DB%8C%D9%84%D9%85'],
    ['/search/a%2Fb', '/search/a%2Fb'],
    ['/search/100%25', '/search/100%25'],
    ['/callback?back=https://pay.example/x', '/callback?back=https://pay.example/x'],
    ['/a/../profile', '/profile'],
    ['/%80', '/%80'],
  ])('keeps %j', (value, expected) => {
    expect(safeRedirect(value)).toBe(expected);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/%5cevil.example',
    '/%5Cevil.example',
    '/%255cevil.example',
    '/%2fevil.example',
    '/%2Fevil.example',
    '/%252fevil.example',
    '/a\\b',
    '/a/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    '/%2e/%2fevil.example',
    'https:evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'evil.example',
    '@evil.example',
    ' //evil.example',
    '\t//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/x\r\nset-cookie: a=b',
    '/x%0d%0aset-cookie:%20a=b',
    '/x?y=%0a',
    '/%09/evil.example',
    '/%250a/evil.example',
    '/%00',
    '/\u007f',
    '/\u2028',
    '/%e2%80%a8',
    '/%ff%0a',
    '',
    `/${'a'.repeat(2000)}`,
  ])('refuses %j', (value) => {
    expect(safeRedirect(value)).toBe('/');
    expect(safeRedirect(value, '/home')).toBe('/home');
  });

  it('falls back where there is nothing', () => {
    expect([safeRedirect(null), safeRedirect(undefined, '/x')]).toEqual(['/', '/x']);
  });

  it('never leaves the site, whatever it is given', () => {
    const nasty = fc.constantFrom(
      '/',
      '\\',
      '%5c',
      '%2f',
      '%2e',
      '.',
      ':',
      '@',
      '?',
      '#',
      '\t',
      '\n',
      '%0a',
      '%25',
      '%80',
      'a',
      'https',
    );
    const value = fc.oneof(
      fc.string(),
      fc.array(nasty, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
    );
    fc.assert(
      fc.property(value, (text) => {
        const target = safeRedirect(text);
        for (const site of ['https://pardeh.example', 'http://localhost:4321']) {
          expect(new URL(target, `${site}/login`).origin).toBe(site);
          expect(new URL(decoded(target), site).origin).toBe(site);
        }
        expect(target).toMatch(/^\/(?![/\\])/);
        expect(safeRedirect(target)).toBe(target);
      }),
      { numRuns: 2000 },
    );
  });
});
