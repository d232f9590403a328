import { describe, expect, it } from 'vitest';
import { hideTitle, updateTitle } from '../../../src/features/catalogue/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, save, refuse } = await openDeskTitles();
const [FILM, SECOND, THIRD] = [10, 11, 12];
const listRelated = async (kids = {}) =>
  (await site.call(getTitle, { kind: 'movie', id: FILM, ...kids })).data.related.map(({ id }) => id);

describe('related titles of an editor', () => {
  it('come before those that the site chooses, in their order, without a hidden one, and stay after a seed', async () => {
    const computed = await listRelated();
    const [first = 0, last] = [
      computed.at(-1),
      (await site.sql('SELECT max(id) AS id FROM titles WHERE kind = ?', 'series').first<number>('id')) ?? 0,
    ];
    const after = await save(FILM, { related: `${String(last)},${String(first)},${String(last)}` });
    expect(after.values.related).toBe(`${String(last)},${String(first)}`);
    expect(after.related.map(({ id }) => id).sort()).toEqual([first, last].sort());
    const list = await listRelated();
    expect(list.slice(0, 2)).toEqual([last, first]);
    expect(new Set(list).size).toBe(list.length);
    expect(list.length).toBe(computed.length);
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    expect((await listRelated()).slice(0, 2)).toEqual([last, first]);
    await site.call(hideTitle, { id: last, reason: 'of this test' }, as('editor'));
    expect((await listRelated())[0]).toBe(first);
    await save(FILM, { related: '' });
    expect((await read(FILM)).related.map(({ id }) => id).sort()).toEqual([first, last].sort());
    expect(await listRelated()).not.toContain(last);
  });

  it('are refused: the title itself, an episode, an unknown one, other texts, more than twelve', async () => {
    const { rev } = await read(SECOND);
    const episode = await site.sql("SELECT id FROM titles WHERE kind = 'episode' LIMIT 1").first<number>('id');
    const { results } = await site
      .sql("SELECT id FROM titles WHERE kind = 'movie' AND id <> ? LIMIT 13", SECOND)
      .all<{ id: number }>();
    const many = results.map(({ id }) => id).join();
    for (const related of [
      String(SECOND),
      String(episode),
      '999999999',
      'x',
      '1.5',
      '-1',
      `${String(THIRD)};1`,
      '1e1',
      many,
    ])
      expect(await refuse(updateTitle, { id: SECOND, rev, fields: { related } }, as('editor')), related).toBe(
        '422 title_related related',
      );
    await save(SECOND, { related: many.split(',').slice(0, 12).join() });
    expect((await read(SECOND)).values.related?.split(',')).toHaveLength(12);
  });
});
