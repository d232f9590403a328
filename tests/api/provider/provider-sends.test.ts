import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Env } from '../../../src/platform/config/env.ts';
import { apiBackend } from '../../../src/app/api-backend.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';
import { BARE_CALLS, openBareProvider } from '../../support/services/bare-provider.ts';

/** Requests call by call, as section 7 of the specification writes them: method, path, names and casing. */
let provider: Awaited<ReturnType<typeof openBareProvider>>;
let token = '';
const covered = new Set<string>();

beforeAll(async () => {
  provider = await openBareProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
  provider.state.tokens.add('t');
  provider.state.codes.add('09121234567');
  token = 't';
  vi.stubGlobal('caches', { default: new MemoryCache() });
});

const SITE = 'https://pardeh.test';
async function call(path: string, body?: unknown, vars: Partial<Env> = {}, method?: string) {
  const env = { API_BASE_URL: provider.url, SITE_URL: SITE, ...vars } as Env;
  const ctx = { waitUntil: () => undefined } as unknown as ExecutionContext;
  const headers = new Headers({ accept: 'application/json', 'content-type': 'application/json' });
  if (token !== '') headers.set('authorization', `Bearer ${token}`);
  const init = { method: method ?? (body === undefined ? 'GET' : 'POST'), headers };
  const request = new Request(`${SITE}/api/v1${path}`, {
    ...init,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return apiBackend(env)(request, env, ctx);
}

interface Row {
  id: string;
  path: string;
  body?: unknown;
  vars?: Partial<Env>;
  as?: 'guest';
  method?: string;
  sent: string;
  query?: Record<string, string>;
  payload?: unknown;
  also?: string;
}

const CART = { id: 11, type: 'movie', quality: '', force_to_buy: 0, ref: 0 };
const DEBIT = {
  subscription: 1,
  pay_anything: 0,
  bank: '017',
  series: [21],
  add_new_bank: 1,
  payment_id: null,
  forsubscription: 0,
  mobile: '09121234567',
  ref: 7,
  callback_url: `${SITE}/callback?bank=debit&from=%2Fprofile`,
};
const debitInput = {
  subscription: true,
  pay_anything: false,
  bank: '017',
  series: [21],
  add_new_bank: true,
  mobile: '09121234567',
  ref: 7,
  callback_url: '/profile',
};

const TABLE: Row[] = [
  { id: '7.03', path: '/get/app/plans', sent: 'GET /get/app/plans' },
  {
    id: '7.04',
    path: '/login',
    body: { mobile: '+98 912 123 4567', password: '1234', ref: 7 },
    sent: 'POST /login',
    payload: { mobile: '09121234567', password: '1234' },
  },
  { id: '7.05', path: '/get/user', sent: 'GET /get/user', query: { ref: '4' } },
  { id: '7.06', path: '/logout', body: {}, sent: 'POST /logout', payload: {} },
  { id: '7.07', path: '/logout', sent: 'GET /logout' },
  { id: '7.08', path: '/ghost/getCategories', sent: 'GET /ghost/getCategories' },
  { id: '7.09', path: '/genres', sent: 'GET /genres' },
  {
    id: '7.10',
    path: '/ghost/listMagazines',
    sent: 'GET /ghost/listMagazines',
    query: { per_page: '24', page: '1', sort: 'id', dir: 'asc' },
  },
  {
    id: '7.11',
    path: '/ghost/get/getSearchQuick?query=%D8%A8%D8%A7%D8%B1',
    sent: 'GET /ghost/get/getSearchQuick',
    query: { query: 'بار' },
  },
  { id: '7.12', path: '/get/my_wallet', body: {}, sent: 'POST /get/my_wallet', payload: {} },
  {
    id: '7.13',
    path: '/get/charge_wallet',
    body: { amount: '۲۰٬۰۰۰', callback_url: '/payments' },
    sent: 'POST /get/charge_wallet',
    payload: { amount: 20_000, payment_method: 'saman', callback_url: `${SITE}/callback?bank=wallet&from=%2Fpayments` },
  },
  { id: '7.14', path: '/directdebit/banks', sent: 'GET /directdebit/banks' },
  { id: '7.15', path: '/directdebit/subscriptions', sent: 'GET /directdebit/subscriptions' },
  {
    id: '7.16',
    path: '/directdebit/buy_subscription',
    body: debitInput,
    sent: 'POST /directdebit/buy_subscription',
    payload: DEBIT,
  },
  {
    id: '7.17',
    path: '/directdebit/delete_subscription',
    body: { id: '9' },
    sent: 'POST /directdebit/delete_subscription',
    payload: { id: '9' },
  },
  {
    id: '7.18',
    path: '/login/send-code',
    body: { mobile: '09121234567', ref: 7 },
    sent: 'POST /login/send-code',
    payload: { mobile: '09121234567', ref: 7 },
  },
  { id: '7.19', path: '/ghost/get/check', as: 'guest', sent: 'GET /ghost/get/check' },
  {
    id: '7.19 with a configured suffix',
    path: '/ghost/get/check',
    as: 'guest',
    vars: { PROVIDER_CHECK_SUFFIX: 'CheckUser' },
    sent: 'GET /ghost/getCheckUser',
  },
  {
    id: '7.20',
    path: '/get/cart',
    body: { id: 11, type: 'movie' },
    sent: 'POST /get/cart',
    payload: CART,
    also: 'GET /get/user', // For the note on full rate (spec 1.08)
  },
  {
    id: '7.20 whole',
    path: '/get/cart',
    body: { id: '11', type: 'movie', quality: '720p', force_to_buy: true, ref: 7 },
    sent: 'POST /get/cart',
    payload: { id: 11, type: 'movie', quality: '720p', force_to_buy: 1, ref: 7 },
  },
  {
    id: '7.21',
    path: '/ghost/get/cart',
    as: 'guest',
    body: { id: 11, type: 'movie' },
    sent: 'POST /ghost/get/cart',
    payload: CART,
  },
  { id: '7.22', path: '/get/discover', sent: 'GET /get/discover' },
  { id: '7.23', path: '/get/app/details', sent: 'GET /get/app/details' },
  { id: '7.24', path: '/get/app/gateways', sent: 'GET /get/app/gateways' },
  {
    id: '7.25',
    path: '/get/slider?ref=%7Bcode%7D',
    sent: 'GET /get/slider',
    query: { age: '0', lang: '0', country: '0', f_type: '0', ref: '{code}' },
  },
];

/** Calls that only somebody signed in makes: these carry the bearer, those that are everybody's never do. */
const PERSONAL = /get\/user|logout|wallet|directdebit|get\/cart$/;

describe('what is sent to a provider', () => {
  it.each(TABLE)('$id: $sent, exactly', async ({ path, body, vars, as, method, sent, query = {}, payload, also }) => {
    if (as === 'guest') token = '';
    await call(path, body, vars, method);
    const requests = provider.seen.map((one) => ({ ...one, name: `${one.method} ${one.path}` }));
    expect(requests.map(({ name }) => name).sort()).toEqual([...(also === undefined ? [] : [also]), sent].sort());
    const seen = requests.find(({ name }) => name === sent);
    expect(seen?.query).toEqual(Object.entries(query));
    expect(seen?.body).toEqual(payload ?? null);
    expect(seen?.accept).toBe('application/json');
    const isPersonal = PERSONAL.test(sent) && !sent.includes('/ghost/');
    expect(seen?.authorization).toBe(isPersonal ? 'Bearer t' : null);
    covered.add(sent);
  });

  it('is every call of the table and nothing beside', () => {
    expect([...covered].filter((name) => name !== 'GET /ghost/getCheckUser').sort()).toEqual([...BARE_CALLS].sort());
  });

  it.each([
    '/openapi.json',
    '/admin/users',
    '/../secret',
    '/get/user/../x',
    '/titles',
    '/directdebit/return/1',
    '/operator/alarms',
  ])('never a path that section 7 does not know: %s', async (path) => {
    await call(path, undefined, path === '/operator/alarms' ? { PROVIDER_CALLS: '*' } : {});
    expect(
      provider.seen.map(({ path: seen }) => seen).filter((seen) => !/^\/get\/(discover|slider)$/.test(seen)),
    ).toEqual([]);
  });

  it('a call that PROVIDER_CALLS names as it came, and no other', async () => {
    const vars = { PROVIDER_CALLS: 'listTitles, getTitle' };
    await call('/titles?kind=movie', undefined, vars);
    await call('/facets', undefined, vars);
    expect(provider.seen.map(({ method, path, query }) => [method, path, query])).toEqual([
      ['GET', '/titles', [['kind', 'movie']]],
    ]);
  });

  it('the rest of a setting that a caller leaves out, as the provider has it', async () => {
    provider.state.configs = { subscription: 1, pay_anything: 1 };
    provider.state.series.add(21);
    await call('/directdebit/buy_subscription', { payment_id: 'p 1', ref: 0, callback_url: 'https://evil.example/' });
    const last = provider.seen.at(-1)?.body;
    expect(last).toMatchObject({ subscription: 1, pay_anything: 1, series: [21], payment_id: 'p 1' });
    expect(last?.['callback_url']).toBe(`${SITE}/callback?bank=debit`);
  });
});
