import { getLists } from '../../../src/features/lists/contract.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Env } from '../../../src/platform/config/env.ts';
import type { Call } from '../../../src/platform/http/calls/call.ts';
import { getGateways, getPlans } from '../../../src/features/checkout/contract.ts';
import * as app from '../../../src/features/site/contract.ts';
import * as auth from '../../../src/features/accounts/contract/auth.ts';
import { getGhostCart } from '../../../src/features/paywall/contract.ts';
import { getDiscover, getSlider } from '../../../src/features/home/contract.ts';
import * as catalogue from '../../../src/features/titles/contract/catalogue.ts';
import { getBanks, getSubscriptions } from '../../../src/features/direct-debit/contract.ts';
import { getChannels } from '../../../src/features/live/contract.ts';
import { listMagazines } from '../../../src/features/magazines/contract.ts';
import { getPayment, getWallet } from '../../../src/features/payments/contract.ts';
import { quickSearch, search } from '../../../src/features/search/contract.ts';
import { apiBackend } from '../../../src/app/api-backend.ts';
import { parseAnswer } from '../../support/site/api.ts';
import { openBareProvider } from '../../support/services/bare-provider.ts';
import { FAULTS } from '../../support/services/bare-provider-faults.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';
import type { Platform } from '../../support/site/platform.ts';
import { openPlatform } from '../../support/site/sqlite-platform.ts';

let provider: Awaited<ReturnType<typeof openBareProvider>>;
let platform: Platform;
beforeAll(async () => {
  platform = await openPlatform();
  provider = await openBareProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
  provider.state.tokens.add('t');
  provider.state.codes.add('09121234567');
  vi.stubGlobal('caches', { default: new MemoryCache() });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const SITE = 'https://pardeh.test';
async function call(path: string, body?: unknown, { token = 't', vars = {}, site = SITE } = {}) {
  const env = { API_BASE_URL: provider.url, SITE_URL: site, DB: platform.env.DB, ...vars } as Env;
  const ctx = { waitUntil: () => undefined } as unknown as ExecutionContext;
  const headers = new Headers({ 'content-type': 'application/json', 'accept-language': 'fa' });
  if (token !== '') headers.set('authorization', `Bearer ${token}`);
  const init = { method: body === undefined ? 'GET' : 'POST', headers };
  const request = new Request(`${site}/api/v1${path}`, {
    ...init,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return apiBackend(env)(request, env, ctx);
}

/** Reads by path, each with the contract its answer must keep. */
const READS: [Call, string, unknown?][] = [
  [getDiscover, '/get/discover'],
  [getSlider, '/get/slider'],
  [catalogue.getTitle, '/titles/movie/11'],
  [catalogue.getTitleKind, '/title-kinds/21'],
  [catalogue.listTitles, '/titles?kind=movie'],
  [getLists, '/lists'],
  [catalogue.getGenres, '/genres'],
  [catalogue.getFacets, '/facets'],
  [catalogue.getCategories, '/ghost/getCategories'],
  [listMagazines, '/ghost/listMagazines'],
  [getChannels, '/channels'],
  [quickSearch, '/ghost/get/getSearchQuick?query=%D8%A8%D8%A7%D8%B1'],
  [search, '/search?query=%D8%A8%D8%A7%D8%B1'],
  [getPlans, '/get/app/plans'],
  [app.getAppDetails, '/get/app/details'],
  [getGateways, '/get/app/gateways'],
  [auth.getUser, '/get/user'],
  [auth.getGhost, '/ghost/get/check'],
  [auth.sendCode, '/login/send-code', { mobile: '09121234567' }],
  [auth.login, '/login', { mobile: '09121234567', password: '1234' }],
  [getGhostCart, '/ghost/get/cart', { id: 11, type: 'movie' }],
  [getWallet, '/get/my_wallet', {}],
  [getBanks, '/directdebit/banks'],
  [getSubscriptions, '/directdebit/subscriptions'],
];

const TOLERATED = ['missing fields', 'extra fields', 'strings for numbers', 'nulls'] as const;

describe.each([null, ...TOLERATED])('an answer with %s', (fault) => {
  it.each(READS.map(([contract, path, body]) => ({ name: contract.name, contract, path, body })))(
    'keeps the contract: $name',
    async ({ contract, path, body }) => {
      provider.setFault(fault);
      await parseAnswer(contract, await call(path, body));
    },
  );
});

describe.each(FAULTS.filter((fault) => !TOLERATED.some((one) => one === fault) && fault !== 'slow'))('%s', (fault) => {
  it('is a failure in our shape and words', async () => {
    provider.setFault(fault);
    for (const [, path, body] of READS.filter(([{ name }]) => name !== 'getFacets')) {
      // A title whose name was read before is shown without its cart: this one nobody has named.
      const answer = await call(path.replace('/movie/11', '/movie/77'), body);
      const text = await answer.text();
      expect(answer.status, path).toBeGreaterThanOrEqual(400);
      expect(JSON.parse(text), path).toMatchObject({
        status: 'error',
        message_fa: expect.stringMatching(/[آ-ی]/) as string,
      });
      expect(text, path).not.toMatch(/SQLSTATE|Handler|Whoops|<|Unauthenticated/);
    }
  });

  it('does not sign anybody out but by 401, and is no answer that is kept', async () => {
    await call('/genres', undefined, { token: '' });
    provider.setFault(fault);
    const user = await call('/get/user');
    expect(user.status === 401).toBe(fault === '401');
    expect((await call('/ghost/get/check', undefined, { token: '' })).status).not.toBe(401);
  });
});

describe('what a cart does not say is denied', () => {
  it('a cart without flags needs a subscription, and plays nothing', async () => {
    provider.setFault('missing fields');
    const vars = { PROVIDER_STREAM: 'https://cdn.example/{type}/{id}.m3u8' };
    const { data } = (
      await parseAnswer(getGhostCart, await call('/ghost/get/cart', { id: 11, type: 'movie' }, { vars }))
    ).data;
    expect([data.state, data.play]).toEqual(['needs_subscription', null]);
  });

  it('the variant gives the subscription without a call, but not on its two hosts (spec 4.26)', async () => {
    const vars = { SITE_VARIANT: 'igapp', IGAPP_HOSTS: 'igapp.example.org,app.igapp.example.org' };
    const free = await parseAnswer(auth.getGhost, await call('/ghost/get/check', undefined, { vars, token: '' }));
    expect([free.user.subscription, provider.seen]).toEqual([1, []]);
    const site = 'https://igapp.example.org';
    const guest = await parseAnswer(
      auth.getGhost,
      await call('/ghost/get/check', undefined, { vars, token: '', site }),
    );
    expect([guest.user.subscription, provider.seen.length]).toEqual([0, 1]);
  });

  it('kids mode is not offered, and a title of unknown age is for no child', async () => {
    expect((await call('/kids/enter', { pin: '1234' }, { vars: {} })).ok).toBe(false);
    const list = await parseAnswer(catalogue.listTitles, await call('/titles?age=7'));
    expect(list.data).toEqual([]);
  });
});

describe('a title', () => {
  it('is unknown only where the cart answers 400', async () => {
    expect((await call('/titles/movie/99')).status).toBe(400);
    const title = await parseAnswer(catalogue.getTitle, await call('/titles/movie/13'));
    expect(title.data.name_fa).toBe('سفر دراز');
  });

  it('shows pictures of configured hosts alone, by our sizes where the host makes them', async () => {
    const host = new URL(provider.origin).host;
    const vars = { PROVIDER_PICTURES: `${host}?w={width}` };
    const title = await parseAnswer(catalogue.getTitle, await call('/titles/movie/11', undefined, { vars }));
    expect(title.data.art).toBe(`${provider.origin}/pictures/11.svg?w={width}`);
  });
});

describe('money', () => {
  it('a payment’s id leads to the bank for the session that made it, and for no other', async () => {
    provider.state.tokens.add('u');
    const bought = await call('/payments/plan', { plan_id: 3 });
    const { data } = await bought.json<{ data: { pay_url: string; payment: { id: string } } }>();
    const path = `/payments/${encodeURIComponent(data.payment.id)}`;
    expect((await parseAnswer(getPayment, await call(path))).data.pay_url).toBe(data.pay_url);
    for (const [id, token] of [
      [data.payment.id, 'u'],
      [`${btoa('["https://evil.example",null,[]]')}.${'a'.repeat(43)}`, 't'],
      ['x', 't'],
    ] as const)
      expect((await call(`/payments/${encodeURIComponent(id)}`, undefined, { token })).status).toBe(404);
  });

  it('a wallet without its credit is a failure and never zero', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: {} })));
    expect((await call('/get/my_wallet', {})).ok).toBe(false);
    vi.unstubAllGlobals();
  });

  /** Answers each call by the end of its path; `body` to all others. */
  function stubProvider(answers: Record<string, unknown>, body: unknown) {
    vi.stubGlobal('fetch', (url: string, { body: payload }: RequestInit) => {
      const name =
        typeof payload === 'string' && payload.includes('"force_to_buy":1') ? 'force' : new URL(url).pathname;
      const match = Object.keys(answers).find((end) => name.endsWith(end));
      return Promise.resolve(Response.json(match === undefined ? body : answers[match]));
    });
  }
  const NOT_NOW = 'این کار اکنون ممکن نیست';
  const PLANS = { '/plans': { data: { '1': { name_fa: 'یک‌ماهه', toman: 100_000 } } } };

  it.each([
    { status: 'error', message: NOT_NOW },
    { success: false, message: NOT_NOW },
    { status: 422, data: null, message: NOT_NOW },
    { data: { errors: { mobile: [NOT_NOW] } }, message: NOT_NOW },
  ])('an error that is sent with 200 is a failure with its text: %j', async (refusal) => {
    stubProvider(PLANS, refusal);
    const calls: [string, unknown?][] = [
      ['/login/send-code', { mobile: '09121234567' }],
      ['/login', { mobile: '09121234567', password: '1234' }],
      ['/get/user'],
      ['/genres'],
      ['/get/charge_wallet', { amount: 20_000 }],
      ['/directdebit/delete_subscription', { id: '9' }],
      ['/directdebit/buy_subscription', { subscription: true, pay_anything: false, series: [], bank: '012' }],
      ['/payments/plan', { plan_id: 1 }],
    ];
    for (const [path, body] of calls) {
      const answer = await call(path, body);
      expect([path, answer.status, await answer.json()]).toMatchObject([path, 422, { message_fa: NOT_NOW }]);
    }
    vi.unstubAllGlobals();
  });

  const SOLD = { data: { data: { show_buy: 1, price: 10_000 } } };
  const WALLET = { '/my_wallet': { data: { my_credit: 25_000 } } };
  const RAILS = { data: { data: [{ name_fa: 'تازه', data: [{ type: 'movie', id: 11, name_fa: 'باران' }] }] } };
  it.each([
    ['names a pass', { data: { data: { show_buy: 0, pass: 'p' } } }, 200, 'settled'],
    ['still sells it', SOLD, 200, 'verifying'],
    ['says nothing', {}, 200, 'verifying'],
    ['reports an error', { status: 'error', message: NOT_NOW }, 422, undefined],
  ])('a title is bought only where the cart then confirms it: it %s', async (name, answer, status, state) => {
    stubProvider({ '/discover': RAILS, force: answer, '/get/cart': SOLD, ...WALLET }, { data: {} });
    const bought = await call('/payments/title', { id: 11 }, { token: name });
    const body = await bought.json<{ data?: { payment: { state: string } } }>();
    expect([bought.status, body.data?.payment.state]).toEqual([status, state]);
    vi.unstubAllGlobals();
  });

  it('a price that has risen since it was shown is not taken', async () => {
    stubProvider(
      { ...PLANS, ...WALLET, '/discover': RAILS, force: { data: { data: { pass: 'p' } } }, '/get/cart': SOLD },
      {},
    );
    for (const [path, body] of [
      ['/payments/plan', { plan_id: 1, max_total: 109_999 }],
      ['/payments/title', { id: 11, max_total: 10_999 }],
    ] as const)
      expect(await (await call(path, body)).json()).toMatchObject({ code: 'price_changed' });
    expect((await call('/payments/title', { id: 11, max_total: 11_000 })).status).toBe(200);
    vi.unstubAllGlobals();
  });

  it('a title that is owned since a lost answer is not bought once more', async () => {
    const owned = { data: { data: { show_buy: 0, price: 10_000, pass: 'p' } } };
    stubProvider({ '/discover': RAILS, force: SOLD, '/get/cart': owned }, { data: {} });
    expect(await (await call('/payments/title', { id: 11 })).json()).toMatchObject({ code: 'already_owned' });
    vi.unstubAllGlobals();
  });

  it('a code in Persian or Arabic digits, and amounts in them, are read', async () => {
    expect((await call('/login', { mobile: '٠٩١٢١٢٣٤٥٦٧', password: ' ۱۲۳۴ ' })).status).toBe(200);
    stubProvider({ '/my_wallet': { data: { my_credit: '٢٠٬٠٠٠' } } }, {});
    expect((await parseAnswer(getWallet, await call('/get/my_wallet', {}))).data.my_credit).toBe(20_000);
    vi.unstubAllGlobals();
  });

  const FA = 'سامانه تا ساعت پنج در دست تعمیر است';
  const EN = 'This card has been blocked';
  it.each([
    // A 5xx's own words, in whichever language they are in.
    [503, { message: FA }, 502, FA, FA],
    [500, { message: 'Maintenance until five' }, 502, null, 'Maintenance until five'],
    [503, { message_fa: FA, message: EN }, 502, FA, EN],
    // No guess of ours in the place of a reason in the other language.
    [422, { message: EN }, 422, EN, EN],
    [402, { message_fa: FA }, 402, FA, FA],
    [409, { message: FA }, 409, FA, FA],
    [500, { message: 'SQLSTATE[HY000]' }, 502, null, null],
    [422, {}, 422, null, null],
  ])(
    'a payment refused with %i %j is told in its words, and never as our verdict',
    async (status, body, ours, fa, en) => {
      vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })));
      const answer = await call('/get/charge_wallet', { amount: 20_000 });
      const texts = await answer.json<{ message: string; message_fa: string }>();
      expect([answer.status, texts.message_fa, texts.message]).toEqual([
        ours,
        fa ?? expect.stringMatching(/سرویس نگفت/),
        en ?? expect.stringMatching(/did not say/),
      ]);
      vi.unstubAllGlobals();
    },
  );

  it('the minutes of a wait are those of Retry-After, in seconds or as a date', async () => {
    for (const wait of ['120', new Date(Date.now() + 119_500).toUTCString()]) {
      vi.stubGlobal('fetch', () =>
        Promise.resolve(Response.json({}, { status: 429, headers: { 'retry-after': wait } })),
      );
      const answer = await call('/get/my_wallet', {});
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(100);
      expect(await answer.json()).toMatchObject({
        message: expect.stringContaining('2 min') as string,
        message_fa: expect.stringContaining('۲ دقیقه') as string,
      });
      vi.unstubAllGlobals();
    }
  });

  it('errors by field are read where section 7 puts them, and where section 8 does', async () => {
    const answers = [{ data: { errors: { mobile: ['شماره بسته است'] } } }, { errors: { mobile: 'شماره بسته است' } }];
    for (const answer of answers) {
      vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer, { status: 422 })));
      const refused = await call('/login/send-code', { mobile: '09121234567' });
      expect(await refused.json()).toMatchObject({ errors: { mobile: ['شماره بسته است'] } });
    }
    vi.unstubAllGlobals();
  });
});
