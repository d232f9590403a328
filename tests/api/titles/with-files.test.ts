import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listTitles } from '../../../src/features/titles/contract/catalogue.ts';
import type { TitleKind } from '../../../src/platform/kinds.ts';
import { addRow } from '../../support/database/rows.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

const NOW = 1_800_000_000;
let site: CatalogueFixture;
/** A film, a series and one of its episodes that are out, none with a file. */
let ids: { movie: number; series: number; episode: number };
beforeAll(async () => {
  site = await openCatalogue(NOW);
  const out = (name: string) =>
    `${name}.release = 'released' AND ${name}.release_date IS NULL AND ${name}.available_until IS NULL`;
  const row = await site.env.DB.prepare(
    `SELECT e.id AS episode, s.id AS series, (SELECT min(f.id) FROM titles f WHERE f.kind = 'movie' AND ${out('f')}) AS movie
     FROM titles e JOIN titles s ON s.id = e.series_id WHERE e.kind = 'episode' AND ${out('e')} AND ${out('s')} LIMIT 1`,
  ).first<typeof ids>();
  if (row === null) throw new Error('The catalogue has no series that is out');
  ids = row;
});
beforeEach(() => write('DELETE FROM downloads'));
afterAll(() => site.dispose());

const write = (sql: string) => site.env.DB.prepare(sql).run();
const publish = (title_id: number, quality = '720p') => addRow(site.env.DB, 'downloads', { title_id, quality });

/** The ids of all titles with files, which the answer must have counted, too. */
async function list(kind: TitleKind, filter: { genre?: string; age?: number } = {}): Promise<number[]> {
  const result = await site.api(listTitles, { kind, downloads: '1', ...filter });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const { data, meta } = result.value;
  expect(meta).toEqual({ page: 1, pages: 1, total: data.length, capped: false });
  return data.map(({ id }) => id);
}

test('a film is listed from its first file to its last', async () => {
  expect(await list('movie')).toEqual([]);
  await publish(ids.movie);
  await publish(ids.movie, '1080p');
  expect(await list('movie')).toEqual([ids.movie]);
  await write("DELETE FROM downloads WHERE quality = '720p'");
  expect(await list('movie')).toEqual([ids.movie]);
  await write('DELETE FROM downloads');
  expect(await list('movie')).toEqual([]);
});

test('a series has the files of its episodes', async () => {
  await publish(ids.episode);
  expect(await list('episode')).toEqual([ids.episode]);
  expect(await list('series')).toEqual([ids.series]);
  await write(`UPDATE all_titles SET hidden = 1 WHERE id = ${String(ids.episode)}`);
  expect(await list('series')).toEqual([]);
  await write(`UPDATE all_titles SET hidden = 0 WHERE id = ${String(ids.episode)}`);
  expect(await list('series')).toEqual([ids.series]);
});

test('what is hidden, or not yet out, or over, is not listed', async () => {
  await publish(ids.movie);
  const set = (columns: string) => write(`UPDATE all_titles SET ${columns} WHERE id = ${String(ids.movie)}`);
  for (const [away, back] of [
    ['hidden = 1', 'hidden = 0'],
    ["release_date = '2100-01-01'", 'release_date = NULL'],
    ["available_until = '2020-01-01'", 'available_until = NULL'],
  ] as const) {
    await set(away);
    expect(await list('movie'), away).toEqual([]);
    await set(back);
    expect(await list('movie'), back).toEqual([ids.movie]);
  }
});

test('other filters narrow it further', async () => {
  await publish(ids.movie);
  const { results } = await site.env.DB.prepare('SELECT genre FROM title_genres WHERE title_id = ?')
    .bind(ids.movie)
    .all<{ genre: string }>();
  const has = results.map(({ genre }) => genre);
  const all = await site.env.DB.prepare('SELECT key FROM genres').all<{ key: string }>();
  for (const { key } of all.results)
    expect(await list('movie', { genre: key }), key).toEqual(has.includes(key) ? [ids.movie] : []);
});
