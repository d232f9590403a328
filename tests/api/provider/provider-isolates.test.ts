import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEADLINES } from '../../../src/platform/config/deadlines.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { getPerson } from '../../../src/features/people/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { buyCart, getQuote } from '../../../src/features/checkout/contract.ts';
import { parseAnswer, parseFailure } from '../../support/site/api.ts';
import { openBareProvider } from '../../support/services/bare-provider.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';
import type { Platform } from '../../support/site/platform.ts';
import { openPlatform } from '../../support/site/sqlite-platform.ts';

/** One isolate reads an answer and another needs it: two of them share only the edge's cache. */
const SITE = 'https://pardeh.test';
const DEADLINES_FILE = '../../../src/platform/config/deadlines.ts';
let provider: Awaited<ReturnType<typeof openBareProvider>>;
let platform: Platform;
let cache: MemoryCache;
let background: Promise<unknown>[] = [];

beforeAll(async () => {
  platform = await openPlatform();
  provider = await openBareProvider();
});
afterAll(async () => {
  vi.doUnmock(DEADLINES_FILE);
  await provider.close();
});
beforeEach(async () => {
  provider.reset();
  await platform.env.DB.prepare('DELETE FROM provider_purchases').run();
  provider.state.tokens.add('t');
  provider.state.tokens.add('u');
  cache = new MemoryCache();
  background = [];
  vi.stubGlobal('caches', { default: cache });
});

/** A process that loads modules answers nobody meanwhile, and the provider is in this one. */
const PATIENT = { ...DEADLINES, call: 60_000 };

/** An isolate: modules of its own, and so a memory of its own. */
async function openIsolate(deadlines: object = PATIENT) {
  vi.resetModules();
  vi.doMock(DEADLINES_FILE, async (load) => ({ ...(await load<object>()), DEADLINES: deadlines }));
  const { apiBackend } = await import('../../../src/app/api-backend.ts');
  return async (path: string, body?: unknown, token = 't') => {
    const env = { API_BASE_URL: provider.url, SITE_URL: SITE, DB: platform.env.DB } as Env;
    const ctx = { waitUntil: (work: Promise<unknown>) => void background.push(work) } as unknown as ExecutionContext;
    const headers = new Headers({ 'content-type': 'application/json' });
    if (token !== '') headers.set('authorization', `Bearer ${token}`);
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await apiBackend(env)(new Request(`${SITE}/api/v1${path}`, { ...init, headers }), env, ctx);
    await Promise.all(background.splice(0));
    return response;
  };
}

const CART = { id: 11, type: 'movie' };
const ITEM = 1101;

describe('another isolate', () => {
  it('prices and sells a download cart that the first one has shown', async () => {
    const first = await openIsolate();
    expect((await first('/get/cart', CART)).status).toBe(200);
    const second = await openIsolate();
    const quote = await parseAnswer(getQuote, await second('/payments/quote', { purpose: 'cart', items: [ITEM] }));
    expect(quote.data.unavailable).toEqual([]);
    expect(quote.data.lines).toMatchObject([{ id: ITEM, name_fa: 'باران', quality: '720p', list_price: 10_000 }]);
    const third = await openIsolate();
    const bought = await parseAnswer(buyCart, await third('/payments/cart', { items: [ITEM, ITEM] }));
    expect(bought.data.payment.state).toBe('settled');
    expect([...provider.state.bought]).toEqual([ITEM]);
    expect(provider.seen.filter(({ body }) => body?.['force_to_buy'] === 1)).toHaveLength(1);
  });

  it('asks the price of the visitor who buys, and sells nothing twice', async () => {
    const first = await openIsolate();
    await first('/ghost/get/cart', CART, '');
    const second = await openIsolate();
    provider.seen.length = 0;
    await second('/payments/quote', { purpose: 'cart', items: [ITEM, ITEM] }, 'u');
    const carts = provider.seen.filter(({ path }) => path.endsWith('/get/cart'));
    expect(carts.map(({ path, authorization, body }) => [path, authorization, body?.['force_to_buy']])).toEqual([
      ['/get/cart', 'Bearer u', 0],
    ]);
    provider.state.bought.add(ITEM);
    const refused = [
      await second('/payments/quote', { purpose: 'cart', items: [ITEM] }, 'u'),
      await second('/payments/cart', { items: [ITEM] }, 'u'),
    ];
    for (const answer of refused) expect(await parseFailure(answer)).toMatchObject({ code: 'cart_empty' });
    expect(provider.seen.filter(({ body }) => body?.['force_to_buy'] === 1)).toEqual([]);
  });

  it('asks no money for the part of a basket that the credit has bought', async () => {
    const isolate = await openIsolate();
    const items = [ITEM, 1201];
    for (const id of [11, 12]) await isolate('/get/cart', { ...CART, id });
    provider.state.credit = 15_000;
    expect(await parseFailure(await isolate('/payments/cart', { items }))).toMatchObject({
      code: 'wallet_insufficient',
    });
    const quote = await parseAnswer(getQuote, await isolate('/payments/quote', { purpose: 'cart', items }));
    expect([quote.data.lines.map(({ id }) => id), quote.data.unavailable]).toEqual([[1201], []]);
    provider.state.credit = 15_000;
    expect((await parseAnswer(buyCart, await isolate('/payments/cart', { items }))).data.payment.state).toBe('settled');
    expect([...provider.state.bought]).toEqual(items);
  });

  it('knows the person and the title that a search of the first one has named', async () => {
    const first = await openIsolate();
    await first(`/ghost/get/getSearchQuick?query=${encodeURIComponent('رضا')}`);
    await first(`/ghost/get/getSearchQuick?query=${encodeURIComponent('سفر')}`);
    const second = await openIsolate();
    const person = await parseAnswer(getPerson, await second('/people/900'));
    expect(person.data.name_fa).toBe('رضا ناجی');
    const title = await parseAnswer(getTitle, await second('/titles/movie/13'));
    expect(title.data.name_fa).toBe('سفر دراز');
    expect((await second('/people/901')).status).toBe(404);
  });

  it('finds nothing of a visitor at the edge: no price, no address, no token', async () => {
    const first = await openIsolate();
    provider.state.bought.add(ITEM);
    await first('/get/cart', CART);
    const texts = await Promise.all([...cache.kept].map(async ([key, kept]) => `${key} ${await kept.text()}`));
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.join('\n')).not.toMatch(/10000|files\.example|pass-1|Bearer/);
  });

  it('takes no harm from what is broken at the edge', async () => {
    const first = await openIsolate();
    await first(`/ghost/get/getSearchQuick?query=${encodeURIComponent('رضا')}`);
    for (const text of ['', 'null', '{', '[]', '"x"', '7']) {
      for (const key of cache.kept.keys()) cache.kept.set(key, new Response(text));
      const second = await openIsolate();
      expect((await second('/people/900')).status, text).toBe(404);
    }
  });

  it('answers with what is kept before a page would give up its call on a slow provider', async () => {
    const first = await openIsolate();
    expect((await first('/get/app/plans')).status).toBe(200);
    // A kept answer is fresh for ten seconds.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    provider.setFault('slow');
    try {
      const second = await openIsolate(DEADLINES);
      const limits = vi.spyOn(AbortSignal, 'timeout');
      const answer = second('/get/app/plans');
      await expect.poll(() => limits.mock.calls).toEqual([[DEADLINES.call - DEADLINES.near]]);
      expect((await answer).status).toBe(200);
      expect(limits.mock.results[0]?.value).toMatchObject({ aborted: true });
    } finally {
      vi.useRealTimers();
      vi.restoreAllMocks();
    }
  });

  it('does not write again what has been written', async () => {
    const first = await openIsolate();
    const put = vi.spyOn(cache, 'put');
    await first('/get/cart', CART);
    const once = put.mock.calls.length;
    await first('/get/cart', CART);
    expect([once, put.mock.calls.length]).toEqual([1, 1]);
  });
});
