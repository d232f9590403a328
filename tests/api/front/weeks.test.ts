import { beforeAll, describe, expect, it } from 'vitest';
import { undoFrontChange } from '../../../src/features/front/contract.ts';
import * as calls from '../../../src/features/front/weeks-contract.ts';
import { getChannels } from '../../../src/features/live/contract.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, refuse } = await openDeskTitles();
const editor = as('editor');
/** Saturday, 30 March 2030, 12:00 in Tehran. */
const NOW = Date.UTC(2030, 2, 30, 8, 30) / 1000;
const read = async (id: number) => (await site.call(calls.getChannelWeek, { id }, editor)).data;
const toInputs = ({ programmes }: calls.DeskWeek): calls.ProgrammeInput[] =>
  programmes.map(({ title: _title, has_media: _has, ...programme }) => programme);
const toTime = ({ day, start }: calls.ProgrammeInput) => ({ day, start });
let channel = 0;

beforeAll(async () => {
  site.clock.now = NOW;
  const { data } = await site.call(calls.listDeskChannels, {}, editor);
  channel = data.find(({ external, findings }) => !external && findings === 0)?.id ?? 0;
  expect(channel).toBeGreaterThan(0);
});

describe('the week of a channel', () => {
  it('is written with its gaps and overlaps, is on the air, and outlives a seed', async () => {
    const before = await read(channel);
    const week = toInputs(before);
    const noon = week.findIndex(({ day, start, minutes }) => day === 0 && start <= 720 && start + minutes > 720);
    const present = week[noon];
    if (present === undefined) throw new Error('nothing is on at noon');
    const later = { ...present, name_en: 'Own programme', name_fa: 'برنامهٔ ما', minutes: present.minutes + 7 };
    const save = { id: channel, rev: before.rev, remove: [toTime(present)], add: [later] };
    const after = (await site.call(calls.saveChannelWeek, save, editor)).data;
    const overlap = { is: 'overlap', at: (present.start + present.minutes) % (7 * 1440), minutes: 7 };
    expect(after.findings).toEqual([overlap]);
    const onAir = (await site.call(getChannels, {})).data.find(({ id }) => id === channel);
    expect(onAir?.now_en).toBe('Own programme');
    const listed = (await site.call(calls.listDeskChannels, {}, editor)).data.find(({ id }) => id === channel);
    expect(listed).toMatchObject({ programmes: week.length, findings: 1 });
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    expect(toInputs(await read(channel))).toEqual(toInputs(after));
    await site.call(undoFrontChange, { change: after.changes[0]?.id ?? 0 }, editor);
    expect(toInputs(await read(channel))).toEqual(week);
  });

  it('is refused with two at one minute, another film’s folder, a stale number, and by other roles', async () => {
    const { rev, ...before } = await read(channel);
    const week = toInputs({ rev, ...before });
    const [first] = week;
    if (first === undefined) throw new Error('the week is empty');
    await site.sql("UPDATE all_titles SET media = 'film-of-somebody' WHERE id = 10").run();
    const send = (more: object, read: number = rev) => {
      const save = { id: channel, rev: read, remove: [toTime(first)], add: [{ ...first, ...more }] };
      return refuse(calls.saveChannelWeek, save, editor);
    };
    for (const [more, answer] of [
      [{ day: week[1]?.day, start: week[1]?.start }, '422 front_same_time add.0'],
      [{ title_id: 987_654 }, '422 front_title add.0'],
      [{ media: 'film-of-somebody' }, '422 front_media add.0'],
      [{ picture: 'poster-of-somebody' }, '422 front_media add.0'],
      [{ start: 1440 }, '422 invalid_input add.0.start'],
      [{ day: -1 }, '422 invalid_input add.0.day'],
      [{ minutes: 0 }, '422 invalid_input add.0.minutes'],
      [{ name_fa: ' ' }, '422 invalid_input add.0.name_fa'],
    ] as const)
      expect(await send(more), JSON.stringify(more)).toBe(answer);
    expect(await send({ name_en: 'Stale' }, rev + 1)).toBe('409 front_changed');
    const gone = { day: first.day, start: first.start + 1 };
    const save = { id: channel, rev, remove: [gone], add: [first] };
    expect(await refuse(calls.saveChannelWeek, save, editor)).toBe('409 front_changed');
    expect(await refuse(calls.getChannelWeek, { id: 99 }, editor)).toBe('404 front_channel_unknown');
    for (const role of ['viewer', 'support'] as const)
      expect(await refuse(calls.saveChannelWeek, { id: channel, rev, remove: [], add: [] }, as(role))).toBe(
        '403 operator_role',
      );
    expect((await read(channel)).rev).toBe(rev);
  });

  it('of two editors at one moment is that of one', async () => {
    const { rev, ...before } = await read(channel);
    const week = toInputs({ rev, ...before });
    const [first] = week;
    if (first === undefined) throw new Error('the week is empty');
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((name_en) => {
        const save = { id: channel, rev, remove: [toTime(first)], add: [{ ...first, name_en }] };
        return site.ask(calls.saveChannelWeek, save, editor);
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(['One', 'Two', 'Three']).toContain(toInputs(await read(channel))[0]?.name_en);
  });
});
