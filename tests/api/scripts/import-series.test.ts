import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readColumnMap } from '../../../tools/import/read-column-map.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { callApi, film, NOW, openImportBench, type ImportBench } from '../../support/database/import-bench.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

let bench: ImportBench;
beforeAll(async () => {
  bench = await openImportBench();
});
afterAll(() => bench.close());

const series = (id: string, more: object = {}) => film(id, { kind: 'series', minutes: 45, age: 15, ...more });
const episode = (of: string, season: number, number: number, more: object = {}) => ({
  ...{ kind: 'episode', series: of, season, number },
  ...more,
});

/** The episodes of the series with this id in the file, by their order. */
function readEpisodes(externalId: string) {
  return bench.inside(async ({ DB }) => {
    const { results } = await DB.prepare(
      `SELECT e.* FROM all_titles e JOIN imported_titles i ON i.title_id = e.series_id
       WHERE i.external_id = ? ORDER BY e.season, e.number, e.id`,
    )
      .bind(externalId)
      .all();
    return results;
  });
}

describe('episodes', () => {
  test('stand before their series or after it, have from it all that is not their own, and no document of search', async () => {
    const docs = await bench.countRows("search_docs WHERE type <> 'person'");
    const rows = [
      episode('order', 1, 2, {
        name_fa: 'بازگشت',
        name_en: 'Return',
        minutes: 50,
        release_date: '1405/09/01',
        available_networks: 'AS44244',
      }),
      series('order', { access: 'free', available_until: '2027-05-01', available_countries: 'ایران، af' }),
      episode('order', 1, 1, { synopsis_fa: 'آغاز داستان' }),
      { kind: 'season', series: 'order', season: '۱', name_fa: 'فصل آغاز', name_en: 'The Beginning', year: 1400 },
    ];
    const { counts, report } = await bench.load(bench.writeRows(rows));
    expect(report).toEqual([]);
    expect(counts).toMatchObject({ rows: 4, added: 4, rejected: 0 });
    const shared = {
      kind: 'episode',
      age: 15,
      access: 'free',
      iranian: 1,
      year: 2021,
      available_until: '2027-05-01',
      available_countries: 'AF,IR',
    };
    expect(await readEpisodes('order')).toMatchObject([
      {
        ...shared,
        name_fa: 'قسمت ۱',
        name_en: 'Episode 1',
        minutes: 45,
        release_date: null,
        available_networks: null,
        synopsis_fa: 'آغاز داستان',
      },
      {
        ...shared,
        name_fa: 'بازگشت',
        name_en: 'Return',
        minutes: 50,
        release_date: '2026-11-22',
        available_networks: '44244',
      },
    ]);
    expect(await bench.countRows("search_docs WHERE type <> 'person'")).toBe(docs + 1);
    expect((await bench.load(bench.writeRows(rows.toReversed()))).counts).toMatchObject({ unchanged: 4, changed: 0 });
    await bench.inside(async (env) => {
      const id = await env.DB.prepare("SELECT title_id FROM imported_titles WHERE external_id = 'order'").first<number>(
        'title_id',
      );
      const { data } = await callApi(env, getTitle, { kind: 'series', id: id! });
      expect(data.seasons.flatMap(({ episodes }) => episodes.map(({ number }) => number))).toEqual([1, 2]);
    });
  });

  test('follow their series when its row changes, but for the days and minutes of their own', async () => {
    const rows = [episode('follow', 1, 1), episode('follow', 1, 2, { minutes: 60, release_date: '2026-01-01' })];
    await bench.load(bench.writeRows([series('follow'), ...rows]));
    const more = { age: 18, access: 'free', minutes: 40, release: 'presale', release_date: '2030-01-01', year: 1390 };
    await bench.load(bench.writeRows([series('follow', more), ...rows]));
    const shared = { age: 18, access: 'free', release: 'presale', year: 2011 };
    expect(await readEpisodes('follow')).toMatchObject([
      { ...shared, minutes: 40, release_date: '2030-01-01' },
      { ...shared, minutes: 60, release_date: '2026-01-01' },
    ]);
    await bench.load(bench.writeRows([series('follow', { release: 'hidden' }), ...rows]));
    expect(await readEpisodes('follow')).toMatchObject([{ hidden: 2 }, { hidden: 2 }]);
  });

  test('come in a file of their own, and keep their id, views and media when their row changes', async () => {
    await bench.load(bench.writeRows([series('own-file')]));
    const first = episode('own-file', 2, 1, { id: 'of-1' });
    await bench.load(bench.writeRows([first]));
    await bench.inside(({ DB }) =>
      DB.prepare(
        "UPDATE titles SET views = 7, media = 'clip-1' WHERE id = (SELECT title_id FROM imported_titles WHERE external_id = 'of-1')",
      ).run(),
    );
    const [before] = await readEpisodes('own-file');
    const { counts } = await bench.load(bench.writeRows([{ ...first, number: 3, name_en: 'Third' }]));
    expect(counts).toMatchObject({ changed: 1, added: 0 });
    expect(await readEpisodes('own-file')).toEqual([
      {
        ...{
          ...before,
          field_revs: expect.any(String) as string,
          number: 3,
          name_fa: 'قسمت ۳',
          name_en: 'Third',
          updated_at: NOW,
        },
        rev: Number(before?.['rev']) + 1,
      },
    ]);
    expect(before).toMatchObject({ season: 2, views: 7, media: 'clip-1' });
  });

  test('nest in the row of their series, with the seasons', async () => {
    const seasons = [
      { number: 1, name_fa: 'فصل بهار', year: 1401, episodes: [{ number: 1 }, { number: '۲', name_en: 'Second' }] },
      { number: 2, episodes: [{ number: 1, minutes: 'long' }] },
    ];
    const { counts, report } = await bench.load(bench.writeRows([series('nest', { seasons })]));
    expect(counts).toMatchObject({ rows: 5, added: 4, rejected: 1 });
    expect(report).toEqual(['1,"seasons[1].episodes[0].minutes",rejected,"not a length in minutes or hours","long"']);
    expect(await readEpisodes('nest')).toMatchObject([
      { number: 1, year: 2022 },
      { number: 2, name_en: 'Second' },
    ]);
    const broken = [
      series('nest-2', { seasons: [{ episodes: [] }] }),
      film('nest-3', { seasons }),
      series('nest-4', { seasons: 'x' }),
    ];
    const refused = await bench.load(bench.writeRows(broken));
    expect(refused.report.map((line) => line.split(',').slice(0, 4).join())).toEqual([
      '1,"seasons",rejected,"has a season without a number"',
      '2,"seasons",rejected,"only a series has it"',
      '3,"seasons",rejected,"is not a list of seasons with their episodes"',
    ]);
  });

  test('of a series that is unknown, without a number, of another kind or twice are rejected by line and reason', async () => {
    const { counts, report } = await bench.load(
      bench.writeRows([
        episode('nowhere', 1, 1),
        series('refuse'),
        film('refuse-film'),
        { kind: 'episode', series: 'refuse' },
        { kind: 'episode', number: 2 },
        episode('refuse', 1, 1, { id: 'refuse-film' }),
        episode('refuse-film', 1, 1),
        episode('refuse', 1, 1),
        episode('refuse', 1, 1),
        episode('refuse', 1, 2, { season: { is: 1 }, colour: 'red' }),
        { kind: 'season', series: 'refuse' },
        film('refuse-2', { season: 1 }),
      ]),
    );
    expect(counts).toMatchObject({ rows: 12, added: 3, rejected: 9 });
    expect(report.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))).toEqual([
      '1,"series",rejected,"names no series that is imported","nowhere"',
      '4,"number",rejected,"is missing",""',
      '5,"series",rejected,"is missing",""',
      '6,"id",rejected,"the id stood before","refuse-film"',
      '7,"series",rejected,"names no series that is imported","refuse-film"',
      '9,"id",rejected,"the id stood before","refuse/s1e1"',
      '10,"colour",rejected,"no such field","red"',
      '10,"season",rejected,"neither a text nor a number","{""is"":1}"',
      '11,"season",rejected,"is missing",""',
      '12,"season",rejected,"only an episode has it","1"',
    ]);
    const conflicts = await bench.load(
      bench.writeRows([episode('refuse', 1, 2, { id: 'refuse-film' }), film('refuse/s1e1'), film('refuse')]),
    );
    expect(conflicts.report).toEqual([
      '2,"id",rejected,"is already the id of an episode","refuse/s1e1"',
      '3,"id",rejected,"has episodes, and stays a series","refuse"',
      '1,"id",rejected,"is already the id of a movie","refuse-film"',
    ]);
  });

  test('that leave a gap or have the number of another are loaded and remarked', async () => {
    const rows = [series('gaps'), ...[1, 2, 5].map((number) => episode('gaps', 1, number))];
    const { counts, report } = await bench.load(bench.writeRows(rows));
    expect(counts).toMatchObject({ added: 4, remarked: 1 });
    expect(report).toEqual(['4,"number",warning,"season 1 lacks the episodes 3, 4","5"']);
    const twin = await bench.load(
      bench.writeRows([3, 4, 4].map((number, at) => episode('gaps', 1, number, { id: `gaps-${String(at)}` }))),
    );
    expect(twin.report).toEqual(['3,"number",warning,"season 1 has another episode 4","4"']);
  });

  test('a dry run says what would be added and changed, also of a series that is only in the file', async () => {
    await bench.load(bench.writeRows([series('dry-old')]));
    const before = await bench.countRows('all_titles');
    const rows = [
      series('dry-old', { year: 1400 }),
      episode('dry-new', 1, 1),
      series('dry-new'),
      { kind: 'season', series: 'dry-new', season: 1 },
    ];
    const { counts, report } = await bench.load(bench.writeRows(rows), { dryRun: true });
    expect(counts).toMatchObject({ added: 3, changed: 1, rejected: 0 });
    expect(report).toEqual([
      '3,"id",added,"","dry-new"',
      '1,"id",changed,"changes year","dry-old"',
      '2,"episode",added,"","dry-new/s1e1"',
      '4,"season",added,"","dry-new 1"',
    ]);
    expect(await bench.countRows('all_titles')).toBe(before);
  });

  test('an import that is stopped among them goes on', async () => {
    const rows = [series('stop'), ...Array.from({ length: 9 }, (_, at) => episode('stop', 1, at + 1))];
    const file = bench.writeRows(rows);
    let rowsRead = 0;
    const store = bench.openStore({ batchSize: 3 });
    // The titles' reading asks for each row, too.
    const { counts } = await bench.load(file, { store, stopped: () => ++rowsRead >= 15 });
    expect(counts).toMatchObject({ added: 5 });
    expect(await readEpisodes('stop')).toHaveLength(4);
    expect((await bench.load(file)).counts).toMatchObject({ added: 5, unchanged: 5 });
    expect(await readEpisodes('stop')).toHaveLength(9);
  });
});

describe('CSV', () => {
  const inFolder = useTemporaryFolder();
  const write = (name: string, text: string) => {
    const file = inFolder(name);
    writeFileSync(file, text);
    return file;
  };

  test('a scraped file whose one column says season and episode finds the series of the scraped titles', async () => {
    const titles = write(
      'titles.csv',
      'kind,title,year_jalali,country,minutes,director,cast,genres,imdb\nseries,سریال جاده Road,1399,ایران,40,,,درام,7\n',
    );
    await bench.load(titles, { map: readColumnMap('src/features/catalogue/rows/maps/scraped-titles.json') });
    const lines = ['فصل ۱ قسمت ۲,راه,۴۵ دقیقه', 'قسمت اول,,', 'فصل دوم - قسمت ۱,Way,', 'قسمت آخر,,'];
    const text = [
      'series_title,year_jalali,episode,title,minutes,summary,date',
      ...lines.map((line) => `سریال جاده Road,1399,${line},,`),
    ];
    const { counts, report } = await bench.load(write('episodes.csv', text.join('\n')), {
      map: readColumnMap('src/features/catalogue/rows/maps/scraped-episodes.json'),
    });
    expect(counts).toMatchObject({ rows: 4, added: 3, rejected: 1 });
    expect(report).toEqual(['5,"episode",rejected,"names no season and no episode","قسمت آخر"']);
  });

  test('titles and episodes share a file whose columns have the names of the fields', async () => {
    const rows = [
      'id,kind,name_fa,year,minutes,series,season,number',
      's-1,سریال,باغ,1398,30,,,',
      ',قسمت,,,,s-1,۱,۱',
      ',episode,,,,s-1,1,2',
    ];
    const { counts } = await bench.load(write('both.csv', rows.join('\n')));
    expect(counts).toMatchObject({ added: 3, rejected: 0 });
    expect(await readEpisodes('csv:s-1')).toHaveLength(2);
  });

  test('numbered episodes find their series by its id', async () => {
    await bench.load(bench.writeRows([series('archive:77')]));
    const header =
      'episode_id,series_id,season,episode,title_fa,title_en,description_fa,description_en,duration,air_date';
    const { counts } = await bench.load(
      write('numbered.csv', `${header}\n501,77,۲,۳,نام,Name,,,00:42:00,2026-05-01\n`),
      {
        map: readColumnMap('src/features/catalogue/rows/maps/numbered-episodes.json'),
      },
    );
    expect(counts).toMatchObject({ added: 1 });
    expect(await readEpisodes('archive:77')).toMatchObject([
      { season: 2, number: 3, minutes: 42, release_date: '2026-05-01' },
    ]);
  });
});
