import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { undoTitleChange, updateTitle } from '../../../src/features/catalogue/contract.ts';
import { getTimeline } from '../../../src/features/catalogue/timeline-contract.ts';
import { getCart } from '../../../src/features/paywall/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { publishing } from '../../../tools/ingest/publish.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, save, refuse, getVersion } = await openDeskTitles();
const [FILM, OTHER] = [10, 11];
const viewer = await site.visitor({ subscribedUntil: site.clock.now + 86_400 });
const getMedia = (id: number) => site.sql('SELECT media FROM titles WHERE id = ?', id).first<string>('media');
const listChapters = async (id = FILM) =>
  (await site.call(getTitle, { kind: 'movie', id })).data.chapters.map((chapter) => Object.values(chapter));
const listMarkers = async (id = FILM) => {
  const { play } = (await site.call(getCart, { type: 'movie', id }, viewer)).data.data;
  return play?.markers.map((marker) => Object.values(marker));
};
const see = async (id = FILM) => (await site.call(getTimeline, { id }, as('viewer'))).data;
const write = (list: unknown) => JSON.stringify(list);
const editor = as('editor');
/** Seconds of the demo's clip, which is shorter than its title says. */
let length = 0;

beforeAll(async () => {
  const media = String(await getMedia(FILM));
  for (const file of ['master.m3u8', 'storyboard.vtt', '720p/index.m3u8'])
    await site.env.MEDIA.put(`video/${media}/${file}`, readFileSync(`seed/media/${media}/${file}`));
  length = (await see()).length;
});

describe('the timeline of a film', () => {
  it('has the length of its playlist, the sheets of its storyboard, and what is in its file', async () => {
    const timeline = await see();
    expect(timeline).toMatchObject({ has_film: true, sheets: [0] });
    expect(timeline.length).toBeLessThan(120);
    expect(timeline.chapters.map((chapter) => Object.values(chapter))).toEqual(await listChapters());
    expect(timeline.markers.map((marker) => Object.values(marker))).toEqual(await listMarkers());
    expect((await read(FILM)).values).toMatchObject({ markers: null, chapters: null });
    expect(await refuse(getTimeline, { id: FILM }, as('support'))).toBe('403 operator_role');
    expect(await refuse(getTimeline, { id: 987_654 }, as('viewer'))).toBe('404 title_not_found');
  });

  it('is that of the minutes where the files are not there', async () => {
    await site.sql('UPDATE all_titles SET media = NULL WHERE id = ?', OTHER).run();
    const { values } = await read(OTHER);
    expect(await see(OTHER)).toEqual({
      ...{ has_film: false, length: (Number(values.minutes) + 1) * 60, sheets: [], markers: [], chapters: [] },
    });
  });
});

describe('markers and chapters of the desk', () => {
  it('are on the page and in the player by one version, and a repeat of the save changes nothing', async () => {
    const version = await getVersion();
    const markers = write([
      ['credits', '0:30', String(length)],
      ['intro', '۰:۰۲', '00:00:04.600'],
    ]);
    const chapters = write([
      ['۰:۱۰', null, ' ميانه ', 'Middle'],
      [0, null, 'آغاز', 'Beginning'],
    ]);
    const after = await save(FILM, { markers, chapters });
    const list = [
      [0, 10, 'آغاز', 'Beginning'],
      [10, length, 'میانه', 'Middle'],
    ];
    expect(after.values).toMatchObject({
      ...{
        markers: write([
          ['intro', 2, 5],
          ['credits', 30, length],
        ]),
        chapters: write(list),
      },
    });
    expect(await listChapters()).toEqual(list);
    expect(await listMarkers()).toEqual([
      ['intro', 2, 5],
      ['credits', 30, length],
    ]);
    const put = await getVersion();
    expect(put).not.toBe(version);
    expect((await save(FILM, { markers, chapters })).rev).toBe(after.rev);
    expect(await getVersion()).toBe(put);
    const act = await site.sql("SELECT * FROM operator_audit WHERE action = 'updateTitle' ORDER BY id DESC").first();
    expect(act).toMatchObject({ subject: `title:${String(FILM)}`, permission: 'titles.write', status: 200 });
  });

  it('are of one title, though others have the same file', async () => {
    const media = await getMedia(FILM);
    await site.sql('UPDATE all_titles SET media = ? WHERE id = 12', media).run();
    const { chapters, markers } = await see(12);
    expect(await listChapters(12)).toEqual(chapters.map((chapter) => Object.values(chapter)));
    expect(chapters[0]?.name_en).not.toBe('Beginning');
    expect(markers).toEqual((await see()).markers);
  });

  it('stay after a seed, and after the film is made again', async () => {
    const before = [await listChapters(), await listMarkers()];
    const media = await getMedia(FILM);
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    await site.sql('UPDATE all_titles SET media = ? WHERE id = ?', media, FILM).run();
    const row = {
      ...{ id: FILM, kind: 'movie', name_fa: '', name_en: '', minutes: 90, access: 'free' },
      ...{ series: null, art: null, backdrop: null, still: null },
    };
    const produced = {
      ...{ downloads: [], languages: [], sounds: [], height: 720 },
      chapters: [{ starts: 0, ends: 9, name_fa: 'فایل', name_en: 'Of the file' }],
    };
    const made = { folder: String(media), row, produced, markers: [], now: site.clock.now };
    for (const { sql, values } of publishing(
      { title: { kind: 'movie', id: FILM }, asTrailer: false, operator: 'ingest', toman: null },
      made,
    ))
      await site.sql(sql, JSON.stringify(values)).run();
    expect([await listChapters(), await listMarkers()]).toEqual(before);
    expect((await see()).chapters).toEqual(produced.chapters);
  });

  it('are taken back, to those of the file, and given back to it by an empty text', async () => {
    const undo = async (field: string) => {
      const change = (await read(FILM)).changes.find((one) => one.field === field && one.undoes === null);
      return site.call(undoTitleChange, { id: FILM, change: change?.id ?? 0 }, editor);
    };
    expect((await undo('chapters')).data.values.chapters).toBe(null);
    expect((await listChapters()).map(([, , , name]) => name)).toEqual(['Of the file']);
    expect((await listMarkers())?.length).toBe(2);
    await save(FILM, { chapters: '[]' });
    expect(await listChapters()).toEqual([]);
    expect((await save(FILM, { chapters: '', markers: '' })).values).toMatchObject({ chapters: null, markers: null });
    expect((await listChapters()).length).toBe(1);
  });

  it('of two editors are both there, and of one field the second sees both', async () => {
    const { rev } = await read(FILM);
    const chapters = write([[0, null, 'یک', 'One']]);
    await site.call(updateTitle, { id: FILM, rev, fields: { markers: write([['intro', 1, 3]]) } }, editor);
    const { data } = await site.call(updateTitle, { id: FILM, rev, fields: { chapters } }, as('sara'));
    expect(data.values).toMatchObject({
      markers: write([['intro', 1, 3]]),
      chapters: write([[0, length, 'یک', 'One']]),
    });
    const late = { id: FILM, rev, fields: { markers: write([['intro', 2, 4]]) } };
    expect(await refuse(updateTitle, late, as('sara'))).toBe('409 title_changed markers');
    const race = ['A', 'B', 'C'].map((name) =>
      site.ask(updateTitle, { id: FILM, rev: data.rev, fields: { chapters: write([[1, null, 'آ', name]]) } }, editor),
    );
    expect((await Promise.all(race)).map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('are refused: reversed, over each other, outside the film, too many, without names, and by who may not', async () => {
    const { rev } = await read(FILM);
    for (const [fields, refusal] of [
      [{ markers: write([['intro', 5, 2]]) }, '422 timeline_order markers'],
      [
        {
          markers: write([
            ['intro', 2, 8],
            ['recap', '0:05', '0:10'],
          ]),
        },
        '422 timeline_overlap markers',
      ],
      [{ markers: write([['credits', 2, length + 1]]) }, '422 timeline_length markers'],
      [{ markers: write([['intro', '1:75', '2:00']]) }, '422 timeline_time markers'],
      [{ markers: write([['song', 1, 2]]) }, '422 timeline_list markers'],
      [{ markers: 'x' }, '422 timeline_list markers'],
      [{ markers: '{"intro":[1,2]}' }, '422 timeline_list markers'],
      [{ chapters: write([[length, null, 'آ', 'a']]) }, '422 timeline_length chapters'],
      [
        {
          chapters: write([
            [1, null, 'آ', 'a'],
            ['0:01', null, 'ب', 'b'],
          ]),
        },
        '422 timeline_overlap chapters',
      ],
      [{ chapters: write([[1, null, ' ', 'a']]) }, '422 title_name chapters'],
      [{ chapters: write([[1, null, 'آ', 'half \ud800']]) }, '422 title_name chapters'],
      [{ chapters: write(Array.from({ length: 101 }, () => [1, null, 'آ', 'a'])) }, '422 timeline_list chapters'],
      [{ chapters: [[1, null, 'آ', 'a']] }, '422 invalid_input fields.chapters'],
    ] as const)
      expect(await refuse(updateTitle, { id: FILM, rev, fields }, editor), JSON.stringify(fields).slice(0, 99)).toBe(
        refusal,
      );
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await refuse(updateTitle, { id: FILM, rev, fields: { markers: '[]' } }, as(role))).toBe(
        '403 operator_role',
      );
    expect((await read(FILM)).rev).toBe(rev);
  });

  it('are of an episode and of a film without a file, and not of a series', async () => {
    const [episode, series] = await Promise.all(
      ['episode', 'series'].map((kind) => site.sql('SELECT id FROM titles WHERE kind = ?', kind).first<number>('id')),
    );
    const fields = { markers: write([['intro', 0, 60]]), chapters: write([[0, null, 'یک', 'One']]) };
    expect((await save(episode ?? 0, fields)).values.markers).toBe(fields.markers);
    expect((await save(OTHER, fields)).values.markers).toBe(fields.markers);
    const { rev } = await read(series ?? 0);
    expect(await refuse(updateTitle, { id: series ?? 0, rev, fields }, editor)).toBe(
      '422 title_field markers chapters',
    );
  });
});
