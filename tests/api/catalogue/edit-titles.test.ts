import { describe, expect, it } from 'vitest';
import { editTitles, type TitleEdit } from '../../../src/features/catalogue/bulk-contract.ts';
import { listDeskTitles, undoTitleChange } from '../../../src/features/catalogue/contract.ts';
import { holdTitle } from '../../../src/features/catalogue/lease-contract.ts';
import { listAudit } from '../../../src/features/staff/contract.ts';
import { search } from '../../../src/features/search/contract.ts';
import { CATALOGUE_VERSION_KEY } from '../../../src/platform/http/cache/catalogue-version.ts';
import { openMoney } from '../../support/money/money.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { platform, site, as, read, save, refuse, getVersion } = await openDeskTitles();
const NONE = 987_654;
type Title = { id: number; rev?: number };

const rehearse = async (ids: readonly number[], edits: TitleEdit[]) =>
  (await site.call(editTitles, { titles: ids.map((id) => ({ id })), edits, rehearse: true }, as('editor'))).data;
const write = async (titles: Title[], edits: TitleEdit[]) =>
  (await site.call(editTitles, { titles, edits }, as('editor'))).data;
const edit = async (ids: readonly number[], ...edits: TitleEdit[]) => {
  const { results } = await rehearse(ids, edits);
  return write(
    results.map(({ id, rev }) => ({ id, rev })),
    edits,
  );
};
const add = (field: TitleEdit['field'], value: string): TitleEdit => ({ field, act: 'add', value });
const remove = (field: TitleEdit['field'], value: string): TitleEdit => ({ field, act: 'remove', value });
const set = (field: TitleEdit['field'], value: string): TitleEdit => ({ field, act: 'set', value });
const countChanges = () => site.sql('SELECT count(*) AS n FROM title_changes').first<number>('n');
const findEpisode = () => site.sql("SELECT id FROM titles WHERE kind = 'episode' LIMIT 1").first<number>('id');

describe('an act on many titles', () => {
  it('is shown before it is made, passes where it may, and says why it leaves one out', async () => {
    const [plain, has, leased, episode] = [20, 21, 22, (await findEpisode()) ?? 0];
    await save(plain, { genres: 'drama' });
    await save(has, { genres: 'drama,war' });
    await save(leased, { genres: 'drama' });
    await site.call(holdTitle, { id: leased, tab: 'tab-of-somebody-else' }, as('sara'));
    const ids = [leased, plain, has, episode, NONE];
    const [version, changes] = [await getVersion(), await countChanges()];
    const preview = await rehearse(ids, [add('genres', 'war')]);
    const outcome = preview.results.map(({ id, error, editor, changes: list }) => [id, error, editor, list.length]);
    expect(outcome).toEqual([
      [leased, 'title_held', 'sara', 0],
      [plain, null, null, 1],
      [has, null, null, 0],
      [episode, 'title_field', null, 0],
      [NONE, 'title_not_found', null, 0],
    ]);
    expect([await getVersion(), await countChanges()]).toEqual([version, changes]);

    const { results } = await edit(ids, add('genres', 'war'));
    expect(results.map(({ error }) => error)).toEqual(outcome.map(([, error]) => error));
    expect(results[1]?.changes).toEqual([{ field: 'genres', before: 'drama', after: 'drama,war' }]);
    expect((await read(plain)).values.genres).toBe('drama,war');
    expect((await read(leased)).values.genres).toBe('drama');
    const second = await getVersion();
    expect(second).not.toBe(version);
    expect(await countChanges()).toBe((changes ?? 0) + 1);
    await edit(ids, add('genres', 'war'));
    expect([await getVersion(), await countChanges()]).toEqual([second, (changes ?? 0) + 1]);
  });

  it('is a change of each title with an undo of its own, one act of the trail, and one version of the pages', async () => {
    const versions: string[] = [];
    const { CONFIG } = platform.env;
    const put = (key: string, value: string) => {
      versions.push(key);
      return CONFIG.put(key, value);
    };
    const counted = { ...platform.env, CONFIG: { get: CONFIG.get.bind(CONFIG), put } as unknown as KVNamespace };
    const watched = openMoney({ ...platform, env: counted }, { OPERATOR_TOKEN: site.env.OPERATOR_TOKEN });
    const edits = [set('age', '۱۵+'), set('age_reasons', 'ترس، خشونت')];
    const { results } = await rehearse([23, 24], edits);
    const titles = results.map(({ id, rev }) => ({ id, rev }));
    await watched.call(editTitles, { titles, edits }, as('editor'));
    expect(versions).toEqual([CATALOGUE_VERSION_KEY]);
    for (const id of [23, 24]) {
      const { values, changes } = await read(id);
      expect(values).toMatchObject({ age: '15', age_reasons: 'fear,violence' });
      const change = changes.find(({ field, after }) => field === 'age_reasons' && after === 'fear,violence');
      expect(change).toMatchObject({ operator: 'editor', may_undo: true });
      if (id === 24) await site.call(undoTitleChange, { id, change: change?.id ?? 0 }, as('editor'));
    }
    expect([(await read(23)).values.age_reasons, (await read(24)).values.age_reasons]).toEqual([
      'fear,violence',
      expect.not.stringContaining('fear,violence'),
    ]);
    for (const id of [23, 24]) {
      const { data } = await site.call(listAudit, { subject: `title:${String(id)}` }, as('owner'));
      expect(data.find(({ action }) => action === 'editTitles')?.after).toContain('"age":"15"');
    }
  });

  it('leaves out a title whose field somebody wrote meanwhile, and writes over other fields', async () => {
    const { results } = await rehearse([25, 26], [set('available_until', '1420/01/01')]);
    const titles = results.map(({ id, rev }) => ({ id, rev }));
    await save(25, { available_until: '2040-05-01' });
    await save(26, { name_en: 'Renamed meanwhile' });
    const act = await write(titles, [set('available_until', '1420/01/01')]);
    expect(act.results.map(({ error }) => error)).toEqual(['title_changed', null]);
    expect((await read(25)).values.available_until).toBe('2040-05-01');
    expect((await read(26)).values).toMatchObject({ available_until: '2041-03-20', name_en: 'Renamed meanwhile' });
    await edit([25, 26], set('available_until', ''), set('available_countries', 'iran'));
    expect((await read(25)).values).toMatchObject({ available_until: null, available_countries: 'IR' });
  });

  it('keeps the order of a list, its bound, and a title from being beside itself', async () => {
    await save(27, { countries: 'ایران', related: '' });
    await edit([27], add('countries', 'فرانسه، ایران'));
    expect(await read(27)).toMatchObject({ iranian: true, values: { countries: 'IR,FR' } });
    await edit([27], remove('countries', 'IR'), add('countries', 'TR'));
    expect(await read(27)).toMatchObject({ iranian: false, values: { countries: 'FR,TR' } });
    await save(28, { related: '' });
    const answer = await edit([27, 28], add('related', '27,28'));
    expect([(await read(27)).values.related, (await read(28)).values.related]).toEqual(['28', '27']);
    expect(answer.related.map(({ id }) => id).sort()).toEqual([27, 28]);
    const twelve = Array.from({ length: 12 }, (_, at) => String(40 + at)).join();
    expect((await edit([27], add('related', twelve))).results[0]?.error).toBe('title_related');
  });

  it('writes series with their episodes, and hidden titles without a new version of the pages', async () => {
    const series = (await site.sql("SELECT id FROM titles WHERE kind = 'series' LIMIT 1").first<number>('id')) ?? 0;
    await edit([series], set('access', 'free'), set('age', '7'));
    const wrong = 'SELECT count(*) AS n FROM titles WHERE series_id = ? AND (access <> ? OR age <> 7)';
    expect(await site.sql(wrong, series, 'free').first<number>('n')).toBe(0);
    await site.sql('UPDATE all_titles SET hidden = 1 WHERE id = 29').run();
    const version = await getVersion();
    await edit([29], set('age', '18'));
    expect((await read(29)).values.age).toBe('18');
    expect(await getVersion()).toBe(version);
    const { data } = await site.call(listDeskTitles, { ids: '29' }, as('viewer'));
    const matches = await site.call(search, { query: data[0]?.name_en ?? '', literal: '1' });
    expect(matches.data.map(({ id }) => id)).not.toContain(29);
  });

  it('is refused whole without the permission, a revision, or a value that a single edit takes', async () => {
    const titles = [{ id: 10, rev: 0 }];
    const edits = [add('genres', 'war')];
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await refuse(editTitles, { titles, edits }, as(role)), role).toBe('403 operator_role');
    const rejected = async (body: object) => refuse(editTitles, { titles, edits, ...body }, as('editor'));
    expect(await rejected({ titles: [{ id: 10 }] })).toBe('422 invalid_input titles');
    expect(await rejected({ edits: [add('countries', 'Atlantis')] })).toBe('422 title_list countries');
    expect(await rejected({ edits: [add('genres', ' , ')] })).toBe('422 invalid_input genres');
    expect(await rejected({ edits: [set('release_date', 'soon')] })).toBe('422 title_day release_date');
    expect(await rejected({ edits: [set('genres', 'war')] })).toContain('422 invalid_input');
    expect(await rejected({ edits: [set('age', '7'), set('age', '12')] })).toBe('422 invalid_input edits');
    expect(await rejected({ edits: [{ field: 'name_fa', act: 'set', value: 'x' }] })).toContain('422 invalid_input');
    expect(await rejected({ titles: Array.from({ length: 101 }, (_, id) => ({ id: id + 1, rev: 0 })) })).toContain(
      '422',
    );
  });
});
