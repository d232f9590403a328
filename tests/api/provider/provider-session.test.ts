import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getApiBase } from '../../../src/app/provider/settings.ts';
import { apiBackend } from '../../../src/app/api-backend.ts';
import { browserSession, startSession } from '../../../src/app/browser-session.ts';
import type { ApiFetch } from '../../../src/platform/http/calls/api-base.ts';
import { buildRequest, fromBrowser, listen, parseFailure } from '../../support/site/api.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

let platform: Platform;

beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.dispose());

describe('the provider, asked through the cookie door,', () => {
  it('gets method, path, query, body and language, the address, and nothing else of the visitor', async () => {
    const requests: { url: string; body: string; headers: Headers }[] = [];
    const provider = await listen(async (request) => {
      requests.push({ url: request.url, body: await request.text(), headers: request.headers });
      return Response.json({ message: 'no' }, { status: 418, headers: { 'set-cookie': 'theirs=1' } });
    });
    const env = { ...platform.env, API_BASE_URL: `${provider.url}/v1`, PROVIDER_CALLS: 'getCart' };
    const headers = {
      cookie: 'a=b',
      'accept-language': 'en',
      'cf-connecting-ip': '10.9.9.9',
      referer: 'https://x.test/',
    };
    const request = buildRequest('/get/cart?a=1&b=%20', { body: { id: 7 }, headers });
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
    const values = ['accept-language', 'x-forwarded-for', 'cookie', 'referer'].map((name) => got?.headers.get(name));
    expect(values).toEqual(['en', '10.9.9.9', null, null]);
  });

  it('has API v1 at its default path where only its host is given (spec 7.02)', () => {
    const bases = ['https://a.example', 'https://a.example/', 'https://a.example:8443', 'http://127.0.0.1:1//'];
    expect(bases.map(getApiBase)).toEqual([
      'https://a.example/api/v1',
      'https://a.example/api/v1',
      'https://a.example:8443/api/v1',
      'http://127.0.0.1:1/api/v1',
    ]);
    expect(['https://a.example/v1', 'https://a.example/api/v1/', ''].map(getApiBase)).toEqual([
      'https://a.example/v1',
      'https://a.example/api/v1',
      '',
    ]);
  });

  it('gets the bearer token of the session, and is asked for JSON, at every call of a browser (spec 7.01)', async () => {
    const headers: Headers[] = [];
    const provider = await listen((request) => {
      headers.push(request.headers);
      return Promise.resolve(Response.json({ token: 'their|token', data: { data: [] } }));
    });
    const env = { ...platform.env, API_BASE_URL: provider.url };
    const door = browserSession(apiBackend(env));
    const login = await door(
      buildRequest('/login', fromBrowser({ body: { mobile: '09120000000', password: '1234' } })),
      env,
      platform.ctx,
    );
    const pairs = login.headers.getSetCookie().map((one) => one.split(';')[0]);
    const cookie = pairs.join('; ');
    const accept = { accept: 'application/json' };
    await door(buildRequest('/get/user?ref=4', { headers: { ...accept, cookie } }), env, platform.ctx);
    await door(buildRequest('/get/my_wallet', fromBrowser({ body: {}, headers: accept }, cookie)), env, platform.ctx);
    const guestCart = fromBrowser({ body: { id: 7, type: 'movie' }, headers: accept });
    await door(buildRequest('/ghost/get/cart', guestCart), env, platform.ctx);
    await provider.close();
    expect(headers.slice(1).map((got) => [got.get('authorization'), got.get('accept')])).toEqual([
      ['Bearer their|token', 'application/json'],
      ['Bearer their|token', 'application/json'],
      [null, 'application/json'],
    ]);
    expect(headers.map((got) => got.get('cookie'))).toEqual([null, null, null, null]);
  });

  it('is reported as unreachable where it is, and where its login has no token', async () => {
    const gone = { ...platform.env, API_BASE_URL: 'http://127.0.0.1:1/api/v1' };
    expect(await parseFailure(await apiBackend(gone)(buildRequest('/genres'), gone, platform.ctx))).toMatchObject({
      status: 502,
      code: 'provider_unreachable',
    });
    const odd: ApiFetch = () => Promise.resolve(new Response('<p>hello'));
    const request = buildRequest('/login', fromBrowser({ body: {} }));
    const response = await browserSession(odd)(request, platform.env, platform.ctx);
    expect((await parseFailure(response)).code).toBe('provider_unreachable');
  });

  it('may have tokens with any sign in them', () => {
    expect(startSession('1|a;b c')[0]).toContain('__Host-session=1%7Ca%3Bb%20c;');
  });
});
