import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as calls from '../../../src/features/people/contract.ts';
import { getLetterKey, getLetters } from '../../../src/features/people/alphabet.ts';
import { foldForSearch, sortKey } from '../../../src/platform/text/persian-text.ts';
import { callApi, fetchCode } from '../../support/site/call-api.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { countStatements } from '../../support/database/statements.ts';
import { addRow } from '../../support/database/rows.ts';

const NOW = 1_800_000_000;
let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(NOW);
});
afterAll(() => site.dispose());

async function everyone(locale: 'fa' | 'en', group: calls.PeopleGroup, letter?: string) {
  const people = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const result = await site.apiIn(locale)(calls.listPeople, { group, page, ...(letter !== undefined && { letter }) });
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    pages = result.value.meta.pages;
    people.push(...result.value.data);
  }
  return people;
}

describe('the casts pages', () => {
  test('are ordered by the Persian alphabet in Persian, by the Latin one in English, accents aside', async () => {
    const persian = (await everyone('fa', 'foreign_actor')).map(({ name_fa }) => sortKey(name_fa));
    expect(persian).toEqual(persian.toSorted((a, b) => (a < b ? -1 : 1)));
    const latin = (await everyone('en', 'foreign_actor')).map(({ name_en }) => name_en);
    const keys = latin.map(foldForSearch);
    expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(latin.slice(0, 60)).toContain('Álvaro Morte');
  });

  test.each(['fa', 'en'] as const)(
    'every letter of the alphabet has its people, and no one else (%s)',
    async (locale) => {
      const { letters, meta } = await listPeopleIn(locale, { group: 'director' });
      expect(letters.length).toBeGreaterThan(12);
      expect(letters).toEqual(getLetters(locale).filter((letter) => letters.includes(letter)));
      const seen = new Set<number>();
      for (const letter of letters) {
        const under = await everyone(locale, 'director', letter);
        expect(under.length, letter).toBeGreaterThan(0);
        for (const { id, name_fa, name_en } of under) {
          seen.add(id);
          const key = locale === 'fa' ? sortKey(name_fa) : foldForSearch(name_en);
          expect(key.startsWith(getLetterKey(letter)), `${name_en} under ${letter}`).toBe(true);
        }
      }
      expect(seen.size).toBe(meta.total);
      const without = getLetters(locale).find((letter) => !letters.includes(letter)) ?? '';
      expect((await listPeopleIn(locale, { group: 'director', letter: without })).data).toEqual([]);
    },
  );

  test('«آ» is filed under «ا», and É under E', async () => {
    const alef = await everyone('fa', 'iranian_actor', 'ا');
    expect(alef.some(({ name_fa }) => name_fa.startsWith('آ'))).toBe(true);
    expect(alef.some(({ name_fa }) => name_fa.startsWith('ا'))).toBe(true);
    const e = await everyone('en', 'director', 'e');
    expect(e.map(({ name_en }) => name_en)).toContain('Éric Toledano');
  });

  test('pages of 48; beyond the last is empty; what is no letter has nobody', async () => {
    const first = await callApi(site, calls.listPeople, { group: 'iranian_actor' });
    expect(first.data).toHaveLength(48);
    expect(first.meta.pages).toBe(Math.ceil(first.meta.total / 48));
    expect((await callApi(site, calls.listPeople, { group: 'iranian_actor', page: 999 })).data).toEqual([]);
    for (const letter of ['%', '%25', '1', "' OR 1=1", '😀', 'ab', 'A', '']) {
      const result = await site.api(calls.listPeople, { group: 'director', letter });
      expect(result.ok && result.value.data, letter).toEqual([]);
    }
    const wrong = await site.request(`/people?group=director&letter=${'م'.repeat(9)}&page=-1`);
    expect(wrong.status).toBe(422);
    expect((await site.request('/people?group=nobody')).status).toBe(422);
  });

  test('a row that brings no Latin key is sorted by its English name', async () => {
    const person = { id: 1, slug: 'zz', name_fa: 'زز', name_en: 'Zzz Last', group_name: 'director' };
    await addRow(site.env.DB, 'people', { ...person, sort_key: sortKey('زز') });
    expect((await everyone('en', 'director', 'z')).at(-1)?.name_en).toBe('Zzz Last');
    await site.env.DB.prepare('DELETE FROM people WHERE id = 1').run();
  });

  test('the page of all groups names people of the most watched titles', async () => {
    const { data } = await callApi(site, calls.getCasts, {});
    expect(data.map(({ group }) => group)).toEqual(['iranian_actor', 'foreign_actor', 'director']);
    for (const { people } of data) expect(people).toHaveLength(12);
  });
});

describe('one person', () => {
  test('works by job, newest first, and the people of most shared titles', async () => {
    const { data: farhadi } = await callApi(site, calls.getPerson, { id: await findPersonId('Asghar Farhadi') });
    expect(farhadi.works.map(({ job }) => job)).toEqual(['director', 'writer', 'producer']);
    const [directed] = farhadi.works;
    expect(directed?.titles.map(({ id }) => id)).toContain(52);
    expect(directed?.total).toBe(directed?.titles.length);
    const years = directed?.titles.map(({ year }) => year) ?? [];
    expect(years).toEqual(years.toSorted((a, b) => b - a));
    expect(farhadi.group).toBe('director');
    expect(farhadi.coworkers).toHaveLength(12);
    const shared = farhadi.coworkers.map((one) => one.shared);
    expect(shared).toEqual(shared.toSorted((a, b) => b - a));
    expect(shared[0]).toBeGreaterThan(1);
    expect(farhadi.coworkers.map(({ id }) => id)).not.toContain(farhadi.id);
  });

  test('who worked most together is the same from both sides', async () => {
    const { data: one } = await callApi(site, calls.getPerson, { id: await findPersonId('Asghar Farhadi') });
    const [first] = one.coworkers;
    const { data: other } = await callApi(site, calls.getPerson, { id: first?.id ?? 0 });
    expect(other.coworkers.find(({ id }) => id === one.id)?.shared).toBe(first?.shared);
  });

  test('all works of one job by page', async () => {
    const id = await findPersonId('Dariush Mehrjui');
    const { person, data, meta } = await callApi(site, calls.listPersonWorks, { id, job: 'director' });
    const { data: filmography } = await callApi(site, calls.getPerson, { id });
    const directed = filmography.works.find(({ job }) => job === 'director');
    expect(person.name_en).toBe('Dariush Mehrjui');
    expect(meta).toEqual({ page: 1, pages: 1, total: directed?.total, capped: false });
    expect(data.slice(0, 18)).toEqual(directed?.titles.slice(0, 18));
    expect(await fetchCode(site, calls.listPersonWorks, { id, job: 'plumber' })).toBe('404 not_found');
    expect(await fetchCode(site, calls.listPersonWorks, { id: 5, job: 'director' })).toBe('404 not_found');
  });

  test('nobody is 404, and what is no id is refused', async () => {
    expect(await fetchCode(site, calls.getPerson, { id: 5 })).toBe('404 not_found');
    for (const id of ['-1', 'abc', '1e9', '99999999999999999999', '1.5', '%00', "1'"]) {
      expect((await site.request(`/people/${id}`)).status, id).toBe(422);
    }
  });

  test.each([
    ['a person', '/people/10000'],
    ['a casts page', '/people?group=director&letter=م'],
    ['the works of a job', '/people/10000/works?job=actor'],
    ['the groups', '/casts'],
  ])('%s takes one round trip to D1', async (_name, path) => {
    const counted = countStatements(site.env);
    await site.request(path, {}, counted.env);
    expect(counted.roundTrips()).toBe(1);
  });
});

async function listPeopleIn(locale: string, input: { group: calls.PeopleGroup; letter?: string }) {
  const result = await site.apiIn(locale)(calls.listPeople, input);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

async function findPersonId(name: string): Promise<number> {
  const row = await site.env.DB.prepare('SELECT id FROM people WHERE name_en = ?').bind(name).first<{ id: number }>();
  if (!row) throw new Error(`nobody is called ${name}`);
  return row.id;
}
