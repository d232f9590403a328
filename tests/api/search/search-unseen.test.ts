import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FULL } from '../../../tools/lib/test-sets.ts';
import { searchStatements } from '../../../src/features/search/query/search-statements.ts';
import { QUICK_SEARCH_MIN } from '../../../src/platform/config/constants.ts';
import { quickSearch } from '../../../src/features/search/contract.ts';
import type { SearchSubject } from '../../../src/features/search/query/search-doc.ts';
import { subjects as crowd } from '../../perf/search/subjects.ts';
import { picker } from '../../search-queries/picker.ts';
import { RULES } from '../../search-queries/rules.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

/** Titles that search was not made with, in a catalogue large enough that other names get in their way. */
const TITLES = v
  .parse(
    v.array(v.strictTuple([v.string(), v.string()])),
    JSON.parse(readFileSync('tests/search-queries/unseen-titles.json', 'utf8')),
  )
  .map(([nameFa, nameEn], at): SearchSubject => ({
    ...{ type: 'movie', id: 900_001 + at, slug: null, nameFa, nameEn, nameLatin: '' },
    ...{ year: 2000, iranian: false, art: null, views: (at * 7919) % 200_000, age: 0 },
  }));
const CROWD = 5000;
const FIRST = 3;
/** Issue 15, section 4. */
const BAR = 0.96;

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(1_800_000_000);
  const candidate = new Set<string>();
  const all = [...crowd(CROWD), ...TITLES];
  for (let at = 0; at < all.length; at += 1000) {
    const statements = searchStatements(all.slice(at, at + 1000), candidate);
    await site.env.DB.batch(statements.map(({ sql, values }) => site.env.DB.prepare(sql).bind(JSON.stringify(values))));
  }
}, 60_000);
afterAll(() => site.dispose());

async function find(query: string) {
  const result = await site.api(quickSearch, { query });
  if (!result.ok) throw new Error(`${query}: ${JSON.stringify(result.error)}`);
  return result.value.data;
}

/** The queries of which the title is not among the first three, and the share of those of which it is. */
async function findAll(queries: readonly { query: string; id: number }[]) {
  const missed: string[] = [];
  for (const { query, id } of queries) {
    const first = (await find(query)).slice(0, FIRST);
    if (!first.some((one) => one.type === 'movie' && one.id === id)) missed.push(`${query} → ${String(id)}`);
  }
  return { share: 1 - missed.length / queries.length, missed };
}

/** Every way to leave out one letter of a name of one word. */
function withoutOne(name: string, letters: { min: number; max: number }): string[] {
  const all = [...name];
  const isAsked = /^\p{L}+$/u.test(name) && all.length >= letters.min && all.length <= letters.max;
  return isAsked ? all.map((_, at) => all.toSpliced(at, 1).join('')) : [];
}

describe('of titles never seen, 96 % are among the first three', () => {
  test.each([
    ['one word of five letters, any letter missing', { min: 5, max: 5 }],
    ['one word of four letters, any letter missing', { min: 4, max: 4 }],
    ['a longer word, any letter missing', { min: 6, max: 7 }],
  ])('%s', async (_name, letters) => {
    const queries = TITLES.flatMap(({ id, nameFa, nameEn }) =>
      [nameFa, nameEn].flatMap((name) => withoutOne(name, letters).map((query) => ({ query, id }))),
    );
    expect(queries.length).toBeGreaterThan(40);
    const { share, missed } = await findAll(queries);
    expect(share, missed.join('\n')).toBeGreaterThanOrEqual(BAR);
  });

  test.each(['missing', 'typo', 'arabic', 'joined', 'layout'] as const)('%s', { tags: FULL }, async (rule) => {
    const pick = picker(`unseen/${rule}`);
    const queries = TITLES.flatMap(({ id, nameFa, nameEn }) =>
      RULES[rule]({ fa: nameFa, en: nameEn, latin: '' }, pick).map((query) => ({ query, id })),
    );
    const { share, missed } = await findAll(queries);
    expect(share, missed.join('\n')).toBeGreaterThanOrEqual(BAR);
  });
});

test('whole names stand first, and names with a letter more behind two that were typed', async () => {
  for (const { id, nameFa, nameEn } of TITLES) {
    for (const name of [nameFa, nameEn].filter(({ length }) => length >= QUICK_SEARCH_MIN)) {
      expect((await find(name))[0], name).toMatchObject({ id });
    }
  }
  const results = await find('سنتور');
  expect(results.slice(0, 3).map(({ near = false }) => near)).toEqual([false, false, true]);
  expect(results[2]?.name_fa).toBe('سناتور');
});
