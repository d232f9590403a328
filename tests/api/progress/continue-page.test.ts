import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPageApi } from '../../../src/app/page-api.ts';
import { createApp } from '../../../src/app/api.ts';
import { getContinue, getWatched, listPlayable, saveProgress } from '../../../src/features/progress/contract.ts';
import { loadContinue } from '../../../src/features/progress/page.server.ts';
import { createProgress, createSeenProgress } from '../../../src/features/progress/progress.ts';
import { systemClock } from '../../../src/platform/http/clock.ts';
import { generateInput } from '../../../tools/oracle/from-schema.ts';
import { buildRequest, ORIGIN, parseAnswer } from '../../support/site/api.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

/** The fragment /continue with the API of pages, after whatever the API of progress takes. */
const FILM = 10;
const now = systemClock();
const app = createApp();
let site: CatalogueFixture;
let token: string;
beforeAll(async () => {
  site = await openCatalogue(now);
  token = await signIn(site.env, now, now + 1000);
});
afterAll(() => site.dispose());

const ask = async (path: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${token}` };
  return app.fetch(buildRequest(path, { ...(body !== undefined && { body }), headers }), site.env, site.ctx);
};
type ContinuePage = Parameters<typeof loadContinue>[0];

async function open(session: string | null, form?: Record<string, string>, accept = '*/*', query = '') {
  const headers = new Headers({ accept, ...(session !== null && { cookie: `__Host-session=${session}` }) });
  const body = form && { method: 'POST', body: new URLSearchParams(form) };
  const request = new Request(`${ORIGIN}/continue${query}`, { headers, ...body });
  const { env, ctx } = site;
  const locals = {
    api: createPageApi({ request, origin: ORIGIN, env, ctx, locale: 'fa', requester: () => null }),
    kids: false,
    signedIn: session !== null,
    session: { clearAll: () => ['__Host-session=; Max-Age=0', 'signed_in=; Max-Age=0'] },
  } as unknown as ContinuePage['locals'];
  const response: ContinuePage['response'] = { headers: new Headers() };
  const redirect: ContinuePage['redirect'] = (location, status) =>
    new Response(null, { status: status ?? 302, headers: { location } });
  const rows = await loadContinue({ request, locals, response, redirect });
  const status = rows instanceof Response ? rows.status : (response.status ?? 200);
  return { rows, status, cookies: response.headers.getSetCookie() };
}

const NO_ROWS = { rows: { going: [], watched: [], episodes: [], because: null }, status: 200 };

it('has the rows of a session, none for a guest or an ended session, and expires no cookies: it may come late', async () => {
  await ask(saveProgress.path, { now, titles: [{ id: FILM, ...createProgress(600, 6000, now, false) }] });
  const { rows, status, cookies } = await open(token);
  expect([status, cookies]).toEqual([200, []]);
  expect(rows).toMatchObject({ going: [{ id: FILM, at: 600 }], watched: [] });
  expect(await open(null)).toEqual({ ...NO_ROWS, cookies: [] });
  expect(await open('an-ended-session')).toEqual({ ...NO_ROWS, cookies: [] });
});

it('has the cards of the places that the browser of a guest sends, and of nothing else', async () => {
  const ask = (places: string) => open(null, undefined, '*/*', `?places=${places}`);
  const { rows } = await ask('1001-1800-3600.999999-5-9.10-600-6000');
  expect(rows).toMatchObject({
    going: [
      { id: 1001, kind: 'episode', at: 1800, duration: 3600, of: 1001 },
      { id: FILM, at: 600, duration: 6000 },
    ],
    ...{ watched: [], episodes: [], because: null },
  });
  for (const places of ['', 'x', '1-2', '-1-2-3', '10-600-6000%27--', '10_600_6000', '1e3-5-9'])
    expect(await ask(places)).toEqual({ ...NO_ROWS, cookies: [] });
  const many = Array.from({ length: 60 }, (_, at) => `${String(at + 1)}-60-6000`).join('.');
  expect(((await ask(many)).rows as { going: unknown[] }).going.length).toBeLessThanOrEqual(12);
  const ids = Array.from({ length: 13 }, (_, at) => at + 1);
  expect(v.is(listPlayable.input, { ids: ids.join(',') })).toBe(false);
  expect(v.is(listPlayable.input, { ids: ids.slice(1).join(',') })).toBe(true);
});

it('typed by hand leads to the page of its rows', async () => {
  const { rows } = await open(token, undefined, 'text/html,application/xhtml+xml,*/*;q=0.8');
  expect(rows).toMatchObject({ status: 303 });
  expect((rows as Response).headers.get('location')).toBe('/profile/list/watching');
});

it('answers the form of a guest by 401, and a wrong one by 422', async () => {
  expect((await open(null, { id: '10', action: 'hide' })).status).toBe(401);
  expect((await open('an-ended-session', { id: '10', action: 'undo' })).status).toBe(401);
  expect((await open(token, { id: 'x', action: 'hide' })).status).toBe(422);
  expect((await open(token, { id: '10', action: 'hide' })).status).toBe(204);
});

it('is an error that is not stored while the database is down', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { env } = site;
  site.env = { ...env, DB: { prepare: () => { throw new Error('down'); } } as unknown as D1Database }; // prettier-ignore
  expect(await open(token)).toMatchObject({ status: 500, cookies: [] });
  site.env = env;
});

it('has every title at any place that the API takes', async () => {
  const { results } = await site.env.DB.prepare('SELECT id FROM titles ORDER BY id').all<{ id: number }>();
  const ids = results.map(({ id }) => id);
  for (const state of [
    createProgress(30, 0, now, false),
    createSeenProgress(now),
    createProgress(86_400, 1, 1, true),
  ]) {
    for (let from = 0; from < Math.min(ids.length, 400); from += 50) {
      const titles = ids.slice(from, from + 50).map((id) => ({ id, ...state }));
      await parseAnswer(saveProgress, await ask(saveProgress.path, { now, titles }));
      expect(await open(token)).toMatchObject({ status: 200, cookies: [] });
    }
  }
  for (const body of fc.sample(generateInput(saveProgress.input), { numRuns: 150, seed: 19 })) {
    const answer = await ask(saveProgress.path, body);
    expect([200, 400, 422]).toContain(answer.status);
  }
  await parseAnswer(getContinue, await ask(getContinue.path));
  await parseAnswer(getWatched, await ask(getWatched.path));
  expect(await open(token)).toMatchObject({ status: 200, cookies: [] });
});
