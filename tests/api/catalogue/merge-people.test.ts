import { beforeEach, describe, expect, it } from 'vitest';
import { updateTitle } from '../../../src/features/catalogue/contract.ts';
import { parseCredits } from '../../../src/features/catalogue/credits.ts';
import * as people from '../../../src/features/catalogue/people-contract.ts';
import { getPerson } from '../../../src/features/people/contract.ts';
import { search } from '../../../src/features/search/contract.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, save, refuse, getVersion } = await openDeskTitles();
const [FILM, OTHER] = [10, 11];
const reason = 'یک نفر با دو املا';
let keys = 0;
const createKey = () => `merge-${String((keys += 1)).padStart(6, '0')}`;
const NAMES = [
  'کوهیار',
  'برزین',
  'سپنتا',
  'آرشین',
  'مهیاد',
  'تیرازه',
  'ورجاوند',
  'شیوان',
  'گلنار',
  'هیرسا',
  'ژوان',
  'پرتو',
];

async function addPerson() {
  const key = createKey();
  const name = NAMES[keys % NAMES.length] ?? '';
  const input = { key, name_fa: `${name} مهرآیین`, name_en: `Spelling${String(keys)} Mehrayin`, is_namesake: true };
  return (await site.call(people.createPerson, input, as('editor'))).data;
}
const listCredits = async (id: number) => parseCredits((await read(id)).values.credits) ?? [];
const credit = async (title: number, ...entries: [job: string, id: number][]) => {
  const added = entries.map(([job, id]) => [job, id, null, null]);
  return save(title, { credits: JSON.stringify([...(await listCredits(title)), ...added]) });
};
const hasCredit = async (title: number, id: number) => (await listCredits(title)).some(([, person]) => person === id);
const merge = async (id: number, into: number, more: object = {}) => {
  const input = { id, into, key: createKey(), reason };
  const { data } = await site.call(people.mergePerson, { ...input, rehearse: true }, as('editor'));
  await site.call(people.mergePerson, { ...input, titles: data.titles, ...more }, as('editor'));
  return data;
};
const undo = async (old: number) => {
  const { data } = await site.call(people.listPersonMerges, {}, as('viewer'));
  const id = data.find((one) => one.old.id === old && one.undone_at === null)?.id ?? 0;
  return site.call(people.undoPersonMerge, { id }, as('editor'));
};
const find = async (query: string) => (await site.call(search, { query, type: 'person' })).data.map(({ id }) => id);
const getPageId = async (id: number) => (await site.call(getPerson, { id })).data.id;

// Below the budget of calls a minute.
beforeEach(() => {
  site.clock.now += 10 * 60;
});

describe('two of the same person', () => {
  it('are one after the rehearsal told how many titles move, on pages, in search, and under the old number', async () => {
    const [old, stays] = [await addPerson(), await addPerson()];
    await credit(FILM, ['actor', old.id], ['actor', stays.id]);
    await credit(OTHER, ['director', old.id]);
    const { rev } = await read(OTHER);
    const version = await getVersion();
    const preview = await merge(old.id, stays.id);
    expect(preview).toMatchObject({ titles: 2, doubles: 1, old: { id: old.id }, person: { id: stays.id } });
    expect(await getVersion()).not.toBe(version);
    expect([await hasCredit(FILM, old.id), await hasCredit(OTHER, old.id)]).toEqual([false, false]);
    expect([await hasCredit(FILM, stays.id), await hasCredit(OTHER, stays.id)]).toEqual([true, true]);
    expect(await getPageId(old.id)).toBe(stays.id);
    for (const name of [old.name_en, old.name_fa]) expect(await find(name), name).toContain(stays.id);
    expect(await find(old.name_en)).not.toContain(old.id);
    const late = { id: OTHER, rev, fields: { credits: '[]' } };
    expect(await refuse(updateTitle, late, as('sara'))).toBe('409 title_changed credits');
    // A list that names the old number means the person who stays.
    await credit(FILM, ['writer', old.id]);
    expect(await hasCredit(FILM, old.id)).toBe(false);
    const after = await site
      .sql("SELECT after FROM operator_audit WHERE action = 'mergePerson' AND after IS NOT NULL")
      .first<string>('after');
    expect(after).toContain(reason);
  });

  it('are two again after an undo, with the credits that were not written since', async () => {
    const [old, stays] = [await addPerson(), await addPerson()];
    await credit(FILM, ['actor', old.id], ['actor', stays.id]);
    await credit(OTHER, ['director', old.id]);
    await merge(old.id, stays.id);
    const rest = (await listCredits(OTHER)).filter(([, person]) => person !== stays.id);
    await save(OTHER, { credits: JSON.stringify(rest) });
    expect((await undo(old.id)).data.titles).toBe(1);
    expect([await hasCredit(FILM, old.id), await hasCredit(FILM, stays.id)]).toEqual([true, true]);
    expect(await hasCredit(OTHER, old.id)).toBe(false);
    expect([await getPageId(old.id), await getPageId(stays.id)]).toEqual([old.id, stays.id]);
    expect(await find(old.name_en)).toContain(old.id);
    expect(await find(old.name_en)).not.toContain(stays.id);
    expect(await refuse(people.undoPersonMerge, { id: 999_999 }, as('editor'))).toBe('404 cast_merge_unknown');
  });

  it('of three are undone in either order', async () => {
    for (const isFirstFirst of [true, false]) {
      const [a, b, c] = [await addPerson(), await addPerson(), await addPerson()];
      await credit(FILM, ['composer', a.id]);
      await credit(OTHER, ['composer', b.id]);
      await merge(a.id, b.id);
      await merge(b.id, c.id);
      expect([await getPageId(a.id), await getPageId(b.id)]).toEqual([c.id, c.id]);
      expect(await find(a.name_en)).toContain(c.id);
      for (const one of isFirstFirst ? [a, b] : [b, a]) await undo(one.id);
      expect([await hasCredit(FILM, a.id), await hasCredit(OTHER, b.id)], String(isFirstFirst)).toEqual([true, true]);
      expect([await hasCredit(FILM, c.id), await hasCredit(OTHER, c.id)]).toEqual([false, false]);
      expect(await getPageId(a.id)).toBe(a.id);
    }
  });

  it('are merged once by requests at one moment, and stay while one of the two is gone', async () => {
    const [old, stays] = [await addPerson(), await addPerson()];
    await credit(FILM, ['producer', old.id]);
    const both = [
      { id: old.id, into: stays.id },
      { id: stays.id, into: old.id },
    ];
    const statuses = await Promise.all(
      [...both, ...both].map(async (pair) => {
        const titles = pair.id === old.id ? 1 : 0;
        return (await site.ask(people.mergePerson, { ...pair, key: createKey(), reason, titles }, as('editor'))).status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const rows = await site.sql('SELECT id FROM people WHERE id IN (?, ?)', old.id, stays.id).all();
    expect(rows.results).toHaveLength(1);
    const merges = await site
      .sql('SELECT id FROM person_merges WHERE old_id IN (?, ?)', old.id, stays.id)
      .all<{ id: number }>();
    const id = merges.results[0]?.id ?? 0;
    const undone = await Promise.all(
      [1, 2, 3].map(async () => (await site.ask(people.undoPersonMerge, { id }, as('editor'))).status),
    );
    expect(undone.sort()).toEqual([200, 409, 409]);
  });

  it('are refused: a changed number of titles, the same one, nobody, a key again, no reason, no permission', async () => {
    const [old, stays] = [await addPerson(), await addPerson()];
    const input = { id: old.id, into: stays.id, key: createKey(), reason, titles: 0 };
    await credit(FILM, ['cinematographer', old.id]);
    const refuseMerge = (more: object, who = as('editor')) => refuse(people.mergePerson, { ...input, ...more }, who);
    expect(await refuseMerge({})).toBe('409 cast_merge_changed');
    expect(await refuseMerge({ titles: undefined })).toBe('409 cast_merge_changed');
    expect(await refuseMerge({ into: old.id })).toBe('422 cast_self into');
    expect(await refuseMerge({ into: 999_999_999 })).toBe('404 cast_unknown');
    expect(await refuseMerge({ id: 999_999_999 })).toBe('404 cast_unknown');
    expect(await refuseMerge({ reason: '' })).toBe('422 invalid_input reason');
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await refuseMerge({ titles: 1 }, as(role)), role).toBe('403 operator_role');
    await site.call(people.mergePerson, { ...input, titles: 1 }, as('editor'));
    expect(await refuseMerge({ titles: 1 })).toBe('409 key_used');
    expect(await refuse(people.undoPersonMerge, { id: 1 }, as('viewer'))).toBe('403 operator_role');
  });

  it('stay one after a seed, which has both', async () => {
    const rows = await site
      .sql(
        'SELECT person_id AS id FROM credits WHERE person_id < 1000000 GROUP BY person_id ORDER BY count(*) DESC LIMIT 2',
      )
      .all<{ id: number }>();
    const [old = 0, stays = 0] = rows.results.map(({ id }) => id);
    await merge(old, stays);
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    expect(await site.sql('SELECT count(*) AS n FROM credits WHERE person_id = ?', old).first('n')).toBe(0);
    expect(await getPageId(old)).toBe(stays);
    const docs = await site.sql("SELECT id FROM search_docs WHERE type = 'person' AND ref_id = ?", old).all();
    expect(docs.results).toEqual([]);
  });
});
