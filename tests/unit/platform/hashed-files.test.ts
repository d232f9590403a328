import { describe, expect, it } from 'vitest';
import { chooseEarlierFiles, isHashedPath } from '../../../src/platform/http/cache/hashed-files.ts';

describe('a hashed file', () => {
  it.each([
    '_astro/Player.CWSzW6lI.js',
    '_astro/fill.ts_entry_pages-index-0_lang.DR-R6Htv.js',
    'parts/-ANdOcS4IV8B.css',
  ])('is %s', (path) => expect(isHashedPath(path)).toBe(true));

  it.each([
    ...['_astro/Player.js', '_astro/CWSzW6lI.js', '_astro/.CWSzW6lI.js', '_astro/Player.CWSzW6l.js', 'parts/short.css'],
    ...['/_astro/Player.CWSzW6lI.js', '_astro/../x.CWSzW6lI.js', '_astro/x/y.CWSzW6lI.js', '_astro/..CWSzW6lI.js'],
    ...['_astro/Player.CWSzW6lI.js\n', '_astro/Player.CWSzW6lI.js\0', '_astro/Player.CWSzW6lI.js.br', 'sw.js', ''],
    ...[
      '_astro/Player.CWSzW6lI.html',
      'fonts/x.CWSzW6lI.woff2',
      '_ASTRO/Player.CWSzW6lI.js',
      'parts\\-ANdOcS4IV8B.css',
    ],
  ])('is not %j', (path) => expect(isHashedPath(path)).toBe(false));
});

describe('earlier files', () => {
  const DAY_MS = 24 * 3600 * 1000;
  const describeFile = (day: number, bytes: number) => ({ path: `of day ${day}`, bytes, replacedAt: day * DAY_MS });
  const choose = (bytes: number, days: number[], today: number) =>
    chooseEarlierFiles(
      days.map((day) => describeFile(day, bytes)),
      today * DAY_MS,
    ).map(({ path }) => path);

  it('stay for 30 days', () => {
    expect(choose(1, [1, 2, 3], 32)).toEqual(['of day 3']);
  });

  it('have 32 MiB and 3,000 files at most, the last replaced first', () => {
    expect(choose(8 * 2 ** 20, [1, 5, 2, 4, 3], 6)).toEqual(['of day 5', 'of day 4', 'of day 3', 'of day 2']);
    const many = Array.from({ length: 4000 }, (_, index) => describeFile(index / 4000, 1));
    const chosen = chooseEarlierFiles(many, DAY_MS);
    expect([chosen.length, chosen[0], chosen.at(-1)]).toEqual([3000, many[3999], many[1000]]);
  });
});
