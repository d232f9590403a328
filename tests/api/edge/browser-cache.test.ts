import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KIDS_COOKIE } from '../../../src/platform/http/session/kids.ts';
import { VALID_UNTIL_HEADER } from '../../../src/platform/config/session.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { kidsToken } from '../../../src/platform/http/session/kids-cookie.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { parsePageTiming } from '../../../src/platform/http/pages/page-timing.ts';
import { recentPages } from '../../../src/edge/recent-pages.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const NOW = 1_800_000_000_000;
const CACHE_CONTROL = 'private, max-age=20';
/** Headers that a cache sends with what it has kept for a while. */
const AGED: [string, string][] = [
  ['age', '75'],
  ['date', new Date(Date.now() - 75_000).toUTCString()],
];
const ASKED = 'private, no-cache';

let platform: Platform;
let renders: number;
let page: () => Response;
const worker = createWorker(() => {
  renders += 1;
  return Promise.resolve(page());
});

async function visit(
  path: string,
  headers: Record<string, string> = {},
  vars: Partial<Env> = {},
  method = 'GET',
): Promise<Response> {
  const background: Promise<unknown>[] = [];
  const ctx = { waitUntil: (work: Promise<unknown>) => void background.push(work) } as unknown as ExecutionContext;
  const response = await worker(new Request(ORIGIN + path, { method, headers }), { ...platform.env, ...vars }, ctx);
  await Promise.allSettled(background);
  return response;
}
const readControl = async (path: string, headers: Record<string, string> = {}) =>
  (await visit(path, headers)).headers.get('cache-control');
const html = (init: { status?: number; headers?: Record<string, string> } = {}) =>
  new Response('<html lang="fa">', { ...init, headers: { 'content-type': 'text/html', ...init.headers } });

beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.dispose());
beforeEach(() => {
  vi.stubGlobal('caches', { default: new MemoryCache() });
  recentPages.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(NOW);
  renders = 0;
  page = html;
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('a guest’s browser', () => {
  it('keeps a catalogue page for 20 s', async () => {
    const { headers } = await visit('/movie/1');
    expect(headers.get('cache-control')).toBe(CACHE_CONTROL);
    // Every cookie is part of the key: language, theme, kids mode and session.
    expect(headers.get('vary')).toBe('cookie');
  });

  it('keeps it as long when the edge has had it for a while', async () => {
    const cache = new MemoryCache();
    const match = async (key: string) => {
      const hit = await cache.match(key);
      return hit && new Response(hit.body, { status: hit.status, headers: [...hit.headers, ...AGED] });
    };
    vi.stubGlobal('caches', { default: { match, put: cache.put.bind(cache) } });
    await visit('/movie/1');
    // Another isolate reads the edge's copy.
    recentPages.clear();
    const { headers } = await visit('/movie/1');
    expect(headers.get('server-timing')).toContain('cache;desc="hit"');
    expect(['cache-control', 'age', 'date'].map((name) => headers.get(name))).toEqual([CACHE_CONTROL, null, null]);
  });

  it('keeps one copy for all referrals and campaigns, and none with a referral, whose answer sets cookies', async () => {
    const { headers } = await visit('/movie/1?utm_source=x');
    expect(headers.get('no-vary-search')).toBe(
      'key-order, params=("ref" "utm_source" "utm_medium" "utm_campaign" "utm_term" "utm_content" "utm_id")',
    );
    const referred = await visit('/movie/1?ref=1C');
    expect([referred.headers.get('cache-control'), referred.headers.getSetCookie()]).toEqual([
      ASKED,
      [expect.stringMatching(/^ref=1C;/), expect.stringMatching(/^ref_number=100;/)],
    ]);
    expect(await readControl('/movie/1?ref=not-a-code')).toBe(CACHE_CONTROL);
    expect(renders).toBe(1);
  });

  it('asks again where the page is not everybody’s', async () => {
    const key = platform.env.MEDIA_SIGNING_KEY ?? '';
    const kids = await kidsToken(key === '' ? 'a-key-for-tests-only' : key, { id: 'k'.repeat(22), on: true });
    for (const cookie of ['signed_in=1', '__Host-session=secret', 'signed_in=', `${KIDS_COOKIE}=${kids}`]) {
      expect(await readControl('/movie/1', { cookie }), cookie).toBe(ASKED);
    }
    for (const cookie of ['i18n_redirected=en', 'theme=dark', 'rails=cb', 'save_data=1', `${KIDS_COOKIE}=forged`]) {
      expect(await readControl('/movie/1', { cookie }), cookie).toBe(CACHE_CONTROL);
    }
  });

  it('has a 304 with the same headers, so that its copy is fresh again', async () => {
    const etag = (await visit('/')).headers.get('etag') ?? '';
    const same = await visit('/', { 'if-none-match': etag });
    expect([same.status, same.headers.get('cache-control')]).toEqual([304, CACHE_CONTROL]);
  });

  it('names the bytes and the catalogue’s version alike for GET, HEAD and 304, under each visitor’s marks', async () => {
    const readTiming = (answer: Response) => parsePageTiming(answer.headers.get('server-timing') ?? '');
    const answer = await visit('/');
    const timing = readTiming(answer);
    expect(timing?.digest).toMatch(/^[0-9a-f]{24}$/);
    const marked = await visit('/', { cookie: 'theme=dark; signed_in=1' });
    const same = await visit('/', { 'if-none-match': answer.headers.get('etag') ?? '' });
    const head = await visit('/', {}, {}, 'HEAD');
    expect([marked, same, head].map((other) => [other.status, readTiming(other)])).toEqual([
      [200, timing],
      [304, timing],
      [200, timing],
    ]);
  });

  it('asks again for a missing page, for one of another state and for one that failed', async () => {
    page = () => html({ status: 404 });
    expect(await readControl('/movie/404')).toBe(ASKED);
    page = () => html({ status: 302, headers: { location: '/movie/2' } });
    expect(await readControl('/show/2')).toBe(ASKED);
    page = () => html({ status: 200, headers: { 'set-cookie': 'a=b' } });
    expect(await readControl('/movie/3')).toBe(ASKED);
  });

  it.each([
    [90, CACHE_CONTROL],
    [7.5, 'private, max-age=7'],
    [0.5, ASKED],
    [-30, ASKED],
  ])('keeps a page that is valid for %d s no longer than that', async (seconds, control) => {
    page = () => html({ headers: { [VALID_UNTIL_HEADER]: String(NOW / 1000 + seconds) } });
    expect(await readControl('/lives')).toBe(control);
  });

  it('learns of a new build or variant when it asks: the kept copy’s tag is refused', async () => {
    const etag = (await visit('/')).headers.get('etag') ?? '';
    page = () => new Response('<html lang="fa" data-variant="plus">', { headers: { 'content-type': 'text/html' } });
    const answer = await visit('/', { 'if-none-match': etag }, { SITE_VARIANT: 'plus' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).not.toBe(etag);
  });
});

describe('loading ahead', () => {
  const ahead = [{ 'sec-purpose': 'prefetch' }, { 'sec-purpose': 'prefetch;prerender' }];

  it.each([
    '/logout',
    '/payments',
    '/callback?payment=1',
    '/locale',
    '/kids',
    '/plan/1',
    '/profile',
    '/movie/download/1',
  ])('is refused for %s before anything runs', async (path) => {
    for (const headers of ahead) {
      const response = await visit(path, headers);
      expect([response.status, response.headers.get('cache-control')]).toEqual([403, 'private, no-store']);
    }
    expect(renders).toBe(0);
  });

  it('is answered for a page of the catalogue', async () => {
    for (const headers of ahead) expect((await visit('/movie/1', headers)).status).toBe(200);
  });

  it('ends where an answer changes the state that pages show, and only there', async () => {
    const readCleared = async (path: string, cookies: string[], cookie = '') => {
      page = () => {
        const response = html();
        for (const value of cookies) response.headers.append('set-cookie', value);
        return response;
      };
      return (await visit(path, { cookie })).headers.get('clear-site-data');
    };
    const cleared = '"prefetchCache", "prerenderCache"';
    expect(await readCleared('/login', ['__Host-session=a; Path=/', 'signed_in=1; Path=/'])).toBe(cleared);
    expect(await readCleared('/login', ['i18n_redirected=en; Path=/'], 'i18n_redirected=fa')).toBe(cleared);
    expect(await readCleared('/login', ['signed_in=; Max-Age=0'], 'signed_in=1')).toBe(cleared);
    expect(await readCleared('/login', ['signed_in=1; Path=/'], 'signed_in=1')).toBeNull();
    expect(await readCleared('/login', ['signed_in=; Max-Age=0'])).toBeNull();
    expect(await readCleared('/login', ['ref=1C'])).toBeNull();
  });
});
