import { describe, expect, it } from 'vitest';
import { undoTitleChange, updateTitle } from '../../../src/features/catalogue/contract.ts';
import { search } from '../../../src/features/search/contract.ts';
import { getTitle, listTitles } from '../../../src/features/titles/contract/catalogue.ts';
import { publishing } from '../../../tools/ingest/publish.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, save, refuse, getVersion } = await openDeskTitles();
const [FILM, OTHER] = [10, 11];
const getIds = async (sql: string) => (await site.sql(sql).all<{ id: number }>()).results.map(({ id }) => id);
const find = async (query: string) => (await site.call(search, { query, literal: '1' })).data.map(({ id }) => id);
const count = (table: string, id: number) =>
  site.sql(`SELECT count(*) AS n FROM ${table} WHERE title_id = ?`, id).first<number>('n');

describe('an edit of a title', () => {
  it('is on its page, in search and in lists, read by the importer’s rules, and is one version of the catalogue', async () => {
    const before = await read(FILM);
    const version = await getVersion();
    const after = await save(FILM, {
      ...{ name_fa: ' كشتي  زرافشان‌تاب ', name_en: 'The Zarafshan Boat', name_latin: 'keshti zarafshantab' },
      ...{ synopsis_fa: 'داستان\nتازه', synopsis_en: 'A new story', awards_en: '' },
      ...{ year: '۱۳۹۵', minutes: '۱:۴۵', age: '15', age_reasons: 'ترس، violence' },
      ...{ genres: 'درام، Comedy', countries: 'ترکیه, IR', languages: 'فارسی; Turkish' },
    });
    expect(after.values).toMatchObject({
      ...{ name_fa: 'کشتی زرافشان‌تاب', name_en: 'The Zarafshan Boat', name_latin: 'keshti zarafshantab' },
      ...{
        synopsis_fa: 'داستان تازه',
        synopsis_en: 'A new story',
        awards_fa: before.values.awards_fa,
        awards_en: null,
      },
      ...{ year: '2016', minutes: '105', age: '15', age_reasons: 'fear,violence' },
      ...{ genres: 'comedy,drama', countries: 'TR,IR', languages: 'fa,tr' },
      ...{ season: null, number: null, release_date: null },
    });
    expect(after.rev).toBe(before.rev + 1);
    const page = (await site.call(getTitle, { kind: 'movie', id: FILM })).data;
    expect(page).toMatchObject({ name_en: 'The Zarafshan Boat', year: 2016, minutes: 105, age: 15, iranian: false });
    expect(page.genres.map(({ key }) => key).sort()).toEqual(['comedy', 'drama']);
    for (const query of ['زرافشان‌تاب', 'zarafshan boat', 'keshti zarafshantab'])
      expect(await find(query), query).toContain(FILM);
    expect(await find(before.values.name_en ?? '')).not.toContain(FILM);
    const listed = async (input: Record<string, unknown>) =>
      (await site.call(listTitles, input)).data.some(({ id }) => id === FILM);
    expect(await listed({ kind: 'movie', genre: 'comedy', country: 'TR', lang: 'tr' })).toBe(true);
    const [first] = (before.values.countries ?? '').split(',');
    expect(first).not.toBe('TR');
    const put = await getVersion();
    expect(put).not.toBe(version);
    expect((await save(FILM, { year: '1395', genres: 'drama, comedy' })).rev).toBe(after.rev);
    expect(await getVersion()).toBe(put);
  });

  it('is refused field by field', async () => {
    const { rev } = await read(OTHER);
    const [episode] = await getIds("SELECT id FROM titles WHERE kind = 'episode' LIMIT 1");
    for (const [fields, refusal] of [
      [{ name_fa: ' … ' }, '422 title_name name_fa'],
      [{ name_en: 'x'.repeat(201) }, '422 title_name name_en'],
      [{ name_en: 'half \ud800' }, '422 title_name name_en'],
      [{ synopsis_en: 'x'.repeat(5001) }, '422 title_text synopsis_en'],
      [{ year: '1750' }, '422 title_year year'],
      [{ year: '2099' }, '422 title_year year'],
      [{ minutes: '0' }, '422 title_minutes minutes'],
      [{ minutes: '1:75' }, '422 title_minutes minutes'],
      [{ age: '13' }, '422 title_age age'],
      [{ countries: 'ایران، آتلانتیس' }, '422 title_list countries'],
      [{ genres: 'drama,nothing' }, '422 title_list genres'],
      [{ languages: 'klingonish' }, '422 title_list languages'],
      [{ year: '1', age: 'x', name_fa: 'نو' }, '422 title_year year age'],
      [{}, '422 invalid_input fields'],
      [{ name_fa: 7 }, '422 invalid_input fields.name_fa'],
      [{ hidden: '1' }, '422 invalid_input fields.hidden'],
      [{ media: 'clip-1' }, '422 invalid_input fields.media'],
      [{ name_fa: 'x'.repeat(10_001) }, '422 invalid_input fields.name_fa'],
    ] as const)
      expect(await refuse(updateTitle, { id: OTHER, rev, fields }, as('editor')), JSON.stringify(fields)).toBe(refusal);
    const wrong = { id: OTHER, fields: { year: '2000' } };
    for (const version of [-1, '0', 1.5, null])
      expect(await refuse(updateTitle, { ...wrong, rev: version }, as('editor'))).toBe('422 invalid_input rev');
    expect(await refuse(updateTitle, { ...wrong, rev: rev + 5 }, as('editor'))).toBe('409 title_changed year');
    expect(await refuse(updateTitle, { id: 987_654, rev: 0, fields: { year: '2000' } }, as('editor'))).toBe(
      '404 title_not_found',
    );
    expect(await refuse(updateTitle, { id: episode, rev: 0, fields: { age: '0' } }, as('editor'))).toBe(
      '422 title_field age',
    );
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await refuse(updateTitle, { ...wrong, rev }, as(role)), role).toBe('403 operator_role');
    expect((await read(OTHER)).rev).toBe(rev);
  });

  it('of two editors wins on different fields, and on one field the second sees both texts', async () => {
    const { rev } = await read(OTHER);
    const write = (fields: object, who = as('editor'), read = rev) => ({ id: OTHER, rev: read, fields, who });
    const send = ({ who, ...input }: ReturnType<typeof write>) => site.call(updateTitle, input, who);
    await send(write({ name_en: 'First words', year: '2001' }));
    const { data } = await send(write({ synopsis_en: 'Second words' }, as('sara')));
    expect(data.values).toMatchObject({ name_en: 'First words', synopsis_en: 'Second words', year: '2001' });
    const late = write({ name_en: 'Other words', minutes: '77' }, as('sara'));
    expect(await refuse(updateTitle, late, late.who)).toBe('409 title_changed name_en');
    const now = await read(OTHER);
    expect(now.values).toMatchObject({ name_en: 'First words', minutes: data.values.minutes });
    expect(now.changes[0]).toMatchObject({ field: 'synopsis_en', operator: 'sara', after: 'Second words' });
    await send(write({ name_en: 'Other words' }, as('sara'), now.rev));
    // The first press again: its answer was lost.
    expect((await send(write({ year: '2001' }))).data.rev).toBe(now.rev + 1);
    const row = await site.sql("SELECT * FROM operator_audit WHERE action = 'updateTitle' ORDER BY id DESC").first();
    expect(row).toMatchObject({ subject: `title:${String(OTHER)}`, operator: 'editor', status: 200 });
  });

  it('of the genres has no conflict with an ingest', async () => {
    const { rev } = await read(OTHER);
    const produced = { downloads: [], languages: [], sounds: [], height: 720, chapters: [] };
    const row = {
      ...{ id: OTHER, kind: 'movie', name_fa: '', name_en: '', minutes: 90, access: 'free' },
      series: null,
    };
    const publication = { folder: 'clip-2', row: { ...row, art: null, backdrop: null, still: null }, produced };
    const [media] = publishing(
      { title: { kind: 'movie', id: OTHER }, asTrailer: false, toman: null, operator: 'ingest' },
      { ...publication, markers: [], now: site.clock.now },
    );
    await site.sql(media?.sql ?? '', JSON.stringify(media?.values)).run();
    const { data } = await site.call(updateTitle, { id: OTHER, rev, fields: { genres: 'drama' } }, as('editor'));
    expect(data).toMatchObject({ has_file: true, rev: rev + 2, values: { genres: 'drama' } });
  });

  it('is not lost among many at one moment', async () => {
    const { rev } = await read(12);
    const fields = {
      name_fa: 'هم‌زمان',
      name_en: 'At once',
      synopsis_fa: 'آ',
      synopsis_en: 'b',
      awards_en: 'c',
      year: '1999',
    };
    const race = Object.entries(fields).map(([field, value]) =>
      site.ask(updateTitle, { id: 12, rev, fields: { [field]: value } }, as('editor')),
    );
    expect((await Promise.all(race)).map(({ status }) => status)).toEqual(race.map(() => 200));
    const after = await read(12);
    expect(after.values).toMatchObject(fields);
    expect(after.rev).toBe(rev + 6);
    expect(await find('هم‌زمان')).toContain(12);
    const one = ['a', 'b', 'c', 'd'].map((letter) =>
      site.ask(updateTitle, { id: 12, rev: after.rev, fields: { name_en: letter } }, as('editor')),
    );
    expect((await Promise.all(one)).map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await count('title_changes', 12)).toBe(7);
    expect(
      await site.sql('SELECT count(*) AS n FROM search_docs WHERE type = ? AND ref_id = 12', 'movie').first('n'),
    ).toBe(1);
  });

  it('of a series is that of its episodes, save for what an episode has of its own', async () => {
    const [series = 0] = await getIds("SELECT series_id AS id FROM titles WHERE kind = 'episode' LIMIT 1");
    const [first = 0, second = 0] = await getIds(
      `SELECT id FROM titles WHERE series_id = ${String(series)} ORDER BY id LIMIT 2`,
    );
    await site.sql('UPDATE all_titles SET minutes = 40 WHERE id IN (?, ?)', series, first).run();
    await site.sql('UPDATE all_titles SET minutes = 41 WHERE id = ?', second).run();
    await save(series, { age: '18', minutes: '55', countries: 'FR' });
    expect((await read(first)).values).toMatchObject({ age: '18', minutes: '55' });
    expect((await read(second)).values).toMatchObject({ age: '18', minutes: '41' });
    expect((await read(first)).iranian).toBe(false);
    await save(first, { name_fa: 'آغاز', minutes: '50' });
    expect((await read(first)).values).toMatchObject({ name_fa: 'آغاز', minutes: '50' });
  });

  it('of an episode is beside a save of its series, unless the series changed that field of the episode', async () => {
    const [series = 0] = await getIds(
      "SELECT series_id AS id FROM titles WHERE kind = 'episode' ORDER BY id DESC LIMIT 1",
    );
    const [id = 0] = await getIds(`SELECT id FROM titles WHERE series_id = ${String(series)} ORDER BY id LIMIT 1`);
    await site.sql('UPDATE all_titles SET minutes = 44 WHERE id IN (?, ?)', id, series).run();
    const { rev } = await read(id);
    const edit = (fields: object) => ({ id, rev, fields });
    await save(series, { age: '15', synopsis_fa: 'داستان دیگر', genres: 'drama' });
    expect((await site.call(updateTitle, edit({ name_fa: 'نام تازه' }), as('editor'))).data.values).toMatchObject({
      name_fa: 'نام تازه',
      age: '15',
    });
    await save(series, { minutes: '46', access: 'free', available_until: '1409/12/29' });
    expect((await read(id)).values).toMatchObject({ minutes: '46', access: 'free', available_until: '2031-03-20' });
    const late = edit({ minutes: '47', synopsis_en: 'Beside it' });
    expect(await refuse(updateTitle, late, as('editor'))).toBe('409 title_changed minutes');
    const after = (await site.call(updateTitle, edit({ synopsis_en: 'Beside it' }), as('editor'))).data;
    expect(after.values).toMatchObject({ minutes: '46', synopsis_en: 'Beside it' });
  });

  it('of the countries and networks of a title is stored in one form, is that of its episodes, and names what it does not know', async () => {
    const [series = 0] = await getIds("SELECT id FROM titles WHERE kind = 'series' ORDER BY id LIMIT 1");
    const [own = 0, other = 0] = await getIds(`SELECT id FROM titles WHERE series_id = ${String(series)} ORDER BY id`);
    await save(own, { available_countries: 'آلمان' });
    await save(series, { available_countries: 'tr ir، ایران', available_networks: 'AS197207 ۴۴۲۴۴،as44244' });
    const area = { available_countries: 'IR,TR', available_networks: '44244,197207' };
    expect((await read(series)).values).toMatchObject(area);
    expect((await read(other)).values).toMatchObject(area);
    expect((await read(own)).values).toMatchObject({ ...area, available_countries: 'DE' });
    const { rev, changes } = await read(series);
    const fields = { available_countries: 'IR، XX، نارنیا', available_networks: '0 44244x' };
    const answer = await site.ask(updateTitle, { id: series, rev, fields }, as('editor'));
    expect(await answer.json()).toMatchObject({
      code: 'title_countries',
      errors: {
        available_countries: [expect.stringContaining('XX نارنیا')],
        available_networks: [expect.stringContaining('0 44244x')],
      },
    });
    const [change] = changes.filter(({ field }) => field === 'available_countries');
    await site.call(undoTitleChange, { id: series, change: change?.id ?? 0 }, as('editor'));
    await save(series, { available_networks: ' ' });
    const everywhere = { available_countries: null, available_networks: null };
    expect([(await read(series)).values, (await read(other)).values]).toMatchObject([everywhere, everywhere]);
    expect((await read(own)).values).toMatchObject({ available_countries: 'DE', available_networks: null });
  });

  it('of access, state and days follows the importer’s rules, and decides what a visitor may do', async () => {
    const before = await read(FILM);
    const page = async () => (await site.call(getTitle, { kind: 'movie', id: FILM })).data;
    await save(FILM, { access: 'free', release: 'presale', release_date: '۱۴۰۹/۰۱/۰۱', available_until: '2031-05-01' });
    expect((await read(FILM)).values).toMatchObject({ release_date: '2030-03-21', available_until: '2031-05-01' });
    expect(await page()).toMatchObject({ access: 'free', release: 'presale', release_date: '2030-03-21' });
    await save(FILM, {
      release_date: '',
      available_until: ' ',
      release: 'released',
      access: before.values.access ?? '',
    });
    expect(await page()).toMatchObject({ release: 'released', release_date: null });
    const { rev } = await read(FILM);
    for (const [fields, refusal] of [
      [{ release_date: '03/10/2016' }, '422 title_day release_date'],
      [{ available_until: '1405/13/01' }, '422 title_day available_until'],
      [{ release: 'hidden' }, '422 title_choice release'],
      [{ access: 'Free' }, '422 title_choice access'],
    ] as const)
      expect(await refuse(updateTitle, { id: FILM, rev, fields }, as('editor'))).toBe(refusal);
  });

  it('does not overwrite what an import wrote since it was read', async () => {
    const { rev } = await read(13);
    await site.sql("UPDATE all_titles SET synopsis_en = 'of a file', updated_at = updated_at WHERE id = 13").run();
    const input = { id: 13, rev, fields: { synopsis_en: 'of the desk' } };
    expect(await refuse(updateTitle, input, as('editor'))).toBe('409 title_changed synopsis_en');
    const other = { id: 13, rev, fields: { synopsis_fa: 'فیلدی دیگر' } };
    expect((await site.ask(updateTitle, other, as('editor'))).status).toBe(200);
    expect((await read(13)).values.synopsis_en).toBe('of a file');
    await expect(site.sql('UPDATE title_changes SET after = NULL').run()).rejects.toThrow('append-only');
    await expect(site.sql('DELETE FROM title_changes').run()).rejects.toThrow('append-only');
  });
});
