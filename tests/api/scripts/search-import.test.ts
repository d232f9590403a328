import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchStatements } from '../../../src/features/search/query/search-statements.ts';
import { quickSearch } from '../../../src/features/search/contract.ts';
import type { SearchSubject } from '../../../src/features/search/query/search-doc.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

/** The import writes the same rows every time, and a changed title in place of the old one. */
const TITLE: SearchSubject = {
  type: 'movie',
  id: 900_001,
  slug: null,
  nameFa: 'کوچهٔ زمردین',
  nameEn: 'Emerald Alley',
  nameLatin: '',
  year: 2020,
  iranian: true,
  art: null,
  views: 5,
  age: 0,
};

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(1_800_000_000);
});
afterAll(() => site.dispose());

async function write(...subjects: SearchSubject[]): Promise<void> {
  const { DB } = site.env;
  const statements = searchStatements(subjects, new Set());
  await DB.batch(statements.map(({ sql, values }) => DB.prepare(sql).bind(JSON.stringify(values))));
}

async function searchIds(query: string): Promise<string[]> {
  const result = await site.api(quickSearch, { query });
  if (!result.ok) throw new Error(query);
  return result.value.data.map(({ name_fa }) => name_fa);
}

async function counts(): Promise<unknown[]> {
  const tables = ['search_docs', 'search_index', 'search_words'];
  const results = await site.env.DB.batch(tables.map((table) => site.env.DB.prepare(`SELECT count(*) FROM ${table}`)));
  return results.map((result) => result.results);
}

test('a new title is found, by a typo and in Finglish too', async () => {
  await write(TITLE);
  expect(await searchIds('زمردین')).toEqual([TITLE.nameFa]);
  expect(await searchIds('زمردیین')).toEqual([TITLE.nameFa]);
  expect(await searchIds('kuche zomorodin')).toEqual([TITLE.nameFa]);
});

test('writing it again changes nothing', async () => {
  const before = await counts();
  await write(TITLE);
  expect(await counts()).toEqual(before);
  expect(await searchIds('زمردین')).toEqual([TITLE.nameFa]);
});

test('with another name and popularity it is found by the new one alone', async () => {
  const [docs, index] = await counts();
  await write({ ...TITLE, nameFa: 'خیابان یاقوتی', nameEn: 'Ruby Street', views: 900_000, age: 12 });
  expect((await counts()).slice(0, 2)).toEqual([docs, index]);
  expect(await searchIds('زمردین')).toEqual([]);
  expect(await searchIds('emerald')).not.toContain('خیابان یاقوتی');
  expect(await searchIds('یاقوتی')).toEqual(['خیابان یاقوتی']);
});
