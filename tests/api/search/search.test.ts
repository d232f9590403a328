import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quickSearch, search, type SearchResult } from '../../../src/features/search/contract.ts';
import type { SearchType } from '../../../src/features/search/query/doc-id.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(1_800_000_000);
});
afterAll(() => site.dispose());

async function quick(query: string): Promise<SearchResult[]> {
  const result = await site.api(quickSearch, { query });
  if (!result.ok) throw new Error(`${query}: ${JSON.stringify(result.error)}`);
  return result.value.data;
}

const names = (results: SearchResult[]) => results.map(({ name_fa }) => name_fa);

describe('quick search', () => {
  test.each([
    ['the exact name', 'جدایی نادر از سیمین', 'جدایی نادر از سیمین'],
    ['half a title', 'جدایی نا', 'جدایی نادر از سیمین'],
    ['half a title with an Arabic ي', 'جدايي نا', 'جدایی نادر از سیمین'],
    ['words from the middle', 'از سيمين', 'جدایی نادر از سیمین'],
    ['without ZWNJ, joined', 'بچههای آسمان', 'بچه‌های آسمان'],
    ['without ZWNJ, spaced', 'بچه های اسمان', 'بچه‌های آسمان'],
    ['with ZWNJ', 'بچه‌های', 'بچه‌های آسمان'],
    ['Latin letters', 'jodaei', 'جدایی نادر از سیمین'],
    ['the English name, half, capitals', 'A SEPAR', 'جدایی نادر از سیمین'],
  ])('%s: %s', async (_name, query, match) => {
    expect(names(await quick(query))[0]).toBe(match);
  });

  test('finds people, with the Arabic ك too', async () => {
    const results = await quick('عباس كيارست');
    expect(results[0]).toMatchObject({ type: 'person', name_en: 'Abbas Kiarostami' });
  });

  test('every set of digits finds the same', async () => {
    const expected = names(await quick('12 angry'));
    expect(expected.length).toBeGreaterThan(0);
    expect(names(await quick('۱۲ angry'))).toEqual(expected);
    expect(names(await quick('١٢ angry'))).toEqual(expected);
  });

  test('the exact name stands before names that only begin with it', async () => {
    expect((await quick('لیلا'))[0]).toMatchObject({ type: 'movie', name_fa: 'لیلا' });
    expect(names(await quick('گاو'))[0]).toBe('گاو');
  });

  test('at most eight; nothing below three letters (spec 9.10)', async () => {
    expect((await quick('علی')).length).toBe(8);
    expect(await quick('لی')).toEqual([]);
    expect(await quick('ل ی')).toEqual([]);
    expect(await quick('')).toEqual([]);
  });

  test('episodes are not found', async () => {
    const results = await quick('قسمت');
    expect(results.every(({ type }) => type !== 'episode')).toBe(true);
  });
});

describe('what was meant', () => {
  test.each([
    ['one letter wrong', 'فروشنته', 'فروشنده'],
    ['one letter missing', 'papilon', 'پاپیون'],
    ['two letters exchanged', 'جدایی نارد', 'جدایی نادر از سیمین'],
    ['the Latin keyboard', '[nhdd khnv', 'جدایی نادر از سیمین'],
    ['signs that are letters of the other layout', ';hchfghk;h', 'کازابلانکا'],
    ['the Persian keyboard', 'لخیبشفاثق', 'پدرخوانده'],
    ['Finglish of one’s own', 'joda’i-ye nader az seemin', 'جدایی نادر از سیمین'],
    ['Finglish with x and q', 'qahveye talx', 'قهوه تلخ'],
    ['Finglish of a person', 'abas kiyarostami', 'عباس کیارستمی'],
  ])('%s: %s', async (_name, query, match) => {
    expect(names(await quick(query))[0]).toBe(match);
  });

  test('genres, channels and magazines are found, with what their address is made of', async () => {
    expect((await quick('هیجان انگیز'))[0]).toMatchObject({ type: 'genre', slug: 'thriller', art: null });
    expect((await quick('parde mostanad')).map(({ type, slug }) => `${type}/${String(slug)}`)).toContain(
      'channel/parde-mostanad',
    );
    expect((await quick('سفره'))[0]).toMatchObject({ type: 'magazine', slug: 'sofreh' });
  });

  test('a word spelt right is not corrected: «جدایی» is no «جنایی» (issue 15, section 5)', async () => {
    const results = await quick('جدایی');
    expect(results[0]).toMatchObject({ type: 'movie', name_fa: 'جدایی نادر از سیمین' });
    expect(results.filter(({ type }) => type === 'genre')).toEqual([]);
    const page = await site.api(search, { query: 'جدایی' });
    expect(page.ok && page.value.counts).toEqual({ movie: 1 });
  });

  test('what is only spelt nearly so stands behind all that is, whatever its kind, and says so', async () => {
    for (const query of ['جدای', 'papillo', 'لیلا حاتم', 'drma', 'کمد', 'جنای', 'comed', 'aban']) {
      const near = (await quick(query)).map((result) => result.near ?? false);
      // Names with one letter more come third, so that they are seen.
      expect(near.slice(0, 2), query).toEqual(near.slice(0, 2).toSorted((a, b) => Number(a) - Number(b)));
    }
    const results = await quick('جنای');
    expect(results[0]).toMatchObject({ type: 'genre', slug: 'crime' });
    expect(results[0]?.near).toBeUndefined();
  });

  test('popularity decides between equals', async () => {
    const { results } = await site.env.DB.prepare(
      `SELECT ref_id FROM search_docs WHERE type = 'person' AND name_fa LIKE 'علی%' ORDER BY views DESC LIMIT 1`,
    ).all<{ ref_id: number }>();
    expect((await quick('علی')).find(({ type }) => type === 'person')?.id).toBe(results[0]?.ref_id);
  });
});

describe('whatever is typed is safe', () => {
  test.each([
    ['quotes', `"''"" "سیمین`],
    ['FTS syntax', 'NEAR(a b, 2) AND NOT * ^ : words - {x}'],
    ['a column filter', 'words:سیمین'],
    ['an open bracket', '(((سیمین'],
    ['SQL', "'; DROP TABLE titles; --"],
    ['emoji', '🎬🎬🎬🎬'],
    ['only signs', '***"""^^^:::'],
    ['a NUL and controls', 'a\u0000b\u0001c\u200fd'],
    ['2000 characters', 'سیمین '.repeat(333)],
    ['one word of 2000 characters', 'س'.repeat(2000)],
    ['hundreds of words', 'a b c d e f g h '.repeat(120)],
    ['a lone surrogate', 'abc\ud800def'],
    ['letters that FTS5 may not know', '𞤀𞤁𞤂 𐐀𐐁𐐂 ꟊꟊꟊ'],
    ['half an emoji at the cut', 'س'.repeat(199) + '🎬'],
    ['an unknown keyboard', 'ςερτυθ ξκλ'],
    ['a per cent and an underscore', '%%%___abc'],
  ])('%s', async (_name, query) => {
    expect((await quick(query)).length).toBeLessThanOrEqual(8);
    const page = await site.api(search, { query });
    expect(page.ok).toBe(true);
  });

  test('emoji and signs find nothing; more than 2000 characters is 422', async () => {
    expect(await quick('🎬🎬🎬🎬')).toEqual([]);
    expect(await quick('***"""')).toEqual([]);
    expect((await site.request(`/search?query=${'a'.repeat(2001)}`)).status).toBe(422);
    expect((await site.request('/search')).status).toBe(422);
  });
});

describe('search page', () => {
  async function find(query: string, type?: SearchType, page?: number) {
    const result = await site.api(search, { query, type, page });
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  }

  test('counts for each type, and the type filter', async () => {
    const all = await find('علی');
    expect(all.meta.total).toBe(Object.values(all.counts).reduce((sum, count) => sum + count, 0));
    expect(all.counts['person']).toBeGreaterThan(8);
    const people = await find('علی', 'person');
    expect(people.meta.total).toBe(all.counts['person']);
    expect(people.counts).toEqual(all.counts);
    expect(people.data.every(({ type }) => type === 'person')).toBe(true);
  });

  test('pages of 24 without repetition', async () => {
    const first = await find('ali');
    expect(first.meta.pages).toBe(Math.ceil(first.meta.total / 24));
    const seen = new Set<string>();
    for (let page = 1; page <= first.meta.pages; page += 1) {
      for (const { type, id } of (await find('ali', undefined, page)).data) seen.add(`${type}/${String(id)}`);
    }
    expect(seen.size).toBe(first.meta.total);
    expect((await find('ali', undefined, first.meta.pages + 1)).data).toEqual([]);
  });

  test('says what was meant where nothing of what was typed is found', async () => {
    expect((await find('فروشنته')).suggestion).toBe('فروشنده');
    expect((await find('gdgh')).suggestion).toBe('لیلا');
    expect((await find('فروشنده')).suggestion).toBeNull();
    expect((await find('زژقثص')).suggestion).toBeNull();
  });

  test('names the words to be marked', async () => {
    expect((await find('«باد» ما')).terms).toEqual(expect.arrayContaining(['باد', 'ما']));
    expect((await find('فروشنته')).terms).toContain('فروشنده');
  });

  test('popular titles where nothing is found, none where something is', async () => {
    const nothing = await find('زژقثص');
    expect(nothing).toMatchObject({ data: [], counts: {}, meta: { page: 1, pages: 1, total: 0 } });
    expect(nothing.popular).toHaveLength(12);
    expect((await find('سیمین')).popular).toEqual([]);
    expect((await find('')).popular).toHaveLength(12);
  });

  test('where nothing is found, names that are near come first', async () => {
    const { data, similar } = await find('Chernofol');
    expect(data).toEqual([]);
    expect(similar.map(({ name_en }) => name_en)).toContain('Chernobyl');
    expect((await find('زژقثص')).similar).toEqual([]);
    expect((await find('سیمین')).similar).toEqual([]);
  });

  test('two letters are enough here', async () => {
    expect((await find('گاو')).data.length).toBeGreaterThan(0);
    expect((await find('گا')).data.length).toBeGreaterThan(0);
  });
});
