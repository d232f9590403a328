import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KIDS_COOKIE, KIDS_HEADER } from '../../../src/platform/http/session/kids.ts';
import { LOCALE_HEADER, VALID_UNTIL_HEADER } from '../../../src/platform/config/session.ts';
import { FOLD_ID } from '../../../src/platform/ui/fold-mark.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import type { ApiFetch } from '../../../src/platform/http/calls/api-base.ts';
import { CATALOGUE_VERSION_KEY } from '../../../src/platform/http/cache/catalogue-version.ts';
import { kidsToken, SHARED_KIDS } from '../../../src/platform/http/session/kids-cookie.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { recentPages } from '../../../src/edge/recent-pages.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';
import { KEPT_PARTS_HEADER, getPartPath, hashText } from '../../../src/platform/http/pages/page-parts.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const NOW = 1_800_000_000_000;
let platform: Platform;
let cache: MemoryCache;
let rendered: Request[];
let page: (request: Request) => Response | Promise<Response>;
let background: Promise<unknown>[];

const renderPage: ApiFetch = async (request) => {
  rendered.push(request);
  return page(request);
};
const worker = createWorker(renderPage);

async function visit(path: string, init: RequestInit = {}, vars: Partial<Env> = {}): Promise<Response> {
  const ctx = {
    waitUntil: (work: Promise<unknown>) => void background.push(work),
    passThroughOnException: () => undefined,
  };
  return worker(new Request(ORIGIN + path, init), { ...platform.env, ...vars }, ctx as unknown as ExecutionContext);
}
const state = (response: Response) => /cache;desc="(\w+)"/.exec(response.headers.get('server-timing') ?? '')?.[1];
const settle = async () => {
  while (background.length > 0) await Promise.allSettled(background.splice(0));
};
const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html' } });
const END = `<template id="${FOLD_ID}"></template>`;
const cookie = (value: string): RequestInit => ({ headers: { cookie: value } });

beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.dispose());
beforeEach(() => {
  cache = new MemoryCache();
  recentPages.clear();
  vi.stubGlobal('caches', { default: cache });
  vi.useFakeTimers({ toFake: ['Date'] });
  rendered = [];
  background = [];
  page = () => new Response(`<p>page ${String(rendered.length)}`, { headers: { 'content-type': 'text/html' } });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('a catalogue page', () => {
  it('has links for a browser that keeps its parts, from the copy that all others get', async () => {
    // The policy names the sheets of the build.
    const sheet = createHash('sha256').update('b{}').digest('base64');
    const headers = { 'content-type': 'text/html', 'content-security-policy': `style-src 'self' 'sha256-${sheet}'` };
    page = () => new Response(`<html><head><style>b{}</style></head><b>فیلم</b>${END}<p>پایان`, { headers });
    const path = getPartPath(await hashText('b{}'), 'css');
    const names = { [KEPT_PARTS_HEADER]: path.slice('/parts/'.length, -'.css'.length) };
    const full = await visit('/movie/1');
    await settle();
    const light = await visit('/movie/1', { headers: names });
    expect([state(light), rendered.length, light.headers.get('x-page-parts')]).toEqual(['hit', 1, null]);
    expect(await full.text()).toContain('<p>پایان');
    expect(await light.text()).toBe(
      `<html><head><style>b{}</style></head><b>فیلم</b>${END}<link rel="stylesheet" href="${path}"><p>پایان`,
    );
    // Another page than the one that it has: no 304.
    const etag = full.headers.get('etag') ?? '';
    expect((await visit('/movie/1', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await visit('/movie/1', { headers: { ...names, 'if-none-match': etag } })).status).toBe(200);
  });

  it('of a deployment has each text that the browser has of the build before', async () => {
    page = () => html(`<html><head><style>b{}</style></head><b></b>${END}`);
    const old = getPartPath(await hashText('a{}'), 'css').slice('/parts/'.length, -'.css'.length);
    expect(await (await visit('/movie/1', { headers: { [KEPT_PARTS_HEADER]: old } })).text()).not.toContain('<link');
  });

  it('that is no HTML is kept byte by byte', async () => {
    const bytes = new Uint8Array([137, 80, 78, 71, 255, 0]);
    page = () => new Response(bytes, { headers: { 'content-type': 'image/png' } });
    expect(new Uint8Array(await (await visit('/picture')).arrayBuffer())).toEqual(bytes);
  });

  it('is rendered once, and costs no query after that', async () => {
    const first = await visit('/movie/1');
    await settle();
    const second = await visit('/movie/1');
    expect([state(first), state(second), rendered.length]).toEqual(['miss', 'hit', 1]);
    expect(await second.text()).toBe('<p>page 1');
    expect(second.headers.get('server-timing')).toContain('d1;desc="0"');
    expect(second.headers.get('cache-control')).toBe('private, max-age=20');
    expect(second.headers.get('x-rendered-at')).toBeNull();
  });

  it('is rendered without cookies, bearer or any other header of the visitor', async () => {
    const headers = {
      cookie: '__Host-session=secret; a=b',
      authorization: 'Bearer x',
      'x-forwarded-host': 'evil.test',
    };
    await visit('/movie/1', { headers });
    expect(Object.fromEntries(rendered[0]?.headers ?? [])).toEqual({ accept: 'text/html', [LOCALE_HEADER]: 'fa' });
  });

  it('is kept for each locale, whichever way it is chosen', async () => {
    const english: [string, RequestInit][] = [
      ['/movie/1?hl=en', {}],
      ['/movie/1', cookie('i18n_redirected=en')],
      ['/movie/1?hl=en', cookie('i18n_redirected=fa')],
      ['/movie/1', { headers: { cookie: 'i18n_redirected=en', [LOCALE_HEADER]: 'fa' } }],
    ];
    await visit('/movie/1');
    for (const [path, init] of english) await visit(path, init);
    await visit('/movie/1', { headers: { [LOCALE_HEADER]: 'en' } });
    await visit('/movie/1', cookie('i18n_redirected=de'));
    expect(rendered.map((request) => request.headers.get(LOCALE_HEADER))).toEqual(['fa', 'en']);
  });

  it('is kept for kids sessions apart, which only a signed cookie begins', async () => {
    const key = 'a-key-for-tests-only';
    const token = await kidsToken(key, { id: 'k'.repeat(22), on: true });
    const left = await kidsToken(key, { id: 'k'.repeat(22), on: false });
    const kids = cookie(`${KIDS_COOKIE}=${token}`);
    await visit('/movie/1');
    await settle();
    expect(state(await visit('/movie/1', kids))).toBe('miss');
    await settle();
    expect(state(await visit('/movie/1', kids))).toBe('hit');
    for (const forged of [left, token.replace('on.', 'on.x'), `${token}x`]) {
      expect(state(await visit('/movie/1', cookie(`${KIDS_COOKIE}=${forged}`))), forged).toBe('hit');
    }
    const claimed = { headers: { [KIDS_HEADER]: SHARED_KIDS } };
    expect(state(await visit('/movie/1', claimed))).toBe('hit');
    // The shared page is rendered for no session of anybody.
    expect(rendered.map((request) => request.headers.get(KIDS_HEADER))).toEqual([null, SHARED_KIDS]);
    const home = await visit('/', kids);
    expect([home.status, home.headers.get('location')]).toEqual([303, '/kids']);
  });

  it('is kept without the referral that its visitor came with (spec 3.06, 5.01)', async () => {
    const first = await visit('/movie/1?ref=1C');
    await settle();
    expect(first.headers.getSetCookie().map((one) => one.split(';')[0])).toEqual(['ref=1C', 'ref_number=100']);
    const second = await visit('/movie/1');
    expect([state(second), second.headers.getSetCookie()]).toEqual(['hit', []]);
    for (const code of ['', 'elevenchars', 'a-b', '%0d%0aset-cookie:x']) {
      expect((await visit(`/movie/1?ref=${code}`)).headers.getSetCookie(), code).toEqual([]);
    }
  });

  it('is kept for each variant and catalogue version', async () => {
    vi.setSystemTime(NOW);
    await visit('/');
    await visit('/', {}, { SITE_VARIANT: 'plus' });
    await visit('/', {}, { SITE_VARIANT: 'plus' });
    expect(rendered).toHaveLength(2);
    await platform.env.CONFIG.put(CATALOGUE_VERSION_KEY, 'next');
    vi.setSystemTime(NOW + 6000);
    await visit('/');
    await visit('/');
    expect(rendered).toHaveLength(3);
  });

  it('differs by the parameters that change it only', async () => {
    await visit('/genres/drama?utm_source=x&page=2&fbclid=1&_key=evil&sort=year');
    await visit('/genres/drama?sort=year&page=2');
    await visit('/genres/drama?page=2&sort=year&sort=views&ref=abc');
    await visit('/genres/drama?page=3&sort=year');
    const urls = rendered.map(({ url }) => url.slice(ORIGIN.length));
    expect(urls).toEqual(['/genres/drama?page=2&sort=year', '/genres/drama?page=3&sort=year']);
  });

  it('is served stale while one render refreshes it', async () => {
    vi.setSystemTime(NOW);
    await visit('/');
    await settle();
    vi.setSystemTime(NOW + 61_000);
    let release: (() => void) | undefined;
    const gate = new Promise<void>((open) => {
      release = open;
    });
    page = async () => {
      await gate;
      return new Response('<p>new');
    };
    const stale = await Promise.all(Array.from({ length: 5 }, () => visit('/')));
    expect(stale.map(state)).toEqual(Array(5).fill('stale'));
    expect(await stale[0]?.text()).toBe('<p>page 1');
    release?.();
    await settle();
    expect(rendered).toHaveLength(2);
    const fresh = await visit('/');
    expect([state(fresh), await fresh.text()]).toEqual(['hit', '<p>new']);
  });

  it('stays as it was where the refresh fails or throws', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.setSystemTime(NOW);
    await visit('/');
    const failures = [() => new Response('no', { status: 500 }), () => Promise.reject(new Error('gone'))];
    for (const [index, failing] of failures.entries()) {
      page = failing;
      vi.setSystemTime(NOW + (index + 2) * 61_000);
      expect(await (await visit('/')).text()).toBe('<p>page 1');
      await settle();
    }
    expect(rendered).toHaveLength(3);
    expect(state(await visit('/'))).toBe('stale');
    log.mockRestore();
  });

  it('answers 304 to whoever has it, and HEAD without a body', async () => {
    const etag = (await visit('/')).headers.get('etag') ?? '';
    const same = await visit('/', { headers: { 'if-none-match': etag } });
    expect([same.status, await same.text()]).toEqual([304, '']);
    expect((await visit('/', { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200);
    const head = await visit('/', { method: 'HEAD' });
    expect([head.status, await head.text(), rendered.length]).toEqual([200, '', 1]);
  });

  it('carries the visitor’s theme and whether they are signed in, though it is kept for everybody', async () => {
    page = () => html('<!DOCTYPE html><html lang="fa"><body>');
    const root = async (cookies: string) => /<html[^>]*>/.exec(await (await visit('/', cookie(cookies))).text())?.[0];
    expect(await root('')).toBe('<html lang="fa">');
    expect(await root('theme=light; signed_in=1')).toBe('<html data-theme="light" data-signed-in lang="fa">');
    expect(await root('theme="><script>; signed_in=yes')).toBe('<html lang="fa">');
    expect(rendered).toHaveLength(1);
    const etag = async (cookies: string) => (await visit('/', cookie(cookies))).headers.get('etag') ?? '';
    const [plain, dark] = [await etag(''), await etag('theme=dark')];
    expect(dark).not.toBe(plain);
    const fetchStatus = async (tag: string) =>
      (await visit('/', { headers: { cookie: 'theme=dark', 'if-none-match': tag } })).status;
    expect([await fetchStatus(dark), await fetchStatus(plain)]).toEqual([304, 200]);
  });

  it('is sent with its first screen ahead of the rest', async () => {
    const [first, rest] = [`<html>نخست${END}`, '<p>دوم</p>'];
    page = () => html(first + rest);
    await visit('/');
    await settle();
    const parts: string[] = [];
    const body = (await visit('/')).body as ReadableStream<Uint8Array>;
    for await (const part of body) parts.push(new TextDecoder().decode(part));
    expect(parts).toEqual([first, rest]);
  });

  it('that is missing is kept as a 404', async () => {
    page = () => new Response('none', { status: 404 });
    await visit('/movie/9');
    expect((await visit('/movie/9')).status).toBe(404);
    expect(rendered).toHaveLength(1);
  });

  it('that was missing appears within a minute, without anybody’s doing', async () => {
    vi.setSystemTime(NOW);
    page = () => new Response('none', { status: 404 });
    await visit('/movie/9');
    await settle();
    page = () => html('<p>new');
    vi.setSystemTime(NOW + 61_000);
    const result = await visit('/movie/9');
    expect([result.status, await result.text()]).toEqual([200, '<p>new']);
  });
});

describe('never kept', () => {
  it('is what sets a cookie', async () => {
    page = () => new Response('x', { headers: { 'set-cookie': 'a=b' } });
    expect((await visit('/movie/1')).headers.getSetCookie()).toEqual(['a=b']);
    await visit('/movie/1');
    expect([rendered.length, cache.kept.size]).toEqual([2, 0]);
  });

  it.each([301, 302, 500, 503])('is a %i', async (status) => {
    page = () => new Response(null, { status });
    await visit('/');
    expect(cache.kept.size).toBe(0);
  });

  it.each(['/logout', '/locale', '/profile', '/profile/settings', '/payments', '/plan/1', '/dev/inbox'])(
    'is %s, which gets the visitor as they are',
    async (path) => {
      for (const name of ['one', 'two']) {
        const response = await visit(path, cookie(`__Host-session=${name}; i18n_redirected=en`));
        expect(response.headers.get('cache-control')).toBe('private, no-store');
        expect(rendered.at(-1)?.headers.get('cookie')).toContain(name);
        expect(rendered.at(-1)?.headers.get(LOCALE_HEADER)).toBe('en');
      }
      expect([rendered.length, cache.kept.size]).toEqual([2, 0]);
    },
  );

  it.each(['/login', '/login?redirect=%2F'])(
    'is %s: a guest gets it, a signed-in visitor is sent home',
    async (path) => {
      const guest = await visit(path, cookie('i18n_redirected=en'));
      expect(guest.headers.get('cache-control')).toBe('private, no-store');
      expect(rendered.at(-1)?.headers.get(LOCALE_HEADER)).toBe('en');
      const member = await visit(path, cookie('__Host-session=one'));
      expect([member.status, member.headers.get('location')]).toEqual([303, '/']);
      expect(member.headers.get('cache-control')).toBe('private, no-store');
      expect([rendered.length, cache.kept.size]).toEqual([1, 0]);
    },
  );

  it('is the answer to a POST', async () => {
    await visit('/movie/1', { method: 'POST', body: 'a=b' });
    expect(cache.kept.size).toBe(0);
  });
});

describe('a page that says until when it is true', () => {
  const begin = NOW / 1000;
  const until = begin + 600;
  const at = (seconds: number) => vi.setSystemTime((begin + seconds) * 1000);
  beforeEach(() => {
    at(0);
    page = () =>
      new Response(`<p>page ${String(rendered.length)}`, {
        headers: { 'content-type': 'text/html', [VALID_UNTIL_HEADER]: String(until) },
      });
  });

  it('is served while it is, refreshed behind the answer as any other', async () => {
    await visit('/lives');
    await settle();
    at(500);
    const answer = await visit('/lives');
    expect([state(answer), await answer.text()]).toEqual(['stale', '<p>page 1']);
  });

  it('is never served later than a minute after that, however rarely it is asked for', async () => {
    await visit('/lives');
    await settle();
    at(600 + 61);
    const answer = await visit('/lives');
    expect([state(answer), await answer.text()]).toEqual(['miss', '<p>page 2']);
    at(6 * 24 * 60 * 60);
    expect(await (await visit('/lives')).text()).not.toBe('<p>page 1');
  });

  it('keeps that to itself', async () => {
    const answers = [await visit('/lives'), await visit('/lives')];
    for (const answer of answers) expect(answer.headers.get(VALID_UNTIL_HEADER)).toBeNull();
  });
});
