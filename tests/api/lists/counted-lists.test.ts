import { afterAll, beforeAll, expect, test } from 'vitest';
import { COUNT_CAP, COUNT_DEEPEST, TITLES_PER_PAGE } from '../../../src/platform/config/constants.ts';
import { getCategory, listTitles } from '../../../src/features/titles/contract/catalogue.ts';
import { toCappedPageMeta, getCountLimit } from '../../../src/features/titles/server/page-meta.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { prepareRow, buildFill, type Table } from '../../support/database/rows.ts';

/** Filtered lists of a large catalogue are counted to a cap and no farther, and each of their pages can still be reached. */
const TITLES = 1150;
const LAST = Math.ceil(TITLES / TITLES_PER_PAGE);

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(1_800_000_000);
  const { DB } = site.env;
  const fill = (table: Table, columns: Record<string, string>) =>
    DB.prepare(buildFill(table, TITLES, columns, 2_000_000));
  const filter = { genres: ['drama'], countries: ['ZZ'], kinds: ['movie'] };
  await DB.batch([
    fill('titles', { id: 'i', access: "'free'", year: '2001', age: '7', iranian: '0' }),
    fill('title_countries', { country: "'ZZ'", title_id: 'i' }),
    fill('title_languages', { language: "'mi'", title_id: 'i' }),
    fill('title_genres', { genre: "'drama'", title_id: 'i', year: '2001' }),
    prepareRow(DB, 'categories', { id: 9000, slug: 'nz', filter: JSON.stringify(filter), position: 99 }),
  ]);
});
afterAll(() => site.dispose());

async function fetchMeta(input: Parameters<typeof site.api<typeof listTitles>>[1]) {
  const answer = await site.api(listTitles, input);
  if (!answer.ok) throw new Error(answer.error.code);
  return { ...answer.value.meta, shown: answer.value.data.length };
}

test.each([
  { country: 'ZZ' },
  { lang: 'mi' },
  { country: 'ZZ', lang: 'mi', age: 12 },
  { country: 'ZZ', genre: 'drama' },
  { country: 'ZZ', lang: 'mi', genre: 'drama', f_type: 'movie' as const },
])('%j: more than the cap is «more than 1,000», and every page can be reached', async (filter) => {
  expect(await fetchMeta(filter)).toEqual({ page: 1, pages: 21, total: COUNT_CAP, capped: true, shown: 48 });
  for (let page = 1; page < LAST; page += 1) {
    const meta = await fetchMeta({ ...filter, page });
    expect(meta.shown).toBe(TITLES_PER_PAGE);
    expect(meta.pages).toBeGreaterThan(page);
  }
  expect(await fetchMeta({ ...filter, page: LAST })).toEqual({
    ...{ page: LAST, pages: LAST, total: TITLES, capped: false },
    shown: TITLES - (LAST - 1) * TITLES_PER_PAGE,
  });
  expect(await fetchMeta({ ...filter, page: 200 })).toMatchObject({ pages: LAST, capped: false, shown: 0 });
});

test('a category is counted alike', async () => {
  const first = await site.api(getCategory, { slug: 'nz', lang: 'mi' });
  expect(first.ok && first.value.meta).toEqual({ page: 1, pages: 21, total: COUNT_CAP, capped: true });
  const last = await site.api(getCategory, { slug: 'nz', page: LAST });
  expect(last.ok && last.value.meta).toEqual({ page: LAST, pages: LAST, total: TITLES, capped: false });
});

test('a list that nobody has filtered keeps its exact count', async () => {
  expect(await fetchMeta({ kind: 'movie' })).toMatchObject({ capped: false });
  expect((await fetchMeta({ kind: 'movie' })).total).toBeGreaterThan(TITLES);
});

test('no address makes the database count farther than the deepest page', () => {
  expect(getCountLimit(1, 48)).toBe(COUNT_CAP + 1);
  expect(getCountLimit(100_000, 48)).toBe(COUNT_DEEPEST + 1);
  expect(toCappedPageMeta(100_000, COUNT_DEEPEST + 1, 48)).toMatchObject({ total: COUNT_DEEPEST, capped: true });
});
