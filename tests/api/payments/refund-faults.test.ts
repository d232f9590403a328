import { expect, it } from 'vitest';
import { buyPlan, buyTitle } from '../../../src/features/checkout/contract.ts';
import { listPayments } from '../../../src/features/payments/contract.ts';
import type { RefundRequest } from '../../../src/features/payments/server/refunds/refund.ts';
import { FILM, PLAN, type Visitor } from '../../support/money/money.ts';
import { code, openRefunds, outside, part } from '../../support/money/refunding.ts';
import { topUp } from '../../support/money/shop.ts';

// Nine faults that refunds of other shops have: each request with its outcome, and all that the books, the buyer's
// access and the buyer's history say afterwards.

const { site, refund, sumEntries, user, owned, buyFilm, buyDays } = await openRefunds();
const DAY = 24 * 60 * 60;
/** Of PLAN with a code of ten per cent, VAT included. */
const REDUCED = 99_000;

interface Sale {
  who: Visitor;
  id: string;
  /** Whose money is refunded, where the bank took it twice. */
  late?: string;
}

async function buyDaysFor(discount_code?: string): Promise<Sale> {
  const who = await site.visitor();
  if (discount_code === undefined) return { who, id: await buyDays(who, PLAN.id) };
  await topUp(site, who, 300_000);
  const order = { plan_id: PLAN.id, discount_code, payment_method: 'wallet' };
  return { who, id: (await site.call(buyPlan, order, who)).data.payment.id };
}

async function chargeWallet(toman: number): Promise<Sale> {
  const who = await site.visitor();
  await topUp(site, who, toman);
  return { who, id: (await site.sql('SELECT id FROM payments WHERE user_id = ?', who.id).first<string>('id')) ?? '' };
}

/** A film whose bank page was paid after it had been bought otherwise: its money waits in the wallet. */
async function payTwice(): Promise<Sale> {
  const who = await site.visitor();
  const first = await site.call(buyTitle, { id: FILM.id, payment_method: 'sandbox' }, who);
  await topUp(site, who, FILM.total);
  const second = await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who);
  await site.comeBack(await site.payAtGateway(first.data.payment.pay_url, 'pay'));
  expect((await site.payment(first.data.payment.id, who)).state).toBe('settled');
  return { who, id: second.data.payment.id, late: first.data.payment.id };
}

type Request = [request: Partial<RefundRequest>, outcome: string];

interface Fault {
  sale: () => Promise<Sale>;
  /** Between the sale and the refunds. */
  before?: () => Promise<void>;
  requests: Request[];
  /** Toman that the wallet has more than before the requests. */
  wallet: number;
  /** Toman of the sale and of its VAT that stay in the books. */
  books: [sales: number, vat: number];
  /** Titles that the buyer has. */
  owned: number;
  /** Seconds by which the subscription ends earlier than before the requests. */
  taken: number;
  /** Toman of each refund in the buyer's history, the largest first; the payment itself stays settled. */
  history: number[];
}

const FAULTS: Record<string, Fault> = {
  'a second part forgets the first': {
    sale: buyFilm,
    requests: [
      [part(20_000), 'ok'],
      [part(24_000), 'ok'],
      [part(1), 'refund_too_large'],
    ],
    ...{ wallet: FILM.total, books: [0, 0], owned: 0, taken: 0, history: [24_000, 20_000] },
  },
  'parts exceed the payment': {
    sale: buyFilm,
    requests: [
      [part(30_000), 'ok'],
      [part(14_001), 'refund_too_large'],
    ],
    ...{ wallet: 30_000, books: [12_727, 1273], owned: 1, taken: 0, history: [30_000] },
  },
  'VAT is forgotten': {
    sale: buyFilm,
    requests: [[{}, 'ok']],
    ...{ wallet: FILM.total, books: [0, 0], owned: 0, taken: 0, history: [FILM.total] },
  },
  'a discount is given back as money': {
    sale: () => buyDaysFor('TEN'),
    requests: [
      [part(REDUCED + 1), 'refund_too_large'],
      [{}, 'ok'],
    ],
    ...{ wallet: REDUCED, books: [0, 0], owned: 0, taken: PLAN.days * DAY - 1, history: [REDUCED] },
  },
  'a part of a reduced price has the share of the full one': {
    sale: () => buyDaysFor('TEN'),
    requests: [
      [part(40_001, 0, 10), 'ok'],
      [part(59_000), 'refund_too_large'],
    ],
    ...{ wallet: 40_001, books: [53_635, 5364], owned: 0, taken: 10 * DAY, history: [40_001] },
  },
  'money that the bank took twice ends the order': {
    sale: payTwice,
    requests: [
      [{}, 'refund_outside_only'],
      [outside('T-1'), 'ok'],
      [outside('T-2'), 'refund_too_large'],
    ],
    ...{ wallet: -FILM.total, books: [40_000, 4000], owned: 1, taken: 0, history: [FILM.total] },
  },
  'the largest sum is negative or rounded': {
    sale: buyFilm,
    requests: [
      [part(-1), 'refund_too_large'],
      [part(0), 'refund_too_large'],
      [part(FILM.total + 1), 'refund_too_large'],
      [part(FILM.total), 'ok'],
    ],
    ...{ wallet: FILM.total, books: [0, 0], owned: 0, taken: 0, history: [FILM.total] },
  },
  'the history calls it cancelled, or loses it': {
    sale: buyFilm,
    requests: [[part(4000), 'ok']],
    ...{ wallet: 4000, books: [36_364, 3636], owned: 1, taken: 0, history: [4000] },
  },
  'days that were used are taken back': {
    sale: () => buyDaysFor(),
    before: () => {
      site.clock.now += PLAN.days * DAY - 3600;
      return Promise.resolve();
    },
    requests: [[{}, 'ok']],
    ...{ wallet: PLAN.total, books: [0, 0], owned: 0, taken: 3600, history: [PLAN.total] },
  },
  'a part of the wallet leaves by two ways': {
    sale: () => chargeWallet(50_000),
    requests: [
      [part(50_000), 'refund_outside_only'],
      [{ ...part(30_000), ...outside('F-1') }, 'ok'],
      [{ ...part(20_001), ...outside('F-2') }, 'refund_too_large'],
      [{ ...part(20_000), ...outside('F-1') }, 'tracking_used'],
    ],
    ...{ wallet: -30_000, books: [0, 0], owned: 0, taken: 0, history: [30_000] },
  },
};

/** Toman of a payment's sales that were not given back. */
async function sumSales(id: string): Promise<number> {
  const sums = await Promise.all(['title', 'plan'].map((kind) => sumEntries(`sales:${kind}`, id)));
  return Math.abs(sums[0]! + sums[1]!);
}

it.each(Object.entries(FAULTS))('no refund has the fault that %s', async (_, fault) => {
  const sale = await fault.sale();
  const [wallet, until] = [await site.wallet(sale.who), await user(sale.who)];
  await fault.before?.();
  const refunded = sale.late ?? sale.id;
  for (const [request, outcome] of fault.requests) {
    expect(code(await refund(refunded, request)), JSON.stringify(request)).toBe(outcome);
    site.clock.now += 1;
  }
  expect({
    wallet: (await site.wallet(sale.who)) - wallet,
    books: [await sumSales(sale.id), Math.abs(await sumEntries('vat', sale.id))],
    owned: await owned(sale.who),
    taken: until - (await user(sale.who)),
  }).toEqual({ wallet: fault.wallet, books: fault.books, owned: fault.owned, taken: fault.taken });
  const { data } = await site.call(listPayments, { page: 1 }, sale.who);
  const row = data.find(({ id }) => id === refunded);
  expect([row?.state, row?.refunds.map(({ toman }) => toman).toSorted((a, b) => b - a)]).toEqual([
    'settled',
    fault.history,
  ]);
  expect(await site.books()).toEqual([]);
});
