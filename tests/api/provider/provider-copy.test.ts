import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Env } from '../../../src/platform/config/env.ts';
import { DEADLINES } from '../../../src/platform/config/deadlines.ts';
import { apiBackend } from '../../../src/app/api-backend.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';

const env = { API_BASE_URL: 'https://provider.test/v1', PROVIDER_CALLS: '*' } as Env;
const GENRES = '/api/v1/genres';
let provider: (request: { url: string; init: RequestInit }) => Response | Promise<Response>;
let background: Promise<unknown>[] = [];
let urls: string[] = [];

async function requestPage(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const ctx = { waitUntil: (work: Promise<unknown>) => void background.push(work) } as unknown as ExecutionContext;
  const answer = await apiBackend(env)(new Request(`https://pardeh.test${path}`, { headers }), env, ctx);
  await Promise.all(background.splice(0));
  return answer;
}
let clock = 1_800_000_000_000;
const aged = () => vi.setSystemTime((clock += 60_000));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  aged();
  const cache = new MemoryCache();
  vi.stubGlobal('caches', { default: cache });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    urls.push(url);
    return provider({ url, init });
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  background = [];
  urls = [];
  provider = () => Response.json({ drama: 'درام' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const failures: Record<string, () => Response | Promise<Response>> = {
  'is gone': () => Promise.reject(new TypeError('fetch failed')),
  'does not answer in time': () => Promise.reject(new DOMException('late', 'TimeoutError')),
  'breaks off in the middle': () => new Response('{"drama": "در', { headers: { 'content-type': 'application/json' } }),
  'answers 500': () => Response.json({}, { status: 500 }),
  'answers 429': () => Response.json({}, { status: 429 }),
  'answers 401': () => Response.json({}, { status: 401 }),
  'answers 403': () => Response.json({}, { status: 403 }),
  'answers an HTML page with 200': () =>
    new Response('<h1>Maintenance</h1>', { headers: { 'content-type': 'text/html' } }),
  'calls HTML JSON': () => new Response('<h1>Whoops</h1>', { headers: { 'content-type': 'application/json' } }),
  'leads to a login page': () => new Response(null, { status: 302, headers: { location: '/login' } }),
};

/** No failure for a call that gives nothing back. */
const nothings: Record<string, () => Response> = {
  'answers an HTML page with 404': () => new Response('<h1>nginx</h1>', { status: 404 }),
  'answers nothing with 200': () => new Response('', { headers: { 'content-type': 'application/json' } }),
  'answers nothing with 204': () => new Response(null, { status: 204 }),
  'reports an error with 200': () => Response.json({ status: 'error', message: 'database is down' }),
  'answers a bare null': () => Response.json(null),
  'answers a bare text': () => Response.json('down for maintenance'),
};

describe('a provider that fails', () => {
  const all = { ...failures, ...nothings };
  it.each(Object.keys(all))('and %s: its last good answer counts for what is everybody’s', async (name) => {
    await requestPage(GENRES);
    aged();
    provider = all[name] ?? provider;
    for (const authorization of [null, 'Bearer x']) {
      const answer = await requestPage(GENRES, authorization === null ? {} : { authorization });
      expect([answer.status, await answer.json()]).toEqual([200, { drama: 'درام' }]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    aged();
    expect(await (await requestPage(GENRES)).json()).toEqual({ drama: 'درام' });
  });

  it.each(Object.keys(failures))('and %s: what is personal is a failure, and never kept', async (name) => {
    const user = '/api/v1/get/user';
    await requestPage(user, { authorization: 'Bearer x' });
    aged();
    provider = failures[name] ?? provider;
    expect((await requestPage(user, { authorization: 'Bearer x' })).ok).toBe(false);
  });

  it('keeps no answer that a signed-in visitor was given, nor one in another language', async () => {
    await requestPage(GENRES, { authorization: 'Bearer x', 'accept-language': 'fa' });
    await requestPage(GENRES, { 'accept-language': 'en' });
    aged();
    provider = failures['is gone'] ?? provider;
    expect((await requestPage(GENRES, { 'accept-language': 'fa' })).status).toBe(502);
  });

  it('and a true 404 is passed on, though a copy is there', async () => {
    await requestPage('/api/v1/titles/movie/52');
    aged();
    provider = () => Response.json({ code: 'not_found' }, { status: 404 });
    expect((await requestPage('/api/v1/titles/movie/52')).status).toBe(404);
  });

  it('is not asked for what was answered a moment ago, nor right after it failed', async () => {
    await requestPage(GENRES);
    await requestPage(GENRES);
    expect(urls).toHaveLength(1);
    aged();
    provider = failures['is gone'] ?? provider;
    await requestPage(GENRES);
    await requestPage(GENRES);
    expect(urls).toHaveLength(2);
  });

  it('is given three seconds for a read', async () => {
    let signal: AbortSignal | null | undefined;
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    provider = ({ init }) => ((signal = init.signal), Response.json({}));
    await requestPage(GENRES);
    expect(timeout).toHaveBeenCalledWith(DEADLINES.call);
    expect(signal).toBe(timeout.mock.results[0]?.value);
  });
});
