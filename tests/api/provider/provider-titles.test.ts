import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Env } from '../../../src/platform/config/env.ts';
import { getScreening } from '../../../src/features/screenings/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { getCart, getGhostCart } from '../../../src/features/paywall/contract.ts';
import { getUser } from '../../../src/features/accounts/contract/auth.ts';
import { apiBackend } from '../../../src/app/api-backend.ts';
import { parseAnswer } from '../../support/site/api.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';

let cart: () => Response;
let user: Record<string, unknown>;
const FEED = { data: { data: [{ name_fa: 'تازه', data: [{ type: 'movie', id: 11, name_fa: 'باران' }] }] } };
const toCart = (fields: object) => () => Response.json({ data: { data: fields } });

beforeEach(() => {
  vi.stubGlobal('caches', { default: new MemoryCache() });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  user = {};
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
    const path = new URL(url).pathname;
    if (path.endsWith('/discover')) return Promise.resolve(Response.json(FEED));
    if (path.endsWith('/get/user')) return Promise.resolve(Response.json({ user }));
    const isMovie = typeof body === 'string' && body.includes('"movie"');
    if (path.endsWith('/cart')) return Promise.resolve(isMovie ? cart() : Response.json({}, { status: 400 }));
    return Promise.resolve(Response.json({ data: {} }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function call(path: string, body?: unknown, { vars = {}, token = '' } = {}): Promise<Response> {
  const env = { API_BASE_URL: 'https://titles.test/v1', SITE_URL: 'https://pardeh.test', ...vars } as Env;
  const ctx = { waitUntil: () => undefined } as unknown as ExecutionContext;
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const init = { method: body === undefined ? 'GET' : 'POST', headers };
  const requestInit = { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return apiBackend(env)(new Request(`https://pardeh.test/api/v1${path}`, requestInit), env, ctx);
}
const loadTitle = async (id: number) => (await parseAnswer(getTitle, await call(`/titles/movie/${String(id)}`))).data;
const loadGuestCart = async () =>
  (await parseAnswer(getGhostCart, await call('/ghost/get/cart', { id: 8001, type: 'movie' }))).data.data;

describe('a title outside the feed', () => {
  it.each([
    [{ fullrate_data: { title: { fa: 'سفر دراز', en: 'Long Journey' } } }, 'سفر دراز', 'Long Journey', true],
    [{ fullrate_data: { title: 'سفر دراز' } }, 'سفر دراز', 'سفر دراز', true],
    [{ downloads: [{ itemid: 1, amount: 1, name: 'سفر' }], fullrate_data: { title: { fa: ' ' } } }, 'سفر', 'سفر', true],
    [{}, 'فیلم ۸۰۰۱', 'Film 8001', false],
  ])('has the name that its cart gives: %j', async (fields, fa, en, isNamed) => {
    cart = toCart(fields);
    const title = await loadTitle(8001);
    expect([title.name_fa, title.name_en, title.is_named]).toEqual([fa, en, isNamed]);
  });

  it.each([
    [400, 400],
    [404, 404],
    [410, 410],
    [403, 403],
    [422, 422],
    [409, 409],
    [429, 429],
    [500, 502],
  ])('is not invented where the cart answers %i', async (status, ours) => {
    cart = () => Response.json({}, { status });
    expect((await call('/titles/movie/8001')).status).toBe(ours);
    // The feed names this one; only an answer that it is gone removes it.
    const isGone = [400, 404, 410].includes(status);
    expect((await call('/titles/movie/11')).status).toBe(isGone ? ours : 200);
  });
});

describe('what the provider does not say', () => {
  it('is left out, not invented', async () => {
    cart = toCart({ show_buy: 1, downloads: [{ itemid: 5, amount: 4000, quality: '720p' }] });
    const title = await loadTitle(8001);
    expect(title).toMatchObject({
      ...{ stills: [], has_trailer: false, sounds: [], subtitles: [], height: null, seasons: [] },
      ...{ cast: [], crew: [], rating: null },
    });
    const { seo_title_fa, seo_description_en } = title;
    const { age_reasons, logo_fa, focus_x, focus_y, available_until, plan_month, offer } = title;
    const untold = [
      seo_title_fa,
      seo_description_en,
      age_reasons,
      logo_fa,
      focus_x,
      focus_y,
      available_until,
      plan_month,
      offer.download_price,
    ];
    expect(untold.filter((value) => value !== undefined)).toEqual([]);
  });
});

describe('awards', () => {
  it('are those that the provider sends, in the languages that it sends', async () => {
    cart = toCart({ awards: 'سیمرغ بلورین' });
    expect(await loadTitle(8001)).toMatchObject({ awards_fa: 'سیمرغ بلورین', awards_en: null });
    cart = toCart({ awards_fa: 'سیمرغ', awards_en: 'Crystal Simorgh' });
    expect(await loadTitle(8002)).toMatchObject({ awards_fa: 'سیمرغ', awards_en: 'Crystal Simorgh' });
    cart = toCart({});
    expect(await loadTitle(8003)).toMatchObject({ awards_fa: null, awards_en: null });
  });
});

describe('what is sold', () => {
  it('without a price leads to its downloads, or says so', async () => {
    cart = toCart({ show_buy: 1, downloads: [{ itemid: 5, amount: 4000, quality: '720p' }] });
    expect(await loadTitle(8001)).toMatchObject({
      access: 'download_only',
      offer: { state: 'download_only', price: null },
    });
    cart = toCart({ show_buy: 1 });
    expect((await loadTitle(8002)).offer).toMatchObject({ state: 'needs_purchase', price: null });
    cart = toCart({ show_buy: 1, price: 9000 });
    expect((await loadTitle(8003)).offer).toMatchObject({ state: 'needs_purchase', price: 9000 });
  });

  it('is no free download where its price is missing', async () => {
    cart = toCart({
      downloads: [
        { itemid: 5, quality: '720p' },
        { itemid: 6, amount: 0 },
        { itemid: 7, owned: 1 },
      ],
    });
    expect((await loadGuestCart()).downloads.map(({ id }) => id)).toEqual([6, 7]);
  });

  it.each([
    ['700MB', 700e6],
    ['۷۰۰ مگابایت', 700e6],
    ['1.4 GB', 1.4e9],
    ['۱٫۴ گیگابایت', 1.4e9],
    ['1,4 GiB', 1.4e9],
    ['1,400 MB', 1.4e9],
    ['900 KB', 900e3],
    ['123456 bytes', 123_456],
    ['734003200', 734_003_200],
    [734_003_200, 734_003_200],
    ['big', 0],
    ['', 0],
    [null, 0],
    ['700 parsecs', 0],
  ])('has a size, also as %j', async (size, bytes) => {
    cart = toCart({ downloads: [{ itemid: 5, amount: 1, size }] });
    expect((await loadGuestCart()).downloads[0]?.size).toBe(bytes);
  });
});

describe('the note on full rate (spec 1.08, 1.09)', () => {
  const load = async (vars = {}) =>
    (await parseAnswer(getCart, await call('/get/cart', { id: 8001, type: 'movie' }, { vars, token: 't' }))).data.data
      .billing;

  it.each([
    [{ subscription: 1, operator_fullrate: 'همراه اول' }, true, 'همراه اول'],
    [{ subscription: '1', operator_fullrate: 1 }, true, null],
    [{ subscription: 0, operator_fullrate: 'همراه اول' }, false, 'همراه اول'],
    [{ subscription: 1, operator_fullrate: '<b>x</b>' }, true, null],
    [{}, false, null],
  ])('is that of the user’s record: %j', async (record, isShown, operators) => {
    cart = toCart({});
    user = record;
    expect(await load()).toMatchObject({ fullrate_note: isShown, fullrate_operators: operators });
  });

  it('is in the user’s own record too', async () => {
    user = { operator_fullrate: 'ایرانسل' };
    expect(
      (await parseAnswer(getUser, await call('/get/user', undefined, { token: 't' }))).user.operator_fullrate,
    ).toBe(1);
  });
});

describe('a screening', () => {
  const screening = { ekran: 1, ekran_id: 77, ekran_period_end: '2030-01-02T03:04:05Z', ekran_hour: 48 };

  it('is told by its title’s cart, by the title’s id or the screening’s', async () => {
    cart = toCart({ fullrate_data: { title: 'سفر دراز' }, screening, price: 30_000 });
    for (const id of [8001, 77]) {
      const { data } = await parseAnswer(getScreening, await call(`/screenings/${String(id)}`));
      expect(data).toMatchObject({
        id,
        hours: 48,
        toman: 30_000,
        starts_at: 0,
        title: { id: 8001, name_fa: 'سفر دراز' },
      });
      expect(data.ends_at).toBe(Date.UTC(2030, 0, 2, 3, 4, 5) / 1000);
    }
  });

  it('is unknown where no cart tells of one, and a failure where the provider fails', async () => {
    cart = toCart({ screening: { ekran: 0 } });
    expect((await call('/screenings/8001')).status).toBe(404);
    cart = () => Response.json({}, { status: 500 });
    expect((await call('/screenings/8002')).status).toBe(502);
  });
});
