import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { KIDS_COOKIE, KIDS_HEADER, KIDS_LOCK_SECONDS, KIDS_MAX_AGE } from '../../../src/platform/http/session/kids.ts';
import * as account from '../../../src/features/accounts/contract/account.ts';
import type { Call } from '../../../src/platform/http/calls/call.ts';
import { CALLS } from '../../../src/app/calls.ts';
import * as directDebit from '../../../src/features/direct-debit/contract.ts';
import * as myLists from '../../../src/features/lists/contract.ts';
import * as personalData from '../../../src/features/personal-data/contract.ts';
import * as checkout from '../../../src/features/checkout/contract.ts';
import * as payments from '../../../src/features/payments/contract.ts';
import * as sandbox from '../../../src/features/sandbox/contract.ts';
import { createApp } from '../../../src/app/api.ts';
import { API_BASE, type ApiFetch } from '../../../src/platform/http/calls/api-base.ts';
import { browserSession } from '../../../src/app/browser-session.ts';
import { LIMITS } from '../../../src/platform/config/limits.ts';
import { kidsToken } from '../../../src/platform/http/session/kids-cookie.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

const NOW = 1_800_000_000;
const KEY = 'a-key-for-tests-only';
const ORIGIN = 'https://pardeh.test';
const PIN = '2580';

let site: CatalogueFixture;
let door: ApiFetch;
const clock = { now: NOW };
let grownUp: number[];
beforeAll(async () => {
  site = await openCatalogue(NOW);
  const app = createApp({ now: () => clock.now });
  door = browserSession(async (request, env, ctx) => app.fetch(request, env, ctx));
  const { results } = await site.env.DB.prepare('SELECT id FROM titles WHERE age > ?')
    .bind(KIDS_MAX_AGE)
    .all<{ id: number }>();
  grownUp = results.map(({ id }) => id);
});
afterAll(() => site.dispose());

/** A call as a browser with this kids cookie makes it. */
function call(path: string, cookie: string | null, body?: unknown, headers: Record<string, string> = {}) {
  const init = {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(cookie !== null && { cookie: `${KIDS_COOKIE}=${cookie}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  return door(new Request(ORIGIN + API_BASE + path, init), site.env, site.ctx);
}

/** The kids cookie that an answer sets. */
function parseKidsCookie(response: Response): string {
  const header = response.headers.getSetCookie().find((one) => one.startsWith(KIDS_COOKIE)) ?? '';
  expect(header).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=\d+$/);
  return header.slice(KIDS_COOKIE.length + 1).split(';')[0] ?? '';
}

async function enter(pin = PIN): Promise<string> {
  const answer = await call('/kids/enter', null, { pin });
  expect(answer.status).toBe(200);
  expect(await answer.clone().json()).toEqual({ token: '' });
  return parseKidsCookie(answer);
}

/** Every title that an answer shows, at any depth: what has an id and a kind or type of title, as cards and results do. */
function titlesIn(value: unknown): number[] {
  const result = v.safeParse(v.looseObject({ id: v.number(), name_fa: v.string() }), value);
  const ownIds = result.success && ('kind' in result.output || 'type' in result.output) ? [result.output.id] : [];
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return [...ownIds, ...parts.flatMap(titlesIn)];
}

/** A contract's module also exports what its calls are made of. */
function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value;
}

describe('signing out', () => {
  const cleared = (response: Response) =>
    response.headers.getSetCookie().filter((one) => one.startsWith(`${KIDS_COOKIE}=;`) && one.includes('Max-Age=0'));

  test('is no way out of kids mode, by a call, by a session that is over or by the page', async () => {
    const kids = await enter();
    for (const method of ['GET', 'POST']) {
      const signOut = await call('/logout', kids, method === 'POST' ? {} : undefined, { origin: ORIGIN });
      expect([signOut.status, cleared(signOut)]).toEqual([200, []]);
    }
    // A session that the server does not know.
    const request = new Request(`${ORIGIN}${API_BASE}/get/user`, {
      headers: { cookie: `${KIDS_COOKIE}=${kids}; __Host-session=nobody`, origin: ORIGIN },
    });
    const over = await door(request, site.env, site.ctx);
    expect([over.status, over.headers.getSetCookie()]).toEqual([401, []]);
    expect((await call('/my/settings', kids)).status).toBe(403);
    const worker = createWorker(() => Promise.resolve(new Response('page')));
    const headers = { cookie: `${KIDS_COOKIE}=${kids}`, origin: ORIGIN };
    const page = await worker(new Request(`${ORIGIN}/logout`, { method: 'POST', headers }), site.env, site.ctx);
    expect([page.status, page.headers.get('location'), cleared(page)]).toEqual([303, '/kids', []]);
  });

  test('forgets a kids mode that was left, and its PIN with it', async () => {
    const kids = await enter();
    const left = parseKidsCookie(await call('/kids/leave', kids, { pin: PIN }));
    expect(cleared(await call('/logout', left, {}, { origin: ORIGIN }))).toHaveLength(1);
  });
});

describe('a kids session (spec 1.10, 2.46)', () => {
  /** Every GET call without sign-in, asked for as much as it shows. */
  const PATHS: Record<string, string[]> = {
    getTitle: ['/titles/movie/52', '/titles/series/201', '/titles/video/301'],
    listTitles: [
      '',
      'kind=movie',
      'kind=series',
      'kind=episode',
      'kind=video',
      'genre=drama',
      'list=classics',
      'age=18',
    ].flatMap((query) => ['newest', 'views', 'rating', 'year'].map((sort) => `/titles?${query}&sort=${sort}`)),
    getTitleKind: ['/title-kinds/52', '/title-kinds/218'],
    getSiteText: ['/site/texts/faq'],
    listPlayable: ['/progress/cards?ids=52,201,1001,219'],
    getTitleViewer: ['/my/titles/movie/52', '/my/titles/series/201'],
    listPersonWorks: Array.from({ length: 20 }, (_, index) => `/people/${String(10_000 + index)}/works?job=actor`),
    getGuide: ['/channels/parde-1/guide'],
    getScreening: ['/screenings/501'],
    getSlider: ['/get/slider', '/get/slider?f_type=movie', '/get/slider?age=18'],
    getCategory: ['/categories/iranian-cinema', '/categories/iranian-drama'],
    getMagazine: ['/magazines/studio', '/magazines/newspaper'],
    listPeople: ['/people?group=director', '/people?group=iranian_actor'],
    getPerson: Array.from({ length: 40 }, (_, index) => `/people/${String(10_000 + index)}`),
    quickSearch: ['سیمین', 'نادر', 'the', 'love'].map((query) => `/ghost/get/getSearchQuick?query=${query}`),
    search: ['علی', 'the', 'زژقثص', 'man&type=movie'].map((query) => `/search?query=${query}`),
  };

  test('no GET call shows a title above the ceiling', async () => {
    const kids = await enter();
    let titleCount = 0;
    let withoutKids = 0;
    for (const one of CALLS) {
      if (one.method !== 'GET' || one.access.caller === 'user') continue;
      for (const path of PATHS[one.name] ?? [one.path]) {
        const response = await call(path, kids);
        expect([200, 403, 404], path).toContain(response.status);
        const ids = titlesIn(await response.json());
        expect(
          ids.filter((id) => grownUp.includes(id)),
          path,
        ).toEqual([]);
        titleCount += ids.length;
        const open = titlesIn(await (await call(path, null)).json());
        withoutKids += open.filter((id) => grownUp.includes(id)).length;
      }
    }
    // The same calls show hundreds of them to everybody else, so the walk would see them.
    expect(titleCount).toBeGreaterThan(200);
    expect(withoutKids).toBeGreaterThan(500);
  });

  test('a title for grown-ups is unknown, to its page and to the player, with or without an account', async () => {
    const kids = await enter();
    const token = await signIn(site.env, NOW, NOW + 1000);
    const { results } = await site.env.DB.prepare('SELECT id, kind, age FROM titles').all<{
      id: number;
      kind: string;
      age: number;
    }>();
    for (const [age, title, status, cart] of [
      ['for children', results.find((one) => one.age <= KIDS_MAX_AGE && one.kind === 'movie'), 200, 200],
      ['for grown-ups', results.find((one) => one.age === 18), 404, 400],
    ] as const) {
      if (!title) throw new Error(`no title ${age}`);
      const { id, kind } = title;
      expect((await call(`/titles/${kind}/${String(id)}`, kids)).status, age).toBe(status);
      expect((await call('/ghost/get/cart', kids, { id, type: kind })).status, age).toBe(cart);
      const bearer = { authorization: `Bearer ${token}` };
      expect((await call('/get/cart', kids, { id, type: kind }, bearer)).status, age).toBe(cart);
    }
  });

  test('signing in, money and unrated channels are refused; a call nobody thought of is too', async () => {
    const kids = await enter();
    for (const [path, body] of [
      ['/login/send-code', { mobile: '09121234567' }],
      ['/login', { mobile: '09121234567', password: '1234' }],
      ['/get/app/plans', undefined],
      ['/channels', undefined],
      ['/ghost/listMagazines', undefined],
      ['/something/new', undefined],
    ] as const) {
      const response = await call(path, kids, body);
      expect(response.status, path).toBe(403);
      expect(await response.json(), path).toMatchObject({ code: 'kids_not_allowed' });
    }
  });

  test('every call of money is refused, also to somebody signed in; only a bank’s way back is open', async () => {
    const kids = await enter();
    const bearer = { authorization: `Bearer ${await signIn(site.env, NOW, NOW + 2000)}` };
    const money = [payments, checkout, directDebit, sandbox]
      .flatMap((calls) => Object.values<unknown>(calls))
      .filter(isCall);
    expect(money.length).toBeGreaterThan(12);
    for (const { path, method } of money) {
      const response = await call(path.replace(/:\w+/, '1'), kids, method === 'GET' ? undefined : {}, bearer);
      expect(response.status, path).toBe(403);
      expect(await response.json(), path).toMatchObject({ code: 'kids_not_allowed' });
    }
    for (const path of ['/payments/return/sandbox/nothing', '/directdebit/return/nothing']) {
      expect((await call(path, kids)).status, path).toBe(303);
    }
  });

  test('the account of whoever is signed in is out of reach: settings, devices, lists and its end', async () => {
    const kids = await enter();
    const bearer = { authorization: `Bearer ${await signIn(site.env, NOW, NOW + 3000)}` };
    const mine = [account, personalData, myLists]
      .flatMap((calls) => Object.values<unknown>(calls))
      .filter(isCall)
      .filter(({ access }) => access.caller === 'user');
    expect(mine).toHaveLength(14);
    for (const { path, method } of mine) {
      const body = method === 'GET' ? undefined : { confirm: true };
      const response = await call(path.replace(/:\w+/, 'later'), kids, body, bearer);
      expect(response.status, path).toBe(403);
      expect(await response.json(), path).toMatchObject({ code: 'kids_not_allowed' });
    }
    const { results } = await site.env.DB.prepare('SELECT id FROM users WHERE cancelled_at IS NOT NULL').all();
    expect(results).toEqual([]);
  });

  test('is believed only where the server signed it', async () => {
    const kids = await enter();
    const adult = grownUp[0] ?? 0;
    const row = await site.env.DB.prepare('SELECT kind FROM titles WHERE id = ?').bind(adult).first<{ kind: string }>();
    const path = `/titles/${row?.kind ?? ''}/${String(adult)}`;
    const flipped = kids.replace(/^on\./, 'off.');
    for (const cookie of [
      'on.someone',
      flipped,
      kids.slice(0, -1),
      await kidsToken('another key', { id: 'x'.repeat(22), on: true }),
    ]) {
      expect((await call(path, cookie)).status, cookie).toBe(200);
    }
    expect((await call(path, kids)).status).toBe(404);
    // The header between our own parts is taken from nobody outside.
    expect((await call(path, null, undefined, { [KIDS_HEADER]: `on.${'x'.repeat(22)}` })).status).toBe(200);
    expect((await call(path, kids, undefined, { [KIDS_HEADER]: `off.${'x'.repeat(22)}` })).status).toBe(404);
  });
});

describe('the parent’s PIN', () => {
  test('must be four digits, in any digits; the session cannot get another', async () => {
    for (const pin of ['', '123', '12345', 'abcd', '12 4']) {
      const response = await call('/kids/enter', null, { pin });
      expect([response.status, response.headers.getSetCookie()], pin).toEqual([422, []]);
    }
    const kids = await enter('۲۵۸۰');
    expect((await call('/kids/enter', kids, { pin: '1111' })).status).toBe(409);
    expect((await call('/kids/leave', kids, { pin: '2580' })).status).toBe(200);
  });

  test('ends the session, which then begins again with one tap', async () => {
    const kids = await enter();
    const out = await call('/kids/leave', kids, { pin: PIN });
    const left = parseKidsCookie(out);
    expect((await call('/channels', left)).status).toBe(200);
    const newSession = parseKidsCookie(await call('/kids/enter', left, {}));
    expect((await call('/channels', newSession)).status).toBe(403);
    expect((await call('/kids/leave', newSession, { pin: PIN })).status).toBe(200);
    expect((await call('/kids/enter', null, {})).status).toBe(422);
  });

  test('begins so many sessions from a network, and a browser returns to its own all the same', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.41' };
    const begin = () => call('/kids/enter', null, { pin: PIN }, headers);
    const answers = await Promise.all(Array.from({ length: 30 }, begin));
    const begun = answers.filter(({ status }) => status === 200);
    expect(begun).toHaveLength(LIMITS.kids_session.network.ipv4.burst);
    const refused = await begin();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const left = parseKidsCookie(await call('/kids/leave', parseKidsCookie(begun[0]!), { pin: PIN }, headers));
    expect((await call('/kids/enter', left, {}, headers)).status).toBe(200);
    const [row] = (await site.env.DB.prepare('SELECT count(*) AS count FROM kids_sessions').all<{ count: number }>())
      .results;
    expect(row?.count).toBeLessThan(60);
  });

  test('is kept as a keyed hash only', async () => {
    await enter('7391');
    const { results } = await site.env.DB.prepare('SELECT * FROM kids_sessions').all();
    expect(JSON.stringify(results)).not.toContain('7391');
  });

  test('five wrong ones lock the way out for 15 minutes, the right one too', async () => {
    const kids = await enter();
    const tries = [];
    for (let at = 0; at < 5; at++) tries.push((await call('/kids/leave', kids, { pin: '0000' })).status);
    expect(tries).toEqual([422, 422, 422, 422, 429]);
    const locked = await call('/kids/leave', kids, { pin: PIN });
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, String(KIDS_LOCK_SECONDS)]);
    clock.now += KIDS_LOCK_SECONDS;
    expect((await call('/kids/leave', kids, { pin: PIN })).status).toBe(200);
    clock.now = NOW;
  });

  test('guesses at the same moment get no more tries', async () => {
    const kids = await enter('9999');
    const guesses = Array.from({ length: 30 }, (_, at) => call('/kids/leave', kids, { pin: String(9970 + at) }));
    const statuses = (await Promise.all(guesses)).map((response) => response.status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(26);
  });

  test('the tries of one browser are not those of another', async () => {
    const [one, other] = [await enter(), await enter()];
    for (let at = 0; at < 5; at++) await call('/kids/leave', one, { pin: '0000' });
    expect((await call('/kids/leave', other, { pin: PIN })).status).toBe(200);
  });

  test('there is no kids mode where the server cannot sign', async () => {
    const app = createApp();
    const request = new Request(`${ORIGIN}${API_BASE}/kids/enter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pin: PIN }),
    });
    expect((await app.fetch(request, { ...site.env, MEDIA_SIGNING_KEY: '' }, site.ctx)).status).toBe(503);
    expect(await kidsToken(KEY, { id: 'x'.repeat(22), on: true })).toMatch(/^on\.x{22}\.[\w-]{43}$/);
  });
});
