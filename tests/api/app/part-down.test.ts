import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiError } from '../../../src/platform/http/calls/errors.ts';
import { DEADLINES } from '../../../src/platform/config/deadlines.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { SESSION_COOKIE } from '../../../src/platform/config/session.ts';
import type { ApiFetch } from '../../../src/platform/http/calls/api-base.ts';
import type * as health from '../../../src/edge/render-health.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';
import { prepareRow } from '../../support/database/rows.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const NOW = 1_800_000_000_000;
const gone = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'));
const never = () => new Promise<never>(() => undefined);
/** A D1 of which every question ends as `answer` does. */
const database = (answer: () => Promise<never>): D1Database => {
  const statement = { all: answer, raw: answer, first: answer, run: answer, bind: () => statement };
  return { prepare: () => statement, batch: answer } as unknown as D1Database;
};
const noDatabase = database(gone);
const settings = (get: () => Promise<unknown>) => ({ get }) as unknown as KVNamespace;
const html = (text: string, status = 200) => new Response(text, { status, headers: { 'content-type': 'text/html' } });

let platform: Platform;
let cache: MemoryCache;
let background: Promise<unknown>[];
let renders: number;
let page: (ctx: ExecutionContext) => Response | Promise<Response>;
let worker: ApiFetch;
let recentPages: { clear: () => void };
/** A failed call, as a page's client reports it. */
const OUTAGE: ApiError = {
  status: 503,
  code: 'unavailable',
  message: '',
  message_fa: '',
  errors: {},
  retry_after: null,
};
let noteFailedCall: typeof health.recordFailedCall;
const renderPage: ApiFetch = async (_request, _env, ctx) => {
  renders += 1;
  return page(ctx);
};

async function visit(path: string, parts: Partial<Env> = {}, init: RequestInit = {}): Promise<Response> {
  const waitUntil = (work: Promise<unknown>) => void background.push(work);
  const ctx = { waitUntil, passThroughOnException: () => undefined } as unknown as ExecutionContext;
  // The real KV is asked over a socket, which would lose against the timers that a test turns.
  const CONFIG = settings(() => Promise.resolve('v1'));
  return worker(new Request(ORIGIN + path, init), { ...platform.env, CONFIG, ...parts }, ctx);
}
const settle = async () => {
  while (background.length > 0) await Promise.allSettled(background.splice(0));
};
/** The Worker as an isolate that has just begun: it remembers nothing. */
async function freshWorker(): Promise<ApiFetch> {
  vi.resetModules();
  const modules = await import('../../../src/app/worker-app.ts');
  ({ recordFailedCall: noteFailedCall } = await import('../../../src/edge/render-health.ts'));
  ({ recentPages } = await import('../../../src/edge/recent-pages.ts'));
  return modules.createWorker(renderPage);
}

beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.dispose());
beforeEach(async () => {
  cache = new MemoryCache();
  vi.stubGlobal('caches', { default: cache, open: () => Promise.resolve(cache) });
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW });
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  worker = await freshWorker();
  renders = 0;
  background = [];
  page = () => html(`<html><p>page ${String(renders)}`);
  return () => {
    log.mockRestore();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('a kept page stays', () => {
  const failing: [string, Partial<Env>][] = [
    ['KV fails', { CONFIG: settings(gone) }],
    ['D1 fails', { DB: noDatabase }],
  ];
  it.each(failing)('where %s, in the isolate that kept it and in one that knows nothing', async (_, parts) => {
    await visit('/movie/1');
    await settle();
    page = () => Promise.reject(new Error('D1_ERROR: gone'));
    for (const isolate of [worker, await freshWorker()]) {
      worker = isolate;
      vi.setSystemTime(Date.now() + 70_000);
      const answer = await visit('/movie/1', parts, { headers: { cookie: `${SESSION_COOKIE}=abc` } });
      expect([answer.status, await answer.text()]).toEqual([200, '<html><p>page 1']);
      expect(answer.headers.getSetCookie()).toEqual([]);
      await settle();
    }
  });

  it('where KV does not answer: it waits for half a second, then for nobody', async () => {
    await visit('/movie/1');
    await settle();
    worker = await freshWorker();
    const parts = { CONFIG: settings(never) };
    const answer = visit('/movie/1', parts);
    await vi.advanceTimersByTimeAsync(DEADLINES.near);
    expect((await answer).status).toBe(200);
    expect(await (await visit('/movie/1', parts)).text()).toBe('<html><p>page 1');
    expect(renders).toBe(1);
  });

  it('where the catalogue has changed and the new page fails, or does not come', async () => {
    await visit('/movie/1');
    await settle();
    for (const [version, broken] of [
      ['v2', gone],
      ['v3', never],
      ['v4', (ctx: ExecutionContext) => (noteFailedCall(ctx, 'shell', OUTAGE), html('<html>no menus'))],
    ] as const) {
      vi.setSystemTime(Date.now() + 10_000);
      page = broken;
      const answer = visit('/movie/1', { CONFIG: settings(() => Promise.resolve(version)) });
      await vi.advanceTimersByTimeAsync(DEADLINES.call);
      expect(await (await answer).text(), version).toBe('<html><p>page 1');
    }
    page = () => html('<html>new');
    vi.setSystemTime(Date.now() + 10_000);
    const healed = await visit('/movie/1', { CONFIG: settings(() => Promise.resolve('v5')) });
    expect(await healed.text()).toBe('<html>new');
  });
});

describe('the cache', () => {
  it('may fail, be slow or give half a page: the page is rendered', async () => {
    await visit('/movie/1');
    await settle();
    const [key = '', copy] = [...cache.kept.entries()][0] ?? [];
    const half = new Response('<html><p>pa', { headers: copy?.headers ?? {} });
    const matches = [gone, never, () => Promise.resolve(half.clone()), () => Promise.reject(new TypeError('no'))];
    for (const match of matches) {
      // The isolate that has the page needs no cache.
      recentPages.clear();
      vi.stubGlobal('caches', { default: { match, put: gone } });
      const answer = visit('/movie/1');
      await vi.advanceTimersByTimeAsync(DEADLINES.near);
      expect(await (await answer).text()).toBe(`<html><p>page ${String(renders)}`);
      await expect(settle()).resolves.toBeUndefined();
    }
    expect([renders, key === '']).toEqual([1 + matches.length, false]);
  });
});

describe('a wrong answer is never kept', () => {
  it.each([
    [{ ...OUTAGE, status: 429, code: 'too_many_requests' as const, retry_after: 130 }, 429, '130', '3 min'],
    [{ ...OUTAGE, status: 403, code: 'unknown' as const }, 403, null, 'did not allow'],
    [{ ...OUTAGE, status: 0, code: 'network' as const }, 503, '5', 'out for a moment'],
    [{ ...OUTAGE, status: 302, code: 'unknown' as const }, 500, '5', 'out for a moment'],
    [{ ...OUTAGE, status: 401, code: 'unauthenticated' as const }, 502, '5', 'does not answer'],
  ])(
    'and a 404 that a failed call led to has the status of that call (spec 8.11): %j',
    async (error, status, wait, text) => {
      page = (ctx) => (noteFailedCall(ctx, 'content', error), html('<html>not found', 404));
      const answer = await visit('/movie/1?hl=en');
      expect([answer.status, answer.headers.get('retry-after'), cache.kept.size]).toEqual([status, wait, 0]);
      expect(await answer.text()).toContain(text);
    },
  );

  it.each([403, 404, 429, 200])(
    'nor a page that shows a failed call with %i, and a kept page is better',
    async (status) => {
      await visit('/movie/1');
      await settle();
      const headers = { 'content-type': 'text/html', 'cache-control': 'no-store', 'retry-after': '7' };
      page = () => new Response('<html>failed', { status, headers });
      const answer = await visit('/movie/2');
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '7']);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      vi.setSystemTime(Date.now() + 10_000);
      const keptPage = await visit('/movie/1', { CONFIG: settings(() => Promise.resolve('v9')) });
      expect(await keptPage.text()).toBe('<html><p>page 1');
      await settle();
      expect(cache.kept.size).toBe(1);
    },
  );

  it.each(['content', 'shell'] as const)('such as a page whose %s could not be had', async (part) => {
    page = (ctx) => (noteFailedCall(ctx, part, OUTAGE), html('<html>half'));
    const answer = await visit('/movie/1');
    await settle();
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(cache.kept.size).toBe(0);
  });

  it('and a 404 that a failed call led to is none', async () => {
    page = (ctx) => (noteFailedCall(ctx, 'content', OUTAGE), html('<html>not found', 404));
    const answer = await visit('/movie/1');
    expect([answer.status, cache.kept.size]).toEqual([503, 0]);
    expect(answer.headers.get('retry-after')).toBe('5');
    page = (ctx) => (noteFailedCall(ctx, 'shell', OUTAGE), html('<html>not found', 404));
    const missing = await visit('/movie/2');
    await settle();
    expect([missing.status, cache.kept.size]).toEqual([404, 0]);
  });
});

describe('every door answers by design', () => {
  it('a page that throws, has no body or never comes', async () => {
    const broken = [() => Promise.reject(new TypeError('x')), () => new Response(null, { status: 500 }), never];
    for (const path of ['/movie/1', '/profile/faq', '/login']) {
      for (const one of broken) {
        page = one;
        const pageVisit = visit(path, {}, { headers: { cookie: 'theme=light; i18n_redirected=en' } });
        if (one === never) await vi.advanceTimersByTimeAsync(DEADLINES.page);
        const answer = await pageVisit;
        const text = await answer.text();
        expect(answer.status, path).toBe(one === never ? 503 : 500);
        expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(answer.headers.get('cache-control')).toContain('no-store');
        expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
        expect(text).toMatch(/^<!doctype html><html lang="en" dir="ltr" data-theme="light">/);
        expect(text).toContain(`<a class="main" href="${path}">Try again</a>`);
        expect(text).toContain('<section lang="fa" dir="rtl">');
      }
    }
  });

  it('with the telephone as it was read last, and messages except in kids mode and in the app', async () => {
    const value = JSON.stringify({ support_phone: '021-91001234' });
    await prepareRow(platform.env.DB, 'settings', { key: 'app_details', value }).run();
    worker = await freshWorker();
    await visit('/movie/1');
    await settle();
    page = gone;
    const findLinks = async (path: string, cookie = '') => {
      const text = await (await visit(path, { DB: noDatabase }, { headers: { cookie } })).text();
      expect(text).toContain('>۰۲۱-۹۱۰۰۱۲۳۴<');
      return [...text.matchAll(/href="(tel:[^"]*|\/profile\/help[^"]*)"/g)].map(([, href]) => href);
    };
    const [phone, write] = ['tel:021-91001234', '/profile/help?page=%2Fmovie%2F2%3Fa%3Db'];
    expect(await findLinks('/movie/2?a=b')).toEqual([phone, write, phone, write]);
    expect(await findLinks('/movie/2', '__Host-kids=on.x.y')).toEqual([phone, phone]);
    expect(await findLinks('/app/show/2')).toEqual([phone, phone]);
  });

  it('an address that is echoed is escaped', async () => {
    page = gone;
    const text = await (await visit('/movie/1?q="><svg/onload=alert(7)>')).text();
    expect(text).not.toContain('<svg');
  });

  it('the sitemap, without D1 and with what was kept of it', async () => {
    const first = await visit('/sitemap.xml', { DB: noDatabase });
    expect([first.status, first.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8']);
    expect((await visit('/sitemap.xml')).status).toBe(200);
    await settle();
    vi.setSystemTime(Date.now() + 3 * 60 * 60 * 1000);
    const sitemap = await visit('/sitemap.xml', { DB: noDatabase });
    expect([sitemap.status, sitemap.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  });

  it('the way back from a bank leads on, with a session and without D1, by GET and POST, or when D1 is slow', async () => {
    const session = { cookie: `${SESSION_COOKIE}=abc` };
    for (const DB of [noDatabase, database(never)]) {
      for (const method of ['GET', 'POST']) {
        const bankReturn = visit('/api/v1/payments/return/sandbox/abc123', { DB }, { method, headers: session });
        const mandate = visit('/api/v1/directdebit/return/abc123', { DB }, { method, headers: session });
        await vi.advanceTimersByTimeAsync(DEADLINES.page);
        const [answer, debit] = [await bankReturn, await mandate];
        expect([answer.status, answer.headers.get('location')]).toEqual([303, `${ORIGIN}/callback?payment=abc123`]);
        expect([debit.status, debit.headers.get('location')]).toEqual([303, `${ORIGIN}/callback?directdebit=unknown`]);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    }
  });

  it('a call, which says that another try is worth it and ends no session', async () => {
    const headers = { cookie: `${SESSION_COOKIE}=abc` };
    for (const path of ['/get/user', '/discover', '/payments', '/lists']) {
      const answer = await visit(`/api/v1${path}`, { DB: noDatabase }, { headers });
      expect([answer.status, answer.headers.get('retry-after')], path).toEqual([503, '5']);
      expect(await answer.json(), path).toMatchObject({ status: 'error', code: 'unavailable' });
      expect(answer.headers.getSetCookie(), path).toEqual([]);
    }
  });

  it('a form larger than any of ours is refused, whatever its length header says', async () => {
    const body = 'a='.padEnd(1_000_000, 'x');
    const headers = { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' };
    const plain = await visit('/locale', {}, { method: 'POST', body, headers });
    const stream = new Blob([body]).stream();
    const init = { method: 'POST', body: stream, headers, duplex: 'half' } as RequestInit;
    const chunked = await visit('/login', {}, init);
    expect([plain.status, chunked.status, renders]).toEqual([413, 413, 0]);
    expect(await plain.text()).toContain('data-error="413"');
  });
});
