import { beforeAll, describe, expect, it } from 'vitest';
import * as calls from '../../../src/features/front/contract.ts';
import { hideTitle } from '../../../src/features/catalogue/contract.ts';
import { getDiscover, getSlider } from '../../../src/features/home/contract.ts';
import { getLists } from '../../../src/features/lists/contract.ts';
import { listTitles } from '../../../src/features/titles/contract/catalogue.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, refuse, getVersion } = await openDeskTitles();
const editor = as('editor');
const always = { starts_at: null, ends_at: null };
const slide = (title_id: number, more: object = {}): calls.SlideInput => ({
  ...{ title_id, line_fa: null, line_en: null },
  ...{ ...always, ...more },
});
const readHero = async () => (await site.call(calls.getHero, {}, editor)).data;
const saveHero = async (slides: calls.SlideInput[]) => {
  const { rev } = await readHero();
  return (await site.call(calls.saveHero, { rev, slides }, editor)).data;
};
const getSlides = async () => (await site.call(getSlider, {})).data.data.sliders;
const getHome = async () => (await site.call(getDiscover, {})).data.data.map(({ key }) => key);
const readOrder = async () => (await site.call(calls.listDeskLists, {}, editor)).data;
const readList = async (key: string) => (await site.call(calls.getDeskList, { key }, editor)).data;
const list = (titles: number[], more: object = {}) => ({
  ...{ name_fa: 'شب یلدا', name_en: 'Yalda night', line_fa: null, line_en: null, layout: 'wide' as const },
  ...{ ...always, titles, ...more },
});
const makeList = (key: string, titles: number[], more: object = {}) =>
  site.call(calls.saveDeskList, { key, rev: 0, is_new: true, ...list(titles), ...more }, editor);
const readTrail = (action: string) =>
  site.sql('SELECT * FROM operator_audit WHERE action = ? ORDER BY id DESC', action).first();

beforeAll(() => {
  site.clock.now = Math.floor(Date.now() / 1000);
});

describe('the hero', () => {
  it('is written in its order with a line of its own, and is one version of the catalogue', async () => {
    const before = await readHero();
    expect(before.slides.length).toBeGreaterThan(2);
    const version = await getVersion();
    const after = await saveHero([slide(12, { line_fa: ' خط‌\u202eتازه ', line_en: 'Own line' }), slide(10)]);
    expect(after).toMatchObject({
      rev: before.rev + 1,
      slides: [{ title_id: 12, line_fa: 'خط‌تازه' }, { title_id: 10 }],
    });
    const slides = await getSlides();
    expect(slides.map(({ id }) => id)).toEqual([12, 10]);
    expect(slides[0]).toMatchObject({ synopsis_fa: 'خط‌تازه', synopsis_en: 'Own line' });
    expect(slides[1]?.synopsis_fa).not.toBe('');
    const next = await getVersion();
    expect(next).not.toBe(version);
    await saveHero(after.slides.map(({ title: _title, ...fields }) => fields));
    expect((await readHero()).rev).toBe(after.rev);
    expect(await getVersion()).toBe(next);
    expect(await readTrail('saveHero')).toMatchObject({ subject: 'front:hero', status: 200, operator: 'editor' });
  });

  it('shows a slide from its second until its end, and a hidden title never', async () => {
    const { now } = site.clock;
    await saveHero([slide(10, { starts_at: now + 60 }), slide(11, { ends_at: now + 60 }), slide(12)]);
    const getIds = async () => (await getSlides()).map(({ id }) => id);
    expect(await getIds()).toEqual([11, 12]);
    site.clock.now = now + 59;
    expect(await getIds()).toEqual([11, 12]);
    site.clock.now = now + 60;
    expect(await getIds()).toEqual([10, 12]);
    await site.call(hideTitle, { id: 12, reason: 'of this test' }, editor);
    expect(await getIds()).toEqual([10]);
    expect((await readHero()).slides.at(2)?.title).toMatchObject({ id: 12, state: 'hidden' });
  });

  it('is refused for what the site lacks, backwards times, other roles and a stale number', async () => {
    const { rev } = await readHero();
    const send = (slides: object[], who = editor, read: unknown = rev) =>
      refuse(calls.saveHero, { rev: read, slides }, who);
    const many = Array.from({ length: 13 }, () => slide(10));
    for (const [slides, answer] of [
      [[slide(10), slide(987_654)], '422 front_title slides.1'],
      [[slide(10, { starts_at: 1_800_000_000, ends_at: 1_800_000_000 })], '422 front_window slides.0'],
      [[slide(10, { starts_at: 5 })], '422 invalid_input slides.0.starts_at'],
      [[slide(10, { line_en: 'x'.repeat(301) })], '422 invalid_input slides.0.line_en'],
      [[slide('10' as unknown as number)], '422 invalid_input slides.0.title_id'],
      [many, '422 invalid_input slides'],
    ] as const)
      expect(await send([...slides])).toBe(answer);
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const) {
      expect(await send([], as(role)), role).toBe('403 operator_role');
      expect(await refuse(calls.getHero, {}, as(role)), role).toBe('403 operator_role');
    }
    for (const other of [rev - 1, rev + 1]) expect(await send([slide(11)], editor, other)).toBe('409 front_changed');
    expect((await readHero()).rev).toBe(rev);
  });

  it('takes the save of one of two editors at one moment, and refuses the other', async () => {
    const { rev } = await readHero();
    const answers = await Promise.all(
      [10, 11, 13, 14].map((id, at) =>
        site.ask(calls.saveHero, { rev, slides: [slide(id)] }, at % 2 === 0 ? editor : as('sara')),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const { slides, rev: next } = await readHero();
    expect(next).toBe(rev + 1);
    expect(slides).toHaveLength(1);
  });

  it('is taken back by its newest change, once', async () => {
    const first = await saveHero([slide(10), slide(11)]);
    const second = await saveHero([slide(11)]);
    const [newest, older] = second.changes;
    expect([newest?.may_undo, older?.may_undo]).toEqual([true, false]);
    const undo = (change: number | undefined) => refuse(calls.undoFrontChange, { change }, editor);
    expect(await undo(older?.id)).toBe('409 front_change_over');
    await site.call(calls.undoFrontChange, { change: newest?.id ?? 0 }, editor);
    const back = await readHero();
    expect(back.slides.map(({ title_id: id }) => id)).toEqual([10, 11]);
    expect(back.rev).toBe(first.rev + 2);
    expect(await undo(newest?.id)).toBe('409 undo_done');
    expect(await undo(back.changes[0]?.id)).toBe('409 front_change_stays');
    expect(await undo(9_999_999)).toBe('404 front_change_unknown');
    expect(await refuse(calls.undoFrontChange, { change: older?.id ?? 0 }, as('viewer'))).toBe('403 operator_role');
    await expect(site.sql("UPDATE front_changes SET after = '{}'").run()).rejects.toThrow('append-only');
    await expect(site.sql('DELETE FROM front_changes').run()).rejects.toThrow('append-only');
  });
});

describe('an editorial list', () => {
  it('is made, is on home where it was put, and is its page with its titles in order', async () => {
    await makeList('yalda', [13, 10, 11]);
    expect(await getHome()).not.toContain('yalda');
    expect((await site.call(getLists, {})).data.find(({ key }) => key === 'yalda')).toMatchObject({
      ...{ name_en: 'Yalda night', layout: 'wide' },
      items: [{ id: 13 }, { id: 10 }, { id: 11 }],
    });
    const { rev, lists } = await readOrder();
    const others = lists.filter(({ key }) => key !== 'yalda').map(({ key, is_home }) => ({ key, is_home }));
    const [first, ...rest] = others;
    const order = [{ key: 'yalda', is_home: true }, ...rest, { key: first?.key ?? '', is_home: false }];
    await site.call(calls.saveListOrder, { rev, lists: order }, editor);
    const home = await getHome();
    expect(home[0]).toBe('yalda');
    expect(home).not.toContain(first?.key);
    expect((await site.call(getLists, {})).data.at(-1)?.key).toBe(first?.key);
    const pages = await site.call(listTitles, { list: 'yalda' });
    expect(pages.data.map(({ id }) => id)).toEqual([13, 10, 11]);
    expect(await refuse(calls.saveListOrder, { rev, lists: order.slice(1) }, editor)).toBe('409 front_changed');
    expect(await refuse(calls.saveListOrder, { rev, lists: [...order, ...order.slice(0, 1)] }, editor)).toBe(
      '409 front_changed',
    );
  });

  it('keeps its address, and is refused twice, with a double and with a title that is not there', async () => {
    await makeList('attack', [10]);
    const send = (more: object) =>
      refuse(calls.saveDeskList, { key: 'attack', rev: 1, ...list([10]), ...more }, editor);
    for (const [more, answer] of [
      [{ is_new: true, name_en: 'Other' }, '409 front_key_used key'],
      [{ titles: [10, 11, 10] }, '422 front_double titles'],
      [{ titles: [10, 987_654] }, '422 front_title titles'],
      [{ name_fa: ' \u202e ' }, '422 invalid_input name_fa'],
      [{ layout: 'ranks' }, '422 invalid_input layout'],
      [{ starts_at: 1_800_000_000, ends_at: 1_700_000_000 }, '422 front_window ends_at'],
      [{ key: 'nowhere' }, '404 front_list_unknown'],
      [{ key: "x' OR 1=1" }, '422 invalid_input key'],
      [{ rev: 7, name_en: 'Other' }, '409 front_changed'],
    ] as const)
      expect(await send(more), JSON.stringify(more)).toBe(answer);
    const [change] = (await readList('attack')).changes;
    expect(await refuse(calls.undoFrontChange, { change: change?.id ?? 0 }, editor)).toBe('409 front_change_stays');
    expect(await refuse(calls.getDeskList, { key: 'attack' }, as('support'))).toBe('403 operator_role');
  });

  it('is on no page before its time and after its end', async () => {
    const { now } = site.clock;
    await makeList('window', [10], { starts_at: now + 60, ends_at: now + 120 });
    const look = async () => {
      const all = (await site.call(getLists, {})).data.some(({ key }) => key === 'window');
      const { status } = await site.ask(listTitles, { list: 'window' });
      return `${String(all)} ${String(status)}`;
    };
    expect(await look()).toBe('false 404');
    site.clock.now = now + 60;
    expect(await look()).toBe('true 200');
    site.clock.now = now + 120;
    expect(await look()).toBe('false 404');
  });

  it('of a chart has its titles counted, whatever a save sends', async () => {
    const before = await readList('top-films');
    expect(before.chart).toBe('movie');
    const { rev, name_fa, line_fa, line_en, starts_at, ends_at } = before;
    const fields = { name_fa, line_fa, line_en, starts_at, ends_at, layout: 'ranked' as const };
    await site.call(calls.saveDeskList, { key: 'top-films', rev, ...fields, name_en: 'Top ten', titles: [11] }, editor);
    const after = await readList('top-films');
    expect(after).toMatchObject({ name_en: 'Top ten', titles: before.titles });
    await site.call(calls.undoFrontChange, { change: after.changes[0]?.id ?? 0 }, editor);
    expect((await readList('top-films')).name_en).toBe(before.name_en);
  });

  it('takes titles by their numbers, in the order that is given', async () => {
    const { data } = await site.call(calls.listFrontTitles, { ids: '13,10,987654,13' }, editor);
    expect(data.map(({ id }) => id)).toEqual([13, 10]);
    for (const ids of ['', '1,', 'a', '0', "1'--"])
      expect(await refuse(calls.listFrontTitles, { ids }, editor), ids).toBe('422 invalid_input ids');
  });
});
