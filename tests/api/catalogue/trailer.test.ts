import { expect, it } from 'vitest';
import { removeTrailer } from '../../../src/features/catalogue/art-contract.ts';
import { undoTitleChange } from '../../../src/features/catalogue/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { publishing } from '../../../tools/ingest/publish.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, refuse, getVersion } = await openDeskTitles();
const FILM = 10;
const page = async () => (await site.call(getTitle, { kind: 'movie', id: FILM })).data;
const readFolder = () => site.sql('SELECT trailer FROM all_titles WHERE id = ?', FILM).first<string>('trailer');
const remove = { id: FILM, seen: '' };

/** As the worker of the queue does it at the end. */
async function publish(folder: string, operator = 'editor'): Promise<void> {
  const pictures = { art: null, backdrop: null, still: null };
  const row = { id: FILM, kind: 'movie', name_fa: '', name_en: '', minutes: 90, access: 'free', series: null };
  const produced = { downloads: [], languages: [], sounds: [], height: 720, chapters: [] };
  const statements = publishing(
    { title: { kind: 'movie', id: FILM }, asTrailer: true, toman: null, operator },
    { folder, row: { ...row, ...pictures }, produced, markers: [], now: site.clock.now },
  );
  await site.env.DB.batch(statements.map(({ sql, values }) => site.sql(sql, JSON.stringify(values))));
}

it('that was sent is a change of the title, which an undo takes back, once', async () => {
  const before = await readFolder();
  const { rev } = await read(FILM);
  await publish('movie-10-new-trailer');
  await publish('movie-10-new-trailer');
  const { changes, rev: after } = await read(FILM);
  expect(changes.filter(({ field }) => field === 'trailer')).toMatchObject([
    { before, after: 'movie-10-new-trailer', operator: 'editor', may_undo: true, rev: rev + 1 },
  ]);
  expect(after).toBe(rev + 2);
  expect((await page()).has_trailer).toBe(true);
  const change = changes[0]?.id;
  await site.call(undoTitleChange, { id: FILM, change }, as('editor'));
  expect(await readFolder()).toBe(before);
  expect(await refuse(undoTitleChange, { id: FILM, change }, as('editor'))).toBe('409 undo_done');
});

it('is removed and comes back, each with a version of the pages, and a seed keeps that', async () => {
  await publish('movie-10-other-trailer');
  const seen = (await readFolder()) ?? '';
  const version = await getVersion();
  expect(await refuse(removeTrailer, { ...remove, seen: 'another' }, as('editor'))).toBe('409 title_changed trailer');
  const { data } = await site.call(removeTrailer, { ...remove, seen }, as('editor'));
  expect(data.values.trailer).toBeNull();
  expect(await getVersion()).not.toBe(version);
  expect((await page()).has_trailer).toBe(false);
  await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
  expect(await readFolder()).toBeNull();
  // A second press changes nothing.
  const { rev, changes } = await read(FILM);
  await site.call(removeTrailer, { ...remove, seen }, as('editor'));
  expect((await read(FILM)).rev).toBe(rev);
  await site.call(undoTitleChange, { id: FILM, change: changes[0]?.id }, as('editor'));
  expect((await page()).has_trailer).toBe(true);
  const act = await site.sql("SELECT * FROM operator_audit WHERE action = 'removeTrailer' AND status = 200").first();
  expect(act).toMatchObject({ subject: `title:${String(FILM)}`, permission: 'titles.write' });
  expect(String(act?.['before'])).toContain(seen);
});

it('is not removed by who may not write titles, nor from a title that is not there', async () => {
  for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
    expect(await refuse(removeTrailer, remove, as(role)), role).toBe('403 operator_role');
  expect(await refuse(removeTrailer, { ...remove, id: 987_654 }, as('editor'))).toBe('404 title_not_found');
});
