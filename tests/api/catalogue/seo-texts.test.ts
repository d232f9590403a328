import { expect, it } from 'vitest';
import { undoTitleChange, updateTitle } from '../../../src/features/catalogue/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, save, refuse } = await openDeskTitles();
const get = async (kind: 'movie' | 'series' | 'episode', id: number) => {
  const { data } = await site.call(getTitle, { kind, id });
  return [data.seo_title_fa, data.seo_title_en, data.seo_description_fa, data.seo_description_en];
};
const FILM = 30;

it('texts for search engines are cleaned, bounded, in each language alone, and taken back', async () => {
  expect(await get('movie', FILM)).toEqual([null, null, null, null]);
  const longest = 'x'.repeat(320);
  await save(FILM, { seo_title_fa: ' كتاب  باران\u202e ', seo_description_en: longest });
  expect(await get('movie', FILM)).toEqual(['کتاب باران', null, null, longest]);
  const { rev, changes } = await read(FILM);
  const write = (fields: Record<string, string>) => refuse(updateTitle, { id: FILM, rev, fields }, as('editor'));
  expect(await write({ seo_title_en: 'x'.repeat(121) })).toBe('422 title_seo_title seo_title_en');
  expect(await write({ seo_description_fa: `${longest}x` })).toBe('422 title_seo_description seo_description_fa');
  expect(await write({ seo_title_en: 'half \ud83d' })).toBe('422 title_seo_title seo_title_en');
  const change = changes.find(({ field }) => field === 'seo_description_en')?.id ?? 0;
  await site.call(undoTitleChange, { id: FILM, change }, as('editor'));
  await save(FILM, { seo_title_fa: '' });
  expect(await get('movie', FILM)).toEqual([null, null, null, null]);
});

it('an episode has texts of its own, and none of its series', async () => {
  const sql = "SELECT id, series_id FROM titles WHERE kind = 'episode' LIMIT 1";
  const { id = 0, series_id: series = 0 } = (await site.sql(sql).first<{ id: number; series_id: number }>()) ?? {};
  await save(series, { seo_title_fa: 'سریال' });
  await save(id, { seo_title_en: 'An episode' });
  expect([await get('series', series), await get('episode', id)]).toEqual([
    ['سریال', null, null, null],
    [null, 'An episode', null, null],
  ]);
});

it('a text that an import wrote since it was read is not written over', async () => {
  const { rev } = await read(FILM);
  await site
    .sql('UPDATE all_titles SET seo_title_fa = ?, updated_at = updated_at + 1 WHERE id = ?', 'از فایل', FILM)
    .run();
  const input = { id: FILM, rev, fields: { seo_title_fa: 'از میز' } };
  expect(await refuse(updateTitle, input, as('editor'))).toBe('409 title_changed seo_title_fa');
  await site.call(updateTitle, { ...input, fields: { seo_title_en: 'Of the desk' } }, as('editor'));
  expect(await get('movie', FILM)).toEqual(['از فایل', 'Of the desk', null, null]);
});
