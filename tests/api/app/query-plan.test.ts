import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { KIDS_HEADER } from '../../../src/platform/http/session/kids.ts';
import { getDevices } from '../../../src/features/accounts/contract/account.ts';
import { openHelp } from '../../../src/features/help/contract.ts';
import { CALLS } from '../../../src/app/calls.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { SHARED_KIDS } from '../../../src/platform/http/session/kids-cookie.ts';
import { eraseAccounts } from '../../../src/features/personal-data/server/erase.ts';
import { listParts } from '../../../src/features/seo/server/parts.ts';
import { isForKids } from '../../../src/features/kids/server/media.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { storePlaylists } from '../../support/media/live.ts';
import { countStatements } from '../../support/database/statements.ts';

const NOW = 1_800_000_000;
const HELP = { key: 'form-0001', kind: 'other', text: 'x' };

/** Tables that stay small however large the catalogue grows, so that reading all of one is right. */
const SMALL: Record<string, string> = {
  genres: 'some dozens, all shown at once',
  lists: 'the editorial lists, all shown at once',
  sliders: 'six slides',
  plans: 'a handful',
  settings: 'one row a setting',
  categories: 'the menu',
  channels: 'the live channels, all shown at once',
  magazines: 'one page of titles',
  corrections: 'each made by a person',
};

/** Every GET call that takes input, in the ways that change its SQL. */
const PATHS: Record<string, string[]> = {
  getTitle: ['/titles/movie/52', '/titles/series/201', '/titles/episode/1001', '/titles/video/301'],
  listTitles: [
    ...['', 'kind=movie', 'kind=episode', 'genre=drama', 'genre=drama&kind=series', 'list=iran-newest'],
    ...['genre=drama&age=12', 'genre=drama&list=iran-newest'],
    ...['f_type=video', 'age=12', 'lang=fa', 'country=IR', 'kind=movie&genre=drama&age=12&lang=fa&country=IR'],
  ].flatMap((query) =>
    ['', '&sort=views', '&sort=rating', '&sort=year', '&page=2'].map((rest) => `/titles?${query}${rest}`),
  ),
  getCategory: ['', '?sort=views', '?sort=year&page=2', '?f_type=movie&age=12&lang=fa&country=IR&sort=rating'].flatMap(
    (query) => [`/categories/world-cinema${query}`, `/categories/documentaries${query}`],
  ),
  getTitleKind: ['/title-kinds/52'],
  getTitleViewer: ['/my/titles/movie/52', '/my/titles/series/201', '/my/titles/episode/1001'],
  getScreening: ['/screenings/501'],
  getDownloadLink: ['/downloads/901/link'],
  getSlider: ['/get/slider', '/get/slider?f_type=movie&age=12&lang=fa&country=IR'],
  listMagazines: ['/ghost/listMagazines', '/ghost/listMagazines?sort=title&dir=desc', '/ghost/listMagazines?sort=slug'],
  listPeople: [
    ...['/people?group=director', '/people?group=iranian_actor&page=2', '/people?group=director&letter=م'],
    '/people?group=foreign_actor&letter=m',
  ],
  getPerson: ['/people/10000'],
  quickSearch: ['سیمین', 'jodaie ndaer'].map((rest) => `/ghost/get/getSearchQuick?query=${rest}`),
  search: ['علی', 'علی&type=movie', 'زژقثص', 'Chernofol', 'jodaie ndaer'].map((rest) => `/search?query=${rest}`),
  listPersonWorks: ['/people/10000/works?job=actor'],
  getMagazine: ['/magazines/newspaper', '/magazines/studio'],
  getGuide: ['/channels/parde-1/guide'],
  // Asks what a cart asks, of a room that only a Worker of its own has (rooms.test.ts).
  getRoom: [],
  listComments: ['', '?before=5', '?thread=1', '?show=all'].map((rest) => `/comments/titles/52${rest}`),
  // Asks for an operator; the test of comments looks at its plans.
  listModeration: [],
  getSiteText: ['/site/texts/about', '/site/texts/terms?version=0'],
  getLivePlay: ['/channels/401/play'],
  listPlayable: ['/progress/cards?ids=52,1001'],
};

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(NOW);
  await storePlaylists(site.env);
});
afterAll(() => site.dispose());

test('no statement of a page reads a whole catalogue table', async () => {
  const recorded = countStatements(site.env);
  const token = await signIn(site.env, NOW, NOW + 1000);
  const request = async (path: string, init: RequestInit = {}) => {
    const response = await site.request(path, init, recorded.env);
    // A guest has no progress of their own; an account's is in the next test.
    expect(path.startsWith('/my/progress/') ? [401] : [200, 404], path).toContain(response.status);
  };
  for (const call of CALLS) {
    if (call.method !== 'GET' || call.access.caller === 'user') continue;
    for (const path of PATHS[call.name] ?? [call.path]) {
      await request(path);
      // The same under the age ceiling of a kids session, which may not make every call.
      await site.request(path, { headers: { [KIDS_HEADER]: SHARED_KIDS } }, recorded.env);
    }
  }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  for (const type of ['movie', 'series', 'episode', 'video']) {
    for (const path of ['/get/cart', '/ghost/get/cart']) {
      const response = await site.request(
        path,
        { method: 'POST', headers, body: JSON.stringify({ id: 52, type }) },
        recorded.env,
      );
      expect([200, 400]).toContain(response.status);
    }
  }
  await request('/get/user', { headers });
  await isForKids(recorded.env, 'clip-1');

  const statements = [...new Set(recorded.statements())].filter((sql) => /^\s*(select|with)/i.test(sql));
  expect(statements.length).toBeGreaterThan(40);
  const scans: string[] = [];
  for (const sql of statements) {
    for (const step of await explainQuery(sql)) if (isFullScan(step)) scans.push(`${step}\n    in ${sql}`);
  }
  expect(scans).toEqual([]);
});

test('no statement of the account pages, reading or writing, walks a table that grows', async () => {
  const recorded = countStatements(site.env);
  const token = await signIn(site.env, NOW, NOW + 2000);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const request = async (path: string, body?: object) => {
    const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) };
    expect((await site.request(path, init, recorded.env)).status, path).toBe(200);
  };
  for (const list of ['later', 'watching', 'watched']) await request(`/my/lists/${list}/add`, { id: 1001 });
  for (const list of ['later', 'watching', 'watched']) await request(`/my/lists/${list}/remove`, { id: 1001 });
  const points = [{ at: 590, when: NOW }];
  await request('/my/progress', { now: NOW, titles: [{ id: 1001, duration: 600, since: 0, seen: NOW, points }] });
  await request('/my/progress/hide', { id: 1001, undo: true });
  await request('/my/settings', { name: 'x', autoplay: false });
  const { data: help } = v.parse(
    openHelp.output,
    await (
      await site.request('/my/help', { headers, method: 'POST', body: JSON.stringify(HELP) }, recorded.env)
    ).json(),
  );
  await request(`/my/help/${String(help.number)}/messages`, { key: 'form-0002', text: 'x' });
  for (const path of [
    'access',
    'access?before=9',
    'help',
    'help?before=1900000000.5',
    `help/${String(help.number)}`,
    'settings',
    'devices',
    'lists',
    'lists/later',
    'lists/bought',
    'titles/52/lists',
    'progress/continue',
    'progress/watched',
    'progress/for-you',
  ]) {
    await request(`/my/${path}`);
  }
  const { data } = v.parse(getDevices.output, await (await site.request('/my/devices', { headers })).json());
  await request('/my/devices/end-others', {});
  await site.request('/my/devices/end', { method: 'POST', headers, body: JSON.stringify({ id: 'x' }) }, recorded.env);
  expect(data).toHaveLength(1);
  await request('/account/confirm/send', {});
  const code = await site.env.DB.prepare("SELECT code FROM outbox WHERE code <> '' ORDER BY id DESC").first('code');
  await request('/account/confirm', { code });
  await request('/my/cancel', { confirm: true });
  await eraseAccounts({ db: openDatabase(recorded.env.DB), env: recorded.env, now: NOW + 1_000_000_000 });
  const { results } = await site.env.DB.prepare("SELECT id FROM users WHERE mobile LIKE 'erased:%'").all();
  expect(results).toHaveLength(1);

  const statements = recorded.statements();
  expect(statements.length).toBeGreaterThan(25);
  const scans: string[] = [];
  for (const sql of statements) {
    for (const step of await explainQuery(sql)) if (isFullScan(step)) scans.push(`${step}\n    in ${sql}`);
  }
  expect(scans).toEqual([]);
});

test('no statement of comments, ratings and their moderation walks a table that grows', async () => {
  const recorded = countStatements(site.env);
  const token = await signIn(site.env, NOW, NOW + 3000);
  const env = { ...recorded.env, OPERATOR_TOKEN: 'o'.repeat(32), COMMENTS_HOLD: 'first' };
  const request = async (path: string, body?: object, bearer = token) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` };
    const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) };
    return (await site.request(path, init, env)).status;
  };
  expect(await request('/comments/titles/52', { text: 'x', at: 5 })).toBe(200);
  expect(await request('/comments/titles/52', { text: 'x' })).toBe(409);
  for (const operate of ['held', 'shown', 'removed', 'reported']) {
    expect(await request(`/operator/comments?queue=${operate}`, undefined, 'o'.repeat(32))).toBe(200);
  }
  expect(await request('/operator/comments/1', { state: 'shown' }, 'o'.repeat(32))).toBe(200);
  expect(await request('/comments/titles/52', { text: 'y', parent_id: 1 })).toBe(200);
  for (const rest of ['', '?before=5', '?thread=1', '?show=all'])
    expect(await request(`/comments/titles/52${rest}`)).toBe(200);
  expect(await request('/comments/titles/201')).toBe(200);
  for (const like of [true, false]) expect(await request('/comments/1/like', { like })).toBe(404);
  expect(await request('/comments/1/report', { reason: 'spam' })).toBe(404);
  expect(await request('/comments/titles/52/rating', { stars: 5 })).toBe(403);
  expect(await request('/comments/titles/201/rating', { stars: 0 })).toBe(200);
  expect(await request('/comments/1/delete', {})).toBe(200);

  const statements = recorded.statements().filter((sql) => /comment|rating|title_feedback/.test(sql));
  expect(statements.length).toBeGreaterThan(20);
  const scans: string[] = [];
  for (const sql of statements) {
    for (const step of await explainQuery(sql)) if (isFullScan(step)) scans.push(`${step}\n    in ${sql}`);
  }
  expect(scans).toEqual([]);
});

/** Pages whose cost must not grow with the catalogue, and an index that each is found by (issue 33, section 12). */
const HOT: [index: string, path: string][] = [
  ['titles_newest', '/titles?page=3'],
  ['titles_views', '/titles?sort=views'],
  ['titles_rating', '/titles?sort=rating'],
  ['titles_kind_newest', '/titles?kind=movie&page=900'],
  ['titles_kind_views', '/titles?kind=movie&sort=views'],
  ['titles_kind_rating', '/titles?kind=movie&sort=rating'],
  ['titles_kind_newest', '/ghost/get/getSearchQuick?query=فیلم ایرانی ۱۳۹۰'],
  ['title_facets_newest', '/titles?genre=drama&page=900'],
  ['title_facets_views', '/titles?genre=drama&sort=views'],
  ['title_facets_rating', '/titles?genre=drama&sort=rating'],
  ['title_facets_newest', '/titles?country=IR&lang=en'],
  ['title_facets_newest', '/titles?kind=movie&downloads=1'],
  ['title_facets_newest', '/titles?kind=series&downloads=1&genre=drama'],
  ['title_countries_country', '/facets'],
  ['title_languages_language', '/facets'],
  ['title_facets_newest', '/ghost/get/getSearchQuick?query=drama 2011'],
  ['title_facets_newest', '/search?query=drama 2011'],
  ['title_genres_popular', '/titles/movie/52'],
  ['titles_episodes', '/titles/series/201'],
  ['credits_person', '/people/10000'],
  ['credits_person', '/people/10000/works?job=actor&page=9'],
  ['people_group', '/people?group=director'],
  ['people_group_latin', '/people?group=foreign_actor&letter=m'],
  ['titles_sitemap', 'sitemap'],
];
const CATALOGUE = [
  'all_titles',
  'title_facets',
  'title_genres',
  'title_countries',
  'title_languages',
  'credits',
  'people',
];
/** Found by one value: by the import, by the player's media, and by a day. */
const LOOKED_UP = ['people_slug', 'titles_days', 'titles_episode_dates', 'titles_media', 'titles_trailer'];

/** Of the desk's list; tests/api/catalogue/list-titles.test.ts looks at its plans. */
const DESK = [
  ...['titles_concealed', 'titles_desk', 'titles_desk_kind', 'titles_ending'],
  ...['titles_without_art', 'titles_without_file'],
];

test('each hot statement has its index, and the catalogue has no other', async () => {
  const plans = new Map<string, string>();
  for (const [, path] of HOT) {
    if (plans.has(path)) continue;
    const recorded = countStatements(site.env);
    if (path === 'sitemap') await listParts(openDatabase(recorded.env.DB));
    else expect([200, 404]).toContain((await site.request(path, {}, recorded.env)).status);
    const steps = await Promise.all([...new Set(recorded.statements())].map(explainQuery));
    plans.set(path, steps.flat().join('\n'));
  }
  const missing = HOT.filter(([index, path]) => !new RegExp(`INDEX ${index}\\b`).test(plans.get(path) ?? ''));
  expect(missing).toEqual([]);
  const { results } = await site.env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
     AND tbl_name IN (SELECT value FROM json_each(?)) ORDER BY name`,
  )
    .bind(JSON.stringify(CATALOGUE))
    .all<{ name: string }>();
  const hot = new Set([...HOT.map(([index]) => index), ...LOOKED_UP, ...DESK]);
  expect(results.map(({ name }) => name)).toEqual([...hot].toSorted());
});

test('the check sees a full scan', async () => {
  expect((await explainQuery('SELECT * FROM titles WHERE name_en = ?')).some(isFullScan)).toBe(true);
  expect((await explainQuery('SELECT t.id FROM titles t WHERE t.name_en = ?')).some(isFullScan)).toBe(true);
  expect((await explainQuery('SELECT * FROM titles WHERE id = ?')).some(isFullScan)).toBe(false);
});

async function explainQuery(sql: string): Promise<string[]> {
  const values = Array.from({ length: sql.split('?').length - 1 }, () => 1);
  const { results } = await site.env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...values)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

/** Names of subqueries in statements, whose rows an index has found already. */
const SUBQUERIES = [
  'CONSTANT',
  'found',
  'hits',
  'initials',
  'matched',
  'most_watched',
  'near',
  'own',
  'viewer',
  'watched',
  'works',
];

/** A SCAN that walks a table: not one along an index, of a virtual table (FTS, json_each), of a subquery, or of a small table. */
function isFullScan(step: string): boolean {
  const scan = /^SCAN (\S+)(.*)$/.exec(step);
  if (!scan) return false;
  const [, table = '', rest = ''] = scan;
  if (/USING (COVERING )?INDEX|VIRTUAL TABLE INDEX/.test(rest)) return false;
  return !table.startsWith('(') && !SUBQUERIES.includes(table) && !(table in SMALL);
}
