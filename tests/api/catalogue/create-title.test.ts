import { describe, expect, it } from 'vitest';
import { createDeskTitle, hideTitle, listDeskTitles, publishTitle } from '../../../src/features/catalogue/contract.ts';
import { createTitle } from '../../../src/features/catalogue/server/create-title.ts';
import { search } from '../../../src/features/search/contract.ts';
import { listAudit } from '../../../src/features/staff/contract.ts';
import { FIRST_DESK_ID } from '../../../src/features/titles/facts/title-ids.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import type { TitleKind } from '../../../src/platform/kinds.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, save, refuse, getVersion } = await openDeskTitles();
const FILM = { kind: 'movie', name_fa: ' باغ  تازه ', name_en: 'A New Garden', year: '۱۴۰۴', minutes: '۱:۳۵' } as const;
let keys = 0;
const createKey = () => `draft-key-${String((keys += 1))}`;
const make = async (input: object = FILM, key = createKey()) =>
  (await site.call(createDeskTitle, { ...FILM, ...input, key }, as('editor'))).data.id;
const isOpen = async (kind: TitleKind, id: number) => (await site.ask(getTitle, { kind, id })).status === 200;
const readSeries = () => site.sql("SELECT id FROM titles WHERE kind = 'series' LIMIT 1").first<number>('id');

describe('a new title', () => {
  it('is a draft above the numbers of seeds and imports, which only the desk sees, until it is published', async () => {
    const version = await getVersion();
    const id = await make();
    expect(id).toBeGreaterThanOrEqual(FIRST_DESK_ID);
    const draft = await read(id);
    expect(draft).toMatchObject({ state: 'draft', hidden_by: 'desk', has_file: false, publication: null });
    expect(draft.values).toMatchObject({ name_fa: 'باغ تازه', year: '2025', minutes: '95', age: '12', countries: '' });
    expect(draft.changes).toMatchObject([{ field: 'hidden', before: null, after: '1', may_undo: false }]);
    expect(await isOpen('movie', id)).toBe(false);
    const drafts = await site.call(listDeskTitles, { state: 'draft' }, as('viewer'));
    expect(drafts.data.map((title) => title.id)).toEqual([id]);
    expect(await getVersion()).toBe(version);
    await save(id, { synopsis_fa: 'داستان', countries: 'ایران', genres: 'drama' });
    const { data } = await site.call(publishTitle, { id }, as('editor'));
    expect(data).toMatchObject({ hidden_by: null, state: 'not_released' });
    expect(await isOpen('movie', id)).toBe(true);
    expect((await site.call(search, { query: 'A New Garden', literal: '1' })).data.map((hit) => hit.id)).toContain(id);
    expect(await getVersion()).not.toBe(version);
    await site.call(hideTitle, { id, reason: 'the licence has ended' }, as('editor'));
    expect((await read(id)).state).toBe('hidden');
    const trail = await site.call(listAudit, { subject: `title:${String(id)}` }, as('owner'));
    expect(trail.data.map(({ action }) => action)).toContain('createDeskTitle');
    const audit = await site.sql("SELECT * FROM operator_audit WHERE action = 'createDeskTitle' LIMIT 1").first();
    expect(audit).toMatchObject({ permission: 'titles.write', subject: 'movie', operator: 'editor', status: 200 });
  });

  it('is made once for each key, and each of many at one moment has its own number', async () => {
    const key = createKey();
    const same = await Promise.all(Array.from({ length: 6 }, () => make({}, key)));
    expect(new Set(same).size).toBe(1);
    expect(await refuse(createDeskTitle, { ...FILM, key }, as('sara'))).toBe('409 key_used');
    expect(await refuse(createDeskTitle, { ...FILM, kind: 'video', key }, as('editor'))).toBe('409 key_used');
    const many = await Promise.all(Array.from({ length: 6 }, () => make()));
    expect(new Set(many).size).toBe(6);
  });

  it('of another part of the desk is the same draft, once for each key', async () => {
    const context = { db: openDatabase(site.env.DB), now: site.clock.now };
    const draft = {
      kind: 'video',
      nameFa: 'از جدول',
      nameEn: 'Of a table',
      year: 2026,
      minutes: 5,
      place: null,
    } as const;
    const maker = { operator: 'editor', key: 'row-of-a-table' };
    const made = await createTitle(context, draft, maker);
    expect(made).toMatchObject({ ok: true, value: { isNew: true } });
    const id = made.ok ? made.value.id : 0;
    expect(await createTitle(context, draft, maker)).toEqual({ ok: true, value: { id, isNew: false } });
    expect(await read(id)).toMatchObject({ kind: 'video', state: 'draft' });
  });

  it('that is an episode has the facts of its series, and stays a draft when the series is shown', async () => {
    const series_id = (await readSeries()) ?? 0;
    const id = await make({ kind: 'episode', series_id, season: 1, number: 99 });
    const [episode, series] = [await read(id), await read(series_id)];
    expect(episode.values).toMatchObject({ age: series.values.age, year: series.values.year });
    expect([await isOpen('episode', id), await isOpen('series', series_id)]).toEqual([false, true]);
    const page = await site.call(getTitle, { kind: 'series', id: series_id });
    expect(page.data.seasons.flatMap(({ episodes }) => episodes.map((one) => one.id))).not.toContain(id);
    await site.call(publishTitle, { id }, as('editor'));
    expect(await isOpen('episode', id)).toBe(true);
  });

  it('is refused field by field, and to who may not write', async () => {
    const film = { ...FILM, key: createKey() };
    const film_id = 10;
    for (const [input, refusal] of [
      [{ ...film, name_fa: ' … ' }, '422 title_name name_fa'],
      [{ ...film, name_en: '', year: '1' }, '422 title_name name_en year'],
      [{ ...film, minutes: '0' }, '422 title_minutes minutes'],
      [{ ...film, year: undefined }, '422 title_year year'],
      [{ ...film, kind: 'season' }, '422 invalid_input kind'],
      [{ ...film, key: 'short' }, '422 invalid_input key'],
      [{ ...film, kind: 'episode', season: 1, number: 1 }, '404 title_series_unknown series_id'],
      [{ ...film, kind: 'episode', series_id: 987_654, number: 1 }, '404 title_series_unknown'],
      [{ ...film, kind: 'episode', series_id: film_id, number: 1 }, '404 title_series_unknown'],
      [{ ...film, kind: 'episode', series_id: await readSeries() }, '422 invalid_input number'],
      [{ ...film, name_fa: 7 }, '422 invalid_input name_fa'],
    ] as const)
      expect(await refuse(createDeskTitle, input, as('editor')), refusal).toBe(refusal);
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await refuse(createDeskTitle, film, as(role)), role).toBe('403 operator_role');
    const text = await make({ name_fa: '<script>alert(1)</script>', name_en: '=1+1 \u202e' });
    expect((await read(text)).values.name_fa).toContain('<script>');
  });
});
