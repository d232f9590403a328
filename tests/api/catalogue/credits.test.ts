import { describe, expect, it } from 'vitest';
import { undoTitleChange, updateTitle } from '../../../src/features/catalogue/contract.ts';
import { parseCredits, type CreditEntry } from '../../../src/features/catalogue/credits.ts';
import { createPerson, listCreditedPeople } from '../../../src/features/catalogue/people-contract.ts';
import { getPerson } from '../../../src/features/people/contract.ts';
import { search } from '../../../src/features/search/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, save, refuse, getVersion } = await openDeskTitles();
const [FILM, OTHER, THIRD] = [10, 11, 12];
const readCredits = async (id: number) => parseCredits((await read(id)).values.credits) ?? [];
const write = (entries: readonly (readonly unknown[])[]) => JSON.stringify(entries);
const find = async (query: string) => (await site.call(listCreditedPeople, { query }, as('viewer'))).data;
let keys = 0;
const newPerson = (more: object = {}) => {
  keys += 1;
  const name = {
    name_fa: `هنرمند ${'ابپتثجچ'[keys % 7] ?? ''}${'رزژسش'[keys % 5] ?? ''}`,
    name_en: `Artist No${String(keys)}`,
  };
  return { key: `person-${String(keys).padStart(4, '0')}`, ...name, ...more };
};

describe('the people of a title', () => {
  it('are one field: its order is that of the page, and an undo gives the earlier ones back', async () => {
    const before = await readCredits(FILM);
    expect(before.length).toBeGreaterThan(2);
    const version = await getVersion();
    const [first] = before;
    const entries = [...before.slice(1).reverse(), [first?.[0], first?.[1], ' نقش ', 'Part']];
    const after = await save(FILM, { credits: write(entries) });
    const stored = await readCredits(FILM);
    expect(stored.map(([, person]) => person)).toEqual(entries.map(([, person]) => person));
    expect(stored.at(-1)?.slice(2)).toEqual(['نقش', 'Part']);
    expect(await getVersion()).not.toBe(version);
    const page = (await site.call(getTitle, { kind: 'movie', id: FILM })).data;
    const listActors = (list: readonly (readonly unknown[])[]) =>
      list.filter(([job]) => job === 'actor').map(([, person]) => person);
    expect(page.cast.map(({ id }) => id)).toEqual(listActors(entries));
    for (const [, person] of before) expect(after.people.map(({ id }) => id)).toContain(person);
    const change = after.changes.find(({ field }) => field === 'credits');
    await site.call(undoTitleChange, { id: FILM, change: change?.id ?? 0 }, as('editor'));
    expect(await readCredits(FILM)).toEqual(before);
  });

  it('are written beside another field that somebody else saved, and refused where somebody else wrote them', async () => {
    const { rev } = await read(OTHER);
    const [first, ...rest] = await readCredits(OTHER);
    const input = { id: OTHER, rev, fields: { credits: write(rest) } };
    await site.call(updateTitle, { id: OTHER, rev, fields: { name_en: 'Of somebody else' } }, as('sara'));
    await site.call(updateTitle, input, as('editor'));
    expect(await readCredits(OTHER)).toEqual(rest);
    const late = { ...input, fields: { credits: write(first === undefined ? [] : [first]) } };
    expect(await refuse(updateTitle, late, as('sara'))).toBe('409 title_changed credits');
  });

  it('are refused where somebody or a job is not known, and where the text is anything else', async () => {
    const { rev, values } = await read(THIRD);
    const [[, person] = [0, 0]] = await readCredits(THIRD);
    const many = Array.from({ length: 201 }, () => ['actor', person, null, null]);
    for (const text of [
      ...[' ', '[]x', '{}', '[1]', 'null', '[["actor"]]'],
      write([['actor', 999_999_999, null, null]]),
      write([['actor', '10', null, null]]),
      write([['singer', person, null, null]]),
      write([['actor', person, 'x'.repeat(201), null]]),
      write([['actor', person, null, 'half \ud800']]),
      write([['actor', person, null, null, 1]]),
      write(many),
    ])
      expect(
        await refuse(updateTitle, { id: THIRD, rev, fields: { credits: text } }, as('editor')),
        text.slice(0, 60),
      ).toBe('422 title_credits credits');
    expect((await read(THIRD)).values.credits).toBe(values.credits);
    const [episode] = (await site.sql("SELECT id FROM titles WHERE kind = 'episode' LIMIT 1").all<{ id: number }>())
      .results;
    const ofEpisode = { id: episode?.id ?? 0, rev: 0, fields: { credits: '[]' } };
    expect(await refuse(updateTitle, ofEpisode, as('editor'))).toBe('422 title_field credits');
    const twice: CreditEntry[] = [
      ['actor', person, 'یک', null],
      ['actor', person, 'دو', null],
      ['writer', person, null, null],
    ];
    await save(THIRD, { credits: write(twice) });
    expect(await readCredits(THIRD)).toEqual([twice[0], twice[2]]);
  });
});

describe('a person', () => {
  it('is found by a name in any spelling, with the titles, and by number', async () => {
    const [[, id] = [0, 0]] = await readCredits(FILM);
    const [person] = (await site.call(listCreditedPeople, { ids: String(id) }, as('viewer'))).data;
    expect(person?.titles).toBeGreaterThan(0);
    expect(person?.known_en).not.toBeNull();
    for (const text of [person?.name_fa, person?.name_en, person?.name_fa.replaceAll('ی', 'ي').replaceAll(' ', '‌')])
      expect(
        (await find(text ?? '')).map((one) => one.id),
        text,
      ).toContain(id);
    expect(await find('')).toEqual([]);
  });

  it('is made once for each key, found at once, credited, and has a page', async () => {
    const input = newPerson();
    const made = await Promise.all([1, 2, 3].map(() => site.call(createPerson, input, as('editor'))));
    const ids = new Set(made.map(({ data }) => data.id));
    expect(ids.size).toBe(1);
    const [id = 0] = ids;
    expect(id).toBeGreaterThanOrEqual(200_000_000);
    expect((await find(input.name_en)).map((one) => one.id)).toContain(id);
    await save(FILM, { credits: write([...(await readCredits(FILM)), ['composer', id, null, null]]) });
    const page = (await site.call(getPerson, { id })).data;
    expect(page.works.map(({ job }) => job)).toEqual(['composer']);
    expect((await site.call(search, { query: input.name_en })).data.map((one) => one.id)).toContain(id);
    expect(await refuse(createPerson, { ...input, name_en: 'Another' }, as('editor'))).toBe('409 key_used');
    expect(await refuse(createPerson, input, as('sara'))).toBe('409 key_used');
  });

  it('of a name that somebody has is made where the member says that it is a namesake', async () => {
    const input = newPerson();
    const first = (await site.call(createPerson, input, as('editor'))).data;
    const same = newPerson({ name_fa: input.name_fa });
    expect(await refuse(createPerson, same, as('editor'))).toBe('409 cast_exists name_fa');
    const second = (await site.call(createPerson, { ...same, name_en: input.name_en, is_namesake: true }, as('editor')))
      .data;
    expect(second.id).toBeGreaterThan(first.id);
    const slugs = await site.sql('SELECT slug FROM people WHERE id IN (?, ?)', first.id, second.id).all();
    expect(slugs.results).toHaveLength(2);
  });

  it('is refused without names and without the permission', async () => {
    expect(await refuse(createPerson, newPerson({ name_fa: ' … ' }), as('editor'))).toBe('422 title_name name_fa');
    expect(await refuse(createPerson, newPerson({ key: 'x' }), as('editor'))).toBe('422 invalid_input key');
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await refuse(createPerson, newPerson(), as(role)), role).toBe('403 operator_role');
    expect(await refuse(listCreditedPeople, { query: 'a' }, as('moderator'))).toBe('403 operator_role');
    expect(await refuse(listCreditedPeople, { ids: '1;2' }, as('editor'))).toBe('422 invalid_input ids');
  });
});
