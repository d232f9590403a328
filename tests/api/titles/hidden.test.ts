import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS } from '../../../src/app/calls.ts';
import { listPages, parsePart } from '../../../src/features/seo/server/parts.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { forgetPlayouts } from '../../../src/features/live/server/playout.ts';
import { tehranMoment } from '../../../src/platform/text/tehran-week.ts';
import { prepareRow, prepareRows } from '../../support/database/rows.ts';

const NOW = Math.floor(Date.now() / 1000);
const MARK = 'zarfnama'; // In the names of the titles that are hidden, and nowhere else
const FILM = 10;
const EDITOR = 'e'.repeat(40);

let site: CatalogueFixture;
let token: string;
let ids: { kind: string; id: number }[];
let person: number;
let user: number;
let filmName: string;

beforeAll(async () => {
  site = await openCatalogue(NOW);
  token = await signIn(site.env, NOW, NOW + 86_400);
  const { DB } = site.env;
  const read = async (sql: string) => (await DB.prepare(sql).first<number>('id')) ?? 0;
  const series = await read(
    "SELECT series_id AS id FROM titles WHERE kind = 'episode' AND release = 'released' LIMIT 1",
  );
  const episode = await read(`SELECT id FROM titles WHERE series_id = ${String(series)} LIMIT 1`);
  person = await read(`SELECT person_id AS id FROM credits WHERE title_id = ${String(FILM)} LIMIT 1`);
  ids = [
    { kind: 'movie', id: FILM },
    { kind: 'series', id: series },
    { kind: 'episode', id: episode },
  ];
  filmName =
    (await DB.prepare('SELECT name_en AS name FROM titles WHERE id = ?').bind(FILM).first<string>('name')) ?? '';
  const list = ids.map(({ id }) => id).join();
  const names = `name_fa = name_fa || ' ${MARK}', name_en = name_en || ' ${MARK}'`;
  user = await read('SELECT max(id) AS id FROM users');
  await DB.batch([
    DB.prepare(`UPDATE titles SET ${names}, views = 999999999 WHERE id IN (${list})`),
    DB.prepare(`UPDATE search_docs SET ${names} WHERE type IN ('movie', 'series') AND ref_id IN (${list})`),
  ]);
  await addRows();
});
afterAll(() => site.dispose());

/** A channel that shows the title alone; its number leaves room for the seed's. */
const toChannel = (title: number) => 9_000_000 + title;

/** The titles in what names titles: screenings, the hero, channels, a viewer's lists, progress, downloads, purchases. */
async function addRows(): Promise<void> {
  const { DB } = site.env;
  const place = { profile: `u${String(user)}`, duration: 600, at: 60, last: NOW, furthest: 60 };
  const downloads = ids.map(({ id: title_id }) => ({ id: 7_000_000 + title_id, title_id, quality: 'of this test' }));
  const names = { name_fa: `نام تایپ‌شده ${MARK}`, name_en: `Typed name ${MARK}` };
  const week = { ...names, picture: `backdrop-${MARK}`, day: tehranMoment(NOW).day, start: 0, minutes: 1440 };
  await DB.batch([
    prepareRow(DB, 'screenings', { title_id: ids[0]?.id ?? 0, starts_at: 0, ends_at: NOW + 900 }),
    ...ids.flatMap(({ id: title_id }) => [
      prepareRow(DB, 'channels', {
        ...{ id: toChannel(title_id), slug: `channel-${String(title_id)}` },
        stream_url: 'https://live.example/index.m3u8',
      }),
      prepareRow(DB, 'programmes', { ...week, channel_id: toChannel(title_id), title_id }),
      prepareRow(DB, 'sliders', { position: -title_id, title_id }),
      prepareRow(DB, 'user_lists', { user_id: user, title_id }),
      prepareRow(DB, 'progress', { ...place, title_id }),
    ]),
    prepareRows(DB, 'downloads', downloads),
    ...downloads.map(({ id: item_id, title_id }) =>
      prepareRow(DB, 'purchases', { user_id: user, kind: 'download', item_id, title_id }),
    ),
  ]);
}

/** Every address that a call may be read at for the titles; lists and searches in the orders and filters they have. */
function listAddresses(): string[] {
  const gets = CALLS.filter(({ method, path }) => method === 'GET' && !/^\/(dev|operator|logout)/.test(path));
  const addresses = gets.flatMap(({ path }) =>
    ids.map(({ kind, id }) =>
      path
        .replace(':kind', kind)
        .replace(':list', 'later')
        .replace(/:(slug|room)/, 'all')
        .replace(/:\w+/, String(path.startsWith('/people') ? person : id)),
    ),
  );
  const search = `query=${encodeURIComponent(filmName)}`;
  const more = [
    ...['kind=movie', 'kind=series', 'kind=episode', 'sort=views', 'genre=drama', 'kind=movie&country=IR'].map(
      (query) => `/titles?${query}`,
    ),
    ...[
      `/search?${search}`,
      `/search?${search}&type=movie`,
      `/ghost/get/getSearchQuick?${search}`,
      '/search?query=xyzzy',
    ],
    ...['watching', 'watched', 'bought'].map((list) => `/my/lists/${list}`),
    ...ids.flatMap(({ id }) => [`/channels/channel-${String(id)}/guide`, `/channels/${String(toChannel(id))}/play`]),
    `/people/${String(person)}/works?job=director`,
    `/people/${String(person)}/works?job=actor`,
  ];
  return [...new Set([...addresses, ...more])];
}

const POSTS = () =>
  ids.flatMap(({ kind, id }) => [
    ['/get/cart', { id, type: kind }] as const,
    ['/ghost/get/cart', { id, type: kind }] as const,
    ['/payments/quote', { purpose: 'title', id }] as const,
    ['/plays/renew', { id, kind }] as const,
    ['/plays/cast-address', { id, kind }] as const,
    ['/rooms', { id, kind }] as const,
  ]);

/** A service worker deletes a saved copy for this code alone, by the one or the other call. */
async function expectUnknownToCopies(): Promise<void> {
  for (const { kind, id } of ids)
    for (const [path, headers] of [
      ['/get/cart', { authorization: `Bearer ${token}` }],
      ['/ghost/get/cart', {}],
    ] as const) {
      const body = JSON.stringify({ id, type: kind });
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
      const response = await site.request(path, init);
      expect([response.status, (await response.json<{ code: string }>()).code], `${path} ${kind}`).toEqual([
        400,
        'cart_title_unknown',
      ]);
    }
}

/** The addresses whose answer names one of the titles, and those that fail. */
async function findDoors(): Promise<{ open: string[]; broken: string[]; ok: string[] }> {
  const [open, broken, ok]: [string[], string[], string[]] = [[], [], []];
  forgetPlayouts();
  const note = async (name: string, response: Response) => {
    const text = await response.text();
    if (text.includes(MARK)) open.push(name);
    if (response.status >= 500) broken.push(`${name} ${String(response.status)}`);
    if (response.ok && !text.includes('"data":null')) ok.push(name);
  };
  const who: Record<string, string>[] = [{ authorization: `Bearer ${token}` }, {}];
  for (const headers of who) {
    for (const address of listAddresses()) await note(address, await site.request(address, { headers }));
    for (const [path, body] of POSTS()) {
      const init = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      await note(`POST ${path} ${JSON.stringify(body)}`, await site.request(path, init));
    }
  }
  const db = openDatabase(site.env.DB);
  for (const { kind, id } of ids) {
    const part = parsePart(`${kind}-${String(Math.floor(id / 5000))}`);
    if (!part) throw new Error(kind);
    for await (const pages of listPages(db, part, { site: '', now: NOW }))
      if (pages.some(({ url }) => url === `/${kind}/${String(id)}`)) open.push(`sitemap ${kind}`);
  }
  return { open: [...new Set(open)], broken, ok: [...new Set(ok)] };
}

test('a hidden, a planned and an unfinished title are behind no door, and a series hides its episodes', async () => {
  const before = await findDoors();
  // The fixture has no rooms: a title that may be watched comes as far as them.
  expect(before.broken.filter((name) => !name.startsWith('POST /rooms'))).toEqual([]);
  const doors = before.open.map((name) => name.replace(/[?].*|\/\d+|\{.*/g, ''));
  // Without these the walk would prove nothing.
  expect(new Set(doors)).toEqual(new Set([...doors, '/titles', '/get/slider', '/search', '/screenings', '/lists']));
  for (const door of [
    '/titles/movie',
    '/titles/series',
    '/titles/episode',
    '/comments/titles',
    '/my/lists',
    '/downloads',
    '/people',
    '/my/progress/continue',
    'POST /get/cart ',
    'sitemap movie',
    'sitemap episode',
    '/get/slider',
    '/channels',
    '/channels/channel-10/guide',
    '/channels/play',
  ])
    expect(doors).toContain(door);

  const publications = ids.slice(0, 2).map(({ id }) => id);
  const act = async (path: string, body: object = { reason: 'of this test' }) => {
    const env = { ...site.env, OPERATOR_TOKEN: `editor/editor:${EDITOR}` };
    const headers = { authorization: `Bearer ${EDITOR}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await site.request(`/operator/titles${path}`, init, env);
    expect(response.status, path).toBe(200);
    return response.json<{ data: { id: number } }>();
  };
  const actOnAll = async (name: string, body?: object) => {
    for (const id of publications) await act(`/${String(id)}/${name}`, body);
  };
  const expectClosed = async () => {
    const doors = await findDoors();
    expect(doors).toMatchObject({ open: [], broken: [] });
    expect(doors.ok.filter((name) => name.startsWith('POST'))).toEqual([]);
    await expectUnknownToCopies();
  };
  await actOnAll('hide');
  await expectClosed();
  // Before its second a planned title is as closed as one without a plan.
  await actOnAll('publish', { starts_at: NOW + 60 });
  await expectClosed();

  await actOnAll('publish', {});
  const reopened = await findDoors();
  expect(reopened.open).toEqual(expect.arrayContaining(before.open));
  expect(reopened.broken.filter((name) => !name.startsWith('POST /rooms'))).toEqual([]);

  await actOnAll('hide');
  ids = await makeDrafts(act);
  filmName = 'Draft';
  await addRows();
  await expectClosed();
  for (const { id } of ids) await act(`/${String(id)}/publish`, {});
  const drafts = await findDoors();
  const published = drafts.open.map((name) => name.replace(/[?].*|\/\d+|\{.*/g, ''));
  for (const door of ['/titles/movie', '/titles/series', '/titles/episode', '/titles', '/search', 'sitemap movie'])
    expect(published).toContain(door);
});

async function makeDrafts(act: (path: string, body: object) => Promise<{ data: { id: number } }>) {
  const names = { name_fa: `پیش‌نویس ${MARK}`, name_en: `Draft ${MARK}` };
  const facts = { ...names, year: '1404', minutes: '90' };
  const make = async (body: { kind: string }) => {
    const { data } = await act('', { key: `draft-${body.kind}`, ...body });
    return { kind: body.kind, id: data.id };
  };
  const film = await make({ kind: 'movie', ...facts });
  const series = await make({ kind: 'series', ...facts });
  const episode = { kind: 'episode', ...names, series_id: series.id, season: 1, number: 1 };
  return [film, series, await make(episode)];
}
