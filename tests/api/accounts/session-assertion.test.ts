import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createApp } from '../../../src/app/api.ts';
import { browserSession } from '../../../src/app/browser-session.ts';
import { endOtherDevices } from '../../../src/features/accounts/contract/account.ts';
import { getUser, logout } from '../../../src/features/accounts/contract/auth.ts';
import { addToList, getMyLists } from '../../../src/features/lists/contract.ts';
import { getContinue, saveProgress } from '../../../src/features/progress/contract.ts';
import { ASSERTION_COOKIE, ASSERTION_HEADER, SESSION_COOKIE } from '../../../src/platform/config/session.ts';
import type { ApiFetch } from '../../../src/platform/http/calls/api-base.ts';
import type { Call } from '../../../src/platform/http/calls/call.ts';
import { countQueries } from '../../../src/platform/http/limits/query-count.ts';
import { ASSERTION_SECONDS, createAssertion } from '../../../src/platform/http/session/session-assertion.ts';
import { buildRequest, ORIGIN } from '../../support/site/api.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

const NOW = 1_800_000_000;
const KEY = 'a-key-for-tests-only';
const clock = { now: NOW };
let site: CatalogueFixture;
let users = 0;
let token: string;

/** The door of a Worker; `vi.resetModules` makes another isolate. */
const open = (app: { fetch: ApiFetch }) => browserSession(async (request, env, ctx) => app.fetch(request, env, ctx));
let door = open(createApp({ now: () => clock.now }) as unknown as { fetch: ApiFetch });

beforeAll(async () => {
  site = await openCatalogue(NOW);
});
afterAll(() => site.dispose());
beforeEach(async () => {
  clock.now = NOW;
  users += 1;
  token = await signIn(site.env, NOW, NOW + 1000 + users);
});

interface Reply {
  status: number;
  queries: number;
  cookies: string[];
  headers: Headers;
}

async function send(call: Call, cookies: Record<string, string>, more: Record<string, string> = {}): Promise<Reply> {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const headers = { origin: ORIGIN, 'sec-fetch-site': 'same-origin', cookie, ...more };
  const body = call === saveProgress ? { now: clock.now, titles: [] } : call === addToList ? { id: 10 } : {};
  const path = call.path.replace(':list', 'later');
  const { env, queries } = countQueries(site.env);
  const request = buildRequest(path, { headers, method: call.method, ...(call.method === 'POST' && { body }) });
  const response = await door(request, env, site.ctx);
  return {
    status: response.status,
    queries: queries(),
    cookies: response.headers.getSetCookie(),
    headers: response.headers,
  };
}

const session = () => ({ [SESSION_COOKIE]: token });
const issue = async () => {
  const [cookie = ''] = (await send(getContinue, session())).cookies;
  const [, value = ''] =
    /^__Host-assertion=([^;]+); Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=300$/.exec(cookie) ?? [];
  expect(value).not.toBe('');
  return value;
};
const asserted = (assertion: string, of = token) => ({ [SESSION_COOKIE]: of, [ASSERTION_COOKIE]: assertion });
const deleteSessions = () => site.env.DB.prepare('DELETE FROM sessions').run();

it('spares the lookup of the session for five minutes, and contains neither token nor number', async () => {
  const assertion = await issue();
  expect(assertion).toMatch(/^\d+\.\d+\.[\w-]{43}$/);
  const [looked, spared] = [await send(getContinue, session()), await send(getContinue, asserted(assertion))];
  expect(spared.status).toBe(200);
  expect(looked.queries - spared.queries).toBe(1);
  expect(spared.cookies).toEqual([]);
  expect(spared.headers.has(ASSERTION_HEADER)).toBe(false);
  expect((await send(saveProgress, asserted(assertion))).queries).toBe(0);
  clock.now += ASSERTION_SECONDS;
  const renewed = await send(getContinue, asserted(assertion));
  expect(renewed.queries).toBe(looked.queries);
  expect(renewed.cookies[0]).toContain(ASSERTION_COOKIE);
});

it('is refused where it is forged, of another account or session, expired, ahead, cut or of another key', async () => {
  const assertion = await issue();
  const other = await signIn(site.env, NOW, NOW + 90_000 + users);
  const [user = '', end = '', signature = ''] = assertion.split('.');
  const later = String(Number(end) + 60);
  const ahead = (await createAssertion(site.env, token, Number(user), NOW + 60)) ?? '';
  const foreign = (await createAssertion({ ...site.env, MEDIA_SIGNING_KEY: 'x' }, token, Number(user), NOW)) ?? '';
  await deleteSessions();
  for (const bad of [
    asserted(`${String(Number(user) + 1)}.${end}.${signature}`),
    asserted(`${user}.${later}.${signature}`),
    asserted(assertion, other),
    asserted(assertion.slice(0, -1)),
    asserted(`${assertion}A`),
    asserted(`0${assertion}`),
    asserted(`${user}.${end}.`),
    asserted(''),
    asserted(ahead),
    asserted(foreign),
    { [ASSERTION_COOKIE]: assertion },
  ]) {
    expect((await send(getContinue, bad)).status, JSON.stringify(bad)).toBe(401);
  }
  // A header of a visitor is not the cookie's.
  expect((await send(getContinue, session(), { [ASSERTION_HEADER]: assertion })).status).toBe(401);
  expect((await send(getContinue, asserted(assertion))).status).toBe(200);
  clock.now += ASSERTION_SECONDS;
  expect((await send(getContinue, asserted(assertion))).status).toBe(401);
});

it('counts under the previous key while keys are rotated', async () => {
  const assertion = await issue();
  await deleteSessions();
  const env = site.env;
  site.env = { ...env, MEDIA_SIGNING_KEY: 'new', MEDIA_SIGNING_KEY_PREVIOUS: KEY };
  expect((await send(getContinue, asserted(assertion))).status).toBe(200);
  site.env = { ...env, MEDIA_SIGNING_KEY: 'new' };
  expect((await send(getContinue, asserted(assertion))).status).toBe(401);
  site.env = env;
});

it('never stands for a session where identity, money, plays or a change of a list ask', async () => {
  const assertion = await issue();
  await deleteSessions();
  for (const call of [getUser, endOtherDevices, addToList]) {
    expect((await send(call, asserted(assertion))).status, call.name).toBe(401);
  }
});

it('ends at once in the browser and the isolate that sign out, and within five minutes elsewhere', async () => {
  const assertion = await issue();
  const ended = await send(logout, asserted(assertion));
  expect(ended.cookies.join()).toContain(`${ASSERTION_COOKIE}=; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=0`);
  // Replayed by a thief of both cookies.
  expect((await send(getMyLists, asserted(assertion))).status).toBe(401);
  vi.resetModules();
  const { createApp: createOther } = await import('../../../src/app/api.ts');
  const first = door;
  door = open(createOther({ now: () => clock.now }) as unknown as { fetch: ApiFetch });
  expect((await send(getMyLists, asserted(assertion))).status).toBe(200);
  clock.now += ASSERTION_SECONDS;
  expect((await send(getMyLists, asserted(assertion))).status).toBe(401);
  door = first;
});
