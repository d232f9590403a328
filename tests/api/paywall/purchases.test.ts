import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getCart, getGhostCart } from '../../../src/features/paywall/contract.ts';
import { buyCart, buyTitle, getQuote } from '../../../src/features/checkout/contract.ts';
import { refundPayment } from '../../../src/features/payments/server/refunds/refund.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { parseFailure } from '../../support/site/api.ts';
import { tehranDate, tehranMidnight } from '../../../src/platform/text/tehran-week.ts';
import { DOWNLOADS, FILM, FREE_FILM, OTHER_FILM, SCREENED, SERIES, type Visitor } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { addRow } from '../../support/database/rows.ts';

const DAY = 24 * 60 * 60;
const { site } = await openShop();
let who: Visitor;
beforeEach(async () => {
  who = await site.visitor();
});
afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

describe('a title', () => {
  it('is bought and played', async () => {
    const before = await site.call(getCart, { id: FILM.id, type: 'movie' }, who);
    expect(before.data.data).toMatchObject({
      state: 'needs_subscription',
      show_buy: true,
      price: FILM.toman,
      pass: null,
    });
    const { data } = await site.call(buyTitle, { id: FILM.id }, who);
    await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
    const after = await site.call(getCart, { id: FILM.id, type: 'movie' }, who);
    expect(after.data.data).toMatchObject({ state: 'owned', show_buy: false, pass: data.payment.id });
    expect(after.data.data.play).not.toBeNull();
    // A second click is told of the first; a later wish is told that it is owned.
    expect((await site.call(buyTitle, { id: FILM.id }, who)).data.payment.id).toBe(data.payment.id);
    site.clock.now += 3600;
    const failure = await parseFailure(await site.ask(buyTitle, { id: FILM.id }, who));
    expect(failure).toMatchObject({ status: 409, code: 'already_owned' });
  });

  it('sold only so is not in the subscription, and is owned for its hours', async () => {
    const subscriber = await site.visitor({ subscribedUntil: site.clock.now + 30 * DAY });
    const state = async () =>
      (await site.call(getCart, { id: OTHER_FILM.id, type: 'movie' }, subscriber)).data.data.state;
    expect(await state()).toBe('needs_purchase');
    await topUp(site, subscriber, 60_000);
    await site.call(buyTitle, { id: OTHER_FILM.id, payment_method: 'wallet' }, subscriber);
    const { data } = (await site.call(getCart, { id: OTHER_FILM.id, type: 'movie' }, subscriber)).data;
    expect([data.state, data.play?.offline_until]).toEqual(['owned', site.clock.now + 48 * 3600]);
    site.clock.now += 48 * 3600 - 1;
    expect(await state()).toBe('owned');
    site.clock.now += 1;
    expect(await state()).toBe('needs_purchase');
  });

  it('sold for hours before its release is owned from its release', async () => {
    const release = (state: string, day: string | null) =>
      site.sql('UPDATE titles SET release = ?, release_date = ? WHERE id = ?', state, day, OTHER_FILM.id).run();
    const state = async (buyer: Visitor) =>
      (await site.call(getCart, { id: OTHER_FILM.id, type: 'movie' }, buyer)).data.data.state;
    const { now } = site.clock;
    const day = tehranDate(now + 7 * DAY);
    const buyers: Visitor[] = [];
    for (const date of [day, null]) {
      await release('presale', date);
      const buyer = await site.visitor();
      await topUp(site, buyer, 60_000);
      await site.call(buyTitle, { id: OTHER_FILM.id, payment_method: 'wallet' }, buyer);
      buyers.push(buyer);
    }
    await release('released', day);
    site.clock.now = tehranMidnight(day) + 48 * 3600 - 1;
    expect(await Promise.all(buyers.map(state))).toEqual(['owned', 'owned']);
    site.clock.now += 1;
    expect(await Promise.all(buyers.map(state))).toEqual(['needs_purchase', 'owned']);
    site.clock.now = now;
  });

  it('sold for hours before its release is owned for them where the release is put off or comes late', async () => {
    const set = (state: string, day: string) =>
      site.sql('UPDATE titles SET release = ?, release_date = ? WHERE id = ?', state, day, OTHER_FILM.id).run();
    const readEnd = async (buyer: Visitor) => {
      const row = await site
        .sql('SELECT ends_at FROM purchases WHERE user_id = ?', buyer.id)
        .first<{ ends_at: number }>();
      return row?.ends_at;
    };
    const publish = (media: string | null) =>
      site.sql('UPDATE titles SET media = ? WHERE id = ?', media, OTHER_FILM.id).run();
    const { now } = site.clock;
    const realNow = Math.floor(Date.now() / 1000);
    const [past, later] = [tehranDate(realNow - 30 * DAY), tehranDate(realNow + 20 * DAY)];
    site.clock.now = realNow - 40 * DAY;
    await publish(null);
    await set('presale', past);
    const [keeper, returner] = [await site.visitor(), await site.visitor()];
    for (const buyer of [keeper, returner]) {
      await topUp(site, buyer, 60_000);
      await site.call(buyTitle, { id: OTHER_FILM.id, payment_method: 'wallet' }, buyer);
      expect(await readEnd(buyer)).toBe(tehranMidnight(past) + 48 * 3600);
    }
    const { id } = (await site
      .sql('SELECT payment_id AS id FROM purchases WHERE user_id = ?', returner.id)
      .first<{ id: string }>())!;
    const refund = {
      key: 'late',
      payment_id: id,
      destination: 'wallet' as const,
      tracking: null,
      reason: 'late',
      lines: null,
    };
    await refundPayment({ db: openDatabase(site.env.DB), now: site.clock.now }, refund, 'op');
    // Its day has released it, so a state that follows changes nothing; its film comes a month late.
    await set('released', past);
    expect(await readEnd(keeper)).toBe(tehranMidnight(past) + 48 * 3600);
    await publish('clip-1');
    expect(await readEnd(keeper)).toBeGreaterThanOrEqual(realNow + 48 * 3600);
    await set('presale', later);
    expect(await readEnd(keeper)).toBe(tehranMidnight(later) + 48 * 3600);
    expect(await readEnd(returner)).toBe(site.clock.now);
    await set('released', past);
    site.clock.now = now;
  });

  it('of a series opens its episodes', async () => {
    await topUp(site, who, 100_000);
    await site.call(buyTitle, { id: 21, payment_method: 'wallet' }, who);
    expect((await site.call(getCart, { id: SERIES.id, type: 'series' }, who)).data.data.state).toBe('owned');
    expect((await site.call(getCart, { id: 21, type: 'episode' }, who)).data.data.state).toBe('owned');
  });

  it('that is free, unknown or unpriced is not for sale', async () => {
    for (const id of [FREE_FILM.id, 40, 999_999]) {
      expect((await parseFailure(await site.ask(buyTitle, { id }, who))).code).toBe('not_for_sale');
    }
  });

  it('bought twice by different ways is paid once: the second payment stays in the wallet', async () => {
    const atBank = await site.call(buyTitle, { id: FILM.id }, who);
    await topUp(site, who, 50_000);
    await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who);
    await site.comeBack(await site.payAtGateway(atBank.data.pay_url, 'pay'));
    expect(await site.payment(atBank.data.payment.id, who)).toMatchObject({
      state: 'settled',
      kept_in_wallet: FILM.total,
    });
    expect(await site.wallet(who)).toBe(50_000);
  });
});

describe('a screening', () => {
  it('is opened by a ticket for its hours, and shown with hour and period (spec 3.15)', async () => {
    const guest = (await site.call(getGhostCart, { id: SCREENED.id, type: 'movie' })).data.data;
    expect(guest).toMatchObject({ state: 'needs_ticket', show_buy: true, price: SCREENED.toman, play: null });
    expect(guest.screening).toMatchObject({ ekran: true, ekran_id: SCREENED.screening, ekran_owned: false });
    const begins = new Date(guest.screening.ekran_start ?? '');
    const inTehran = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hour12: false, timeZone: 'Asia/Tehran' });
    expect(guest.screening.ekran_hour).toBe(Number(inTehran.format(begins)));
    expect(guest.notes).toHaveLength(2);
    await topUp(site, who, 100_000);
    const { data } = await site.call(buyTitle, { id: SCREENED.id, payment_method: 'wallet' }, who);
    expect(data.payment.lines[0]).toMatchObject({ kind: 'screening', id: SCREENED.screening, total: SCREENED.total });
    const owner = (await site.call(getCart, { id: SCREENED.id, type: 'movie' }, who)).data.data;
    expect(owner).toMatchObject({ state: 'owned', pass: data.payment.id, show_buy: false });
    expect(owner.play).not.toBeNull();
    expect(owner.screening.owned_period_end).toBe(
      new Date((site.clock.now + SCREENED.hours * 3600) * 1000).toISOString(),
    );
    site.clock.now += SCREENED.hours * 3600;
    expect((await site.call(getCart, { id: SCREENED.id, type: 'movie' }, who)).data.data.state).toBe('needs_ticket');
  });

  it('of several is the next one, or the one there is a ticket to', async () => {
    const [sooner, past] = [SCREENED.screening + 1, SCREENED.screening + 2];
    const add = (id: number, starts_at: number, ends_at: number) =>
      addRow(site.env.DB, 'screenings', { id, title_id: SCREENED.id, starts_at, ends_at, hours: 2 });
    const { now } = site.clock;
    await add(sooner, now - DAY, now + 3600);
    await add(past, now - 2 * DAY, now - DAY);
    const screening = async () =>
      (await site.call(getCart, { id: SCREENED.id, type: 'movie' }, who)).data.data.screening;
    expect(await screening()).toMatchObject({ ekran_id: sooner, ekran_owned: false });
    await topUp(site, who, 100_000);
    const { data } = await site.call(buyTitle, { id: SCREENED.id, payment_method: 'wallet' }, who);
    expect(data.payment.lines[0]?.id).toBe(sooner);
    // It has ended meanwhile, and another is next, but the ticket is good for another hour.
    site.clock.now += 3600;
    expect(await screening()).toMatchObject({ ekran_id: sooner, ekran_owned: true });
    site.clock.now += 3600;
    expect(await screening()).toMatchObject({ ekran_id: SCREENED.screening, ekran_owned: false });
  });
});

describe('the download cart', () => {
  const items = DOWNLOADS.map(({ id }) => id);

  it('lists qualities with size and price, and is bought whole', async () => {
    const cart = (await site.call(getCart, { id: 40, type: 'movie' }, who)).data.data;
    expect(cart.downloads.map(({ id, amount }) => ({ id, toman: amount }))).toEqual(DOWNLOADS);
    const { data: quote } = await site.call(getQuote, { purpose: 'cart', items }, who);
    expect(quote).toMatchObject({ price: 20_000, vat: 2000, total: 22_000 });
    const { data } = await site.call(buyCart, { items: [...items, ...items] }, who);
    expect(data.payment.lines).toHaveLength(2);
    await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
    const after = (await site.call(getCart, { id: 40, type: 'movie' }, who)).data.data;
    expect(after.downloads.map(({ amount }) => amount)).toEqual([0, 0]);
  });

  it('charges nothing for what is owned, also where it became owned meanwhile', async () => {
    await topUp(site, who, 100_000);
    const both = await site.call(buyCart, { items }, who);
    await site.call(buyCart, { items: [901], payment_method: 'wallet' }, who);
    expect((await site.call(getQuote, { purpose: 'cart', items }, who)).data.total).toBe(16_500);
    await site.comeBack(await site.payAtGateway(both.data.pay_url, 'pay'));
    expect(await site.payment(both.data.payment.id, who)).toMatchObject({ kept_in_wallet: 5500 });
    expect(await site.wallet(who)).toBe(100_000 - 5500 + 5500);
  });

  it('that is empty or holds something unknown is refused', async () => {
    expect((await parseFailure(await site.ask(buyCart, { items: [] }, who))).code).toBe('cart_empty');
    expect((await parseFailure(await site.ask(buyCart, { items: [901, 12345] }, who))).code).toBe('not_for_sale');
  });
});
