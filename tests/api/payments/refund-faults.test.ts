import { expect, it } from 'vitest';
import { buyPlan } from '../../../src/features/checkout/contract.ts';
import { listPayments } from '../../../src/features/payments/contract.ts';
import type { RefundRequest } from '../../../src/features/payments/server/refunds/refund.ts';
import { FILM, PLAN, type Visitor } from '../../support/money/money.ts';
import { code, openRefunds, outside, part } from '../../support/money/refunding.ts';
import { topUp } from '../../support/money/shop.ts';

// Nine faults that refunds of other shops have: each request with its outcome, and all that the books, the buyer's
// access and the buyer's history say afterwards.

const { site, refund, correct, sumEntries, user, owned, buyFilm, buyDays } = await openRefunds();
const DAY = 24 * 60 * 60;
/** Of PLAN with a code of ten per cent, VAT included. */
const REDUCED = 99_000;

interface Sale {
  who: Visitor;
  id: string;
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

type Request = [request: Partial<RefundRequest>, outcome: string];

interface Fault {
  sale: () => Promise<Sale>;
  /** Between the sale and the refunds. */
  before?: (sale: Sale) => Promise<void>;
  requests: Request[];
  /** Toman that the wallet has more than before the requests. */
  wallet: number;
  /** Toman of the sale and of its VAT that stay in the books. */
  books: [sales: number, vat: number];
  /** Titles that the buyer has, or seconds of the subscription that are left. */
  access: number;
  /** Toman of each refund in the buyer's history, the newest first; the payment itself stays settled. */
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
    ...{ wallet: FILM.total, books: [0, 0], access: 0, history: [24_000, 20_000] },
  },
  'parts exceed the payment': {
    sale: buyFilm,
    requests: [
      [part(30_000), 'ok'],
      [part(14_001), 'refund_too_large'],
    ],
    ...{ wallet: 30_000, books: [12_727, 1273], access: 1, history: [30_000] },
  },
  'VAT is forgotten': {
    sale: buyFilm,
    requests: [[{}, 'ok']],
    ...{ wallet: FILM.total, books: [0, 0], access: 0, history: [FILM.total] },
  },
  'a discount is given back as money': {
    sale: () => buyDaysFor('TEN'),
    requests: [
      [part(REDUCED + 1), 'refund_too_large'],
      [{}, 'ok'],
    ],
    ...{ wallet: REDUCED, books: [0, 0], access: 0, history: [REDUCED] },
  },
  'money that the bank took twice ends the order': {
    sale: buyFilm,
    before: async ({ who }) => {
      const twice = { from: 'bank:sandbox', to: `wallet:${String(who.id)}`, toman: FILM.total };
      expect(code(await correct(twice))).toBe('ok');
    },
    requests: [],
    ...{ wallet: FILM.total, books: [40_000, 4000], access: 1, history: [] },
  },
  'the largest sum is negative or rounded': {
    sale: buyFilm,
    requests: [
      [part(-1), 'refund_too_large'],
      [part(0), 'refund_too_large'],
      [part(FILM.total + 1), 'refund_too_large'],
      [part(FILM.total), 'ok'],
    ],
    ...{ wallet: FILM.total, books: [0, 0], access: 0, history: [FILM.total] },
  },
  'the history calls it cancelled, or loses it': {
    sale: buyFilm,
    requests: [[part(4000), 'ok']],
    ...{ wallet: 4000, books: [36_364, 3636], access: 1, history: [4000] },
  },
  'days that were used are taken back': {
    sale: () => buyDaysFor(),
    before: () => {
      site.clock.now += PLAN.days * DAY - 3600;
      return Promise.resolve();
    },
    requests: [[{}, 'ok']],
    ...{ wallet: PLAN.total, books: [0, 0], access: 0, history: [PLAN.total] },
  },
  'a part of the wallet leaves by two ways': {
    sale: () => chargeWallet(50_000),
    requests: [
      [part(50_000), 'refund_outside_only'],
      [{ ...part(30_000), ...outside('F-1') }, 'ok'],
      [{ ...part(20_001), ...outside('F-2') }, 'refund_too_large'],
      [{ ...part(20_000), ...outside('F-1') }, 'tracking_used'],
    ],
    ...{ wallet: -30_000, books: [0, 0], access: 0, history: [30_000] },
  },
};

/** Toman of a payment's sales that were not given back. */
async function sumSales(id: string): Promise<number> {
  const sums = await Promise.all(['title', 'plan'].map((kind) => sumEntries(`sales:${kind}`, id)));
  return Math.abs(sums[0]! + sums[1]!);
}

it.each(Object.entries(FAULTS))('no refund has the fault that %s', async (_, fault) => {
  const sale = await fault.sale();
  const wallet = await site.wallet(sale.who);
  await fault.before?.(sale);
  for (const [request, outcome] of fault.requests) {
    expect(code(await refund(sale.id, request)), JSON.stringify(request)).toBe(outcome);
    site.clock.now += 1;
  }
  const days = Math.max(0, (await user(sale.who)) - site.clock.now);
  expect({
    wallet: (await site.wallet(sale.who)) - wallet,
    books: [await sumSales(sale.id), Math.abs(await sumEntries('vat', sale.id))],
    access: (await owned(sale.who)) || days,
  }).toEqual({ wallet: fault.wallet, books: fault.books, access: fault.access });
  const { data } = await site.call(listPayments, { page: 1 }, sale.who);
  const row = data.find(({ id }) => id === sale.id);
  expect([row?.state, row?.refunds.map(({ toman }) => toman).toSorted((a, b) => b - a)]).toEqual([
    'settled',
    fault.history,
  ]);
  expect(await site.books()).toEqual([]);
});
