import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import type { Env } from '../../../src/platform/config/env.ts';
import { getPayment } from '../../../src/features/payments/contract.ts';
import { buyCart, getQuote } from '../../../src/features/checkout/contract.ts';
import { apiBackend } from '../../../src/app/api-backend.ts';
import { parseAnswer } from '../../support/site/api.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';
import type { Platform } from '../../support/site/platform.ts';
import { openPlatform } from '../../support/site/sqlite-platform.ts';

/** How the shop answers an order that it fulfils or refuses. */
const MANNERS = ['confirms', 'is silent', 'is lost', 'is late', 'fails', 'refuses', 'forgets'] as const;
type Manner = (typeof MANNERS)[number];

const PRICE = 5000;
const TITLE = 8001;
const ITEM = 800101;
const TITLE_PRICE = 9000;

/** A provider by section 7: a wallet, one download and one film to own; `force_to_buy` takes the price each time. */
function createShop() {
  const shop = {
    credit: 25_000,
    days: 12,
    charges: 0,
    orders: 0,
    owned: new Set<number>(),
    manner: 'confirms' as Manner,
    /** Its answer of an owned download afterwards. */
    isSilent: false,
    /** Resolves before the answer to an order. */
    pause: null as Promise<void> | null,
    subscriptions: [] as Record<string, unknown>[],
  };
  const buildCart = () => ({
    data: {
      data: {
        downloads: [
          {
            itemid: ITEM,
            amount: PRICE,
            name: 'Film',
            quality: '720p',
            ...tellOwned(ITEM, { url: 'https://cdn.example/f.mp4' }),
          },
        ],
        ...(shop.owned.has(TITLE) && !shop.isSilent ? { pass: 'p', show_buy: 0 } : { show_buy: 1, price: TITLE_PRICE }),
      },
    },
  });
  const tellOwned = (id: number, fields: object) => (shop.owned.has(id) && !shop.isSilent ? fields : {});
  async function order(): Promise<Response> {
    shop.orders += 1;
    await shop.pause;
    const { manner } = shop;
    if (manner === 'refuses') return Response.json({ message_fa: 'کارت شما بسته است' }, { status: 402 });
    if (manner === 'fails') return Response.json({ message: 'Server Error' }, { status: 500 });
    if (manner !== 'forgets') {
      shop.credit -= PRICE;
      shop.charges += 1;
      shop.owned.add(ITEM).add(TITLE);
    }
    if (manner === 'is lost') throw new TypeError('fetch failed');
    if (manner === 'is late') throw new DOMException('late', 'TimeoutError');
    return Response.json(manner === 'is silent' || manner === 'forgets' ? { data: { data: {} } } : buildCart());
  }
  async function answer(path: string, body: Record<string, unknown>): Promise<Response> {
    if (path.endsWith('/my_wallet')) return Response.json({ data: { my_credit: shop.credit } });
    if (path.endsWith('/get/user')) return Response.json({ user: { subscription: 1, days_period_to_end: shop.days } });
    if (path.endsWith('/get/discover'))
      return Response.json({
        data: { data: [{ name_fa: 'تازه', data: [{ type: 'movie', id: TITLE, name_fa: 'فیلم' }] }] },
      });
    if (path.endsWith('/get/app/plans'))
      return Response.json({
        data: { 3: { name_fa: 'سه‌ماهه', toman: 200_000, discount: { discount_price: 150_000, discount_day: 12 } } },
      });
    if (path.endsWith('/directdebit/subscriptions'))
      return Response.json({ data: { subscriptions: [{ id: 1, bank: '012' }], configs: {}, mobile: '09121234567' } });
    if (path.endsWith('/buy_subscription')) {
      shop.subscriptions.push(body);
      return order();
    }
    if (!path.endsWith('/get/cart')) return Response.json({ data: {} });
    return body['force_to_buy'] === 1 ? order() : Response.json(buildCart());
  }
  return { shop, answer };
}

let platform: Platform;
let shop: ReturnType<typeof createShop>['shop'];
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.dispose());
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await openShop();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function openShop(): Promise<void> {
  await platform.env.DB.prepare('DELETE FROM provider_purchases').run();
  vi.stubGlobal('caches', { default: new MemoryCache() });
  const created = createShop();
  ({ shop } = created);
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) =>
    created.answer(
      new URL(url).pathname,
      typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : {},
    ),
  );
  // The downloads page names the title of the download.
  await call('/get/cart', { id: TITLE, type: 'movie' });
}

async function call(path: string, body?: unknown, token = 't', vars: Partial<Env> = {}): Promise<Response> {
  const env = { API_BASE_URL: 'https://shop.test/v1', SITE_URL: 'https://pardeh.test', DB: platform.env.DB, ...vars };
  const ctx = { waitUntil: () => undefined } as unknown as ExecutionContext;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const init = { method: body === undefined ? 'GET' : 'POST', headers };
  return apiBackend(env as Env)(
    new Request(`https://pardeh.test/api/v1${path}`, {
      ...init,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    env as Env,
    ctx,
  );
}
const press = (token = 't') => call('/payments/cart', { items: [ITEM] }, token);
const readState = async (answer: Response) => (await parseAnswer(buyCart, answer)).data.payment;
const check = async (id: string) =>
  (await parseAnswer(getPayment, await call(`/payments/${encodeURIComponent(id)}`))).data;
const wait = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

describe('a download', () => {
  it.each(['is silent', 'is lost', 'is late'] as const)(
    'whose answer %s is looked up, and found bought',
    async (manner) => {
      shop.manner = manner;
      expect((await readState(await press())).state).toBe('settled');
      expect([shop.charges, shop.credit]).toEqual([1, 20_000]);
    },
  );

  it('of which the provider never speaks again is told as such, with the credit of then and now, and not sent again', async () => {
    Object.assign(shop, { manner: 'is silent', isSilent: true });
    const payment = await readState(await press());
    expect([payment.state, payment.next, payment.total]).toEqual(['verifying', 'wait', 5500]);
    expect(await check(payment.id)).toMatchObject({
      state: 'verifying',
      total: 5500,
      unconfirmed: { before: 25_000, now: 20_000 },
    });
    for (const minutes of [0, 1, 60, 24 * 60]) {
      wait(minutes);
      expect((await readState(await press())).state).toBe('verifying');
    }
    expect([shop.orders, shop.charges]).toEqual([1, 1]);
    shop.isSilent = false;
    expect((await check(payment.id)).state).toBe('settled');
    expect((await press()).status).toBe(422); // Nothing is left to pay
  });

  it.each(['fails', 'forgets'] as const)(
    'of an order that %s may be bought again after ten minutes',
    async (manner) => {
      shop.manner = manner;
      expect((await readState(await press())).state).toBe('verifying');
      shop.manner = 'confirms';
      wait(9);
      expect((await readState(await press())).state).toBe('verifying');
      expect(shop.orders).toBe(1);
      wait(2);
      expect((await readState(await press())).state).toBe('settled');
      expect([shop.orders, shop.charges]).toEqual([2, 1]);
    },
  );

  it('that is refused is told in the provider’s words, and may be tried again at once', async () => {
    shop.manner = 'refuses';
    const refused = await press();
    expect([refused.status, await refused.json()]).toMatchObject([402, { message_fa: 'کارت شما بسته است' }]);
    shop.manner = 'confirms';
    expect((await readState(await press())).state).toBe('settled');
  });

  it('is sent once by two presses at the same time', async () => {
    let open: () => void = () => undefined;
    shop.pause = new Promise((done) => (open = done));
    const presses = [press(), press(), press()];
    await expect.poll(() => shop.orders).toBe(1);
    open();
    await Promise.all(presses.map(async (answer) => readState(await answer)));
    expect([shop.orders, shop.charges]).toEqual([1, 1]);
  });

  it('is not sent without a credit to compare with, or without the claim', async () => {
    const noDatabase = { prepare: () => ({ bind: () => ({ run: () => Promise.reject(new Error('D1_ERROR')) }) }) };
    const refused = await call('/payments/cart', { items: [ITEM] }, 't', { DB: noDatabase as unknown as D1Database });
    expect([refused.status, shop.orders]).toEqual([503, 0]);
    const stubbed = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.endsWith('/my_wallet') ? Promise.resolve(Response.json({ data: {} })) : stubbed(url, init),
    );
    expect([(await press()).ok, shop.orders]).toEqual([false, 0]);
  });

  it('of another session is another purchase; its payment is unknown to this one', async () => {
    Object.assign(shop, { manner: 'is silent', isSilent: true });
    const { id } = await readState(await press('u'));
    expect((await call(`/payments/${encodeURIComponent(id)}`)).status).toBe(404);
  });

  it('is never charged twice within ten minutes, whatever the shop does and however often it is pressed', async () => {
    const step = fc.record({
      manner: fc.constantFrom(...MANNERS),
      isSilent: fc.boolean(),
      presses: fc.integer({ min: 1, max: 3 }),
      seconds: fc.integer({ min: 0, max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 5 }), async (steps) => {
        await openShop();
        for (const { manner, isSilent, presses, seconds } of steps) {
          Object.assign(shop, { manner, isSilent });
          await Promise.all(Array.from({ length: presses }, () => press()));
          wait(seconds / 60);
        }
        expect(shop.charges).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });
});

it('a title without a word about it is no lack of credit', async () => {
  Object.assign(shop, { manner: 'is silent', isSilent: true });
  const buy = () => call('/payments/title', { id: TITLE });
  for (const answer of [await buy(), await buy()]) expect((await readState(answer)).state).toBe('verifying');
  expect(shop.orders).toBe(1);
});

it('is not taken from the credit where the visitor chose a bank', async () => {
  const answer = await call('/payments/title', { id: TITLE, payment_method: 'direct_debit' });
  expect([await answer.json(), shop.orders]).toMatchObject([{ code: 'gateway_unknown' }, 0]);
});

describe('a plan', () => {
  const buy = () => call('/payments/plan', { plan_id: 3 });

  it('is sent once until its days are there', async () => {
    shop.manner = 'is silent';
    const payment = await readState(await buy());
    expect((await readState(await buy())).state).toBe('verifying');
    expect(shop.orders).toBe(1);
    expect(await check(payment.id)).toMatchObject({ state: 'verifying', unconfirmed: { before: 12, now: 12 } });
    shop.days = 42;
    expect((await check(payment.id)).state).toBe('settled');
  });

  it('names no days that nobody said, and no credit that nobody asked for', async () => {
    const quote = (await parseAnswer(getQuote, await call('/payments/quote', { purpose: 'plan', id: 3 }))).data;
    expect([quote.my_credit, quote.lines[0]?.days, quote.methods]).toEqual([null, null, ['direct_debit']]);
  });
});

describe('direct debit', () => {
  const toggle = (input: object) =>
    call('/directdebit/buy_subscription', {
      subscription: true,
      pay_anything: false,
      series: [],
      bank: '012',
      ...input,
    });

  it('keeps the mobile of the account at every toggle', async () => {
    await toggle({});
    await toggle({ mobile: '' });
    await toggle({ mobile: '+98 935 123 4567' });
    expect(shop.subscriptions.map(({ mobile }) => mobile)).toEqual(['09121234567', '09121234567', '09351234567']);
  });

  it('refuses a mobile that is none, and sends no other in its place', async () => {
    expect(await (await toggle({ mobile: '12345' })).json()).toMatchObject({ code: 'mobile_invalid' });
    expect(shop.subscriptions).toEqual([]);
  });
});
