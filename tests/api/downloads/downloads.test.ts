import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getCart, getGhostCart } from '../../../src/features/paywall/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { listDownloads } from '../../../src/features/downloads/contract.ts';
import { buyCart, buyTitle, chargeWallet, getQuote } from '../../../src/features/checkout/contract.ts';
import type { TitleKind } from '../../../src/platform/kinds.ts';
import { parseFailure } from '../../support/site/api.ts';
import { DOWNLOADS, FILM, FREE_FILM, OTHER_FILM, SCREENED, SERIES, type Visitor } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { addRow } from '../../support/database/rows.ts';

const DAY = 24 * 60 * 60;
/** Of the series' one episode. */
const EPISODE = { id: 21, downloads: [911, 912] };
const items = DOWNLOADS.map(({ id }) => id);
const { site } = await openShop();
let who: Visitor;

beforeAll(async () => {
  for (const [at, id] of EPISODE.downloads.entries()) {
    const quality = at === 0 ? '480p' : '720p';
    await addRow(site.env.DB, 'downloads', { id, title_id: EPISODE.id, quality, bytes: 100 + at });
  }
});
beforeEach(async () => {
  who = await site.visitor();
});
afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

const charge = (amount: number) => topUp(site, who, amount);
const readName = async (id: number) =>
  (await site.sql('SELECT name_fa FROM titles WHERE id = ?', id).first<string>('name_fa')) ?? '';
const fetchOffer = async (kind: TitleKind, id: number) => (await site.call(getTitle, { kind, id })).data.offer;

describe('the qualities of a title', () => {
  it('name the film they are of, and say what is bought', async () => {
    const name = await readName(40);
    const before = (await site.call(getCart, { id: 40, type: 'movie' }, who)).data.data;
    expect(before.fullrate_data.show_download).toBe(true);
    expect(before.downloads).toEqual(
      DOWNLOADS.map(({ id, toman: amount }, at) => ({
        ...{
          id,
          amount,
          quality: `${String(480 + at)}p`,
          size: 1000 + at,
          owned: false,
          subtitles: [],
          subtitle_files: [],
          url: null,
        },
        ...{ name, title: { kind: 'movie', id: 40 } },
      })),
    );
    await charge(50_000);
    await site.call(buyCart, { items: [901], payment_method: 'wallet' }, who);
    const after = (await site.call(getCart, { id: 40, type: 'movie' }, who)).data.data;
    expect(after.downloads).toMatchObject([
      { id: 901, owned: true, amount: 0 },
      { id: 902, owned: false, amount: 15_000 },
    ]);
  });

  it('of a series are those of its episodes, which cost a subscriber nothing', async () => {
    const series = (await site.call(getGhostCart, { id: SERIES.id, type: 'series' })).data.data;
    expect(series.downloads).toMatchObject([
      {
        id: 911,
        name: `${await readName(SERIES.id)} · فصل ۱ · ${await readName(EPISODE.id)}`,
        title: { kind: 'episode', id: EPISODE.id },
        amount: 3000,
      },
      { id: 912, quality: '720p', amount: 3000 },
    ]);
    const subscriber = await site.visitor({ subscribedUntil: site.clock.now + DAY });
    const covered = (await site.call(getCart, { id: SERIES.id, type: 'series' }, subscriber)).data.data;
    expect(covered.downloads).toMatchObject([
      { amount: 0, owned: false },
      { amount: 0, owned: false },
    ]);
    const nothing = await parseFailure(
      await site.ask(getQuote, { purpose: 'cart', items: EPISODE.downloads }, subscriber),
    );
    expect(nothing).toMatchObject({ status: 422, code: 'cart_empty' });
  });
});

describe('the checkout of a cart', () => {
  it('is one payment of several lines, with its VAT, from the wallet too', async () => {
    await charge(100_000);
    const { data } = await site.call(buyCart, { items: [...items, 911], payment_method: 'wallet' }, who);
    expect(data.payment).toMatchObject({ purpose: 'cart', state: 'settled', price: 23_000, vat: 2300, total: 25_300 });
    expect(data.payment.lines.map(({ id }) => id).sort()).toEqual([901, 902, 911]);
    expect(await site.wallet(who)).toBe(74_700);
    const { data: mine } = await site.call(listDownloads, {}, who);
    expect(mine.map(({ id }) => id)).toEqual([911, 902, 901]);
    expect(mine[0]).toMatchObject({ quality: '480p', size: 100, title: { kind: 'episode', id: EPISODE.id } });
  });

  it('prices what is sold and names what is not (any more); such a cart is not bought', async () => {
    const { data } = await site.call(getQuote, { purpose: 'cart', items: [901, 12_345] }, who);
    expect(data).toMatchObject({ total: 5500, unavailable: [12_345] });
    expect(data.lines).toHaveLength(1);
    const refused = await parseFailure(await site.ask(buyCart, { items: [901, 12_345] }, who));
    expect(refused).toMatchObject({ status: 409, code: 'not_for_sale', fields: ['items'] });
    const nothing = await parseFailure(await site.ask(getQuote, { purpose: 'cart', items: [12_345] }, who));
    expect(nothing.code).toBe('not_for_sale');
    expect(await site.count('payments WHERE user_id = ?', who.id)).toBe(0);
  });

  it('takes no more than a cart holds', async () => {
    const many = Array.from({ length: 101 }, (_, at) => at + 1);
    expect((await site.ask(buyCart, { items: many }, who)).status).toBe(422);
  });
});

describe('my downloads', () => {
  it('are one’s own', async () => {
    await charge(50_000);
    await site.call(buyCart, { items: [901], payment_method: 'wallet' }, who);
    const other = await site.visitor();
    expect((await site.call(listDownloads, {}, other)).data).toEqual([]);
    expect((await site.ask(listDownloads, {})).status).toBe(401);
  });
});

describe('the commission of a referrer', () => {
  it('is recorded for a title and for a whole cart, ten per cent before VAT', async () => {
    const referred = await site.visitor({ ref: 77 });
    const title = await site.call(buyTitle, { id: FILM.id }, referred);
    const cart = await site.call(buyCart, { items, ref: 88 }, referred);
    const wallet = await site.call(chargeWallet, { amount: 20_000 }, referred);
    const stored = (id: string) => site.sql('SELECT referrer, commission FROM payments WHERE id = ?', id).first();
    expect(await stored(title.data.payment.id)).toEqual({ referrer: 77, commission: 4000 });
    expect(await stored(cart.data.payment.id)).toEqual({ referrer: 88, commission: 2000 });
    expect(await stored(wallet.data.payment_id)).toMatchObject({ commission: 0 });
  });
});

describe('what a title’s page offers somebody who owns nothing', () => {
  it('is the price of the title, or of the ticket to its screening', async () => {
    expect(await fetchOffer('movie', FILM.id)).toEqual({
      ...{ state: 'needs_subscription', show_buy: true, show_free: false, price: FILM.toman },
      ...{ screening: null, downloads: false, download_price: null, owned_hours: null },
    });
    expect(await fetchOffer('movie', OTHER_FILM.id)).toMatchObject({ state: 'needs_purchase', price: 50_000 });
    expect(await fetchOffer('movie', FREE_FILM.id)).toMatchObject({ state: 'free', show_free: true, price: null });
    expect(await fetchOffer('movie', SCREENED.id)).toMatchObject({
      ...{ state: 'needs_ticket', price: SCREENED.toman },
      screening: { id: SCREENED.screening, hours: SCREENED.hours, toman: SCREENED.toman },
    });
    // An episode is sold with its series.
    expect(await fetchOffer('episode', EPISODE.id)).toMatchObject({ price: 90_000, downloads: true });
    expect(await fetchOffer('series', SERIES.id)).toMatchObject({ downloads: true, download_price: 3000 });
    expect(await fetchOffer('movie', 40)).toMatchObject({ state: 'download_only', price: null, downloads: true });
    expect(await fetchOffer('movie', 40)).toMatchObject({ download_price: 5000 });
  });
});
