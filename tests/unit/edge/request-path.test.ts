import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasOneReading } from '../../../src/edge/request-path.ts';
import { createApp } from '../../../src/app/api.ts';

const SITE = 'https://pardeh.test';
const app = createApp();

describe('a path to the API or to media', () => {
  it.each([
    '/api/v1/%6Cogout',
    '/api/v1/%6cogout',
    '/api/v1/logou%74',
    '/api/v1/get/charge%5Fwallet',
    '/api/v1/%6Cogin',
    '/%61pi/v1/logout',
    '/api%2Fv1/logout',
    '/api/v1%2flogout',
    '/api/v1/%256Cogout',
    '/%2561pi/v1/logout',
    '/API/v1/logout',
    '/Media/v/x',
    '//api/v1/logout',
    '/api//v1/logout',
    '/api/v1//logout',
    '/api/v1/./logout',
    '/api/v1/x/../logout',
    '/x/../api/v1/logout',
    '/api/v1/%2e/logout',
    '/x/%2e%2e/api/v1/logout',
    '/x/%252e%252e/api/v1/logout',
    '\\api\\v1\\logout',
    '/api\\v1/logout',
    '/api/v1%5Clogout',
    '/api/v1/log\tout',
    '/api/v1/logout%00',
    '/api/v1/logout%0A',
    '/api/v1/logout%7f',
    '/api/v1/%C1%AC%6Fgout',
    '/api/v1/%FF',
    '/api/v1/%E0%A4%A',
    '/api/v1/logout%',
    '/media/%76/x',
    '/media/v/..%2f..%2fsecret',
    '/media/v/%2e%2e/secret',
  ])('%s has another reading', (path) => {
    expect(hasOneReading(SITE + path)).toBe(false);
    expect(hasOneReading(`${SITE}${path}?a=b#c`)).toBe(false);
  });

  it.each([
    '/api/v1/logout',
    '/api/v1/logout?next=%6C/../x//%2f',
    '/api/v1/titles/movie/52',
    '/api/v1/channels/%D8%B4%D8%A8%DA%A9%D9%87/day',
    '/api/v1/people/%d8%b4',
    '/media/d/12.ab-c_d~e/901/%D9%81%DB%8C%D9%84%D9%85%20%28480p%29.mp4',
    '/media/d/12.ab/901/100%25.mp4',
    "/media/d/12.ab/901/it's(1)!*.mp4",
    '/',
    '/%6Dovie/52',
    '/Movie//52',
    '/apish',
    '/search/api%2Fv1',
    '/search/%E0%A4%A',
  ])('%s has one, or is a page', (path) => {
    expect(hasOneReading(SITE + path)).toBe(true);
  });
});

/** The path as the router reads it from an address, which `new Request` would normalize. */
function readPath(url: string): string {
  const address: Pick<Request, 'url'> = { url };
  return app.getPath(address as Request, {});
}

/** The patterns by which the router matches an address. */
function matched(path: string): string[] {
  const [handlers] = app.router.match('GET', path);
  return handlers.map(([[, route]]) => route.path);
}

/** A path of a route, with its parameters filled in. */
const routes = [...new Set(app.routes.map(({ path }) => path))].map((path) =>
  path.replace(/:\w+(\{.*?\})?/g, '52').replace(/\*/g, 'x'),
);

/** Another spelling of a path: characters encoded, once or twice, in either case; slashes and dots put in. */
const spelling = fc
  .tuple(fc.constantFrom(...routes), fc.array(fc.nat({ max: 60 }), { minLength: 97, maxLength: 97 }))
  .map(([path, choices]) => {
    const hex = (char: string, small: boolean) => {
      const code = char.charCodeAt(0).toString(16);
      return `%${small ? code : code.toUpperCase()}`;
    };
    return [...path]
      .map((char, at) => {
        const choice = choices[at % choices.length] ?? 60;
        if (choice === 0) return hex(char, false);
        if (choice === 1) return hex(char, true);
        if (choice === 2) return hex(char, false).replace('%', '%25');
        if (choice === 3 && at > 0) return `${char}/./`;
        if (choice === 4) return char === '/' ? '//' : `${char}%2F..%2F${char}`;
        if (choice === 5) return char === '/' ? '\\' : char.toUpperCase();
        if (choice === 6) return `${char}/../`;
        return char;
      })
      .join('');
  });

it('reads the same to a guard and to the router, for every route and every spelling that passes', () => {
  const seen = { passed: 0, refused: 0 };
  fc.assert(
    fc.property(spelling, (path) => {
      const address = `${SITE}${path.startsWith('/') || path.startsWith('\\') ? '' : '/'}${path}`;
      if (!hasOneReading(address)) {
        seen.refused += 1;
        return;
      }
      seen.passed += 1;
      // Both what the host gave and what the URL standard makes of it; the guard compares the latter.
      const guarded = new URL(address).pathname;
      for (const url of [address, new URL(address).href]) {
        const routed = readPath(url);
        const isDoor = /^\/(api|media)\//.test(guarded);
        if (isDoor) expect(matched(routed), address).toEqual(matched(guarded));
        else
          expect(
            matched(routed).filter((pattern) => pattern !== '/api/v1/*'),
            address,
          ).toEqual([]);
      }
    }),
    { numRuns: 20_000, seed: 14 },
  );
  expect(seen.passed).toBeGreaterThan(2000);
  expect(seen.refused).toBeGreaterThan(2000);
});
