import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLS } from '../../../src/app/calls.ts';
import { createApp } from '../../../src/app/api.ts';
import { chooseReadNeeds } from '../../../src/app/read-needs.ts';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

const NOW = 1_800_000_000;
/** Tables of a viewer or of money. */
const PERSONAL = /\b(users|sessions|payments|payment_lines|ledger_\w+|purchases|progress|user_lists|refunds|plans)\b/;
let primary: CatalogueFixture;
let replica: CatalogueFixture;
const replicated: string[] = [];

beforeAll(async () => {
  [primary, replica] = await Promise.all([openCatalogue(NOW), openCatalogue(NOW)]);
});
afterAll(() => Promise.all([primary.dispose(), replica.dispose()]));

/** A D1 whose replica never catches up. */
function openLagging(): D1Database {
  const session = {
    prepare: (sql: string) => {
      replicated.push(sql);
      return replica.env.DB.prepare(sql);
    },
    batch: (statements: D1PreparedStatement[]) => replica.env.DB.batch(statements),
    getBookmark: () => null,
  };
  const { DB } = primary.env;
  return {
    prepare: (sql: string) => DB.prepare(sql),
    batch: (statements: D1PreparedStatement[]) => DB.batch(statements),
    withSession: () => session,
  } as unknown as D1Database;
}

const app = createApp({ now: () => NOW });
const send = async (path: string, token: string | null = null, body?: unknown) => {
  const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const request = new Request(ORIGIN + API_BASE + path, { headers, ...init });
  return app.fetch(request, { ...primary.env, DB: openLagging() }, primary.ctx);
};

it('reads the catalogue of a guest from a replica, and that of a viewer from the primary', async () => {
  await primary.env.DB.prepare("UPDATE titles SET name_en = 'Renamed' WHERE id = 10").run();
  const token = await signIn(primary.env, NOW, NOW + 1000);
  expect(await (await send('/titles/movie/10')).text()).not.toContain('Renamed');
  expect(await (await send('/titles/movie/10', token)).text()).toContain('Renamed');
  expect(replicated.length).toBeGreaterThan(0);
});

it('never shows viewers an old state of their own', async () => {
  const token = await signIn(primary.env, NOW, NOW + 2000);
  const points = [{ at: 60, when: NOW }];
  await send('/my/progress', token, { now: NOW, titles: [{ id: 10, duration: 600, since: 0, seen: 0, points }] });
  expect(await (await send('/my/progress/continue', token)).text()).toContain('"at":60');
  await send('/my/lists/later/add', token, { id: 10 });
  expect((await send('/get/user', token)).status).toBe(200);
  await send('/logout', token, {});
  expect((await send('/get/user', token)).status).toBe(401);
});

it('asks a replica for nothing of a viewer and nothing of money', async () => {
  replicated.length = 0;
  for (const { path, method } of CALLS) if (method === 'GET') await send(path.replace(/:\w+/g, '10'));
  expect(replicated.length).toBeGreaterThan(5);
  for (const sql of replicated) expect(sql).not.toMatch(PERSONAL);
});

it('keeps the primary for all calls but those of the catalogue', () => {
  const chosen = CALLS.filter(({ path, method }) => {
    const url = ORIGIN + API_BASE + path.replace(/:\w+/g, '10');
    return chooseReadNeeds({ method, url }, null).database === 'replica';
  });
  expect(chosen.map(({ name }) => name).sort()).toEqual([
    ...['getAppDetails', 'getCasts', 'getCategories', 'getCategory', 'getChannels', 'getDiscover', 'getFacets'],
    ...[
      'getGenreArt',
      'getGenres',
      'getGuide',
      'getLists',
      'getMagazine',
      'getPerson',
      'getSiteText',
      'getSlider',
      'getTitle',
      'getTitleKind',
    ],
    ...['listMagazines', 'listPeople', 'listPersonWorks', 'listPlayable', 'listTitles', 'quickSearch', 'search'],
  ]);
  expect(chosen.every(({ method }) => method === 'GET')).toBe(true);
});
