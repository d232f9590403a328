import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as calls from '../../../src/features/magazines/contract.ts';
import { callApi, fetchCode } from '../../support/site/call-api.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { countStatements } from '../../support/database/statements.ts';
import { addRows } from '../../support/database/rows.ts';

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(1_800_000_000);
});
afterAll(() => site.dispose());

describe('the list of magazines', () => {
  test('by page, sort and direction, with how many there are', async () => {
    const all = await callApi(site, calls.listMagazines, {});
    expect(all.status).toBe('ok');
    expect(all.data.length).toBeGreaterThanOrEqual(8);
    expect(all.meta).toEqual({ page: 1, pages: 1, total: all.data.length, capped: false });
    const pages = await callApi(site, calls.listMagazines, { per_page: 3, page: 2, sort: 'slug', dir: 'desc' });
    expect(pages.data).toEqual(all.data.toSorted((a, b) => (a.slug < b.slug ? 1 : -1)).slice(3, 6));
    expect(pages.meta?.pages).toBe(Math.ceil(all.data.length / 3));
  });

  test('24 a page, ascending, unless asked otherwise (spec 9.11); newspaper and studio are not among them', async () => {
    const added = Array.from({ length: 40 }, (_, at) => ({ id: 9000 + at, slug: `extra-${at}` }));
    await addRows(site.env.DB, 'magazines', added);
    const first = await callApi(site, calls.listMagazines, {});
    const second = await callApi(site, calls.listMagazines, { page: 2 });
    await site.env.DB.prepare('DELETE FROM magazines WHERE id >= 9000').run();
    expect(first.data).toHaveLength(24);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const slugs = [...first.data, ...second.data].map(({ slug }) => slug);
    expect(slugs).not.toContain('newspaper');
    expect(slugs).not.toContain('studio');
  });

  test.each(['per_page=0', 'per_page=101', 'page=-1', 'page=x', 'sort=kind', 'dir=down'])(
    '%s is refused',
    async (query) => {
      expect((await site.request(`/ghost/listMagazines?${query}`)).status).toBe(422);
    },
  );
});

describe('one of them', () => {
  test('the newspaper with its issues, newest first', async () => {
    const { data, meta } = await callApi(site, calls.getMagazine, { slug: 'newspaper' });
    expect(data).toMatchObject({ kind: 'newspaper', videos: [] });
    const numbers = data.issues.map(({ number }) => number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(meta).toEqual({ page: 1, pages: 1, total: numbers.length, capped: false });
  });

  test('the studio with its videos', async () => {
    const { data, meta } = await callApi(site, calls.getMagazine, { slug: 'studio' });
    expect(data.kind).toBe('studio');
    expect(data.videos.every(({ kind }) => kind === 'video')).toBe(true);
    expect(meta.total).toBe(data.videos.length);
  });

  test('a daily’s issues come by page', async () => {
    const issues = Array.from({ length: 60 }, (_, at) => ({ magazine_id: 510, number: 1000 + at }));
    await addRows(site.env.DB, 'issues', issues);
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(await callApi(site, calls.getMagazine, { slug: 'newspaper', page }));
    await site.env.DB.prepare('DELETE FROM issues WHERE number >= 1000').run();
    expect(pages.map(({ data }) => data.issues.length)).toEqual([24, 24, 19, 0]);
    expect(pages[0]?.meta).toEqual({ page: 1, pages: 3, total: 67, capped: false });
  });

  test('an unknown slug is 404, whatever it is', async () => {
    for (const slug of ['none', '0', "' OR 1=1 --", '😀', 'مجله', '../x']) {
      expect(await fetchCode(site, calls.getMagazine, { slug }), slug).toBe('404 not_found');
    }
  });

  test.each(['/magazines/newspaper', '/magazines/studio', '/ghost/listMagazines'])(
    '%s takes one round trip to D1',
    async (path) => {
      const counted = countStatements(site.env);
      await site.request(path, {}, counted.env);
      expect(counted.roundTrips()).toBe(1);
    },
  );
});
