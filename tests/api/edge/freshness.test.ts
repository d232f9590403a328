import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import * as ages from '../../../src/platform/config/freshness.ts';
import { CATALOGUE_VERSION_KEY, renewCatalogueVersion } from '../../../src/platform/http/cache/catalogue-version.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const START = 1_800_000_000;
let platform: Platform;

beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.dispose());
beforeEach(() => {
  vi.stubGlobal('caches', { default: new MemoryCache() });
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** KV as another data centre sees it: each value that was read stays for the time that the reader allows. */
function copyStore(config: KVNamespace): KVNamespace {
  const copies = new Map<string, { value: string | null; until: number }>();
  const get = async (key: string, { cacheTtl = Infinity }: { cacheTtl?: number } = {}) => {
    const copy = copies.get(key);
    if (copy && copy.until > Date.now()) return copy.value;
    const value = await config.get(key);
    copies.set(key, { value, until: Date.now() + cacheTtl * 1000 });
    return value;
  };
  return { get } as unknown as KVNamespace;
}

/** A guest's browser, which shows its own copy as long as RFC 9111 and RFC 5861 let it. */
function openBrowser(visit: () => Promise<Response>): () => Promise<string> {
  let copy = { text: '', until: 0 };
  const readSeconds = (control: string, name: string) =>
    Number(new RegExp(`\\b${name}=(\\d+)`).exec(control)?.[1] ?? 0);
  return async () => {
    if (copy.until > Date.now()) return copy.text;
    const response = await visit();
    const control = response.headers.get('cache-control') ?? '';
    const seconds = readSeconds(control, 'max-age') + readSeconds(control, 'stale-while-revalidate');
    copy = { text: await response.text(), until: Date.now() + seconds * 1000 };
    return copy.text;
  };
}

it('reaches a guest within a minute in another data centre, where KV, isolate, edge and browser have all just read', async () => {
  // Another isolate has a memory of its own.
  vi.resetModules();
  const other = await import('../../../src/app/worker-app.ts');
  let text = '';
  const worker = other.createWorker(() =>
    Promise.resolve(new Response(`<p>${text}`, { headers: { 'content-type': 'text/html' } })),
  );
  const env = { ...platform.env, CONFIG: copyStore(platform.env.CONFIG) };
  let slowest = 0;
  for (let round = 0; round < ages.GUEST_PAGE_SECONDS; round += 1) {
    const began = START + round * 1000;
    const visit = async () => {
      const background: Promise<unknown>[] = [];
      const ctx = { waitUntil: (work: Promise<unknown>) => void background.push(work) } as unknown as ExecutionContext;
      const response = await worker(new Request(`${ORIGIN}/movie/1`), env, ctx);
      await Promise.allSettled(background);
      return response;
    };
    const show = openBrowser(visit);
    text = `before ${String(round)}`;
    vi.setSystemTime(began * 1000);
    await renewCatalogueVersion(platform.env, `before-${String(round)}`);
    // KV's copy was read a second ago, and the isolate reads it again in its last second.
    const published = began + ages.KV_COPY_SECONDS + 1;
    for (let second = began; ; second += 1) {
      vi.setSystemTime(second * 1000);
      if (second === published) {
        text = `after ${String(round)}`;
        await renewCatalogueVersion(platform.env, `after-${String(round)}`);
      }
      // Other isolates and other guests keep KV's copy and the isolate's memory in phases of their own.
      await env.CONFIG.get(CATALOGUE_VERSION_KEY, { cacheTtl: ages.KV_COPY_SECONDS });
      if (second >= began + ages.VERSION_MEMORY_SECONDS - 1) await visit();
      if (second < began + ages.VERSION_MEMORY_SECONDS + round) continue;
      const answer = await show();
      if (second < published) continue;
      slowest = Math.max(slowest, second - published);
      if (answer === `<p>${text}`) break;
    }
  }
  expect(slowest).toBeLessThanOrEqual(ages.MAX_GUEST_SECONDS);
  // The rounds meet the worst phase: the ages add up.
  expect(slowest).toBeGreaterThan(ages.KV_COPY_SECONDS + ages.GUEST_PAGE_SECONDS);
});

it.each([
  ['Cloudflare', [ages.KV_COPY_SECONDS, ages.VERSION_MEMORY_SECONDS, ages.GUEST_PAGE_SECONDS]],
  ['Node', [ages.VERSION_MEMORY_SECONDS, ages.PACKED_PAGE_SECONDS, ages.GUEST_PAGE_SECONDS]],
  [
    'the door before Node, whose store keeps a page as long as a browser',
    [ages.VERSION_MEMORY_SECONDS, ages.PACKED_PAGE_SECONDS, ages.GUEST_PAGE_SECONDS, ages.GUEST_PAGE_SECONDS],
  ],
])('leaves room for the render and the way within the minute at %s', (_, parts) => {
  expect(parts.reduce((sum, seconds) => sum + seconds, 0)).toBeLessThan(ages.MAX_GUEST_SECONDS);
  // KV refuses a shorter life of its copies.
  expect(ages.KV_COPY_SECONDS).toBeGreaterThanOrEqual(30);
});
