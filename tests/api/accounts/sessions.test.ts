import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REQUESTER_HEADER } from '../../../src/features/accounts/config.ts';
import { login, sendCode } from '../../../src/features/accounts/contract/auth.ts';
import { getInbox } from '../../../src/features/accounts/contract/inbox.ts';
import { apiBackend } from '../../../src/app/api-backend.ts';
import type { ApiFetch } from '../../../src/platform/http/calls/api-base.ts';
import { browserSession, clearSession } from '../../../src/app/browser-session.ts';
import { countQueries } from '../../../src/platform/http/limits/query-count.ts';
import {
  parseAnswer,
  parseFailure,
  buildRequest,
  fromBrowser,
  listen,
  NOON,
  openApi,
  type AskOptions,
  type TestApi,
} from '../../support/site/api.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const DAY = 86_400;
/** The id of a client without cookies. */
const REQUESTER = 'a'.repeat(22);
let platform: Platform;
let site: TestApi;
let users = 0;

beforeAll(async () => {
  platform = await openPlatform();
  site = openApi(platform);
});
afterAll(() => platform.dispose());

/** The body of a login that will succeed, for a new user. */
async function credentials(): Promise<{ mobile: string; password: string; asker: string }> {
  users += 1;
  const mobile = `0912000${String(1000 + users)}`;
  const headers = { 'cf-connecting-ip': `10.0.0.${String(users)}` };
  await site.send('/login/send-code', { body: { mobile, asker: REQUESTER }, headers });
  const { data } = await parseAnswer(getInbox, await site.send('/dev/inbox'));
  return { mobile, password: data[0]?.code ?? '', asker: REQUESTER };
}
async function newToken(): Promise<string> {
  return (await parseAnswer(login, await site.send('/login', { body: await credentials() }))).token;
}
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const asUser = (token: string) => site.send('/get/user', bearer(token));

describe('a bearer session', () => {
  it('is stored as a hash only', async () => {
    const token = await newToken();
    const { results } = await platform.env.DB.prepare('SELECT * FROM sessions').all();
    expect(JSON.stringify(results)).not.toContain(token);
    expect(results.at(-1)?.['token_hash']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is refused where it is unknown, malformed or missing', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer nothing', 'Basic YTpi', `Bearer ${'a'.repeat(5000)}`]) {
      const response = await site.send('/get/user', { headers: { authorization } });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await parseFailure(response)).toMatchObject({ status: 401, code: 'unauthenticated', fields: [] });
    }
    expect((await site.send('/ghost/get/check', bearer('nothing'))).status).toBe(200);
  });

  it('ends at logout, by POST or GET, however often', async () => {
    for (const method of ['POST', 'GET']) {
      const token = await newToken();
      const other = await newToken();
      expect((await asUser(token)).status).toBe(200);
      for (let i = 0; i < 2; i += 1)
        expect((await site.send('/logout', { method, ...bearer(token) })).status).toBe(200);
      expect((await asUser(token)).status).toBe(401);
      expect((await asUser(other)).status).toBe(200);
    }
    expect((await site.send('/logout', { method: 'POST' })).status).toBe(200);
  });

  it('lives 90 days from its last day of use', async () => {
    const [used, unused] = [await newToken(), await newToken()];
    site.clock.now = NOON + 89 * DAY;
    expect((await asUser(used)).status).toBe(200);
    site.clock.now = NOON + 90 * DAY;
    expect((await asUser(unused)).status).toBe(401);
    site.clock.now = NOON + 179 * DAY - 1;
    expect((await asUser(used)).status).toBe(200);
    site.clock.now = NOON + 400 * DAY;
    expect((await asUser(used)).status).toBe(401);
    site.clock.now = NOON;
  });

  it('ends a year after its login, however it is used', async () => {
    const token = await newToken();
    for (let day = 80; day < 365; day += 80) {
      site.clock.now = NOON + day * DAY;
      expect((await asUser(token)).status, `day ${String(day)}`).toBe(200);
    }
    site.clock.now = NOON + 365 * DAY - 1;
    expect((await asUser(token)).status).toBe(200);
    site.clock.now = NOON + 365 * DAY;
    expect((await asUser(token)).status).toBe(401);
    site.clock.now = NOON;
  });

  it('ends when another login is made on it, and is dead for who has copied it', async () => {
    const [old, elsewhere] = [await newToken(), await newToken()];
    const response = await site.send('/login', { body: await credentials(), ...bearer(old) });
    const { token } = await parseAnswer(login, response);
    expect((await asUser(old)).status).toBe(401);
    for (const alive of [token, elsewhere]) expect((await asUser(alive)).status).toBe(200);
  });

  it('stays where a login on it fails', async () => {
    const token = await newToken();
    const body = { ...(await credentials()), password: '12x4' };
    expect((await site.send('/login', { body, ...bearer(token) })).status).toBe(422);
    expect((await asUser(token)).status).toBe(200);
  });

  it('costs one query, and one write on the first use of another day', async () => {
    const token = await newToken();
    const queriesAt = async (now: number) => {
      site.clock.now = now;
      const { env, queries } = countQueries(platform.env);
      await openApi({ ...platform, env }).api(buildRequest('/ghost/get/check'), env, platform.ctx);
      expect(queries()).toBe(0);
      const counted = openApi({ ...platform, env });
      counted.clock.now = now;
      expect((await counted.send('/get/user', bearer(token))).status).toBe(200);
      return queries();
    };
    expect(await queriesAt(NOON + DAY)).toBe(1);
    expect(await queriesAt(NOON + DAY + 1)).toBe(2);
    expect(await queriesAt(NOON + DAY + 2)).toBe(1);
    site.clock.now = NOON;
  });
});

const cleared = clearSession(false);

describe.each(['embedded', 'provider'])('the cookie door, %s', (mode) => {
  const seen: Headers[] = [];
  let provider: Awaited<ReturnType<typeof listen>> | null = null;
  let door: (path: string, options?: AskOptions) => Promise<Response>;

  beforeAll(async () => {
    const embedded: ApiFetch = (request, env, ctx) => {
      seen.push(new Headers(request.headers));
      return site.api(request, env, ctx);
    };
    if (mode === 'provider') provider = await listen((request) => embedded(request, site.env, platform.ctx));
    const env = { ...site.env, API_BASE_URL: provider ? `${provider.url}/api/v1/` : '', PROVIDER_CALLS: '*' };
    const entry = browserSession(provider ? apiBackend(env) : embedded);
    door = (path, options) => entry(buildRequest(path, options), env, platform.ctx);
  });
  afterAll(() => provider?.close());

  const signIn = async () => {
    const response = await door('/login', fromBrowser({ body: await credentials() }));
    expect(await parseAnswer(login, response)).toEqual({ token: '' });
    const [session = '', signedIn = ''] = response.headers.getSetCookie();
    expect(session).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=7776000$/);
    expect(signedIn).toBe('signed_in=1; Path=/; Secure; SameSite=Lax; Max-Age=7776000');
    return session.split(';')[0] ?? '';
  };

  it('gives a browser its token as a cookie and nothing else', async () => {
    const cookie = await signIn();
    const response = await door('/get/user', fromBrowser({}, `a=b; ${cookie}; signed_in=1`));
    expect(response.status).toBe(200);
    expect(seen.at(-1)?.get('cookie')).toBeNull();
    expect(seen.at(-1)?.get('authorization')).toBe(`Bearer ${cookie.split('=')[1] ?? ''}`);
    // The cookie's 90 days begin again with use.
    expect(response.headers.getSetCookie()[0]).toContain(cookie);
  });

  it('writes the cookie again once a day only, because a late answer brings an earlier session back', async () => {
    const response = await door('/login', fromBrowser({ body: await credentials() }));
    const written = response.headers.getSetCookie();
    expect(written).toContain('__Host-renewed=1; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=86400');
    const cookies = written.map((cookie) => cookie.split(';')[0]).join('; ');
    const late = await door('/get/user?ref=4', fromBrowser({}, cookies));
    expect([late.status, late.headers.getSetCookie()]).toEqual([200, []]);
    const due = await door('/get/user?ref=4', fromBrowser({}, cookies.replace('; __Host-renewed=1', '')));
    expect(due.headers.getSetCookie().map((cookie) => cookie.split(';')[0])).toEqual(
      written.slice(0, 3).map((one) => one.split(';')[0]),
    );
  });

  it('keeps the cookie no longer than the session lasts', async () => {
    const cookie = await signIn();
    for (const day of [80, 160, 240, 300]) {
      site.clock.now = NOON + day * DAY;
      await door('/get/user', fromBrowser({}, cookie));
    }
    site.clock.now = NOON + 300 * DAY;
    const response = await door('/get/user', fromBrowser({}, cookie));
    for (const value of response.headers.getSetCookie().slice(0, 2))
      expect(value).toContain(`Max-Age=${String(65 * DAY)}`);
    expect(response.headers.has('x-pardeh-session-seconds')).toBe(false);
    site.clock.now = NOON;
  });

  it('leaves one session in a browser that signs in again: the old cookie is worth nothing', async () => {
    const old = await signIn();
    const secondLogin = await door('/login', fromBrowser({ body: await credentials() }, old));
    const fresh = secondLogin.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(fresh).not.toBe(old);
    expect((await door('/get/user', fromBrowser({}, old))).status).toBe(401);
    expect((await door('/get/user', fromBrowser({}, fresh))).status).toBe(200);
  });

  it('gives a client that is no browser its token as JSON and no cookie', async () => {
    const response = await door('/login', { body: await credentials() });
    expect(response.headers.getSetCookie()).toEqual([]);
    const { token } = await parseAnswer(login, response);
    const answer = await door('/get/user', bearer(token));
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('prefers a bearer that was sent to the cookie, and leaves the cookie alone', async () => {
    const cookie = await signIn();
    const response = await door('/get/user', { headers: { ...bearer('nothing').headers, cookie } });
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect((await door('/get/user', fromBrowser({}, cookie))).status).toBe(200);
  });

  it.each(['POST', 'GET'])('revokes and clears at logout by %s', async (method) => {
    const cookie = await signIn();
    const response = await door('/logout', fromBrowser({ method }, cookie));
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, cleared]);
    const after = await door('/get/user', fromBrowser({}, cookie));
    expect([after.status, after.headers.getSetCookie()]).toEqual([401, []]);
  });

  it('clears no cookie by a 401: it may come late, when the browser has another session', async () => {
    const old = await signIn();
    await door('/login', fromBrowser({ body: await credentials() }, old));
    const late = await door('/get/user', fromBrowser({}, old));
    expect([late.status, late.headers.getSetCookie()]).toEqual([401, []]);
  });

  it('clears every cookie after a 401, those that no script can see too; a logout leaves what is not the user’s (spec 8.03)', async () => {
    const others = ['__Host-login=xyz', 'theme=dark', 'i18n_redirected=en', 'theirs=1', 'bad name=1', '=2'];
    const brought = (cookie: string) => [cookie, 'signed_in=1', ...others].join('; ');
    const listCookieNames = (response: Response) => response.headers.getSetCookie().map((one) => one.split('=')[0]);
    const cookieNames = cleared.map((one) => one.split('=')[0]);
    const all = [...cookieNames, '__Host-login', 'theme', 'i18n_redirected', 'theirs'];
    // The call that the page makes then.
    const after = await door('/logout', fromBrowser({ method: 'GET' }, brought('__Host-session=revoked')));
    expect([listCookieNames(after), after.headers.get('clear-site-data')]).toEqual([all, '"cookies"']);
    for (const cookie of after.headers.getSetCookie()) expect(cookie).toMatch(/^[^=]+=; Path=\/; .*Max-Age=0$/);
    const signedOut = await door('/logout', fromBrowser({ method: 'POST' }, brought(await signIn())));
    expect([listCookieNames(signedOut), signedOut.headers.get('clear-site-data')]).toEqual([cookieNames, null]);
  });

  it('clears the guest and the kids mode that was left, with the session', async () => {
    const names = cleared.map((cookie) => /^([^=]+)=;.*Max-Age=0/.exec(cookie)?.[1]);
    const personal = ['session', 'renewed', 'guest', 'assertion', 'kids'].map((name) => `__Host-${name}`);
    expect(new Set(names)).toEqual(new Set([...personal, 'signed_in', 'rails', 'save_data']));
  });

  it('clears at logout also where the session cookie is gone', async () => {
    expect((await door('/logout', fromBrowser({ method: 'POST' }))).headers.getSetCookie()).toEqual(cleared);
  });

  it('sets nothing on a login that failed, nor on a ghost without cookies', async () => {
    const failed = await door('/login', fromBrowser({ body: { mobile: '09120000000', password: '0000' } }));
    expect([failed.status, failed.headers.getSetCookie()]).toEqual([422, []]);
    const ghost = await door('/get/user', fromBrowser());
    expect([ghost.status, ghost.headers.getSetCookie()]).toEqual([401, []]);
  });

  it.each(['%', '%0d%0aX: y', '', '%00', 'a%20b'])('treats the cookie %j as none', async (value) => {
    expect((await door('/ghost/get/check', fromBrowser({}, `__Host-session=${value}`))).status).toBe(200);
    expect(seen.at(-1)?.get('authorization')).toBeNull();
  });
});

describe('the browser that asks for a code', () => {
  const entry = browserSession((request, env, ctx) => site.api(request, env, ctx));
  const door = (path: string, options: AskOptions) => entry(buildRequest(path, options), site.env, platform.ctx);
  const address = { 'cf-connecting-ip': '10.44.0.1' };
  const lastCode = async () => (await parseAnswer(getInbox, await site.send('/dev/inbox'))).data[0]?.code ?? '';
  const requestCode = (mobile: string, cookie?: string, headers = {}) =>
    door('/login/send-code', fromBrowser({ body: { mobile }, headers: { ...address, ...headers } }, cookie));
  const enter = async (mobile: string, cookie?: string, headers = {}) =>
    door(
      '/login',
      fromBrowser({ body: { mobile, password: await lastCode() }, headers: { ...address, ...headers } }, cookie),
    );

  it('gets a cookie that no script reads, by which alone its code is good, and keeps it over login and logout', async () => {
    const answer = await requestCode('09170000001');
    const [cookie = '', ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^__Host-login=[\w-]{22}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=34560000$/);
    const ownCookie = cookie.split(';')[0] ?? '';
    // The same address and program without the cookie, with another, with the header of the Worker's own.
    expect((await enter('09170000001')).status).toBe(422);
    expect((await enter('09170000001', `__Host-login=${'x'.repeat(22)}`)).status).toBe(422);
    expect((await enter('09170000001', undefined, { [REQUESTER_HEADER]: ownCookie.split('=')[1] ?? '' })).status).toBe(
      422,
    );
    const done = await enter('09170000001', ownCookie);
    expect(done.status).toBe(200);
    expect(done.headers.getSetCookie().at(-1)).toBe(cookie);
    expect(clearSession(false).join()).not.toContain('__Host-login');
  });

  it('keeps the cookie it has, and gets none where no code was sent', async () => {
    const ownCookie = `__Host-login=${'k'.repeat(22)}`;
    expect((await requestCode('09170000002', ownCookie)).headers.getSetCookie()[0]).toContain(`${ownCookie};`);
    const refused = await requestCode('09170000002');
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([429, []]);
    for (const bad of ['__Host-login=', '__Host-login=short', `__Host-login=${'k'.repeat(23)}`]) {
      site.clock.now += 90;
      const answer = await requestCode('09170000003', bad);
      expect(answer.headers.getSetCookie()[0]).not.toContain(`${bad};`);
    }
  });

  it('is nothing of ours where a provider signs in', async () => {
    const env = { ...site.env, API_BASE_URL: 'https://provider.test/api/v1' };
    const headers: (string | null)[] = [];
    const backend: ApiFetch = (request) => {
      headers.push(request.headers.get(REQUESTER_HEADER));
      return Promise.resolve(Response.json({ sms_sent: true, resend_after: 90, message: '', message_fa: '' }));
    };
    const request = buildRequest(
      '/login/send-code',
      fromBrowser({ body: { mobile: '09170000004' } }, `__Host-login=${'k'.repeat(22)}`),
    );
    const answer = await browserSession(backend)(request, env, platform.ctx);
    expect([headers, answer.headers.getSetCookie()]).toEqual([[null], []]);
    expect(await parseAnswer(sendCode, answer)).toMatchObject({ digits: 4 });
  });
});
