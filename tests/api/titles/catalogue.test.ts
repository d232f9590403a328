import { getLists } from '../../../src/features/lists/contract.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getDiscover, getSlider } from '../../../src/features/home/contract.ts';
import * as calls from '../../../src/features/titles/contract/catalogue.ts';
import type { Call, Input, Output } from '../../../src/platform/http/calls/call.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { listRelated } from '../../../tools/seed/rows-in-sight.ts';
import { computeViews } from '../../../tools/seed/views.ts';
import { addRow } from '../../support/database/rows.ts';
import { countStatements } from '../../support/database/statements.ts';

/** Saturday, 21 November 2026, 20:00 in Tehran. */
const NOW = Date.parse('2026-11-21T20:00:00+03:30') / 1000;
const A_SEPARATION = 52;
const SLIDE_SERIES = 201;

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(NOW);
});
afterAll(() => site.dispose());

/** The value of a call that must succeed; the client has checked it against the contract. */
async function callApi<C extends Call>(call: C, input: Input<C>): Promise<Output<C>> {
  const result = await site.api(call, input);
  if (!result.ok) throw new Error(`${call.name}: ${JSON.stringify(result.error)}`);
  return result.value;
}

async function fetchCode<C extends Call>(call: C, input: Input<C>): Promise<string> {
  const result = await site.api(call, input);
  return result.ok ? 'ok' : `${String(result.error.status)} ${result.error.code}`;
}

describe('home', () => {
  test('discover: rails of at most twelve, in their order', async () => {
    const { data } = (await callApi(getDiscover, {})).data;
    expect(data.length).toBeGreaterThanOrEqual(6);
    for (const { items, key } of data) {
      expect(items.length, key).toBeGreaterThanOrEqual(6);
      expect(items.length, key).toBeLessThanOrEqual(12);
    }
    const newest = data.find(({ key }) => key === 'iran-newest')?.items.map(({ year }) => year) ?? [];
    expect(newest).toEqual(newest.toSorted((a, b) => b - a));
  });

  test('discover: each list has its layout and line, the cards of a wide one their backdrop', async () => {
    await site.env.DB.prepare("UPDATE all_titles SET backdrop = 'b'").run();
    const { data } = (await callApi(getDiscover, {})).data;
    await site.env.DB.prepare('UPDATE all_titles SET backdrop = NULL').run();
    const layouts = data.map(({ layout }) => layout);
    expect(new Set(layouts)).toEqual(new Set(['ranked', 'collection', 'posters', 'wide']));
    expect(layouts.filter((layout, at) => layout === layouts[at + 1])).toEqual([]);
    for (const { layout, items } of data)
      for (const { backdrop } of items)
        expect(backdrop, layout).toBe(layout === 'wide' || layout === 'collection' ? 'b' : undefined);
    const ranked = data.find(({ layout }) => layout === 'ranked');
    expect(ranked?.items).toHaveLength(10);
    const collection = data.find(({ layout }) => layout === 'collection');
    expect([collection?.line_fa, collection?.line_en].every(Boolean)).toBe(true);
  });

  test('discover: a list whose layout is unknown is a row of posters', async () => {
    await site.env.DB.prepare("UPDATE lists SET layout = 'carousel' WHERE key = 'series'").run();
    const { data } = await callApi(getLists, {});
    await site.env.DB.prepare("UPDATE lists SET layout = 'wide' WHERE key = 'series'").run();
    expect(data.find(({ key }) => key === 'series')?.layout).toBe('posters');
  });

  test('slider: six slides with their synopsis, every channel with what is on', async () => {
    const { sliders, live } = (await callApi(getSlider, {})).data.data;
    expect(sliders).toHaveLength(6);
    expect(sliders[0]).toMatchObject({ id: A_SEPARATION, kind: 'movie', name_en: 'A Separation', iranian: true });
    expect(live).toHaveLength(6);
    for (const { now_fa, ends_at } of live) {
      expect(now_fa).not.toBe('');
      expect(ends_at).toBeGreaterThan(NOW);
      expect(ends_at).toBeLessThanOrEqual(NOW + 24 * 60 * 60);
    }
  });

  test('slider: the filter string filters the slides', async () => {
    const { sliders } = (await callApi(getSlider, { f_type: 'series' })).data.data;
    expect(sliders.map(({ id }) => id)).toEqual([SLIDE_SERIES]);
  });

  test('slider: what a press on each slide leads to', async () => {
    const readOffer = async (id: number) => {
      const { sliders } = (await callApi(getSlider, {})).data.data;
      const slide = sliders.find((one) => one.id === id);
      return { ...slide?.offer, day: slide?.release_date };
    };
    const change = (statement: string) => site.env.DB.prepare(statement).run();
    expect(await readOffer(SLIDE_SERIES)).toMatchObject({ state: 'needs_subscription', price: null });
    const price = { title_id: A_SEPARATION, toman: 49_000, sale: 'only', owned_hours: 48 };
    await addRow(site.env.DB, 'title_prices', price);
    expect(await readOffer(A_SEPARATION)).toMatchObject({ state: 'needs_purchase', price: 49_000, owned_hours: 48 });
    await change(`DELETE FROM title_prices WHERE title_id = ${String(A_SEPARATION)}`);
    await change(`UPDATE all_titles SET release_date = '2027-01-01' WHERE id = ${String(A_SEPARATION)}`);
    expect(await readOffer(A_SEPARATION)).toMatchObject({ state: 'not_released', day: '2027-01-01' });
    await change(`UPDATE all_titles SET release_date = NULL WHERE id = ${String(A_SEPARATION)}`);
  });
});

/** Of the demo: each episode has files. */
const SOLD_BY_EPISODE = 203;

describe('title', () => {
  test('a film with facts, cast and related films that share a genre', async () => {
    const { data } = await callApi(calls.getTitle, { kind: 'movie', id: A_SEPARATION });
    expect(data).toMatchObject({ name_fa: 'جدایی نادر از سیمین', year: 2011, series: null, seasons: [] });
    expect(data.countries).toContain('IR');
    expect([data.awards_fa, data.awards_en]).toEqual([
      expect.stringContaining('اسکار'),
      expect.stringContaining('Golden Bear'),
    ]);
    // Of the demo's plan for a year, with its discount, VAT and bonus days.
    expect(data.plan_month).toBe(52_800);
    expect(data.cast.map(({ name_en }) => name_en)).toContain('Leila Hatami');
    expect(data.crew.find(({ job }) => job === 'director')?.name_en).toBe('Asghar Farhadi');
    expect(data.related).toHaveLength(12);
    expect(data.related.map(({ id }) => id)).not.toContain(A_SEPARATION);
    expect(data.related.every(({ kind }) => kind === 'movie')).toBe(true);
    const [first] = data.related;
    const near = await callApi(calls.getTitle, { kind: 'movie', id: first?.id ?? 0 });
    const genreKeys = new Set(data.genres.map(({ key }) => key));
    expect(near.data.genres.some(({ key }) => genreKeys.has(key))).toBe(true);
  });

  test('a series with its seasons in order; an episode with its series', async () => {
    const { data: list } = await callApi(calls.listTitles, { kind: 'series', sort: 'views' });
    const { data: series } = await callApi(calls.getTitle, { kind: 'series', id: list[0]?.id ?? 0 });
    const episodes = series.seasons.flatMap((season) => season.episodes);
    expect(episodes.length).toBeGreaterThan(2);
    const [first, second, third] = episodes;
    const { data: sold } = await callApi(calls.getTitle, { kind: 'series', id: SOLD_BY_EPISODE });
    expect(sold.seasons[0]?.episodes[0]?.downloads).toBe(true);
    const { data: episode } = await callApi(calls.getTitle, { kind: 'episode', id: second?.id ?? 0 });
    expect(episode).toMatchObject({
      series: { id: series.id, name_fa: series.name_fa },
      season: series.seasons[0]?.number,
      number: second?.number,
      previous_id: first?.id,
      next_id: third?.id,
      synopsis_fa: second?.synopsis_fa === '' ? series.synopsis_fa : second?.synopsis_fa,
      awards_fa: null,
      genres: series.genres,
      cast: series.cast,
      countries: series.countries,
      art: series.art,
    });
    const last = await callApi(calls.getTitle, { kind: 'episode', id: episodes.at(-1)?.id ?? 0 });
    expect(last.data.next_id).toBeNull();
  });

  test('an unknown id, or the id of another kind, is 404', async () => {
    expect(await fetchCode(calls.getTitle, { kind: 'movie', id: 999_999 })).toBe('404 title_not_found');
    expect(await fetchCode(calls.getTitle, { kind: 'series', id: A_SEPARATION })).toBe('404 title_not_found');
    expect((await site.request('/titles/movie/12abc')).status).toBe(422);
    expect((await site.request('/titles/person/1')).status).toBe(422);
  });
});

test('more like this is what the demo’s art is chosen by', async () => {
  const { titles } = readCatalogue();
  const popular = titles.toSorted((a, b) => computeViews(b) - computeViews(a) || b.id - a.id);
  for (const title of titles.filter(({ id }) => [A_SEPARATION, SLIDE_SERIES, 126, 301].includes(id))) {
    const { data } = await callApi(calls.getTitle, { kind: title.kind, id: title.id });
    expect([title.id, ...data.related.map(({ id }) => id)]).toEqual(listRelated(title, popular));
  }
});

describe('lists of titles', () => {
  test('pages of 48, newest first, without episodes; every title once', async () => {
    const first = await callApi(calls.listTitles, {});
    expect(first.data).toHaveLength(48);
    const ids = new Set<number>();
    for (let page = 1; page <= first.meta.pages; page += 1) {
      const { data } = await callApi(calls.listTitles, { page });
      for (const { id, kind } of data) {
        expect(kind).not.toBe('episode');
        ids.add(id);
      }
    }
    expect(ids.size).toBe(first.meta.total);
    const beyond = await callApi(calls.listTitles, { page: first.meta.pages + 5 });
    expect(beyond).toEqual({ data: [], meta: { ...first.meta, page: first.meta.pages + 5 } });
  });

  test.each([
    ['newest', (a: number, b: number) => b - a],
    ['year', (a: number, b: number) => a - b],
  ] as const)('sort %s', async (sort, order) => {
    const years = (await callApi(calls.listTitles, { kind: 'movie', sort })).data.map(({ year }) => year);
    expect(years).toEqual(years.toSorted(order));
  });

  test('sort rating, unrated last', async () => {
    const ratings = (await callApi(calls.listTitles, { kind: 'movie', sort: 'rating' })).data.map(
      ({ rating }) => rating ?? 0,
    );
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
  });

  test('the filter of spec 3.17', async () => {
    const { data: children } = await callApi(calls.listTitles, { age: 7 });
    expect(children.length).toBeGreaterThan(0);
    expect(children.every(({ age }) => age <= 7)).toBe(true);
    const { data: french } = await callApi(calls.listTitles, { lang: 'fr', f_type: 'movie' });
    expect(french.length).toBeGreaterThan(0);
    const { data: japanese, meta } = await callApi(calls.listTitles, { country: 'JP' });
    expect(japanese.length).toBe(meta.total);
    expect(japanese.length).toBeGreaterThan(0);
    const { data: title } = await callApi(calls.getTitle, { kind: 'movie', id: french[0]?.id ?? 0 });
    expect(title.languages).toContain('fr');
    const all = await callApi(calls.listTitles, { age: 0, lang: '0', country: '0', f_type: '0' });
    expect(all.meta.total).toBeGreaterThan(200);
  });

  test('a genre, and a list in its own order', async () => {
    const { data: comedies } = await callApi(calls.listTitles, { genre: 'comedy', kind: 'movie' });
    const { data: one } = await callApi(calls.getTitle, { kind: 'movie', id: comedies[0]?.id ?? 0 });
    expect(one.genres.map(({ key }) => key)).toContain('comedy');
    const { data: rails } = await callApi(getLists, {});
    const [, rail] = rails;
    const { data: list } = await callApi(calls.listTitles, { list: rail?.key ?? '' });
    expect(list.slice(0, 12).map(({ id }) => id)).toEqual(rail?.items.map(({ id }) => id));
  });

  test('a list of episodes has their stills, else the backdrop of the series; one of films has neither', async () => {
    const pictures = async (kind: 'episode' | 'movie') =>
      (await callApi(calls.listTitles, { kind })).data.slice(0, 2).map(({ backdrop }) => backdrop);
    const { data } = await callApi(calls.listTitles, { kind: 'episode' });
    await site.env.DB.batch([
      site.env.DB.prepare("UPDATE all_titles SET backdrop = 'b' WHERE kind = 'series'"),
      site.env.DB.prepare("UPDATE all_titles SET still = NULL WHERE kind = 'episode'"),
      site.env.DB.prepare("UPDATE all_titles SET still = 's' WHERE id = ?").bind(data[0]?.id),
    ]);
    expect(await pictures('episode')).toEqual(['s', 'b']);
    expect(await pictures('movie')).toEqual([undefined, undefined]);
    await site.env.DB.batch([
      site.env.DB.prepare("UPDATE all_titles SET backdrop = NULL WHERE kind = 'series'"),
      site.env.DB.prepare("UPDATE all_titles SET still = NULL WHERE kind = 'episode'"),
    ]);
  });

  test('episodes are named with their series', async () => {
    const { data } = await callApi(calls.listTitles, { kind: 'episode' });
    const [first] = data;
    const { data: episode } = await callApi(calls.getTitle, { kind: 'episode', id: first?.id ?? 0 });
    expect(first?.name_fa).toBe(`${episode.series?.name_fa ?? ''}، ${episode.name_fa}`);
    expect(first?.name_en).toBe(`${episode.series?.name_en ?? ''}, ${episode.name_en}`);
  });

  test('an unknown genre or list is 404, a wrong filter 422 with its field', async () => {
    expect(await fetchCode(calls.listTitles, { genre: 'nope' })).toBe('404 not_found');
    expect(await fetchCode(calls.listTitles, { list: "x' OR 1=1" })).toBe('404 not_found');
    const wrong = await site.request('/titles?lang=english&page=0');
    expect(wrong.status).toBe(422);
    const { errors } = v.parse(v.object({ errors: v.record(v.string(), v.array(v.string())) }), await wrong.json());
    expect(Object.keys(errors).sort()).toEqual(['lang', 'page']);
  });
});

describe('genres and categories', () => {
  test('genre labels are in the language asked for', async () => {
    expect((await callApi(calls.getGenres, {}))['drama']).toBe('درام');
    const english = await site.apiIn('en')(calls.getGenres, {});
    expect(english.ok && english.value['drama']).toBe('Drama');
  });

  test('a genre may have a picture', async () => {
    const picture = 'still-genre-drama-aa000000';
    await site.env.DB.prepare("UPDATE genres SET art = ? WHERE key = 'drama'").bind(picture).run();
    await site.env.DB.prepare("UPDATE genres SET art = NULL WHERE key = 'war'").run();
    const { data } = await callApi(calls.getGenreArt, {});
    expect(data['drama']).toBe(picture);
    expect(data).not.toHaveProperty('war');
  });

  test('categories have two levels', async () => {
    const tree = await callApi(calls.getCategories, {});
    expect(tree.some(({ child_categories }) => child_categories.length > 0)).toBe(true);
  });
});

describe('round trips to D1', () => {
  test.each<[string, string]>([
    ['a title page', `/titles/movie/${String(A_SEPARATION)}`],
    ['discover', '/get/discover'],
    ['slider', '/get/slider'],
    ['a list of titles', '/titles?genre=drama'],
    ['a person', '/people/10000'],
  ])('%s takes one', async (_name, path) => {
    const counted = countStatements(site.env);
    await site.request(path, {}, counted.env);
    expect(counted.roundTrips()).toBe(1);
  });
});
