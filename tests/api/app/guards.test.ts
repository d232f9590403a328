import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiFetch } from '../../../src/platform/http/calls/api-base.ts';
import { respondAlways } from '../../../src/app/respond-always.ts';
import { EVERY_REQUEST, getPageGuards, GUARDS, runGuards } from '../../../src/app/guards.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { openPlatform } from '../../support/site/platform.ts';

const platform = await openPlatform();
const { env, ctx } = platform;
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
afterAll(async () => {
  log.mockRestore();
  await platform.dispose();
});
beforeEach(() => {
  log.mockClear();
});

const SESSION = { cookie: '__Host-session=token' };
const request = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  new Request(ORIGIN + path, { ...init, headers });
const PAGES = [
  '/',
  '/login',
  '/profile',
  '/profile/',
  '/profile/list',
  '/profile/list/watching',
  '/profile/settings',
  '/profile/plans',
  '/payments',
  '/payments/x',
  '/movie/1',
];

describe('the guards (spec 8.10)', () => {
  it('stand in one table, which has every name that a route or every request asks for', () => {
    const used = new Set([...EVERY_REQUEST, ...PAGES.flatMap(getPageGuards)]);
    expect([...used].sort()).toEqual(Object.keys(GUARDS).sort());
    expect(Object.fromEntries(PAGES.map((page) => [page, getPageGuards(page)]))).toEqual({
      '/': [],
      '/login': ['guest'],
      '/profile': ['auth'],
      '/profile/': ['auth'],
      '/profile/list': ['auth'],
      '/profile/list/watching': ['auth'],
      '/profile/settings': ['auth'],
      '/profile/plans': [],
      '/payments': ['auth'],
      '/payments/x': ['auth'],
      '/movie/1': [],
    });
  });

  it('that there is none of is answered 500 with its name, as a page and as JSON, before any other guard acts', async () => {
    const other = vi.fn(() => new Response('other'));
    const run = (path: string, name: string) => {
      const pageRequest = request(path);
      return respondAlways(
        pageRequest,
        env,
        ctx,
        async () => (await runGuards(['other', name], pageRequest, env, { other }))!,
      );
    };
    for (const name of ['nobody', 'constructor', '__proto__', '<b>"x"']) {
      const page = await run('/profile?hl=en', name);
      expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
      const html = await page.text();
      expect(html).toContain('data-error="500"');
      expect(html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))).toContain(
        `Unknown middleware ${name}`,
      );
      expect(html).not.toContain('<b>"x"');
      const call = await run('/api/v1/genres', name);
      expect(call.status).toBe(500);
      expect(await call.json()).toMatchObject({ code: 'unknown_middleware', message: `Unknown middleware ${name}` });
    }
    expect(other).not.toHaveBeenCalled();
    expect(log).toHaveBeenCalledWith(expect.stringContaining('Unknown middleware nobody'));
  });

  it('run in their order, and the first answer is the answer', async () => {
    const called: string[] = [];
    const pass = (name: string) => () => {
      called.push(name);
      return null;
    };
    const table = { a: pass('a'), b: () => new Response('b'), c: pass('c') };
    const answer = await runGuards(['a', 'b', 'c'], request('/'), env, table);
    expect([await answer?.text(), called]).toEqual(['b', ['a']]);
    expect(await runGuards(['a', 'c'], request('/'), env, table)).toBeNull();
    expect(await runGuards([], request('/'), env)).toBeNull();
  });

  it('send a guest to the login and back, and a signed-in visitor away from it (spec 4.04, 4.05)', async () => {
    const to = async (names: string[], pageRequest: Request) => {
      const answer = await runGuards(names, pageRequest, env);
      return answer && [answer.status, answer.headers.get('location')];
    };
    const login = '/login?redirect=%2Fpayments%2Fx%3Fa%3D1';
    expect(await to(['auth'], request('/payments/x?a=1'))).toEqual([303, login]);
    expect(await to(['auth'], request('/payments/x?a=1', SESSION))).toBeNull();
    const form = request('/profile/list', { referer: `${ORIGIN}/movie/1` }, { method: 'POST' });
    expect(await to(['auth'], form)).toEqual([303, '/login?redirect=%2Fmovie%2F1']);
    const foreign = request('/profile/list', { referer: 'https://evil.test/x' }, { method: 'POST' });
    expect(await to(['auth'], foreign)).toEqual([303, '/login?redirect=%2Fprofile%2Flist']);
    expect(await to(['guest'], request('/login?redirect=/movie/1', SESSION))).toEqual([303, '/movie/1']);
    expect(await to(['guest'], request('/login?redirect=//evil.test', SESSION))).toEqual([303, '/']);
    expect(await to(['guest'], request('/login?redirect=/movie/1'))).toBeNull();
    expect(await to(['guest'], request('/login', SESSION, { method: 'POST' }))).toBeNull();
  });
});

describe('the error page (spec 8.11)', () => {
  const TEXTS: Record<number, string> = {
    403: 'This request came from another site.',
    404: 'This page could not be found',
    500: 'Something went wrong',
    503: 'This part of the site is out for a moment',
  };
  const visit = async (renderPage: ApiFetch, path: string, init: RequestInit = {}) =>
    createWorker(renderPage)(request(path, { 'sec-fetch-dest': 'document' }, init), env, ctx);
  const expectDesigned = async (response: Response, status: number, text = TEXTS[status] ?? '') => {
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    const html = await response.text();
    expect(html).toContain(`data-error="${String(status)}"`);
    expect(html).toMatch(/<b aria-hidden="true">\d{3}<\/b><h1>/);
    expect(html).toContain(text);
    expect(html).toContain('<a href="/">');
    // In both languages.
    expect(html.match(/href="\/profile\/help\?page=/g)).toHaveLength(2);
    expect(response.headers.get('cache-control')).toContain('no-store');
  };

  it.each(['/movie/1?hl=en', '/login?hl=en', '/profile/plans?hl=en'])(
    'shows status and message of a render that throws, at %s',
    async (path) => {
      await expectDesigned(await visit(() => Promise.reject(new TypeError('x is undefined')), path), 500);
      await expectDesigned(await visit(() => Promise.reject(new Error('D1_ERROR: network')), path), 503);
      await expectDesigned(await visit(() => Promise.resolve(new Response(null, { status: 500 })), path), 500);
    },
  );

  it.each([
    [403, 'Cross-site POST form submissions are forbidden'],
    [404, 'Not found'],
    [500, 'Internal Server Error'],
  ])('takes the place of a plain text with %i', async (status, text) => {
    const plain: ApiFetch = () =>
      Promise.resolve(new Response(text, { status, headers: { 'content-type': 'text/plain' } }));
    const response = await visit(plain, '/login?hl=en', { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
    await expectDesigned(response, status);
  });

  it('shows what a guard refuses, and nothing as plain text or JSON where somebody looks', async () => {
    const page: ApiFetch = () => Promise.resolve(new Response('page'));
    await expectDesigned(await visit(page, '/api%2fv1/dev/inbox?hl=en'), 404);
    const foreign = { method: 'POST', body: 'a=b', headers: { origin: 'https://evil.test' } };
    const refused = await createWorker(page)(new Request(`${ORIGIN}/login?hl=en`, foreign), env, ctx);
    await expectDesigned(refused, 403, '');
    const down = (path: string, headers: Record<string, string>) => {
      const pageRequest = request(path, headers);
      return respondAlways(pageRequest, env, ctx, () => Promise.reject(new Error('R2 is down')));
    };
    for (const path of ['/media/hls/1/master.m3u8?hl=en', '/sitemap.xml?hl=en']) {
      await expectDesigned(await down(path, { 'sec-fetch-dest': 'document' }), 503);
      // A browser that does not tell what it fetches for asks for HTML; a player and a crawler do not.
      await expectDesigned(await down(path, { accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' }), 503);
      await expectDesigned(await down(path, { 'sec-fetch-dest': 'iframe' }), 503);
      for (const headers of [{}, { accept: '*/*' }, { 'sec-fetch-dest': 'video', accept: 'text/html' }]) {
        const file = await down(path, headers as Record<string, string>);
        expect([file.status, file.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8']);
      }
    }
  });
});
