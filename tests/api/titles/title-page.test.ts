import { afterAll, beforeAll, expect, test } from 'vitest';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import type { TitleKind } from '../../../src/platform/kinds.ts';
import { addRow } from '../../support/database/rows.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

/** Saturday, 21 November 2026, 20:00 in Tehran. */
const NOW = Date.parse('2026-11-21T20:00:00+03:30') / 1000;
const A_SEPARATION = 52;

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(NOW);
});
afterAll(() => site.dispose());

async function loadTitle(kind: TitleKind, id: number) {
  const result = await site.api(getTitle, { kind, id });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.data;
}

async function change(id: number, values: Record<string, string | number | null>) {
  const names = Object.keys(values);
  const statement = `UPDATE all_titles SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`;
  await site.env.DB.prepare(statement)
    .bind(...Object.values(values), id)
    .run();
}

const addMedia = (media: string, sounds: string[], subtitles: string[], height: number) =>
  addRow(site.env.DB, 'media_facts', {
    ...{ media, height },
    ...{ sounds: JSON.stringify(sounds), subtitles: JSON.stringify(subtitles) },
  });

test('a film: stills in their order, its trailer, and languages and height of its file', async () => {
  await change(A_SEPARATION, { trailer: 'trailer-1', media: 'own-film', age_reasons: 'violence,grief', focus_x: 30 });
  for (const [position, picture] of ['still-b-aa000000', 'still-a-bb000000'].entries())
    await addRow(site.env.DB, 'title_stills', { title_id: A_SEPARATION, position, picture });
  await addMedia('own-film', ['fa'], ['fa', 'en'], 1080);
  expect(await loadTitle('movie', A_SEPARATION)).toMatchObject({
    ...{ stills: ['still-b-aa000000', 'still-a-bb000000'], has_trailer: true, age_reasons: 'violence,grief' },
    ...{ sounds: ['fa'], subtitles: ['fa', 'en'], height: 1080, focus_x: 30 },
  });
});

test('a title without them has none of these', async () => {
  await change(A_SEPARATION + 1, { trailer: null });
  expect(await loadTitle('movie', A_SEPARATION + 1)).toMatchObject({ stills: [], has_trailer: false });
});

test('a series: names and years of seasons, episodes with their own synopsis, still and day', async () => {
  const rows = await site.env.DB.prepare(
    `SELECT id, series_id AS series, season, year FROM titles WHERE kind = 'episode' AND series_id = (
      SELECT series_id FROM titles WHERE kind = 'episode' AND season = 2 ORDER BY series_id LIMIT 1) ORDER BY season, number`,
  ).all<{ id: number; series: number; season: number; year: number }>();
  const [first] = rows.results;
  if (!first) throw new Error('the seed has a series of two seasons');
  const dawn = { series_id: first.series, number: 1, year: 1999, name_fa: 'آغاز', name_en: 'Dawn' };
  await site.env.DB.prepare('DELETE FROM seasons WHERE series_id = ?').bind(first.series).run();
  await addRow(site.env.DB, 'seasons', dawn);
  await change(first.id, { synopsis_fa: 'یک', synopsis_en: 'One', still: 'still-e-cc000000', media: 'own-episode' });
  await addMedia('own-episode', ['en', 'fa'], ['fa'], 2160);
  const series = await loadTitle('series', first.series);
  const [one, two] = series.seasons;
  expect(one).toMatchObject({ number: 1, name_fa: 'آغاز', name_en: 'Dawn', year: 1999 });
  expect(one?.episodes[0]).toMatchObject({ id: first.id, synopsis_en: 'One', still: 'still-e-cc000000' });
  expect(one?.episodes[1]?.synopsis_fa).toBe('');
  const year = rows.results.find(({ season }) => season === 2)?.year;
  expect(two).toMatchObject({ number: 2, name_fa: null, name_en: null, year });
  expect(series).toMatchObject({ height: 2160, sounds: expect.arrayContaining(['en', 'fa']) as string[] });
  expect((await loadTitle('episode', first.id)).synopsis_en).toBe('One');
  const sibling = one?.episodes[1]?.id ?? 0;
  expect((await loadTitle('episode', sibling)).synopsis_en).toBe(series.synopsis_en);
});

test('related titles name the director or the actor that both have', async () => {
  const { related, crew } = await loadTitle('movie', A_SEPARATION);
  const director = crew.find(({ job }) => job === 'director');
  const works = related.filter(({ shared }) => shared?.job === 'director');
  expect(works.length).toBeGreaterThan(0);
  expect(works.every(({ shared }) => shared?.name_en === director?.name_en)).toBe(true);
});

test('after the last day of its availability a title is out no longer', async () => {
  await change(A_SEPARATION, { available_until: '2026-11-21' });
  expect((await loadTitle('movie', A_SEPARATION)).release).toBe('released');
  await change(A_SEPARATION, { available_until: '2026-11-20' });
  expect(await loadTitle('movie', A_SEPARATION)).toMatchObject({ release: 'not_released', watchable: false });
});
