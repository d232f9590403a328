import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listSitePackages } from '../../../tools/lib/lock-packages.ts';

interface Entry {
  license?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
}

const ALLOWED = new Set([
  ...['MIT', 'MIT-0', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause'],
  ...['0BSD', 'Unlicense', 'CC0-1.0', 'BlueOak-1.0.0'],
]);
/** Others by their reason; a pattern of names. */
const NAMED: readonly [name: RegExp, licence: string][] = [
  // libvips as a library of its own, which sharp loads on a Node host; no page has it.
  [/^@img\/sharp-/, 'LGPL-3.0-or-later'],
  // Fonts: free to embed, not to be sold alone.
  [/^@fontsource\//, 'OFL-1.1'],
  // Its package.json names none; its Readme says MIT.
  [/^combine-errors$/, 'none'],
];

/** `name: licence` of packages that a visitor, the Worker or a Node host may get, and whose licence is not allowed. */
function findForeignLicences(packages: Record<string, Entry>): string[] {
  return listSitePackages(packages).flatMap((path) => {
    const { license = 'none', link } = packages[path] ?? {};
    const name = path.replace(/^.*node_modules\//, '');
    const isOurs = !path.includes('node_modules/') || link === true;
    if (isOurs || isAllowed(name, license)) return [];
    return [`${name}: ${license}`];
  });
}

function isAllowed(name: string, expression: string): boolean {
  const isOne = (licence: string) =>
    ALLOWED.has(licence) || NAMED.some(([names, named]) => named === licence && names.test(name));
  return expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every(isOne));
}

describe('licences', () => {
  it('of all packages that run outside of tests and tools are permissive, or named with a reason', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
    expect(listSitePackages(lock.packages)).toContain('node_modules/wouter');
    expect(findForeignLicences(lock.packages)).toEqual([]);
  });

  it('of another kind are found, in a choice or beside an allowed one, too', () => {
    expect(
      findForeignLicences({
        '': { dependencies: { a: '1', d: '1', e: '1', ours: '1', 'sharp-x': '1', wrangler: '1' } },
        'node_modules/a': { license: 'AGPL-3.0-only', dependencies: { '@b/c': '1' } },
        'node_modules/a/node_modules/@b/c': { license: 'MIT AND GPL-2.0-only' },
        'node_modules/d': {},
        'node_modules/e': { license: '(MIT OR GPL-3.0-only)' },
        'node_modules/f': { license: 'GPL-3.0-only' },
        'node_modules/ours': { link: true, resolved: 'packages/ours' },
        'node_modules/wrangler': { license: 'GPL-3.0-only' },
        'packages/ours': { dependencies: { g: '1' } },
        'packages/ours/node_modules/g': { license: 'GPL-3.0-only' },
        'node_modules/sharp-x': { license: 'LGPL-3.0-or-later' },
      }),
    ).toEqual([
      ...['a: AGPL-3.0-only', 'd: none', 'sharp-x: LGPL-3.0-or-later', '@b/c: MIT AND GPL-2.0-only', 'g: GPL-3.0-only'],
    ]);
  });
});
