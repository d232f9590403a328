import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseToman, computePercent, toRial } from '../../../src/platform/text/money.ts';
import {
  isFinal,
  getNextState,
  getNextStep,
  PAYMENT_EVENTS,
  PAYMENT_STATES,
  listSourceStates,
  type PaymentEvent,
  type PaymentState,
} from '../../../src/features/payments/payment-state.ts';
import { computeCommission, priceLine, sumLines } from '../../../src/features/payments/pricing.ts';
import { addVat } from '../../../src/features/payments/vat.ts';

const toman = fc.integer({ min: 0, max: 100_000_000 });
const percent = fc.integer({ min: 0, max: 100 });
const PERSIAN = '۰۱۲۳۴۵۶۷۸۹';

describe('rounding', () => {
  it.each([
    [99_000, 10, 9900],
    [5, 10, 1],
    [4, 10, 0],
    [15, 10, 2],
    [0, 10, 0],
    [1, 50, 1],
  ])('%i toman at %i per cent is %i', (amount, rate, expected) => {
    expect(computePercent(amount, rate)).toBe(expected);
  });

  test('is to the nearest whole toman, never a fraction, never more than asked for', () => {
    fc.assert(
      fc.property(toman, percent, (amount, rate) => {
        const part = computePercent(amount, rate);
        expect(Number.isSafeInteger(part)).toBe(true);
        expect(Math.abs(part * 100 - amount * rate)).toBeLessThanOrEqual(50);
        expect(part).toBeLessThanOrEqual(amount);
      }),
    );
  });
});

test('VAT is added to the net price (spec 9.01)', () => {
  expect(addVat(100_000, 10)).toEqual({ vat: 10_000, total: 110_000 });
  fc.assert(
    fc.property(toman, (net) => {
      expect(addVat(net, 10).total).toBe(net + computePercent(net, 10));
    }),
  );
});

test('toman become rial times ten, and nothing else does', () => {
  fc.assert(
    fc.property(toman, (amount) => {
      expect(toRial(amount)).toBe(amount * 10);
    }),
  );
  expect(toRial(0)).toBe(0);
  for (const wrong of [-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])
    expect(() => toRial(wrong)).toThrow(RangeError);
});

describe('an amount as typed', () => {
  test('reads back whatever is written, in either script, with or without separators', () => {
    const script = fc.constantFrom('latin', 'persian');
    const separator = fc.constantFrom('', ',', '٬', '،', ' ', '\u00a0', '.', '\u202f', '’', '，');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), script, separator, (amount, digits, mark) => {
        const grouped = String(amount).replace(/\B(?=(\d{3})+$)/g, mark);
        const text = digits === 'latin' ? grouped : grouped.replace(/\d/g, (digit) => PERSIAN[Number(digit)] ?? '');
        for (const unit of ['', ' تومان', ' toman'])
          expect(parseToman(`\u200f ${text}${unit} `)).toEqual({ ok: true, value: amount });
      }),
    );
  });

  test.each([
    '',
    '0',
    '000',
    '-5',
    '1.5',
    '1e3',
    '12 rial',
    '12 ریال',
    'toman',
    '5 %',
    '1,234 567',
    '1,23',
    '1,2345',
    '1234567890123456',
  ])('is none where it is “%s”', (text) => {
    expect(parseToman(text)).toEqual({ ok: false, code: 'amount_invalid' });
  });

  test('is a whole positive number or nothing, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.integer()), (input) => {
        const parsed = parseToman(input);
        if (parsed.ok) expect(Number.isSafeInteger(parsed.value) && parsed.value > 0).toBe(true);
        else expect(parsed.code).toBe('amount_invalid');
      }),
    );
  });
});

describe('a price', () => {
  const discount = fc.option(fc.record({ percent, price: fc.option(toman), days: fc.integer({ min: 0, max: 60 }) }));
  test('always adds up, and no discount makes it dearer or negative', () => {
    fc.assert(
      fc.property(toman, discount, percent, (list, reduction, code) => {
        const line = priceLine(list, reduction, code, 10);
        const net = line.listPrice - line.discount;
        expect(line.total).toBe(net + line.vat);
        expect(line.vat).toBe(computePercent(net, 10));
        expect(net).toBeGreaterThanOrEqual(0);
        expect(net).toBeLessThanOrEqual(list);
        expect(line.total).toBeLessThanOrEqual(priceLine(list, reduction, 0, 10).total);
      }),
    );
  });

  test('of a discount is its price, else its percentage, then the code’s (spec 9.22)', () => {
    expect(priceLine(250_000, { percent: 20, price: 200_000, days: 10 }, 0, 10).total).toBe(220_000);
    expect(priceLine(250_000, { percent: 20, price: null, days: 0 }, 0, 10).total).toBe(220_000);
    expect(priceLine(250_000, { percent: 20, price: 200_000, days: 10 }, 10, 10).total).toBe(198_000);
    expect(priceLine(100_000, null, 100, 10)).toEqual({ listPrice: 100_000, discount: 100_000, vat: 0, total: 0 });
  });

  test('of several lines is the sum of each, so that a payment adds up', () => {
    fc.assert(
      fc.property(fc.array(toman), percent, (prices, code) => {
        const lines = prices.map((price) => priceLine(price, null, code, 10));
        const sums = sumLines(lines);
        expect(sums.total).toBe(sums.price - sums.discount + sums.vat);
        expect(sums.total).toBe(lines.reduce((sum, { total }) => sum + total, 0));
        expect(computeCommission(sums, 10)).toBe(computePercent(sums.price - sums.discount, 10));
      }),
    );
  });
});

describe('a payment', () => {
  test('that has settled stays settled, whatever happens', () => {
    for (const event of PAYMENT_EVENTS) expect(getNextState('settled', event)).toBeNull();
  });

  test('settles only once its bank has been asked', () => {
    expect(listSourceStates('settle')).toEqual(['verifying']);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PAYMENT_EVENTS)), (events) => {
        let state: PaymentState = 'initiated';
        const path: PaymentEvent[] = [];
        for (const event of events) {
          const next = getNextState(state, event);
          if (next === null) continue;
          path.push(event);
          state = next;
        }
        if (state === 'settled') expect(path.slice(-2).includes('settle') && path.includes('claim')).toBe(true);
        expect(path.filter((event) => event === 'settle').length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('is over in every state but three, and every state is reached', () => {
    expect(PAYMENT_STATES.filter((state) => !isFinal(state))).toEqual(['initiated', 'pending', 'verifying']);
    const reached = new Set(
      PAYMENT_STATES.flatMap((state) => PAYMENT_EVENTS.map((event) => getNextState(state, event))),
    );
    for (const state of PAYMENT_STATES.slice(1)) expect(reached).toContain(state);
  });

  test.each([
    ['initiated', false, null, 'wait'],
    ['pending', true, null, 'continue'],
    ['pending', false, null, 'wait'],
    ['verifying', false, null, 'wait'],
    ['settled', false, null, 'enjoy'],
    ['settled', false, 'superseded', 'retry'],
    ['settled', false, 'discount_exhausted', 'retry'],
    ['failed', false, 'gateway_refused', 'retry'],
    ['failed', false, 'amount_mismatch', 'contact'],
    ['failed', false, 'reference_used', 'contact'],
    ['cancelled', false, null, 'retry'],
    ['expired', false, 'no_answer_in_time', 'retry'],
    ['reversed', false, 'amount_mismatch', 'contact'],
    ['reversed', false, null, 'contact'],
  ] as const)('that is %s (page: %s, problem: %s) leads to %s', (state, page, problem, step) => {
    expect(getNextStep(state, page, problem)).toBe(step);
  });
});
