import { describe, expect, it } from 'vitest';
import * as calls from '../../../src/features/catalogue/intake-contract.ts';
import { listDeskTitles, publishTitles, updateTitle } from '../../../src/features/catalogue/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { search } from '../../../src/features/search/contract.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, save, refuse, getVersion } = await openDeskTitles();
const editor = as('editor');

type Draft = Record<string, unknown>;
const film = (id: string, more: Draft = {}): Draft => ({
  ...{ id, kind: 'movie', name_fa: `گنبد ${id}`, name_en: `Dome ${id}`, year: '۱۳۹۵', minutes: '1:35' },
  ...more,
});
const toRows = (drafts: readonly Draft[]) => drafts.map((draft, at) => ({ line: at + 2, draft }));
const check = async (drafts: readonly Draft[], more: object = {}) =>
  (await site.call(calls.checkImport, { phase: 'titles', rows: toRows(drafts), ...more }, editor)).data;
let files = 0;
const begin = async (who = editor, rows = 5, drafts = false) => {
  files += 1;
  const key = String(files).padStart(64, '0');
  return (await site.call(calls.beginImport, { key, file: 'films.csv', rows, drafts }, who)).data;
};
const write = async (drafts: readonly Draft[], who = editor, more: object = {}) => {
  const { id } = await begin(who, drafts.length);
  const input = { id, part: 0, phase: 'titles' as const, rows: toRows(drafts), ...more };
  return (await site.call(calls.writeImportPart, input, who)).data;
};
const findTitle = async (externalId: string) =>
  (await site
    .sql('SELECT title_id FROM imported_titles WHERE external_id = ?', externalId)
    .first<number>('title_id')) ?? 0;
const count = async (from: string) => site.sql(`SELECT count(*) AS n FROM ${from}`).first<number>('n');

describe('a file in the desk', () => {
  it('is read without writing: what would be added, changed field by field, and rejected with every reason', async () => {
    await write([film('dry-1', { genres: 'درام', cast: 'Sara Tehrani' }), film('dry-2')]);
    const version = await getVersion();
    const { counts, verdicts, ids } = await check([
      film('dry-1', { genres: 'درام, کمدی', cast: 'Sara Tehrani', minutes: '100', synopsis_en: 'New' }),
      film('dry-2'),
      film('dry-3', { countries: 'ایران, Atlantis' }),
      film('dry-4', { year: '1750', minutes: 'long', nothing: 'x' }),
      film('dry-3'),
    ]);
    expect(counts).toMatchObject({ added: 1, changed: 1, unchanged: 1, rejected: 2, not_taken: 0 });
    expect(verdicts.find(({ verdict }) => verdict === 'changed')).toMatchObject({
      line: 2,
      differences: [
        { column: 'minutes', before: '95', after: '100' },
        { column: 'synopsis_en', before: '', after: 'New' },
        { column: 'genres', before: 'drama', after: 'comedy,drama' },
      ],
    });
    expect(verdicts.find(({ line, verdict }) => line === 5 && verdict === 'rejected')?.problems).toHaveLength(3);
    expect(verdicts.find(({ line, verdict }) => line === 4 && verdict === 'warning')?.problems[0]?.column).toBe(
      'countries',
    );
    expect(verdicts.find(({ line }) => line === 6)?.problems[0]?.reason).toBe('the id stood before');
    expect(ids).toContainEqual([2, 'dry-1']);
    expect(await findTitle('dry-3')).toBe(0);
    expect(await getVersion()).toBe(version);
  });

  it('is written with its people and its place in search, and again changes nothing', async () => {
    const rows = [
      film('job-1', { cast: 'آرش دریایی، Mina Tehrani', genres: 'درام', countries: 'ایران' }),
      film('job-2', { directors: 'Mina Tehrani' }),
    ];
    const people = await count('people');
    const first = await write(rows);
    expect(first.counts).toMatchObject({ added: 2, rejected: 0 });
    expect(await count('people')).toBe((people ?? 0) + 2);
    const page = (await site.call(getTitle, { kind: 'movie', id: await findTitle('job-1') })).data;
    expect(page).toMatchObject({ name_en: 'Dome job-1', year: 2016, minutes: 95, iranian: true });
    const version = await getVersion();
    expect((await write(rows)).counts).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await count('people')).toBe((people ?? 0) + 2);
    expect(await getVersion()).toBe(version);
  });

  it('names a person who is there, however the name is spelled, and gives a new one a slug of their own', async () => {
    const person = await site
      .sql("SELECT id, name_fa, slug FROM people WHERE name_fa LIKE '% %' LIMIT 1")
      .first<{ id: number; name_fa: string; slug: string }>();
    await write([
      film('who-1', { cast: [person?.name_fa.replace(' ', '\u200c')] }),
      film('who-2', { cast: [{ name_fa: 'کسی دیگر', name_en: `${person?.slug.replaceAll('-', ' ') ?? ''} ژ` }] }),
    ]);
    const credits = await site
      .sql(
        'SELECT c.person_id AS id, p.slug FROM credits c JOIN people p ON p.id = c.person_id WHERE c.title_id IN (?, ?) ORDER BY c.title_id',
        await findTitle('who-1'),
        await findTitle('who-2'),
      )
      .all<{ id: number; slug: string }>();
    expect(credits.results[0]).toEqual({ id: person?.id, slug: person?.slug });
    expect(credits.results[1]?.slug).toBe(`${person?.slug ?? ''}-2`);
  });

  it('has seasons and episodes after its series, also of a series that the file itself adds', async () => {
    const series = film('road', { kind: 'series' });
    const parts = [
      { kind: 'season', series: 'road', season: 'فصل دوم', name_fa: 'بازگشت' },
      { kind: 'episode', series: 'road', part: 'S02E01', name_en: 'Home', minutes: '50' },
      { kind: 'episode', series: 'elsewhere', number: '1' },
    ];
    const dry = await check([series]);
    expect(dry.series).toEqual(['road']);
    const phase = { phase: 'parts' };
    expect((await check(parts, { ...phase, series: ['road'] })).counts).toMatchObject({ added: 2, rejected: 1 });
    expect((await check(parts, phase)).counts).toMatchObject({ added: 0, rejected: 3 });
    await write([series]);
    expect((await write(parts, editor, phase)).counts).toMatchObject({ added: 2, rejected: 1 });
    expect((await write(parts, editor, phase)).counts).toMatchObject({ unchanged: 2, rejected: 1 });
    const later = parts.map((part) => ({ ...part, ...(part.kind === 'episode' && { minutes: '55' }) }));
    const change = (await check(later, phase)).verdicts.find(({ verdict }) => verdict === 'changed');
    expect(change?.differences).toEqual([{ column: 'minutes', before: '50', after: '55' }]);
  });

  it('keeps the name and the year that the desk gave a season, and writes the other seasons', async () => {
    await write([film('seasoned', { kind: 'series' })]);
    const part = (season: number, name: string) => ({ kind: 'season', series: 'seasoned', season, name_fa: name });
    const phase = { phase: 'parts' };
    await write([part(1, 'فایل'), part(2, 'دوم')], editor, phase);
    const id = await findTitle('seasoned');
    await save(id, { seasons: JSON.stringify([[1, 'میز کار', null, '1400']]) });
    const { counts, verdicts } = await write([part(1, 'فایل نو'), part(2, 'دوم')], editor, phase);
    expect(counts).toMatchObject({ added: 1, unchanged: 1 });
    expect(verdicts).toMatchObject([
      { line: 2, problems: [{ reason: 'left out: it was written in the desk', value: 'فایل نو' }] },
    ]);
    expect(JSON.parse((await read(id)).values.seasons ?? '')).toEqual([
      [1, 'میز کار', null, 2021],
      [2, 'دوم', null, null],
    ]);
    const late = { id, rev: 0, fields: { seasons: '[]' } };
    expect(await refuse(updateTitle, late, editor)).toBe('409 title_changed seasons');
  });

  it('keeps what was written in the desk, and leaves pictures that it cannot follow, each told', async () => {
    await write([film('kept-1')]);
    const id = await findTitle('kept-1');
    await save(id, { name_en: 'Of the desk' });
    const { counts, verdicts } = await write([
      film('kept-1', { name_en: 'Of the file', minutes: 80, poster: '../../etc/passwd', stills: 'a.jpg, b.jpg' }),
    ]);
    expect(counts).toMatchObject({ changed: 1, not_taken: 3 });
    expect(verdicts.flatMap(({ problems }) => problems.map(({ reason }) => reason))).toEqual([
      ...Array.from({ length: 3 }, () => calls.NOT_TAKEN),
      'left out: it was written in the desk',
    ]);
    expect((await read(id)).values).toMatchObject({ name_en: 'Of the desk', minutes: '80' });
    expect((await site.call(getTitle, { kind: 'movie', id })).data.art).toBe(null);
  });
});

describe('a part of an import', () => {
  it('comes in its order, once, and is its member’s until the import ends', async () => {
    const { id } = await begin();
    const input = { id, part: 0, phase: 'titles' as const, rows: toRows([film('part-1')]) };
    expect(await refuse(calls.writeImportPart, { ...input, part: 1 }, editor)).toBe('409 import_order');
    expect(await refuse(calls.writeImportPart, input, as('sara'))).toBe('404 import_unknown');
    await site.call(calls.writeImportPart, input, editor);
    const repeat = (await site.call(calls.writeImportPart, input, editor)).data;
    expect(repeat.import).toMatchObject({ parts: 1, added: 1, unchanged: 0 });
    const { data } = await site.call(calls.endImport, { id }, editor);
    expect(data).toMatchObject({ added: 1, rejected: 0, ended_at: site.clock.now });
    expect(await refuse(calls.writeImportPart, { ...input, part: 1 }, editor)).toBe('404 import_unknown');
    expect(await refuse(calls.endImport, { id }, as('sara'))).toBe('404 import_unknown');
    const row = await site.sql("SELECT * FROM operator_audit WHERE action = 'endImport' AND status = 200").first();
    expect(row).toMatchObject({ subject: `import:${String(id)}`, operator: 'editor' });
    expect(JSON.parse(String(row?.['after']))).toMatchObject({ file: 'films.csv', added: 1 });
  });

  it('continues where the page was closed: the same file is the same import', async () => {
    const key = 'c'.repeat(64);
    const input = { key, file: 'long.csv', rows: 300 };
    const { data } = await site.call(calls.beginImport, input, editor);
    await site.call(
      calls.writeImportPart,
      { id: data.id, part: 0, phase: 'titles', rows: toRows([film('long-1')]) },
      editor,
    );
    expect((await site.call(calls.beginImport, input, editor)).data).toMatchObject({ id: data.id, parts: 1 });
    expect((await site.call(calls.beginImport, input, as('sara'))).data.id).not.toBe(data.id);
    expect((await site.call(calls.listImports, {}, editor)).data.map(({ id }) => id)).toContain(data.id);
  });

  it('leaves the stored pages until the import ends, and after each five minutes of a long one', async () => {
    const { id } = await begin(editor, 4);
    const versions = [await getVersion()];
    const note = async () => void versions.push(await getVersion());
    for (const [part, seconds] of [0, 100, 250, 10].entries()) {
      site.clock.now += seconds;
      const rows = toRows([film(`paged-${String(part)}`)]);
      await site.call(calls.writeImportPart, { id, part, phase: 'titles', rows }, editor);
      await note();
    }
    await site.call(calls.endImport, { id }, editor);
    await note();
    expect(versions.map((version, at) => version !== versions[at - 1])).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  it('of two editors at once makes each title and each person once', async () => {
    const rows = (from: number) =>
      Array.from({ length: 20 }, (_, at) => film(`twice-${String(from + at)}`, { cast: 'Yalda Novin, Kaveh Nikpour' }));
    const results = await Promise.all([
      write(rows(0), editor),
      write(rows(10), as('sara')),
      write(rows(0), as('owner')),
    ]);
    const sum = (name: 'added' | 'rejected') => results.reduce((total, { counts }) => total + counts[name], 0);
    expect([sum('added'), sum('rejected')]).toEqual([30, 0]);
    expect(await count("all_titles WHERE name_en LIKE 'Dome twice-%'")).toBe(30);
    expect(await count("imported_titles WHERE external_id LIKE 'twice-%'")).toBe(30);
    expect(await count("people WHERE name_en IN ('Yalda Novin', 'Kaveh Nikpour')")).toBe(2);
    expect(await count("credits c JOIN all_titles t ON t.id = c.title_id WHERE t.name_en LIKE 'Dome twice-%'")).toBe(
      60,
    );
  });

  it('does not write over an edit that the desk makes at the same moment', async () => {
    await write([film('race-1')]);
    const id = await findTitle('race-1');
    const { rev } = await read(id);
    await Promise.all([
      site.call(updateTitle, { id, rev, fields: { synopsis_en: 'By hand' } }, as('sara')),
      write([film('race-1', { synopsis_en: 'By file', minutes: 70 })]),
    ]);
    expect((await read(id)).values).toMatchObject({ synopsis_en: 'By hand', minutes: '70' });
  });

  it('takes no harm from what a cell may hold', async () => {
    const drafts: Draft[] = [
      film('=1+1', { name_en: '=HYPERLINK("http://x","y")', synopsis_en: '<img src=x onerror=alert(1)>' }),
      film('bidi', { name_fa: '\u202eنام\u2066 وارونه\u2069', name_en: '\u202eeman' }),
      film('digits', { year: '२०१६', minutes: '٩٠' }),
      film('types', { cast: [1, null], genres: { a: 1 }, year: [2016], minutes: { m: 1 } }),
      film('broken', { name_fa: 'نام \ud800' }),
      film('x'.repeat(121)),
      JSON.parse('{"__proto__": {"id": "p"}, "constructor": "x"}') as Draft,
      film('deep', { seasons: [[[[]]]] }),
      { id: "'; DROP TABLE all_titles; --", kind: 'movie', name_fa: 'نقطه', name_en: "O'Dot", year: 2016, minutes: 90 },
      {},
    ];
    const { counts } = await write(drafts);
    expect(counts).toMatchObject({ added: 4, rejected: 6 });
    expect((await read(await findTitle('bidi'))).values).toMatchObject({ name_fa: 'نام وارونه', name_en: 'eman' });
    expect((await read(await findTitle('digits'))).values).toMatchObject({ year: '2016', minutes: '90' });
    expect((await read(await findTitle('=1+1'))).values.name_en).toBe('=HYPERLINK("http://x","y")');
  });

  it('is refused by its bounds and for every other role', async () => {
    const rows = toRows(Array.from({ length: calls.MAX_PART_ROWS + 1 }, (_, at) => ({ id: String(at) })));
    const input = { phase: 'titles' as const, rows };
    expect(await refuse(calls.checkImport, input, editor)).toBe('422 invalid_input rows');
    expect(await refuse(calls.checkImport, { ...input, rows: [] }, editor)).toBe('422 invalid_input rows');
    expect(await refuse(calls.checkImport, { ...input, rows: [{ line: 0, draft: {} }] }, editor)).toBe(
      '422 invalid_input rows.0.line',
    );
    const large = { phase: 'titles' as const, rows: toRows([film('large', { synopsis_en: 'x'.repeat(70_000) })]) };
    expect(await refuse(calls.checkImport, large, editor)).toBe('413 body_too_large body');
    const small = { phase: 'titles' as const, rows: toRows([film('role')]) };
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await refuse(calls.checkImport, small, as(role)), role).toBe('403 operator_role');
    expect((await site.call(calls.checkImport, small, as('owner'))).data.counts.added).toBe(1);
  });
});

describe('an import of drafts', () => {
  const SERIES = film('draft-series', { kind: 'series', name_en: 'Hushed Harbour', cast: 'Roya Bandar' });
  const FILM = film('draft-film', { name_en: 'Hushed Film', cast: 'Roya Bandar', genres: 'درام', countries: 'ایران' });
  const PARTS = [1, 2].map((number) => ({
    kind: 'episode',
    series: 'draft-series',
    number,
    name_en: `Hush ${String(number)}`,
  }));
  const load = async (titles: readonly Draft[], parts: readonly Draft[] = PARTS) => {
    const { id } = await begin(editor, titles.length + parts.length, true);
    await site.call(calls.writeImportPart, { id, part: 0, phase: 'titles', rows: toRows(titles) }, editor);
    await site.call(calls.writeImportPart, { id, part: 1, phase: 'parts', rows: toRows(parts) }, editor);
    return (await site.call(calls.endImport, { id }, editor)).data;
  };
  const listIds = async () => {
    const ids = await Promise.all([findTitle('draft-series'), findTitle('draft-film')]);
    const { results } = await site
      .sql('SELECT id FROM all_titles WHERE series_id = ? ORDER BY number', ids[0])
      .all<{ id: number }>();
    return [...ids, ...results.map(({ id }) => id)];
  };
  const readStates = async () => (await Promise.all((await listIds()).map(read))).map(({ state }) => state);
  const find = async (query: string) =>
    JSON.stringify((await site.call(search, { query }, { id: 0, mobile: '', token: '' })).data);

  it('opens no door before they are published, and has its people, genres and search afterwards', async () => {
    const version = await getVersion();
    const releases = await count('episode_releases');
    const totals = await site.sql("SELECT sum(total) AS n FROM title_counts WHERE genre = ''").first('n');
    expect(await load([SERIES, FILM])).toMatchObject({ drafts: true, added: 4 });
    expect(await readStates()).toEqual(['draft', 'draft', 'draft', 'draft']);
    const [series = 0, movie = 0, ...episodes] = await listIds();
    for (const [kind, id] of [
      ['series', series],
      ['movie', movie],
      ['episode', episodes[0] ?? 0],
    ] as const)
      expect(await refuse(getTitle, { kind, id }, editor), kind).toBe('404 title_not_found');
    expect(await find('Hushed')).not.toContain('Hushed');
    expect(await count(`title_facets WHERE title_id = ${String(movie)}`)).toBe(0);
    expect(await count('episode_releases')).toBe(releases);
    expect(await site.sql("SELECT sum(total) AS n FROM title_counts WHERE genre = ''").first('n')).toBe(totals);
    expect(await getVersion()).toBe(version);
    const drafts = { kind: 'episode', state: 'draft', series } as const;
    const listed = (await site.call(listDeskTitles, drafts, as('viewer'))).data.map(({ id }) => id);
    expect(listed.toSorted()).toEqual(episodes.toSorted());

    const ids = [...episodes, movie, series];
    await site.call(publishTitles, { act: 'publish', ids }, editor);
    expect(await readStates()).toEqual(['not_released', 'not_released', 'not_released', 'not_released']);
    const page = (await site.call(getTitle, { kind: 'movie', id: movie })).data;
    expect(page.cast.map(({ name_en: name }) => name)).toEqual(['Roya Bandar']);
    expect(page.genres.map(({ key }) => key)).toEqual(['drama']);
    expect(await find('Hushed')).toContain('Hushed Film');
    expect((await site.call(getTitle, { kind: 'series', id: series })).data.seasons[0]?.episodes).toHaveLength(2);
  });

  it('is written again where its file was corrected, keeps what the desk wrote, and stays hidden', async () => {
    const first = film('draft-again', { minutes: 70 });
    const parts = [{ kind: 'episode', series: 'draft-again-s', number: 1, name_en: 'One' }];
    await load([first, film('draft-again-s', { kind: 'series' })], parts);
    const id = await findTitle('draft-again');
    await save(id, { name_en: 'Kept draft' });
    const corrected = [
      { ...first, minutes: 75, synopsis_en: 'New' },
      film('draft-again-s', { kind: 'series', year: 1400 }),
    ];
    const { import: after } = await write(corrected);
    expect(after).toMatchObject({ drafts: false, changed: 2 });
    await write([{ ...parts[0], name_en: 'First' }], editor, { phase: 'parts' });
    expect(await read(id)).toMatchObject({ state: 'draft', values: { name_en: 'Kept draft', minutes: '75' } });
    const episode = await site
      .sql('SELECT id, name_en FROM all_titles WHERE series_id = ?', await findTitle('draft-again-s'))
      .first<{ id: number; name_en: string }>();
    expect(episode?.name_en).toBe('First');
    expect((await read(episode?.id ?? 0)).state).toBe('draft');
    expect(await count("search_docs WHERE name_en = 'Kept draft'")).toBe(0);
  });
});
