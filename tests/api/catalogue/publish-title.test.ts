import { describe, expect, it } from 'vitest';
import { hideTitle, listDeskTitles, publishTitle, undoTitleChange } from '../../../src/features/catalogue/contract.ts';
import { search } from '../../../src/features/search/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, save, refuse, getVersion } = await openDeskTitles();
const reason = 'the licence has ended';
const hide = async (id: number) => (await site.call(hideTitle, { id, reason }, as('editor'))).data;
const show = async (id: number) => (await site.call(publishTitle, { id, reason }, as('editor'))).data;
const find = async (query: string) => (await site.call(search, { query, literal: '1' })).data.map(({ id }) => id);
const isOpen = async (kind: 'movie' | 'series' | 'episode', id: number) =>
  (await site.ask(getTitle, { kind, id })).status === 200;

/** tests/api/titles/hidden.test.ts walks all doors. */
describe('a title that the desk hides', () => {
  it('is gone at once, is found by the desk, and comes back as it is edited meanwhile', async () => {
    const before = await read(10);
    const version = await getVersion();
    const after = await hide(10);
    expect(after).toMatchObject({ state: 'hidden', hidden_by: 'desk', rev: before.rev + 1 });
    expect(after.changes[0]).toMatchObject({ field: 'hidden', before: '0', after: '1', reason, may_undo: false });
    const second = await getVersion();
    expect(second).not.toBe(version);
    expect(await isOpen('movie', 10)).toBe(false);
    expect(await find(before.values.name_en ?? '')).not.toContain(10);
    const hidden = await site.call(listDeskTitles, { state: 'hidden' }, as('viewer'));
    expect(hidden.data.map(({ id }) => id)).toEqual([10]);
    expect((await hide(10)).rev).toBe(after.rev);
    await save(10, { name_fa: 'در نهان', name_en: 'Behind the curtain' });
    expect(await getVersion()).toBe(second);
    expect(await find('Behind the curtain')).not.toContain(10);
    const visible = await show(10);
    expect(visible).toMatchObject({ hidden_by: null, values: { name_en: 'Behind the curtain' } });
    expect(await getVersion()).not.toBe(second);
    expect(await isOpen('movie', 10)).toBe(true);
    expect(await find('در نهان')).toContain(10);
    expect((await show(10)).rev).toBe(visible.rev);
    const row = await site.sql("SELECT * FROM operator_audit WHERE action = 'hideTitle' ORDER BY id").first();
    expect(row).toMatchObject({ subject: 'title:10', permission: 'titles.publish', status: 200 });
    expect(row?.['after']).toContain(reason);
  });

  it('takes its episodes along, and one that was hidden by itself stays so', async () => {
    const sql = "SELECT series_id, id FROM titles WHERE kind = 'episode' ORDER BY id LIMIT 1";
    const { series_id: series = 0, id = 0 } = (await site.sql(sql).first<{ series_id: number; id: number }>()) ?? {};
    await hide(id);
    expect([await isOpen('episode', id), await isOpen('series', series)]).toEqual([false, true]);
    await hide(series);
    expect((await read(id)).hidden_by).toBe('desk');
    await show(series);
    expect([await isOpen('episode', id), await isOpen('series', series)]).toEqual([false, true]);
    await hide(series);
    await show(id);
    expect((await read(id)).hidden_by).toBe('series');
    expect(await isOpen('episode', id)).toBe(false);
    await show(series);
    expect(await isOpen('episode', id)).toBe(true);
  });

  it('is hidden with a reason by who may publish, and shown by the desk only if the desk hid it', async () => {
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      for (const call of [hideTitle, publishTitle])
        expect(await refuse(call, { id: 11, reason }, as(role)), role).toBe('403 operator_role');
    expect(await refuse(hideTitle, { id: 11, reason: ' ' }, as('editor'))).toBe('422 invalid_input reason');
    expect(await refuse(hideTitle, { id: 987_654, reason }, as('editor'))).toBe('404 title_not_found');
    await site.sql('UPDATE all_titles SET hidden = 1 WHERE id = 11').run();
    expect((await read(11)).hidden_by).toBe('file');
    expect(await refuse(publishTitle, { id: 11, reason }, as('editor'))).toBe('409 title_hidden_file');
    const race = Array.from({ length: 6 }, () => site.ask(hideTitle, { id: 12, reason }, as('editor')));
    expect((await Promise.all(race)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const { changes } = await read(12);
    expect(changes.filter(({ field }) => field === 'hidden')).toHaveLength(1);
    const undo = { id: 12, change: changes[0]?.id };
    expect(await refuse(undoTitleChange, undo, as('editor'))).toBe('409 title_change_stays');
  });
});
