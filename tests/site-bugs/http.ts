import type { SiteBug } from './site-bug.ts';

/** Caches, headers and limits of requests. */
export const HTTP_BUGS: readonly SiteBug[] = [
  {
    name: 'the key of a cached page lacks the language',
    file: 'src/edge/edge-cache.ts',
    find: `[locale, kids ? 'kids' : 'all', env.SITE_VARIANT, __BUILD_ID__].join('.')`,
    replace: `[kids ? 'kids' : 'all', env.SITE_VARIANT, __BUILD_ID__].join('.')`,
    tests: [
      'tests/api/edge/edge-cache.test.ts',
      'tests/e2e/edge/cache.spec.ts: "each language has its own copy, by cookie and by ?hl"',
    ],
  },
  {
    name: 'shared caches keep the pages of an account',
    file: 'src/app/worker-app.ts',
    find: `{ 'cache-control': 'private, no-store', 'cross-origin-opener-policy': 'same-origin' }`,
    replace: `{ 'cache-control': 'public, max-age=60', 'cross-origin-opener-policy': 'same-origin' }`,
    tests: ['tests/e2e/edge/cache.spec.ts: "personal pages are never stored"'],
  },
  {
    name: 'a picture does not vary by the formats that a browser takes',
    file: 'src/features/images/server/image.ts',
    find: `'public, max-age=31536000, immutable', vary: 'accept' }`,
    replace: `'public, max-age=31536000, immutable' }`,
    tests: ['tests/api/images/images.test.ts'],
  },
  {
    name: 'a picture is made in every width that an address names',
    file: 'src/platform/image-widths.ts',
    find: `const width = IMAGE_WIDTHS[kind].find((allowed) => String(allowed) === size);
  return width === undefined ? null`,
    replace: `const width = Number(size);
  return Number.isNaN(width) ? null`,
    tests: ['tests/api/images/images.test.ts'],
  },
  {
    name: 'a body that does not tell its length may have sixteen times the limit',
    file: 'src/platform/http/calls/parse.ts',
    find: `if (size > limit) return null;`,
    replace: `if (size > 16 * limit) return null;`,
    tests: ['tests/api/app/errors.test.ts', 'tests/api/app/part-down.test.ts'],
  },
  {
    name: 'the Node host serves each host whose name ends as the site’s',
    file: 'src/host/node/http/known-host.ts',
    find: `siteHosts.includes(name)`,
    replace: `siteHosts.some((site) => site !== null && name.endsWith(site))`,
    tests: ['tests/unit/host/known-host.test.ts'],
  },
  {
    name: 'the policy of a page lets markup move the base of its addresses',
    file: 'astro.config.mjs',
    find: `        "base-uri 'none'",\n`,
    replace: '',
    tests: ['tests/e2e/shell/shell.spec.ts: "no answer is taken for what it is not"'],
  },
];
