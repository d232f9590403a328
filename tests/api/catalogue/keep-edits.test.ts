import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/app/api.ts';
import * as calls from '../../../src/features/catalogue/contract.ts';
import { parseCredits } from '../../../src/features/catalogue/credits.ts';
import { CONTEXT } from '../../support/site/execution-context.ts';
import { hideAgain } from '../../../src/features/catalogue/server/intake/keep-edits.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { film, NOW, openImportBench, type ImportBench } from '../../support/database/import-bench.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const EDITOR = 'e'.repeat(40);
const reason = 'of this test';

describe('an import', () => {
  let bench: ImportBench;
  beforeAll(async () => {
    bench = await openImportBench();
  });
  afterAll(() => bench.close());

  const row = (more: object = {}) => film('kept', { synopsis_en: 'of the file', ...more });
  const load = (more: object = {}) => bench.load(bench.writeRows([row(more)]));
  const getId = () =>
    bench.inside(async ({ DB }) =>
      DB.prepare("SELECT title_id FROM imported_titles WHERE external_id = 'kept'").first<number>('title_id'),
    );
  const send = async (path: string, body: object) => {
    const id = (await getId()) ?? 0;
    return bench.inside(async (env) => {
      const app = createApp({ now: () => NOW });
      const url = `https://pardeh.test/api/v1/operator/titles/${String(id)}`;
      const headers = { authorization: `Bearer ${EDITOR}`, 'content-type': 'application/json' };
      const post = { method: 'POST', headers, body: JSON.stringify(body) };
      const bindings = { ...env, OPERATOR_TOKEN: `editor/editor:${EDITOR}` };
      const response = await app.fetch(new Request(url + path, path === '?' ? { headers } : post), bindings, CONTEXT);
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      return response.json();
    });
  };
  const act = async (path: string, body: object) => v.parse(calls.getDeskTitle.output, await send(path, body)).data;
  const read = () => act('?', {});
  const save = async (fields: Record<string, string>) => act('', { rev: (await read()).rev, fields });
  const undo = async (field: string) =>
    act(`/changes/${String((await read()).changes.find((change) => change.field === field)?.id)}/undo`, {});

  it('leaves what was written in the desk, writes the rest, and says so', async () => {
    await load();
    await save({ name_en: 'Written in the desk', genres: 'comedy', countries: 'TR', minutes: '91' });
    const { rev } = await read();
    const { counts, report } = await load({
      name_en: 'Of the file',
      genres: ['جنایی'],
      year: 1400,
      synopsis_en: 'new',
    });
    expect(counts).toMatchObject({ changed: 1 });
    expect(
      report
        .filter((line) => line.includes('written in the desk'))
        .map((line) => line.split(',')[1]?.replaceAll('"', '')),
    ).toEqual(expect.arrayContaining(['name_en', 'genres', 'countries', 'minutes']));
    const after = await read();
    expect(after.values).toMatchObject({
      ...{ name_en: 'Written in the desk', genres: 'comedy', countries: 'TR', minutes: '91' },
      ...{ year: '2021', synopsis_en: 'new' },
    });
    expect(after.iranian).toBe(false);
    expect(after.rev).toBeGreaterThan(rev);
    const docs = await bench.countRows("search_docs WHERE name_en = 'Written in the desk'");
    expect([docs, await bench.countRows("search_docs WHERE name_en = 'Of the file'")]).toEqual([1, 0]);
  });

  it('writes a field again once its changes are taken back', async () => {
    expect((await undo('name_en')).values.name_en).toBe('Dome kept');
    await load({ name_en: 'The file again' });
    expect((await read()).values).toMatchObject({ name_en: 'The file again', genres: 'comedy' });
  });

  it('leaves the people of the desk, and writes its own again once they are taken back', async () => {
    const list = async () => (parseCredits((await read()).values.credits) ?? []).map(([job, , , role]) => [job, role]);
    await load({ cast: ['Ana Kept', 'Bea Kept'] });
    const [[job, person] = ['actor', 0]] = parseCredits((await read()).values.credits) ?? [];
    await save({ credits: JSON.stringify([[job, person, null, 'Written in the desk']]) });
    const { report } = await load({ cast: ['Cid Kept', 'Dia Kept', 'Eli Kept'] });
    expect(report.join()).toContain('credits');
    expect(await list()).toEqual([['actor', 'Written in the desk']]);
    expect(await bench.countRows("people WHERE name_en = 'Cid Kept'")).toBe(0);
    await undo('credits');
    await load({ cast: ['Cid Kept', 'Dia Kept', 'Bea Kept'] });
    expect((await list()).filter(([kind]) => kind === 'actor')).toHaveLength(3);
    expect(await bench.countRows("people WHERE name_en = 'Bea Kept'")).toBe(1);
  });

  it('leaves the focal point and the pictures of the desk, also those that were taken away', async () => {
    const getPictures = () =>
      bench.inside(async ({ DB }) =>
        DB.prepare('SELECT art, focus_x, focus_y FROM all_titles WHERE id = ?')
          .bind((await getId()) ?? 0)
          .first(),
      );
    const art = 'poster-0123456789abcdef-AQ012345';
    await load({ focus_x: 30, focus_y: 40 });
    await bench.inside(async ({ DB }) =>
      DB.prepare('UPDATE all_titles SET art = ? WHERE id = ?')
        .bind(art, await getId())
        .run(),
    );
    await send('/focus', { x: 70, y: 10, seen: '30,40' });
    await send('/art/art/remove', { seen: art });
    expect(await getPictures()).toEqual({ art: null, focus_x: 70, focus_y: 10 });
    expect((await load({ focus_x: 20, focus_y: 20 })).counts).toMatchObject({ changed: 1 });
    expect(await getPictures()).toEqual({ art: null, focus_x: 70, focus_y: 10 });
    await undo('focus');
    await load({ focus_x: 21, focus_y: 20 });
    expect(await getPictures()).toEqual({ art: null, focus_x: 21, focus_y: 20 });
  });

  it('leaves a hidden title as it is, and writes it once it is shown', async () => {
    await act('/hide', { reason });
    const credits = () => bench.countRows('credits');
    const before = await credits();
    const { counts, report } = await load({ year: 1401 });
    expect(counts).toMatchObject({ changed: 0, unchanged: 1 });
    expect(report.join()).toContain('the desk hides it');
    expect(await read()).toMatchObject({ state: 'hidden', values: { year: '2020' } });
    expect(await credits()).toBe(before);
    await act('/publish', { reason });
    expect((await load({ year: 1401 })).counts).toMatchObject({ changed: 1 });
    expect(await read()).toMatchObject({ hidden_by: null, values: { year: '2022' } });
  });

  it('hides again what the desk has hidden between the reading and the writing of a batch', async () => {
    await act('/hide', { reason });
    const id = (await getId()) ?? 0;
    const { sql, values } = hideAgain([id]);
    await bench.inside(({ DB }) =>
      DB.batch([
        DB.prepare('UPDATE all_titles SET hidden = 0 WHERE id = ?').bind(id),
        DB.prepare(sql).bind(JSON.stringify(values)),
      ]),
    );
    expect(await read()).toMatchObject({ state: 'hidden' });
    expect(await bench.countRows(`search_docs WHERE ref_id = ${String(id)} AND type = 'movie'`)).toBe(0);
    await act('/publish', { reason });
    await bench.inside(({ DB }) => DB.prepare(sql).bind(JSON.stringify(values)).run());
    expect(await read()).toMatchObject({ hidden_by: null });
  });

  it('brings a title that a seed has removed back as it was edited, and hidden where it was hidden', async () => {
    await act('/hide', { reason });
    const { rev } = await read();
    const remove = async () => {
      const id = (await getId()) ?? 0;
      const tables = ['title_genres', 'title_countries', 'title_languages', 'credits'];
      await bench.inside(({ DB }) =>
        DB.batch([
          DB.prepare('DELETE FROM all_titles WHERE id = ?').bind(id),
          ...tables.map((table) => DB.prepare(`DELETE FROM ${table} WHERE title_id = ?`).bind(id)),
        ]),
      );
    };
    await remove();
    await load({ year: 1401 });
    const hidden = await read();
    expect(hidden).toMatchObject({ hidden_by: 'desk', values: { genres: 'comedy' } });
    expect(hidden.rev).toBeGreaterThan(rev);
    expect(await bench.countRows("search_docs WHERE type = 'movie' AND name_en LIKE 'Dome kept'")).toBe(0);
    await act('/publish', { reason });
    expect((await load({ year: 1401 })).counts).toMatchObject({ changed: 1 });
    expect(await read()).toMatchObject({ hidden_by: null, values: { genres: 'comedy', year: '2022' } });
    expect((await load({ year: 1401 })).counts).toMatchObject({ unchanged: 1 });
  });
});

describe('a seed', () => {
  it('keeps what was written in the desk: fields, episodes, search and hidden titles', async () => {
    const { site, as, read, save } = await openDeskTitles();
    const sql = "SELECT id FROM titles WHERE kind = 'episode' ORDER BY id LIMIT 1";
    const episode = (await site.sql(sql).first<number>('id')) ?? 0;
    await save(10, { name_en: 'Seeded over', genres: 'comedy', countries: 'FR', year: '2001' });
    await save(episode, { name_fa: 'قسمت ویراسته' });
    await site.call(calls.hideTitle, { id: 11, reason }, as('editor'));
    const facts = {
      kind: 'movie',
      name_fa: 'ساختهٔ میز',
      name_en: 'Made in the desk',
      year: '2026',
      minutes: '9',
    } as const;
    const { id } = (await site.call(calls.createDeskTitle, { key: 'of-this-test', ...facts }, as('editor'))).data;
    await save(id, { genres: 'comedy', countries: 'FR' });
    await site.call(calls.publishTitle, { id }, as('editor'));
    const made = await read(id);
    const series =
      (await site.sql('SELECT series_id AS id FROM titles WHERE id = ?', episode).first<number>('id')) ?? 0;
    await save(series, { seasons: JSON.stringify([[1, 'فصل میز', null, '2003']]) });
    const before = await Promise.all([10, episode, 11, 12, series].map(read));
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    const after = await Promise.all([10, episode, 11, 12, series].map(read));
    expect(after.map(({ values }) => values)).toEqual(before.map(({ values }) => values));
    expect(after.map(({ hidden_by: by }) => by)).toEqual([null, null, 'desk', null, null]);
    expect(after.map(({ rev }, at) => rev > (before[at]?.rev ?? 0))).toEqual([true, true, true, false, true]);
    expect(after[1]?.year).toBe(2003);
    const count = (text: string) => site.sql(`SELECT count(*) AS n FROM ${text}`).first('n');
    expect(await count("search_docs WHERE name_en = 'Seeded over'")).toBe(1);
    expect(await count("search_docs WHERE type = 'movie' AND ref_id = 11")).toBe(0);
    expect(await count('search_docs')).toBe(await count('search_index'));
    expect(await read(id)).toEqual(made);
    expect(await count("search_docs WHERE name_en = 'Made in the desk'")).toBe(1);
    await save(10, { name_en: 'After the seed' });
    expect((await read(10)).values).toMatchObject({ name_en: 'After the seed', year: '2001' });
  });
});
