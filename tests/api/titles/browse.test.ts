import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as calls from '../../../src/features/titles/contract/catalogue.ts';
import type { Call, Input, Output } from '../../../src/platform/http/calls/call.ts';
import type { Card } from '../../../src/features/titles/contract/shapes.ts';
import { SORTS, VIEWER_AGES, type Sort } from '../../../src/features/titles/browse.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { countStatements } from '../../support/database/statements.ts';

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(1_800_000_000);
});
afterAll(() => site.dispose());

async function callApi<C extends Call>(call: C, input: Input<C>): Promise<Output<C>> {
  const result = await site.api(call, input);
  if (!result.ok) throw new Error(`${call.name}: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** Conditions that a filter promises of every title in its answer, read from the tables themselves. */
const HOLDS: Record<string, string> = {
  age: 'titles.age <= ?',
  lang: 'EXISTS (SELECT 1 FROM title_languages l WHERE l.title_id = titles.id AND l.language = ?)',
  country: 'EXISTS (SELECT 1 FROM title_countries c WHERE c.title_id = titles.id AND c.country = ?)',
  genre: 'EXISTS (SELECT 1 FROM title_genres g WHERE g.title_id = titles.id AND g.genre = ?)',
  list: 'EXISTS (SELECT 1 FROM list_titles t WHERE t.title_id = titles.id AND t.list = ?)',
  f_type: 'titles.kind = ?',
  kind: 'titles.kind = ?',
};

/** The ids that a filter must answer, by the tables. */
async function expected(filter: Record<string, string>): Promise<Set<number>> {
  const conditions = Object.keys(filter).map((name) => HOLDS[name] ?? 'false');
  if (filter['kind'] === undefined) conditions.push("titles.kind <> 'episode'");
  const { results } = await site.env.DB.prepare(`SELECT id FROM titles WHERE ${conditions.join(' AND ')}`)
    .bind(...Object.entries(filter).map(([name, value]) => (name === 'age' ? Number(value) : value)))
    .all<{ id: number }>();
  return new Set(results.map(({ id }) => id));
}

/** All pages of a list one after another, each checked to be full but the last. */
async function allPages(filter: Record<string, string>, sort: Sort | undefined): Promise<Card[]> {
  const cards: Card[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, meta } = await callApi(calls.listTitles, {
      ...(filter as Input<typeof calls.listTitles>),
      sort,
      page,
    });
    pages = meta.pages;
    expect(data.length).toBe(page < pages ? 48 : meta.total - 48 * (pages - 1));
    cards.push(...data);
  }
  return cards;
}

const readViews = async (): Promise<Map<number, number>> => {
  const { results } = await site.env.DB.prepare('SELECT id, views FROM titles').all<{ id: number; views: number }>();
  return new Map(results.map(({ id, views }) => [id, views]));
};

describe('filter × sort × page', () => {
  const FILTERS: Record<string, string>[] = [
    {},
    { kind: 'movie' },
    { kind: 'movie', country: 'IR' },
    { kind: 'movie', genre: 'drama', lang: 'fa' },
    { kind: 'series', age: '12' },
    { kind: 'episode', age: '7' },
    { genre: 'comedy', f_type: 'series' },
    { list: 'award-winners', country: 'FR', age: '15' },
    { kind: 'movie', country: 'JP', lang: 'fa' },
    { genre: 'drama', f_type: 'movie', country: 'IR', lang: 'fa', age: '12' },
  ];
  const CASES = FILTERS.flatMap((filter) => SORTS.map((sort) => ({ filter, sort, name: JSON.stringify(filter) })));

  test.each(CASES)('$name by $sort: just the titles that pass, once each, in order', async ({ filter, sort }) => {
    const cards = await allPages(filter, sort);
    const ids = cards.map(({ id }) => id);
    expect(new Set(ids)).toEqual(await expected(filter));
    expect(ids.length).toBe(new Set(ids).size);
    const views = await readViews();
    const rank: Record<Sort, (card: Card) => number> = {
      newest: ({ year }) => -year,
      views: ({ id }) => -(views.get(id) ?? 0),
      rating: ({ rating }) => -(rating ?? -1),
      year: ({ year }) => year,
    };
    const ranks = cards.map(rank[sort]);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  });

  test('the default of each filter is 0, which is the same as leaving it out (spec 3.17, 9.19)', async () => {
    const zero = { age: 0, lang: '0', country: '0', f_type: '0' } as const;
    expect(await callApi(calls.listTitles, zero)).toEqual(await callApi(calls.listTitles, {}));
    expect(await callApi(calls.getCategory, { slug: 'series', ...zero })).toEqual(
      await callApi(calls.getCategory, { slug: 'series' }),
    );
  });

  test('a list has an order of its own and takes any other', async () => {
    const listOrder = await callApi(calls.listTitles, { list: 'award-winners' });
    const year = await callApi(calls.listTitles, { list: 'award-winners', sort: 'year' });
    expect(listOrder.meta).toEqual(year.meta);
    expect(listOrder.data).not.toEqual(year.data);
  });
});

test('a category takes the filter and every order', async () => {
  const all = await callApi(calls.getCategory, { slug: 'world-cinema' });
  const french = await callApi(calls.getCategory, { slug: 'world-cinema', country: 'FR', sort: 'year' });
  expect(french.meta.total).toBeGreaterThan(0);
  expect(french.meta.total).toBeLessThan(all.meta.total);
  const years = french.data.map(({ year }) => year);
  expect(years).toEqual(years.toSorted((a, b) => a - b));
  const ids = await expected({ country: 'FR', kind: 'movie' });
  expect(french.data.every(({ id }) => ids.has(id))).toBe(true);
});

test('facets name just the countries and languages that titles have, in one round trip', async () => {
  const counted = countStatements(site.env);
  const answer = await site.apiIn('fa', counted.env)(calls.getFacets, {});
  expect(counted.roundTrips()).toBe(1);
  const distinct = async (sql: string) => (await site.env.DB.prepare(sql).all<{ value: string }>()).results;
  const countries = await distinct('SELECT DISTINCT country AS value FROM title_countries ORDER BY 1');
  const languages = await distinct('SELECT DISTINCT language AS value FROM title_languages ORDER BY 1');
  expect(countries.length).toBeGreaterThan(20);
  expect(answer).toEqual({
    ok: true,
    value: { countries: countries.map(({ value }) => value), languages: languages.map(({ value }) => value) },
  });
});

test('every age that the form offers leaves something out', async () => {
  const totals = [];
  for (const age of VIEWER_AGES) totals.push((await callApi(calls.listTitles, { age })).meta.total);
  const { meta } = await callApi(calls.listTitles, {});
  expect([...totals, meta.total]).toEqual([...new Set([...totals, meta.total])].toSorted((a, b) => a - b));
});
