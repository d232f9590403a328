import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openLocalStore } from '../../../tools/import/local-store.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { getTitle, listTitles } from '../../../src/features/titles/contract/catalogue.ts';
import { getPerson, listPeople } from '../../../src/features/people/contract.ts';
import { quickSearch } from '../../../src/features/search/contract.ts';
import { callApi, film, openImportBench, type ImportBench } from '../../support/database/import-bench.ts';

let bench: ImportBench;
beforeAll(async () => {
  bench = await openImportBench({ isState: true });
});
afterAll(() => bench.close());

describe('again and again', () => {
  const rows = Array.from({ length: 12 }, (_, at) => film(`again-${String(at)}`));
  let file: string;
  beforeEach(() => {
    file = bench.writeRows(rows);
  });

  test('of drafts is hidden and has its people, and a later run without the option leaves it a draft', async () => {
    const rows = (more: object = {}) => bench.writeRows([film('draft-1', { cast: ['Yasna Nodraft'], ...more })]);
    expect((await bench.load(rows(), { drafts: true })).counts).toMatchObject({ added: 1 });
    const titles = "all_titles t JOIN imported_titles i ON i.title_id = t.id AND i.external_id = 'draft-1'";
    const draft = `${titles} JOIN title_changes h ON h.title_id = t.id AND h.before IS NULL WHERE t.hidden = 1`;
    expect(await bench.countRows(`${draft} AND h.operator = 'import'`)).toBe(1);
    expect(await bench.countRows(`${titles} JOIN credits c ON c.title_id = t.id`)).toBe(2);
    expect((await bench.load(rows({ minutes: 71 }))).counts).toMatchObject({ changed: 1 });
    expect(await bench.countRows(`${draft} AND t.minutes = 71`)).toBe(1);
    expect(await bench.countRows("search_docs WHERE name_en = 'Dome draft-1'")).toBe(0);
  });

  test('a stopped import is whole as far as it came, and the next run goes on', async () => {
    const before = await bench.countRows('titles');
    let checks = 0;
    const stopped = await bench.load(file, { store: bench.openStore({ batchSize: 5 }), stopped: () => ++checks >= 7 });
    expect(stopped.counts.added).toBe(7);
    expect(await bench.countRows('titles')).toBe(before + 7);
    expect((await bench.load(file)).counts).toMatchObject({ added: 5, unchanged: 7 });
    const store = bench.openStore();
    expect((await bench.load(file, { store })).counts).toMatchObject({ rows: 12, added: 0, changed: 0, unchanged: 12 });
    expect(store.versions).toEqual([]);
    expect(await bench.countRows('titles')).toBe(before + 12);
  });

  test('a changed row changes its title, which keeps its id, its views and its art', async () => {
    await bench.load(file);
    await bench.inside(({ DB }) =>
      DB.prepare("UPDATE titles SET views = 77, art = 'poster-x' WHERE name_en = 'Dome again-3'").run(),
    );
    const changed = rows.map((row, at) =>
      at === 3 ? { ...row, name_en: 'Dome rebuilt', genres: ['کمدی'], cast: [] } : row,
    );
    expect((await bench.load(bench.writeRows(changed))).counts).toMatchObject({ changed: 1, unchanged: 11 });
    await bench.inside(async (env) => {
      const matches = (await callApi(env, quickSearch, { query: 'Dome rebuilt' })).data;
      expect(matches.map(({ name_en }) => name_en)).toEqual(['Dome rebuilt']);
      const { data } = await callApi(env, getTitle, { kind: 'movie', id: matches[0]!.id });
      expect(data).toMatchObject({ art: 'poster-x', cast: [], genres: [{ key: 'comedy' }] });
      const views = await env.DB.prepare('SELECT views FROM titles WHERE id = ?').bind(data.id).first('views');
      expect(views).toBe(77);
    });
  });

  test('a row that hides its title takes it from everywhere, and brings it back with its id and views', async () => {
    await bench.load(file);
    const setRelease = (release: string) =>
      bench.load(bench.writeRows(rows.map((row, at) => (at === 4 ? { ...row, release } : row))));
    const look = () =>
      bench.inside(async ({ DB }) => {
        const title = await DB.prepare("SELECT id, views FROM titles WHERE name_en = 'Dome again-4'").first();
        const docs = await DB.prepare("SELECT count(*) AS n FROM search_docs WHERE name_en = 'Dome again-4'").first(
          'n',
        );
        const counted = await DB.prepare("SELECT sum(total) AS n FROM title_counts WHERE genre = ''").first('n');
        return { title, docs, counted };
      });
    await bench.inside(({ DB }) => DB.prepare("UPDATE titles SET views = 99 WHERE name_en = 'Dome again-4'").run());
    const before = await look();
    expect(before).toMatchObject({ title: { views: 99 }, docs: 1 });
    expect((await setRelease('hidden')).counts).toMatchObject({ changed: 1 });
    expect(await look()).toEqual({ title: null, docs: 0, counted: Number(before.counted) - 1 });
    expect((await setRelease('hidden')).counts).toMatchObject({ changed: 0, unchanged: 12 });
    await setRelease('released');
    expect(await look()).toEqual(before);
  });

  test('a batch that fails leaves nothing of itself, and the version changes for what was written before', async () => {
    const before = {
      titles: await bench.countRows('titles'),
      people: await bench.countRows('people'),
      index: await bench.countRows('search_docs'),
    };
    const store = bench.openStore({ batchSize: 4 });
    const apply = store.apply;
    let batch = 0;
    // The last statement of the second batch breaks a rule of its table, after all of the batch is written.
    const fault = { sql: "UPDATE genres SET position = NULL WHERE ? <> ''", values: ['x'] };
    store.apply = (statements) => apply(++batch === 2 ? [...statements, fault] : statements);
    const fresh = bench.writeRows(
      Array.from({ length: 12 }, (_, at) => film(`broken-${String(at)}`, { cast: [`Newcomer Number${String(at)}`] })),
    );
    await expect(bench.load(fresh, { store })).rejects.toThrow(/NOT NULL/);
    expect(await bench.countRows('titles')).toBe(before.titles + 4);
    expect(await bench.countRows('people')).toBe(before.people + 4);
    expect(await bench.countRows('search_docs')).toBe(before.index + 8);
    expect(store.versions).toHaveLength(1);
    expect((await bench.load(fresh)).counts).toMatchObject({ added: 8, unchanged: 4 });
  });

  test('a title that a new seed has swept away comes back under its id', async () => {
    const readTitleId = (env: Env) =>
      env.DB.prepare("SELECT title_id FROM imported_titles WHERE external_id = 'again-1'").first('title_id');
    await bench.load(file);
    const id = await bench.inside(async (env) => {
      const match = await readTitleId(env);
      await env.DB.prepare('DELETE FROM titles WHERE id >= 1000000').run();
      return match;
    });
    await bench.inside(({ DB }) =>
      DB.batch(
        ['title_genres', 'title_countries', 'title_languages', 'credits']
          .map((table) => DB.prepare(`DELETE FROM ${table} WHERE title_id >= 1000000`))
          .concat(
            DB.prepare('DELETE FROM search_index WHERE rowid IN (SELECT id FROM search_docs WHERE ref_id >= 1000000)'),
            DB.prepare('DELETE FROM search_docs WHERE ref_id >= 1000000'),
            DB.prepare('DELETE FROM people WHERE id >= 1000000'),
          ),
      ),
    );
    expect((await bench.load(file)).counts).toMatchObject({ added: 12, unchanged: 0 });
    expect(await bench.inside(readTitleId)).toBe(id);
  });
});

describe('what it writes', () => {
  test('people are matched however they are spelled, and made once where they are new', async () => {
    const before = await bench.countRows('people');
    const names = ['شهاب‌حسینی', 'شهاب حسيني', 'Shahab Hosseini'];
    await bench.load(
      bench.writeRows([
        ...names.map((name, at) => film(`people-${String(at)}`, { cast: [name, 'Zulaykha Nobody', 'زهره بی‌نشان'] })),
      ]),
    );
    expect(await bench.countRows('people')).toBe(before + 2);
    await bench.inside(async (env) => {
      const personId = await env.DB.prepare("SELECT id FROM people WHERE slug = 'shahab-hosseini'").first<number>('id');
      const { data } = await callApi(env, getPerson, { id: personId! });
      const acted = data.works.find(({ job }) => job === 'actor')!.titles.map(({ name_en }) => name_en);
      expect(acted).toEqual(expect.arrayContaining(['Dome people-0', 'Dome people-1', 'Dome people-2']));
      const made = await env.DB.prepare(
        "SELECT slug, name_en, group_name FROM people WHERE name_fa = 'زهره بی‌نشان'",
      ).first();
      expect(made).toEqual({ slug: 'zahre-bi-nashan', name_en: 'Zahre Bi Nashan', group_name: 'iranian_actor' });
    });
  });

  test('the counts that pages show are those of the tables', async () => {
    await bench.inside(async (env) => {
      const real = async (sql: string) =>
        (await env.DB.prepare(`SELECT count(*) AS n FROM ${sql}`).first<number>('n'))!;
      const total = async (input: object) => (await callApi(env, listTitles, { page: 1, ...input })).meta.total;
      expect(await total({})).toBe(await real("titles WHERE kind <> 'episode'"));
      expect(await total({ kind: 'movie' })).toBe(await real("titles WHERE kind = 'movie'"));
      expect(await total({ genre: 'drama' })).toBe(await real("title_genres WHERE genre = 'drama'"));
      expect(await total({ genre: 'drama', kind: 'series' })).toBe(
        await real("title_genres WHERE genre = 'drama' AND kind = 'series'"),
      );
      const people = await callApi(env, listPeople, { group: 'director', page: 1 });
      expect(people.meta.total).toBe(await real("people WHERE group_name = 'director'"));
    });
  });

  test('an id that comes twice in a file is rejected the second time', async () => {
    const { counts, report } = await bench.load(bench.writeRows([film('twin'), film('twin', { name_en: 'Other' })]));
    expect(counts).toMatchObject({ added: 1, rejected: 1 });
    expect(report).toEqual(['2,"id",rejected,"the id stood before","twin"']);
  });

  test('a dry run counts and reports and writes nothing', async () => {
    const before = await bench.countRows('titles');
    const store = bench.openStore();
    const { counts, report } = await bench.load(bench.writeRows([film('dry-1'), { id: 'dry-2' }]), {
      store,
      dryRun: true,
    });
    expect(counts).toMatchObject({ added: 1, rejected: 1 });
    expect(report.length).toBeGreaterThan(1);
    expect(await bench.countRows('titles')).toBe(before);
    expect(store.versions).toEqual([]);
  });

  test('a version is put after the last batch is written, also where reading fails', async () => {
    const events: string[] = [];
    const { apply, ...rest } = bench.openStore();
    const store = {
      ...rest,
      batchSize: 1,
      apply: async (statements: Parameters<typeof apply>[0]) => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        await apply(statements);
        events.push('written');
      },
      putVersion: async () => void events.push('version'),
    };
    const file = bench.writeRows(['a', 'b', 'c'].map((id) => film(id)));
    let rows = 0;
    const stopped = () => {
      rows += 1;
      if (rows === 3) throw new Error('the disk of the report is full');
      return false;
    };
    await expect(bench.load(file, { store, stopped })).rejects.toThrow('the disk of the report is full');
    expect(events).toEqual(['written', 'written', 'version']);
  });

  test('a new title whose id somebody took meanwhile is not written over theirs', async () => {
    const { apply, ...rest } = bench.openStore();
    const columns =
      'name_fa, name_latin, year, minutes, age, access, release, synopsis_fa, synopsis_en, iranian, updated_at';
    const theirs = `INSERT INTO all_titles (id, kind, name_en, views, ${columns})
      SELECT (SELECT max(1000000, max(id) + 1) FROM all_titles), kind, 'Theirs', views, ${columns} FROM all_titles
      WHERE kind = 'movie' LIMIT 1`;
    const store = {
      ...rest,
      apply: async (statements: Parameters<typeof apply>[0]) => {
        await rest.execute([theirs]);
        await apply(statements);
      },
    };
    await expect(bench.load(bench.writeRows([film('late')]), { store })).rejects.toThrow(/at the same moment/);
    expect(await bench.countRows("all_titles WHERE name_en = 'Theirs'")).toBe(1);
    expect(await bench.countRows("imported_titles WHERE external_id = 'late'")).toBe(0);
  });

  test('a database that a server has open is refused', async () => {
    await bench.inside(async ({ DB }) => {
      await DB.prepare('SELECT 1 FROM titles').first();
      const store = openLocalStore(bench.state.dir);
      const answer = store.read({ sql: 'SELECT 1 AS n', values: [] }, v.object({ n: v.number() }));
      await expect(answer).rejects.toThrow(/A server has the local database open/);
      await store.close();
    });
  });
});
