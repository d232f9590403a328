import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorker } from '../../../src/app/worker-app.ts';
import { buildRequest, parseFailure, ORIGIN, type AskOptions } from '../../support/site/api.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.dispose());

describe('the origin check', () => {
  const worker = createWorker(() => Promise.resolve(new Response('page')));
  const visit = (options: AskOptions, vars = {}) =>
    worker(buildRequest('/logout', options), { ...platform.env, ...vars }, platform.ctx);

  it.each([
    ['POST', { origin: 'https://evil.test' }],
    ['POST', { origin: 'null' }],
    ['POST', { 'sec-fetch-site': 'cross-site' }],
    ['POST', { 'sec-fetch-site': 'same-site' }],
    ['POST', { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' }],
    ['GET', { 'sec-fetch-site': 'cross-site' }],
    ['GET', { 'sec-fetch-site': 'same-site' }],
    ['GET', { 'sec-fetch-site': 'none' }],
    ['GET', { origin: 'https://evil.test' }],
    ['GET', {}],
    ['GET', { authorization: 'Bearer x', cookie: 'a=b' }],
    ['HEAD', { 'sec-fetch-site': 'cross-site' }],
    ['DELETE', { origin: 'http://pardeh.test' }],
  ])('refuses %s with %j', async (method, headers) => {
    const response = await visit({ method, headers });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(response.status).toBe(403);
    if (method !== 'HEAD')
      expect(await parseFailure(response)).toMatchObject({ status: 403, code: 'forbidden_origin' });
  });

  it.each([
    ['POST', {}],
    ['POST', { origin: ORIGIN }],
    ['POST', { 'sec-fetch-site': 'same-origin' }],
    ['GET', { 'sec-fetch-site': 'same-origin' }],
    ['GET', { origin: ORIGIN }],
    ['GET', { authorization: 'Bearer x' }],
  ])('lets %s with %j through', async (method, headers) => {
    expect((await visit({ method, headers })).status).toBe(200);
  });

  it('knows the public origin where the Worker stands behind another', async () => {
    const vars = { SITE_URL: 'https://www.pardeh.example/' };
    const headers = { origin: 'https://www.pardeh.example' };
    expect((await visit({ method: 'POST', headers }, vars)).status).toBe(200);
  });

  it('lets a provider’s bank send the visitor back by a form, to exactly that path, and believes nothing of its body', async () => {
    const provider = { API_BASE_URL: 'https://provider.test/api/v1' };
    const send = (path: string, vars: Record<string, string>, body = 'status=OK&payment=stolen&from=//evil.test') => {
      const headers = { origin: 'https://bank.test', 'content-type': 'application/x-www-form-urlencoded' };
      const request = new Request(ORIGIN + path, { method: 'POST', headers, body });
      return worker(request, { ...platform.env, ...vars }, platform.ctx);
    };
    const back = await send('/callback?bank=wallet&from=%2Fmovie%2F11&to=bank&x=1', provider);
    expect([back.status, back.headers.get('location'), back.headers.get('cache-control')]).toEqual([
      303,
      '/callback?bank=wallet&from=%2Fmovie%2F11',
      'private, no-store',
    ]);
    expect(back.headers.getSetCookie()).toEqual([]);
    expect((await send('/callback', provider)).headers.get('location')).toBe('/callback?bank=return');
    expect((await send('/callback?from=%2F', provider)).headers.get('location')).toBe('/callback?from=%2F&bank=return');
    const large = await send('/callback?bank=plan', provider, 'x'.repeat(200_000));
    expect(large.status).toBe(413);
    for (const path of [
      '/callback/x',
      '/callbackx',
      '/callback%2f',
      '/login',
      '/payments',
      '/api/v1/logout',
      '/plan/1',
    ]) {
      expect((await send(path, provider)).status, path).not.toBe(303);
    }
    for (const path of ['/callbackx', '/login', '/payments', '/plan/1']) {
      expect((await send(path, provider)).status, path).toBe(403);
    }
    // In front of our own API banks return to it alone.
    expect((await send('/callback?bank=wallet', {})).status).toBe(403);
  });

  it('lets a link from another site open a page', async () => {
    // `/search` is as long as the API's base, and "logout" is a word to search for.
    for (const path of ['/login', '/search/logout', '/search/account/export']) {
      const request = new Request(ORIGIN + path, { headers: { 'sec-fetch-site': 'cross-site' } });
      expect(await (await worker(request, platform.env, platform.ctx)).text(), path).toBe('page');
    }
  });
});
