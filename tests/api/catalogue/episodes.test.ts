import { describe, expect, it } from 'vitest';
import { publishTitles, undoTitleChange, updateTitle } from '../../../src/features/catalogue/contract.ts';
import * as calls from '../../../src/features/catalogue/series-contract.ts';
import { listAudit } from '../../../src/features/staff/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { addRow } from '../../support/database/rows.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, refuse, getVersion } = await openDeskTitles();
const editor = as('editor');
let nextId = 900_000;

/** A series whose episodes have these numbers. */
async function addSeries(...numbers: number[]) {
  const id = (nextId += 100);
  const names = { name_fa: 'جاده', name_en: 'Road', name_latin: 'jade', year: 2020, minutes: 45 };
  await addRow(site.env.DB, 'all_titles', { id, kind: 'series', ...names });
  for (const [at, number] of numbers.entries())
    await addRow(site.env.DB, 'all_titles', {
      ...{ id: id + at + 1, kind: 'episode', series_id: id, season: 1, number, year: 2020, minutes: 45 },
      ...{ name_fa: `قسمت ${String(at + 1)}`, name_en: `Episode ${String(at + 1)}`, name_latin: 'ghesmat' },
    });
  return id;
}
const list = async (id: number, season?: number) =>
  (await site.call(calls.listDeskEpisodes, { id, ...(season !== undefined && { season }) }, as('viewer'))).data;
const listActs = async (id: number) =>
  (await site.call(listAudit, { subject: `title:${String(id)}` }, as('owner'))).data.map(({ action }) => action);
const listNumbers = async (id: number) => (await list(id)).episodes.map((episode) => [episode.id - id, episode.number]);
const update = (id: number, edits: { id: number; rev: number; fields: Record<string, string> }[], who = editor) =>
  site.call(calls.updateEpisodes, { id, edits }, who);
const paste = async (id: number, cells: readonly Record<string, unknown>[], more: object = {}, who = editor) => {
  const rows = cells.map((draft, at) => ({ line: at + 1, draft }));
  return (await site.call(calls.pasteEpisodes, { id, rows, rehearse: false, drafts: false, ...more }, who)).data;
};
const toBasis = ({ verdicts }: Awaited<ReturnType<typeof paste>>) =>
  verdicts.flatMap(({ line, episode }) => (episode === null ? [] : [{ line, ...episode }]));

describe('the episodes of a series', () => {
  it('are listed by season, with the numbers that are missing and those that two have', async () => {
    const id = await addSeries(2, 3, 3, 7);
    await addRow(site.env.DB, 'seasons', { series_id: id, number: 2, name_fa: 'بازگشت' });
    const { data } = await site.call(calls.listDeskEpisodes, { id }, as('viewer'));
    expect(data.seasons).toEqual([
      {
        ...{ number: 1, name_fa: null, name_en: null, year: null, episodes: 4, doubles: [3] },
        gaps: [
          { from: 1, to: 1 },
          { from: 4, to: 6 },
        ],
      },
      { number: 2, name_fa: 'بازگشت', name_en: null, year: null, episodes: 0, gaps: [], doubles: [] },
    ]);
    expect(data.episodes.map(({ number }) => number)).toEqual([2, 3, 3, 7]);
    expect((await list(id, 2)).episodes).toEqual([]);
    expect(await refuse(calls.listDeskEpisodes, { id: id + 1 }, editor)).toBe('404 title_not_found');
    for (const text of [
      'SELECT season, count(*) FROM all_titles WHERE series_id = 1 GROUP BY season',
      'SELECT id FROM all_titles WHERE series_id = 1 AND season IS 1 ORDER BY number, id LIMIT 500',
    ]) {
      const { results } = await site.sql(`EXPLAIN QUERY PLAN ${text}`).all<{ detail: string }>();
      expect(results.map(({ detail }) => detail).join(), text).toContain('titles_episodes');
    }
  });

  it('of old rows without a season are listed by themselves', async () => {
    const id = await addSeries(1);
    const row = { kind: 'episode', series_id: id, year: 2020, minutes: 45, name_latin: 'ghesmat' };
    await addRow(site.env.DB, 'all_titles', { ...row, id: id + 9, name_fa: 'بی فصل', name_en: 'Loose' });
    const { seasons, episodes } = await list(id);
    expect([seasons.map(({ number }) => number), episodes.map((one) => one.id)]).toEqual([[null, 1], [id + 1]]);
    const loose = (await site.call(calls.listDeskEpisodes, { id, season: 'none' }, as('viewer'))).data;
    expect([loose.season, loose.episodes.map((one) => one.id)]).toEqual([null, [id + 9]]);
    expect(await refuse(calls.listDeskEpisodes, { id, season: 'null' }, editor)).toBe('422 invalid_input season');
  });

  it('are written together, all or none, each with its change and its undo', async () => {
    const id = await addSeries(1, 2, 3);
    const { episodes } = await list(id);
    const version = await getVersion();
    const [first, second] = episodes.map((episode) => ({ id: episode.id, rev: episode.rev }));
    const edits: Parameters<typeof update>[1] = [
      { ...first!, fields: { name_fa: ' آغاز ', minutes: '۱:۰۵', release_date: '۱۴۰۵/۰۹/۰۱' } },
      { ...second!, fields: { number: '۴' } },
    ];
    expect(
      await refuse(calls.updateEpisodes, { id, edits: [edits[0], { ...second, fields: { number: 'x' } }] }, editor),
    ).toBe(`422 title_order ${String(id + 2)}.number`);
    expect((await list(id)).episodes).toEqual(episodes);
    expect((await update(id, edits)).data.changed).toBe(2);
    expect((await list(id)).episodes).toMatchObject([
      { name_fa: 'آغاز', minutes: 65, release_date: '2026-11-22', number: 1 },
      { number: 3 },
      { id: id + 2, number: 4 },
    ]);
    expect(await getVersion()).not.toBe(version);
    await update(id, [{ ...first!, fields: { synopsis_fa: 'خلاصهٔ آغاز', synopsis_en: 'Of the start' } }]);
    expect((await list(id)).episodes[0]).toMatchObject({ synopsis_fa: 'خلاصهٔ آغاز', synopsis_en: 'Of the start' });
    const record = await read(id + 2);
    expect(record.changes).toMatchObject([
      { field: 'number', before: '2', after: '4', operator: 'editor', may_undo: true },
    ]);
    expect(await listActs(id + 2)).toContain('updateEpisodes');
    await site.call(undoTitleChange, { id: id + 2, change: record.changes[0]!.id }, editor);
    expect(await listNumbers(id)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect((await update(id, [{ ...first!, fields: { minutes: '65' } }])).data.changed).toBe(0);
  });

  it('change places in one act, and of two orders at once one wins whole', async () => {
    const id = await addSeries(1, 2, 3, 4);
    const { episodes } = await list(id);
    const order = (numbers: readonly number[]) =>
      episodes.map(({ id: episode, rev }, at) => ({ id: episode, rev, fields: { number: String(numbers[at]) } }));
    const answers = await Promise.all([
      site.ask(calls.updateEpisodes, { id, edits: order([4, 3, 2, 1]) }, editor),
      site.ask(calls.updateEpisodes, { id, edits: order([2, 3, 4, 1]) }, as('sara')),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const numbers = (await list(id)).episodes.map((episode) => episode.id - id);
    expect([
      [4, 3, 2, 1],
      [4, 1, 2, 3],
    ]).toContainEqual(numbers);
  });

  it('of two editors win on different fields; on one field the second is told', async () => {
    const id = await addSeries(1, 2);
    const [{ id: episode, rev } = { id: 0, rev: 0 }] = (await list(id)).episodes;
    await site.call(updateTitle, { id: episode, rev, fields: { name_en: 'By Sara', synopsis_en: 'x' } }, as('sara'));
    expect((await update(id, [{ id: episode, rev, fields: { minutes: '50' } }])).data.changed).toBe(1);
    const late = { id, edits: [{ id: episode, rev, fields: { name_en: 'Late', number: '9' } }] };
    expect(await refuse(calls.updateEpisodes, late, editor)).toBe(`409 title_changed ${String(episode)}.name_en`);
    expect((await list(id)).episodes[0]).toMatchObject({ name_en: 'By Sara', minutes: 50, number: 1 });
  });

  it('are refused of another series, twice in one act, of other fields, and for other roles', async () => {
    const [id, other] = [await addSeries(1), await addSeries(1)];
    const edit = { id: other + 1, rev: 0, fields: { number: '5' } };
    expect(await refuse(calls.updateEpisodes, { id, edits: [edit] }, editor)).toBe(
      `404 title_not_found ${String(other + 1)}`,
    );
    const twice = [1, 2].map((number) => ({ id: id + 1, rev: 0, fields: { number: String(number + 1) } }));
    expect(await refuse(calls.updateEpisodes, { id, edits: twice }, editor)).toBe('422 invalid_input');
    const media = { id: id + 1, rev: 0, fields: { media: 'clip-1' } };
    expect(await refuse(calls.updateEpisodes, { id, edits: [media] }, editor)).toBe(
      '422 invalid_input edits.0.fields.media',
    );
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await refuse(calls.updateEpisodes, { id, edits: [{ ...edit, id: id + 1 }] }, as(role)), role).toBe(
        '403 operator_role',
      );
    expect(await listNumbers(id)).toEqual([[1, 1]]);
  });
});

describe('a season', () => {
  const rename = async (id: number, seasons: unknown, rev?: number, who = editor) => {
    const fields = { seasons: JSON.stringify(seasons) };
    return site.call(updateTitle, { id, rev: rev ?? (await list(id)).rev, fields }, who);
  };
  const readYears = async (id: number) => {
    const { results } = await site.sql('SELECT year FROM all_titles WHERE series_id = ?', id).all<{ year: number }>();
    return results.map(({ year }) => year);
  };

  it('has a name and a year, which its episodes follow, with a history and an undo', async () => {
    const id = await addSeries(1, 2);
    const version = await getVersion();
    await rename(id, [
      [1, ' آغاز ', 'Start', '۱۳۹۸'],
      [2, '', '', ''],
    ]);
    expect((await list(id)).seasons).toMatchObject([{ number: 1, name_fa: 'آغاز', name_en: 'Start', year: 2019 }]);
    expect(await readYears(id)).toEqual([2019, 2019]);
    expect(await getVersion()).not.toBe(version);
    const [change] = (await read(id)).changes;
    expect(change).toMatchObject({ field: 'seasons', before: '[]', operator: 'editor', may_undo: true });
    await site.call(undoTitleChange, { id, change: change!.id }, editor);
    expect((await list(id)).seasons).toMatchObject([{ number: 1, name_fa: null, year: null }]);
    expect(await readYears(id)).toEqual([2020, 2020]);
  });

  it('is refused with a number twice, a bad year, of a film, and over what somebody else wrote', async () => {
    const id = await addSeries(1);
    const { rev } = await list(id);
    const input = (seasons: unknown) => ({ id, rev, fields: { seasons: JSON.stringify(seasons) } });
    const twice = [1, 1].map((number) => [number, 'نام', null, null]);
    expect(await refuse(updateTitle, input(twice), editor)).toBe('422 title_list seasons');
    expect(await refuse(updateTitle, input([[1, null, null, '1750']]), editor)).toBe('422 title_year seasons');
    expect(await refuse(updateTitle, { ...input([]), id: id + 1, rev: 0 }, editor)).toBe('422 title_field seasons');
    await rename(id, [[1, 'از سارا', null, null]], rev, as('sara'));
    expect(await refuse(updateTitle, input([[1, 'دیر', null, null]]), editor)).toBe('409 title_changed seasons');
    expect((await list(id)).seasons).toMatchObject([{ name_fa: 'از سارا' }]);
  });
});

describe('pasted rows', () => {
  const ROWS = [
    { number: '۱', name_fa: 'آغاز نو' },
    { number: 'قسمت دوم', minutes: '50 دقیقه' },
    { number: '3', name_fa: 'ادامه', name_en: 'On', minutes: '1:10', release_date: '1405/09/08' },
    { number: 'پایان', name_fa: 'بد' },
    { part: 'S02E01', name: 'Home' },
  ];

  it('are rehearsed, then make new episodes and change the others, without the bad one', async () => {
    const id = await addSeries(1, 2);
    const before = (await list(id)).episodes;
    const rehearsal = await paste(id, ROWS, { rehearse: true });
    expect(rehearsal).toMatchObject({ added: 2, changed: 2, rejected: 1 });
    expect(rehearsal.verdicts.find(({ line }) => line === 1)).toMatchObject({
      verdict: 'changed',
      differences: [{ column: 'name_fa', before: 'قسمت 1', after: 'آغاز نو' }],
    });
    expect((await list(id)).episodes).toEqual(before);
    const basis = toBasis(rehearsal);
    expect(await paste(id, ROWS, { basis })).toMatchObject({ added: 2, changed: 2, rejected: 1 });
    expect((await list(id)).episodes).toMatchObject([
      { number: 1, name_fa: 'آغاز نو', name_en: 'Episode 1', minutes: 45 },
      { number: 2, minutes: 50 },
      { number: 3, name_fa: 'ادامه', name_en: 'On', minutes: 70, release_date: '2026-11-29' },
    ]);
    const { episodes: others } = await list(id, 2);
    expect(others).toMatchObject([{ number: 1, name_en: 'Home', name_fa: 'قسمت ۱', minutes: 45 }]);
    for (const episode of [id + 1, others[0]!.id]) expect(await listActs(episode)).toContain('pasteEpisodes');
    expect((await read(id + 1)).changes).toMatchObject([{ field: 'name_fa', operator: 'editor' }]);
    // The answer was lost, and the page sends the part again.
    expect(await paste(id, ROWS, { basis })).toMatchObject({ added: 0, changed: 0 });
    expect((await list(id)).episodes).toHaveLength(3);
    const row = await site
      .sql("SELECT after FROM operator_audit WHERE action = 'pasteEpisodes' AND after IS NOT NULL")
      .first('after');
    expect(JSON.parse(String(row))).toMatchObject({ added: 2, episodes: 2 });
  });

  it('are drafts unless they are published at once: nobody hears of them before', async () => {
    const id = await addSeries(1);
    const version = await getVersion();
    const releases = await site.sql('SELECT count(*) AS n FROM episode_releases').first('n');
    const rows = [{ number: '2', name_en: 'Later' }];
    expect(await paste(id, rows, { drafts: undefined })).toMatchObject({ added: 1 });
    const { episodes } = await list(id);
    expect(episodes.map(({ state }) => state)).toEqual(['not_released', 'draft']);
    const answer = (await site.call(getTitle, { kind: 'series', id })).data;
    expect(answer.seasons[0]?.episodes.map(({ number }) => number)).toEqual([1]);
    expect(await site.sql('SELECT count(*) AS n FROM episode_releases').first('n')).toBe(releases);
    expect(await getVersion()).toBe(version);
    await site.call(publishTitles, { act: 'publish', ids: [episodes[1]!.id] }, editor);
    expect((await list(id)).episodes[1]?.state).toBe('not_released');
  });

  it('of several parts change the stored pages once, with the last part, also where that one changes nothing', async () => {
    const id = await addSeries(1);
    const versions = [await getVersion()];
    for (const [number, step] of [
      ['2', 'more'],
      ['3', 'more'],
      ['3', 'last'],
    ] as const) {
      await paste(id, [{ number, name_en: 'Part' }], { step });
      versions.push(await getVersion());
    }
    expect(versions.map((version, at) => version !== versions[at - 1])).toEqual([true, false, false, true]);
  });

  it('leave what somebody has changed since the rehearsal', async () => {
    const id = await addSeries(1, 2);
    const rows = [
      { number: '1', name_en: 'Mine' },
      { number: '2', minutes: '60' },
      { number: '3', name_en: 'New' },
    ];
    const basis = toBasis(await paste(id, rows, { rehearse: true }));
    const { rev } = await read(id + 1);
    await site.call(updateTitle, { id: id + 1, rev, fields: { name_en: 'Theirs' } }, as('sara'));
    await paste(id, [{ number: '3', name_en: 'Theirs' }], {}, as('sara'));
    const result = await paste(id, rows, { basis });
    expect(result).toMatchObject({ added: 0, changed: 1, rejected: 2 });
    expect((await list(id)).episodes).toMatchObject([{ name_en: 'Theirs' }, { minutes: 60 }, { name_en: 'Theirs' }]);
  });

  it('of two members at once make no episode twice', async () => {
    const id = await addSeries();
    const rows = Array.from({ length: 40 }, (_, at) => ({ number: String(at + 1), name_fa: `قسمت نو ${String(at)}` }));
    await Promise.all([paste(id, rows), paste(id, rows, {}, as('sara')), paste(id, rows.slice(20), {}, as('owner'))]);
    const { episodes, seasons } = await list(id);
    expect(episodes.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    expect(seasons).toMatchObject([{ gaps: [], doubles: [] }]);
  });

  it('are refused where two rows or two episodes have one number, and keep formulas and marks harmless', async () => {
    const id = await addSeries(1, 1, 2);
    const result = await paste(id, [
      { number: '1', name_en: 'Which' },
      { number: '5', name_en: '=cmd|calc' },
      { number: '5', name_en: 'Again' },
      { number: '6', name_fa: '\u202eوارونه' },
      {},
      { number: [7], name_fa: { a: 1 } },
    ]);
    expect(result).toMatchObject({ added: 2, changed: 0, rejected: 4 });
    expect((await list(id)).episodes.slice(3)).toMatchObject([{ name_en: '=cmd|calc' }, { name_fa: 'وارونه' }]);
    expect(
      await refuse(calls.pasteEpisodes, { id: id + 1, rows: [{ line: 1, draft: {} }], rehearse: true }, editor),
    ).toBe('404 title_not_found');
    expect(
      await refuse(calls.pasteEpisodes, { id, rows: [{ line: 1, draft: {} }], rehearse: true }, as('viewer')),
    ).toBe('403 operator_role');
  });
});
