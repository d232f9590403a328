import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createWorker } from '../../../src/app/worker-app.ts';
import { recentPages } from '../../../src/edge/recent-pages.ts';
import { CATALOGUE_VERSION_KEY } from '../../../src/platform/http/cache/catalogue-version.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const NOW = 1_800_000_000_000;
const MIB = 2 ** 20;
let platform: Platform;
let cache: MemoryCache;
let background: Promise<unknown>[];
let renders: number;
let matches: number;

const worker = createWorker(() => {
  renders += 1;
  return Promise.resolve(
    new Response(`<html><p>page ${String(renders)}`, { headers: { 'content-type': 'text/html' } }),
  );
});

async function visit(path: string, init: RequestInit = {}): Promise<string> {
  const ctx = { waitUntil: (work: Promise<unknown>) => void background.push(work) } as unknown as ExecutionContext;
  const answer = await worker(new Request(ORIGIN + path, init), platform.env, ctx);
  while (background.length > 0) await Promise.allSettled(background.splice(0));
  const [, state = ''] = /cache;desc="(\w+)"/.exec(answer.headers.get('server-timing') ?? '') ?? [];
  return `${state}: ${await answer.text()}`;
}

const page = (bytes: number) => ({ body: new Uint8Array(bytes), status: 200, headers: new Headers() });

beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.dispose());
beforeEach(() => {
  recentPages.clear();
  cache = new MemoryCache();
  renders = 0;
  matches = 0;
  const match = (key: string) => ((matches += 1), cache.match(key));
  const put = (key: string, response: Response) => cache.put(key, response);
  vi.stubGlobal('caches', { default: { match, put } });
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  background = [];
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

it('a page that the isolate has sent is read from no cache for a minute', async () => {
  await visit('/movie/1');
  expect(matches).toBe(1);
  expect([await visit('/movie/1'), await visit('/movie/1')]).toEqual(
    Array.from({ length: 2 }, () => 'hit: <html><p>page 1'),
  );
  expect(matches).toBe(1);
  vi.setSystemTime(NOW + 61_000);
  expect(await visit('/movie/1')).toBe('stale: <html><p>page 1');
  expect(matches).toBe(2);
});

it('a page of another isolate is read from the cache once', async () => {
  await visit('/movie/1');
  recentPages.clear();
  const answers = [await visit('/movie/1'), await visit('/movie/1')];
  expect([answers, matches]).toEqual([['hit: <html><p>page 1', 'hit: <html><p>page 1'], 2]);
});

it('a newer page that another isolate has stored wins over an old one', async () => {
  await visit('/movie/1');
  vi.setSystemTime(NOW + 61_000);
  const [[key, kept] = ['', new Response()]] = [...cache.kept];
  const headers = new Headers(kept.headers);
  headers.set('x-rendered-at', String(NOW / 1000 + 60));
  headers.delete('x-kept-bytes');
  await cache.put(key, new Response('<html><p>newer', { headers }));
  expect(await visit('/movie/1')).toBe('hit: <html><p>newer');
});

it('a new version of the catalogue ends what the isolate has', async () => {
  const later = NOW + 600_000;
  vi.setSystemTime(later);
  await visit('/movie/1');
  await platform.env.CONFIG.put(CATALOGUE_VERSION_KEY, 'newer');
  vi.setSystemTime(later + 6000);
  expect(await visit('/movie/1')).toBe('miss: <html><p>page 2');
});

it('a visitor’s marks stay out of what the isolate has', async () => {
  expect(await visit('/movie/1', { headers: { cookie: 'theme=light' } })).toContain('data-theme="light"');
  expect(await visit('/movie/1')).toBe('hit: <html><p>page 1');
});

it('keeps 8 MiB; the pages that were asked for least lately make room', () => {
  for (const key of ['a', 'b', 'c', 'd']) recentPages.put(key, page(2 * MIB));
  expect(recentPages.get('a')).not.toBeNull();
  recentPages.put('e', page(2 * MIB));
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => recentPages.get(key) !== null)).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
  recentPages.put('f', page(9 * MIB));
  expect(['a', 'c', 'd', 'e', 'f'].filter((key) => recentPages.get(key))).toEqual([]);
});

it('the same page, remembered again, counts once', () => {
  for (let time = 0; time < 10; time += 1) recentPages.put('a', page(2 * MIB));
  recentPages.put('b', page(2 * MIB));
  expect([recentPages.get('a'), recentPages.get('b')].every(Boolean)).toBe(true);
});
