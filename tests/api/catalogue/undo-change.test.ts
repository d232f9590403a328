import { describe, expect, it } from 'vitest';
import { undoTitleChange, updateTitle } from '../../../src/features/catalogue/contract.ts';
import { search } from '../../../src/features/search/contract.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, save, refuse, getVersion } = await openDeskTitles();
const undo = async (id: number, change: number, who = as('editor')) =>
  (await site.call(undoTitleChange, { id, change }, who)).data;
const getChange = async (id: number, field: string) => {
  const change = (await read(id)).changes.find((one) => one.field === field);
  if (!change) throw new Error(`no change of ${field}`);
  return change;
};

describe('a change of a title', () => {
  it('is kept with who, when, and both values, and is taken back by a new change', async () => {
    const { values } = await read(10);
    await save(10, { name_en: 'Wrong name', genres: 'drama' }, as('sara'));
    const change = await getChange(10, 'name_en');
    expect(change).toMatchObject({
      ...{ operator: 'sara', before: values.name_en, after: 'Wrong name', created_at: site.clock.now },
      ...{ undoes: null, may_undo: true },
    });
    const version = await getVersion();
    const after = await undo(10, change.id);
    expect(after.values).toEqual({ ...values, genres: 'drama' });
    expect(after.changes[0]).toMatchObject({
      field: 'name_en',
      undoes: change.id,
      operator: 'editor',
      may_undo: false,
    });
    expect(after.changes.find(({ id }) => id === change.id)?.may_undo).toBe(false);
    expect(await getVersion()).not.toBe(version);
    const query = values.name_en ?? '';
    expect((await site.call(search, { query })).data.map(({ id }) => id)).toContain(10);
    expect((await undo(10, (await getChange(10, 'genres')).id)).values).toEqual(values);
  });

  it('stays where somebody has changed the field since', async () => {
    await save(11, { year: '2001' });
    const first = await getChange(11, 'year');
    await save(11, { year: '2002' }, as('sara'));
    expect(await refuse(undoTitleChange, { id: 11, change: first.id }, as('editor'))).toBe('409 title_change_over');
    const second = await getChange(11, 'year');
    expect((await undo(11, second.id)).values.year).toBe('2001');
    // The field is again as the first change made it.
    expect((await undo(11, first.id)).values.year).toBe(first.before);
    const last = await getChange(11, 'year');
    expect(await refuse(undoTitleChange, { id: 11, change: last.id }, as('editor'))).toBe('409 title_change_stays');
    expect(await refuse(undoTitleChange, { id: 11, change: first.id }, as('editor'))).toBe('409 undo_done');
  });

  it('is taken back once, by who may write, and not as another title’s', async () => {
    await save(12, { minutes: '99' });
    const change = await getChange(12, 'minutes');
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await refuse(undoTitleChange, { id: 12, change: change.id }, as(role)), role).toBe('403 operator_role');
    for (const input of [
      { id: 13, change: change.id },
      { id: 12, change: 999_999 },
      { id: 987_654, change: change.id },
    ])
      expect(await refuse(undoTitleChange, input, as('editor'))).toBe('404 title_change_unknown');
    const race = Array.from({ length: 6 }, () =>
      site.ask(undoTitleChange, { id: 12, change: change.id }, as('editor')),
    );
    const statuses = (await Promise.all(race)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await read(12)).values.minutes).toBe(change.before);
    const count = 'SELECT count(*) AS n FROM title_changes WHERE title_id = 12';
    expect(await site.sql(count).first('n')).toBe(2);
  });

  it('and an undo at one moment are one after the other', async () => {
    await save(13, { year: '2003' });
    const change = await getChange(13, 'year');
    const { rev } = await read(13);
    const both = await Promise.all([
      site.ask(updateTitle, { id: 13, rev, fields: { year: '2004' } }, as('sara')),
      site.ask(undoTitleChange, { id: 13, change: change.id }, as('editor')),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
