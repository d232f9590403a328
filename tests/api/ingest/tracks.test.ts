import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import * as calls from '../../../src/features/ingest/tracks-contract.ts';
import { finishIngest, takeIngest } from '../../../src/features/ingest/contract.ts';
import { sweepTracks, writeMaster } from '../../../src/features/ingest/server/tracks/write-change.ts';
import { getFolderRenditions } from '../../../src/features/playback/server/folder-renditions.ts';
import { addKey } from '../../../src/features/staff/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { prepareRow } from '../../support/database/rows.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';
import { openTus } from '../../support/site/tus.ts';

const { platform, site, as, refuse, getVersion } = await openDeskTitles();
const tus = openTus(site, platform, as('editor').token);
const [FILM, OTHER, SERIES] = [10, 11, 3];
const MEDIA = 'movie-10-tracks';
const LINE = '1\r\n00:00:01,000 --> 00:00:02,500\r\n';
const encode = (text: string) => new TextEncoder().encode(text);
const toBytes = (...parts: (string | Uint8Array)[]) =>
  Uint8Array.from(parts.flatMap((part) => [...(typeof part === 'string' ? encode(part) : part)]));
const toUtf16 = (text: string) =>
  Uint8Array.from(Array.from(text).flatMap((sign) => [sign.charCodeAt(0) & 0xff, sign.charCodeAt(0) >> 8]));
const master = async () => (await site.env.MEDIA.get(`video/${MEDIA}/master.m3u8`))?.text() ?? '';
const read = async (path: string) => (await site.env.MEDIA.get(`video/${MEDIA}/subs/${path}`))?.text();

beforeAll(async () => {
  for (const file of ['master.m3u8', '360p/index.m3u8', '720p/index.m3u8', 'subs/fa.vtt', 'subs/en.vtt'])
    await site.env.MEDIA.put(`video/${MEDIA}/${file}`, readFileSync(`seed/media/clip-1/${file}`));
  await site.sql('UPDATE all_titles SET media = ? WHERE id = ?', MEDIA, FILM).run();
  await site.env.DB.batch([
    prepareRow(site.env.DB, 'media_facts', { media: MEDIA, sounds: '[]', subtitles: '["fa"]' }),
  ]);
});

async function upload(bytes: Uint8Array | string, values: Record<string, string> = {}, client = tus): Promise<string> {
  const body = new Uint8Array(toBytes(bytes));
  const metadata = { title: String(FILM), kind: 'subtitle', language: 'fa', filename: 'a.srt', ...values };
  const path = await client.begin(body.byteLength, metadata);
  if ((await client.patch(path, 0, body)).status !== 204) throw new Error('not stored');
  return path.split('/').at(-1) ?? '';
}
async function sendFilm(): Promise<string> {
  const path = await tus.begin(4, { title: String(FILM), kind: 'film', filename: 'x.mkv' });
  await tus.patch(path, 0, 'film');
  return path.split('/').at(-1) ?? '';
}
const see = async (id = FILM) => (await site.call(calls.getFilmTracks, { id }, as('viewer'))).data;
const publish = async (id: string, who = as('editor')) =>
  (await site.call(calls.publishSubtitle, { id: FILM, upload: id, rev: (await see()).rev }, who)).data;
const undo = async () => {
  const [change] = (await see()).changes;
  return (await site.call(calls.undoTrackChange, { id: FILM, change: change?.id }, as('editor'))).data;
};
const list = async () => (await see()).tracks.subtitles.map(({ language, kind }) => `${language} ${kind}`);

describe('subtitles of a film that plays', () => {
  it('are repaired, stored whole and in segments, listed for players, and named on the page', async () => {
    const version = await getVersion();
    expect(await list()).toEqual(['fa full', 'en full']);
    // «.سلام» in Windows-1256, its full stop in front as old players wanted it.
    const id = await upload(toBytes(LINE, Uint8Array.of(0x2e, 0xd3, 0xe1, 0xc7, 0xe3)), { language: 'ar' });
    const { rev, tracks, changes } = await publish(id);
    expect(rev).toBe(1);
    expect(tracks.subtitles.at(-1)).toEqual({ name: `ar-${id.slice(0, 8)}`, language: 'ar', kind: 'full', upload: id });
    expect(changes).toMatchObject([{ operator: 'editor', may_undo: true }]);
    const name = `ar-${id.slice(0, 8)}`;
    expect(await read(`${name}.vtt`)).toContain('سلام.');
    expect(await read(`${name}.m3u8`)).toContain(`${name}/seg-0.vtt`);
    expect(await read(`${name}/seg-0.vtt`)).toContain('X-TIMESTAMP-MAP');
    expect(await master()).toContain(
      `NAME="العربية",LANGUAGE="ar",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="subs/${name}.m3u8"`,
    );
    const { subtitles } = await getFolderRenditions(site.env, MEDIA);
    expect(subtitles.map(({ uri }) => uri)).toEqual(['subs/fa.m3u8', 'subs/en.m3u8', `subs/${name}.m3u8`]);
    expect((await site.call(getTitle, { kind: 'movie', id: FILM })).data.subtitles).toContain('ar');
    expect(await getVersion()).not.toBe(version);
    // The answer was lost, and the press comes again.
    expect((await site.call(calls.publishSubtitle, { id: FILM, upload: id, rev: 0 }, as('editor'))).data.rev).toBe(1);
    const act = await site
      .sql("SELECT * FROM operator_audit WHERE action = 'publishSubtitle' AND status = 200")
      .first();
    expect(act).toMatchObject({ subject: `title:${String(FILM)}`, permission: 'media.write' });
    expect(String(act?.['after'])).toContain(name);
  });

  it.each([
    ['UTF-8 with a mark, and Arabic letters', toBytes('\ufeff', LINE, 'كتابي\n'), 'کتابی'],
    ['UTF-16', toUtf16(`\ufeff${LINE}خانه`), 'خانه'],
    ['WebVTT', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<b>پنجره</b>', '<b>'],
    ['ASS', '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,{\\i1}دریا{\\i0}\\Nآبی', 'آبی'],
    ['broken times', '۱\n۰۰:۰۰:۰۳٫۵ -> ۰۰:۰۰:۰۱\nکوه', '00:00:01.000 --> 00:00:03.500'],
  ])('are read from %s, and take the place of those of their kind', async (_, bytes, text) => {
    const id = await upload(bytes);
    const { tracks } = await publish(id);
    expect(tracks.subtitles.filter(({ language }) => language === 'fa')).toHaveLength(1);
    expect(tracks.subtitles[0]).toMatchObject({ language: 'fa', upload: id });
    expect(await read(`fa-${id.slice(0, 8)}.vtt`)).toContain(text);
  });

  it('for the deaf and forced ones are beside the full ones, and say so', async () => {
    const deaf = await upload(`${LINE}[صدای در]`, { text_kind: 'deaf' });
    await publish(deaf);
    await publish(await upload(`${LINE}تابلو`, { text_kind: 'forced' }));
    expect(await list()).toEqual(['fa full', 'en full', 'ar full', 'fa deaf', 'fa forced']);
    const text = await master();
    expect(text).toMatch(/NAME="فارسی \(SDH\)".*CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog/);
    expect(text).toMatch(/NAME="فارسی \(forced\)",LANGUAGE="fa",DEFAULT=NO,AUTOSELECT=YES,FORCED=YES/);
    const page = (await site.call(getTitle, { kind: 'movie', id: FILM })).data;
    expect(page.subtitles.filter((language) => language === 'fa')).toHaveLength(1);
  });

  it('are removed with a reason and come back, and the next work on the film has what the desk left', async () => {
    const { rev, tracks } = await see();
    const [full] = tracks.subtitles;
    const remove = { id: FILM, rev, name: full?.name ?? '', reason: 'of another film' };
    expect(await refuse(calls.removeSubtitle, { ...remove, reason: '' }, as('editor'))).toMatch('422 invalid_input');
    await site.call(calls.removeSubtitle, remove, as('editor'));
    expect(await refuse(calls.removeSubtitle, remove, as('editor'))).toBe('404 subtitle_unknown');
    expect(await list()).toEqual(['en full', 'ar full', 'fa deaf', 'fa forced']);
    expect(await master()).not.toContain(full?.name);
    expect(await read(`${full?.name ?? ''}.vtt`)).toContain('-->');
    const { data: key } = await site.call(addKey, { name: 'encoder', permissions: ['ingest.work'] }, as('owner'));
    const machine = { id: 0, mobile: '', token: key.secret };
    const work = async () => {
      await sendFilm();
      const job = (await site.call(takeIngest, { worker: 'one' }, machine)).data;
      await site.call(finishIngest, { id: job?.id, lease: job?.lease }, machine);
      return job?.subtitles.map(({ language, text_kind: kind }) => `${language} ${kind}`).sort();
    };
    expect(await work()).toEqual(['ar full', 'fa deaf', 'fa forced']);
    await undo();
    expect(await work()).toEqual(['ar full', 'fa deaf', 'fa forced', 'fa full']);
    expect((await see()).tracks).toEqual(tracks);
    expect(await master()).toContain(`URI="subs/${full?.name ?? ''}.m3u8"`);
    const [{ id: change } = { id: 0 }, removal] = (await see()).changes;
    expect(await refuse(calls.undoTrackChange, { id: FILM, change }, as('editor'))).toBe('409 title_change_stays');
    expect(await refuse(calls.undoTrackChange, { id: FILM, change: removal?.id }, as('editor'))).toBe('409 undo_done');
    const older = (await see()).changes.at(-1);
    expect(await refuse(calls.undoTrackChange, { id: FILM, change: older?.id }, as('editor'))).toBe(
      '409 title_change_over',
    );
    expect(await refuse(calls.undoTrackChange, { id: OTHER, change: older?.id }, as('editor'))).toMatch(/^409/);
  });
});

describe('subtitles are refused', () => {
  it('of another member, of another title, of a film file, and without a film', async () => {
    const id = await upload(`${LINE}متن`);
    const { rev } = await see();
    const put = { id: FILM, rev, upload: id };
    expect(await refuse(calls.publishSubtitle, put, as('sara'))).toBe('404 upload_unknown');
    expect(await refuse(calls.publishSubtitle, put, as('owner'))).toBe('404 upload_unknown');
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await refuse(calls.publishSubtitle, put, as(role)), role).toBe('403 operator_role');
    const elsewhere = await upload(`${LINE}متن`, { title: String(OTHER) });
    expect(await refuse(calls.publishSubtitle, { ...put, upload: elsewhere }, as('editor'))).toBe('404 upload_unknown');
    const film = await sendFilm();
    expect(await refuse(calls.publishSubtitle, { ...put, upload: film }, as('editor'))).toBe('404 upload_unknown');
    expect(await refuse(calls.publishSubtitle, { ...put, upload: '../master' }, as('editor'))).toMatch('422');
    expect(await refuse(calls.publishSubtitle, { ...put, id: 987_654 }, as('editor'))).toBe('404 title_not_found');
    await site.sql('UPDATE all_titles SET media = NULL WHERE id = ?', OTHER).run();
    expect((await see(OTHER)).has_film).toBe(false);
    expect(await refuse(calls.publishSubtitle, { ...put, id: OTHER, upload: elsewhere }, as('editor'))).toBe(
      '409 tracks_none',
    );
    expect((await see(SERIES)).has_film).toBe(false);
  });

  it('that hold no times, or are no text', async () => {
    for (const bytes of ['no times at all', new Uint8Array(2000), readFileSync('seed/media/clip-1/storyboard.jpg')]) {
      const put = { id: FILM, rev: (await see()).rev, upload: await upload(bytes) };
      expect(await refuse(calls.publishSubtitle, put, as('editor'))).toBe('422 subtitle_empty');
    }
    const values = { title: String(FILM), kind: 'film', filename: 'x', text_kind: 'deaf' };
    expect((await tus.create(4, values)).status).toBe(400);
    expect((await tus.create(9 * 2 ** 20, { ...values, kind: 'subtitle', language: 'fa' })).status).toBe(413);
  });

  it('where somebody else changed the film: of many at once one wins, and the playlist is the winner’s', async () => {
    const { rev } = await see();
    const ids: string[] = [];
    for (const language of ['de', 'fr', 'tr', 'es']) ids.push(await upload(`${LINE}x`, { language }));
    const answers = await Promise.all(
      ids.map((id) => site.ask(calls.publishSubtitle, { id: FILM, rev, upload: id }, as('editor'))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const { tracks } = await see();
    const text = await master();
    for (const { name } of tracks.subtitles) expect(text).toContain(`URI="subs/${name}.m3u8"`);
    expect(text.match(/TYPE=SUBTITLES/g)).toHaveLength(tracks.subtitles.length);
    await undo();
  });
});

describe('the playlist', () => {
  it('is written by the schedule where its writer was lost, or the film was made again', async () => {
    const text = await master();
    await site.env.MEDIA.put(`video/${MEDIA}/master.m3u8`, readFileSync('seed/media/clip-1/master.m3u8'));
    const context = { db: openDatabase(site.env.DB), env: site.env, now: site.clock.now };
    const facts = () => site.sql('SELECT sounds, subtitles FROM media_facts WHERE media = ?', MEDIA).first();
    const before = await facts();
    await site.sql("UPDATE media_facts SET subtitles = '[]' WHERE media = ?", MEDIA).run();
    await sweepTracks(context);
    expect(await master()).toBe(text);
    expect(await facts()).toEqual(before);
    await writeMaster(context, 'nothing-there');
  });
});

describe('a sound', () => {
  it('gets a name and a language, which an undo takes back', async () => {
    const { rev, tracks } = await see();
    const [sound] = tracks.sounds;
    const set = { id: FILM, rev, uri: sound?.uris[0] ?? '', name: 'گفتار کارگردان', language: 'fa' };
    for (const [more, refusal] of [
      [{ name: '' }, '422 invalid_input name'],
      [{ name: 'a "b"' }, '422 invalid_input name'],
      [{ name: 'a\u2028b' }, '422 invalid_input name'],
      [{ name: 'x'.repeat(61) }, '422 invalid_input name'],
      [{ language: 'Farsi' }, '422 invalid_input language'],
      [{ uri: 'other/index.m3u8' }, '404 sound_unknown'],
      [{ rev: rev + 1 }, '409 tracks_changed'],
    ] as const)
      expect(await refuse(calls.nameSound, { ...set, ...more }, as('editor')), JSON.stringify(more)).toBe(refusal);
    expect(await refuse(calls.nameSound, set, as('viewer'))).toBe('403 operator_role');
    await site.call(calls.nameSound, set, as('editor'));
    expect(await master()).toContain('NAME="گفتار کارگردان",LANGUAGE="fa",DEFAULT=YES,AUTOSELECT=YES');
    expect((await site.call(getTitle, { kind: 'movie', id: FILM })).data.sounds).toEqual(['fa']);
    await site.call(calls.nameSound, set, as('editor'));
    expect((await see()).rev).toBe(rev + 1);
    await undo();
    expect((await see()).tracks).toEqual(tracks);
    expect(await master()).toContain('NAME="موسیقی"');
  });

  it('has a name that no other sound of the film has', async () => {
    await site.env.MEDIA.put(
      'video/movie-10-dubs/master.m3u8',
      (await master()).replace(
        /^#EXT-X-MEDIA:TYPE=AUDIO.*$/m,
        (line) =>
          `${line}\n${line.replace('موسیقی', 'دوبله').replace('audio/', 'audio-2/').replace('DEFAULT=YES', 'DEFAULT=NO')}`,
      ),
    );
    await site.sql("UPDATE all_titles SET media = 'movie-10-dubs' WHERE id = ?", FILM).run();
    const set = { id: FILM, rev: 0, uri: 'audio-2/index.m3u8', name: 'موسیقی', language: 'fa' };
    expect(await refuse(calls.nameSound, set, as('editor'))).toBe('422 sound_name name');
    const { data } = await site.call(calls.nameSound, { ...set, name: 'دوبلهٔ فارسی' }, as('editor'));
    expect(data.tracks.sounds.map(({ name }) => name)).toEqual(['موسیقی', 'دوبلهٔ فارسی']);
  });
});
