import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '../../src/contract/auth.ts';
import { getInbox } from '../../src/contract/inbox.ts';
import { apiBackend } from '../../src/server/api-backend.ts';
import type { ApiFetch } from '../../src/server/app.ts';
import { browserSession, clearSession, startSession } from '../../src/server/lib/browser-session.ts';
import { countQueries } from '../../src/server/lib/query-count.ts';
import { createWorker } from '../../src/server/worker-app.ts';
import {
  answerOf,
  ask,
  failureOf,
  listen,
  NOON,
  openApi,
  ORIGIN,
  type AskOptions,
  type TestApi,
} from '../support/api.ts';
import { openPlatform, type Platform } from '../support/platform.ts';

const DAY = 86_400;
let platform: Platform;
let site: TestApi;
let users = 0;

beforeAll(async () => {
  platform = await openPlatform();
  site = openApi(platform);
});
afterAll(() => platform.dispose());

/** The body of a login that will succeed, for a new user. */
async function credentials(): Promise<{ mobile: string; password: string }> {
  users += 1;
  const mobile = `0912000${String(1000 + users)}`;
  const headers = { 'cf-connecting-ip': `10.0.0.${String(users)}` };
  await site.ask('/login/send-code', { body: { mobile }, headers });
  const { data } = await answerOf(getInbox, await site.ask('/dev/inbox'));
  return { mobile, password: data[0]?.code ?? '' };
}
async function newToken(): Promise<string> {
  return (await answerOf(login, await site.ask('/login', { body: await credentials() }))).token;
}
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const asUser = (token: string) => site.ask('/get/user', bearer(token));

describe('a bearer session', () => {
  it('is stored as a hash only', async () => {
    const token = await newToken();
    const { results } = await platform.env.DB.prepare('SELECT * FROM sessions').all();
    expect(JSON.stringify(results)).not.toContain(token);
    expect(results.at(-1)?.['token_hash']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is refused where it is unknown, malformed or missing', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer nothing', 'Basic YTpi', `Bearer ${'a'.repeat(5000)}`]) {
      const response = await site.ask('/get/user', { headers: { authorization } });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await failureOf(response)).toMatchObject({ status: 401, code: 'unauthenticated', fields: [] });
    }
    expect((await site.ask('/ghost/get/check', bearer('nothing'))).status).toBe(200);
  });

  it('ends at logout, by POST or GET, however often', async () => {
    for (const method of ['POST', 'GET']) {
      const token = await newToken();
      const other = await newToken();
      expect((await asUser(token)).status).toBe(200);
      for (let i = 0; i < 2; i += 1) expect((await site.ask('/logout', { method, ...bearer(token) })).status).toBe(200);
      expect((await asUser(token)).status).toBe(401);
      expect((await asUser(other)).status).toBe(200);
    }
    expect((await site.ask('/logout', { method: 'POST' })).status).toBe(200);
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

  it('costs one query, and one write on the first use of another day', async () => {
    const token = await newToken();
    const queriesAt = async (now: number) => {
      site.clock.now = now;
      const { env, queries } = countQueries(platform.env);
      await openApi({ ...platform, env }).api(ask('/ghost/get/check'), env, platform.ctx);
      expect(queries()).toBe(0);
      const counted = openApi({ ...platform, env });
      counted.clock.now = now;
      expect((await counted.ask('/get/user', bearer(token))).status).toBe(200);
      return queries();
    };
    expect(await queriesAt(NOON + DAY)).toBe(1);
    expect(await queriesAt(NOON + DAY + 1)).toBe(2);
    expect(await queriesAt(NOON + DAY + 2)).toBe(1);
    site.clock.now = NOON;
  });
});

/** What a browser sends from our own page. */
const browser = (options: AskOptions = {}, cookie?: string): AskOptions => ({
  ...options,
  headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }), ...options.headers },
});
const cleared = clearSession();

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
    const env = { ...site.env, API_BASE_URL: provider ? `${provider.url}/api/v1/` : '' };
    const entry = browserSession(provider ? apiBackend(env) : embedded);
    door = (path, options) => entry(ask(path, options), env, platform.ctx);
  });
  afterAll(() => provider?.close());

  const signIn = async () => {
    const response = await door('/login', browser({ body: await credentials() }));
    expect(await answerOf(login, response)).toEqual({ token: '' });
    const [session = '', signedIn = ''] = response.headers.getSetCookie();
    expect(session).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=7776000$/);
    expect(signedIn).toBe('signed_in=1; Path=/; Secure; SameSite=Lax; Max-Age=7776000');
    return session.split(';')[0] ?? '';
  };

  it('gives a browser its token as a cookie and nothing else', async () => {
    const cookie = await signIn();
    const response = await door('/get/user', browser({}, `a=b; ${cookie}; signed_in=1`));
    expect(response.status).toBe(200);
    expect(seen.at(-1)?.get('cookie')).toBeNull();
    expect(seen.at(-1)?.get('authorization')).toBe(`Bearer ${cookie.split('=')[1] ?? ''}`);
    // The cookie's 90 days begin again with use.
    expect(response.headers.getSetCookie()[0]).toContain(cookie);
  });

  it('gives a client that is no browser its token as JSON and no cookie', async () => {
    const response = await door('/login', { body: await credentials() });
    expect(response.headers.getSetCookie()).toEqual([]);
    const { token } = await answerOf(login, response);
    const asked = await door('/get/user', bearer(token));
    expect(asked.status).toBe(200);
    expect(asked.headers.getSetCookie()).toEqual([]);
  });

  it('prefers a bearer that was sent to the cookie, and leaves the cookie alone', async () => {
    const cookie = await signIn();
    const response = await door('/get/user', { headers: { ...bearer('nothing').headers, cookie } });
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect((await door('/get/user', browser({}, cookie))).status).toBe(200);
  });

  it.each(['POST', 'GET'])('revokes and clears at logout by %s', async (method) => {
    const cookie = await signIn();
    const response = await door('/logout', browser({ method }, cookie));
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, cleared]);
    const after = await door('/get/user', browser({}, cookie));
    expect([after.status, after.headers.getSetCookie()]).toEqual([401, cleared]);
  });

  it('clears at logout also where the session cookie is gone', async () => {
    expect((await door('/logout', browser({ method: 'POST' }))).headers.getSetCookie()).toEqual(cleared);
  });

  it('sets nothing on a login that failed, nor on a ghost without cookies', async () => {
    const failed = await door('/login', browser({ body: { mobile: '09120000000', password: '0000' } }));
    expect([failed.status, failed.headers.getSetCookie()]).toEqual([422, []]);
    const ghost = await door('/get/user', browser());
    expect([ghost.status, ghost.headers.getSetCookie()]).toEqual([401, []]);
  });

  it.each(['%', '%0d%0aX: y', '', '%00', 'a%20b'])('treats the cookie %j as none', async (value) => {
    expect((await door('/ghost/get/check', browser({}, `__Host-session=${value}`))).status).toBe(200);
    expect(seen.at(-1)?.get('authorization')).toBeNull();
  });
});

describe('the provider', () => {
  it('gets method, path, query, body and language, the address, and nothing else of the visitor', async () => {
    const requests: { url: string; body: string; headers: Headers }[] = [];
    const provider = await listen(async (request) => {
      requests.push({ url: request.url, body: await request.text(), headers: request.headers });
      return Response.json({ message: 'no' }, { status: 418, headers: { 'set-cookie': 'theirs=1' } });
    });
    const env = { ...platform.env, API_BASE_URL: `${provider.url}/v1` };
    const headers = {
      cookie: 'a=b',
      'accept-language': 'en',
      'cf-connecting-ip': '10.9.9.9',
      referer: 'https://x.test/',
    };
    const request = ask('/get/cart?a=1&b=%20', { body: { id: 7 }, headers });
    const response = await browserSession(apiBackend(env))(request, env, platform.ctx);
    await provider.close();
    expect([response.status, response.headers.getSetCookie(), await response.json()]).toEqual([
      418,
      [],
      { message: 'no' },
    ]);
    const [got] = requests;
    expect(got?.url).toBe(`${provider.url}/v1/get/cart?a=1&b=%20`);
    expect(got?.body).toBe('{"id":7}');
    const sent = ['accept-language', 'x-forwarded-for', 'cookie', 'referer'].map((name) => got?.headers.get(name));
    expect(sent).toEqual(['en', '10.9.9.9', null, null]);
  });

  it('is reported as unreachable where it is, and where its login has no token', async () => {
    const gone = { ...platform.env, API_BASE_URL: 'http://127.0.0.1:1/api/v1' };
    expect(await failureOf(await apiBackend(gone)(ask('/genres'), gone, platform.ctx))).toMatchObject({
      status: 502,
      code: 'provider_unreachable',
    });
    const odd: ApiFetch = () => Promise.resolve(new Response('<p>hello'));
    const response = await browserSession(odd)(ask('/login', browser({ body: {} })), platform.env, platform.ctx);
    expect((await failureOf(response)).code).toBe('provider_unreachable');
  });

  it('may have tokens with any sign in them', () => {
    expect(startSession('1|a;b c')[0]).toContain('__Host-session=1%7Ca%3Bb%20c;');
  });
});

describe('the origin check', () => {
  const worker = createWorker(() => Promise.resolve(new Response('page')));
  const visit = (options: AskOptions, vars = {}) =>
    worker(ask('/logout', options), { ...platform.env, ...vars }, platform.ctx);

  it.each([
    ['POST', { origin: 'https://evil.test' }],
    ['POST', { origin: 'null' }],
    ['POST', { 'sec-fetch-site': 'cross-site' }],
    ['POST', { 'sec-fetch-site': 'same-site' }],
    ['POST', { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' }],
    ['GET', { 'sec-fetch-site': 'cross-site' }],
    ['DELETE', { origin: 'http://pardeh.test' }],
  ])('refuses %s with %j', async (method, headers) => {
    const response = await visit({ method, headers });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await failureOf(response)).toMatchObject({ status: 403, code: 'forbidden_origin' });
  });

  it.each([
    ['POST', {}],
    ['POST', { origin: ORIGIN }],
    ['POST', { 'sec-fetch-site': 'same-origin' }],
    ['GET', { 'sec-fetch-site': 'none' }],
    ['GET', {}],
  ])('lets %s with %j through', async (method, headers) => {
    expect((await visit({ method, headers })).status).toBe(200);
  });

  it('knows the public origin where the Worker stands behind another', async () => {
    const vars = { SITE_URL: 'https://www.pardeh.example/' };
    const headers = { origin: 'https://www.pardeh.example' };
    expect((await visit({ method: 'POST', headers }, vars)).status).toBe(200);
  });

  it('lets a link from another site open a page', async () => {
    const request = new Request(`${ORIGIN}/login`, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(await (await worker(request, platform.env, platform.ctx)).text()).toBe('page');
  });
});
