import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBankUrl } from '../../../src/features/payments/bank-url.ts';
import { getNextStep, PAYMENT_STATES } from '../../../src/features/payments/payment-state.ts';
import {
  getWatchPath,
  isGift,
  isOpenResult,
  toPaymentResult,
  getRetryPath,
} from '../../../src/features/payments/payment-result.ts';
import { paths } from '../../../src/platform/paths.ts';
import { readCheckoutContext } from '../../../src/features/payments/checkout-context.ts';

const ORIGIN = 'https://pardeh.test';

describe('toPaymentResult', () => {
  it.each([
    ['initiated', false, null, 'waiting'],
    ['pending', true, null, 'open'],
    ['pending', false, null, 'waiting'],
    ['verifying', false, null, 'waiting'],
    ['settled', false, null, 'paid'],
    ['settled', false, 'superseded', 'kept'],
    ['settled', false, 'discount_exhausted', 'kept'],
    ['cancelled', false, null, 'cancelled'],
    ['expired', false, 'no_answer_in_time', 'expired'],
    ['failed', false, 'gateway_refused', 'failed'],
    ['failed', false, 'amount_mismatch', 'unclear'],
    ['failed', false, 'reference_used', 'unclear'],
    ['reversed', false, 'amount_mismatch', 'returned'],
  ] as const)('a payment that is %s (page %s, problem %s) is %s', (state, hasPage, problem, result) => {
    expect(toPaymentResult({ state, next: getNextStep(state, hasPage, problem) })).toBe(result);
  });

  it('is open exactly while the payment may still change by itself', () => {
    for (const state of PAYMENT_STATES) {
      const result = toPaymentResult({ state, next: getNextStep(state, true, null) });
      expect(isOpenResult(result), state).toBe(['initiated', 'pending', 'verifying'].includes(state));
    }
  });
});

describe('the next step after a payment', () => {
  const film = { kind: 'movie', id: 52 };
  const plan = {
    purpose: 'plan',
    lines: [{ kind: 'plan', id: 3, title: null }],
    content: film,
    return_path: null,
  } as const;

  it('a gift card leads to no film, and back to as many cards of its plan', () => {
    const line = { kind: 'plan', id: 3, title: null, gift: true } as const;
    const gift = { ...plan, lines: [line, line] };
    expect(isGift(plan)).toBe(false);
    expect(isGift(gift)).toBe(true);
    expect(getWatchPath(gift)).toBeNull();
    expect(getRetryPath(gift)).toBe('/profile/gift?plan=3&count=2');
  });

  it('a plan leads to the film it was bought for, and back to its checkout', () => {
    expect(getWatchPath(plan)).toBe('/movie/52#play');
    expect(getRetryPath(plan)).toBe('/plan/3?content_id=52&content_type=movie');
    expect(getWatchPath({ ...plan, content: null })).toBeNull();
    expect(getRetryPath({ ...plan, content: null, return_path: '/lists/new?page=2' })).toBe(
      '/plan/3?from=%2Flists%2Fnew%3Fpage%3D2',
    );
  });

  it('a title plays, a ticket leads to its screening, a cart to the downloads, credit to where it was wanted', () => {
    const bought = { content: null, return_path: null } as const;
    const title = { ...bought, purpose: 'title', lines: [{ kind: 'title', id: 52, title: film }] } as const;
    expect(getWatchPath(title)).toBe('/movie/52#play');
    expect(getRetryPath(title)).toBe('/movie/52');
    expect(getWatchPath({ ...bought, purpose: 'title', lines: [{ kind: 'screening', id: 501, title: film }] })).toBe(
      '/ekran/501',
    );
    const cart = { ...bought, purpose: 'cart', lines: [{ kind: 'download', id: 9, title: film }] } as const;
    expect(getWatchPath(cart)).toBe('/download');
    expect(getRetryPath(cart)).toBe('/download');
    const wallet = { ...bought, purpose: 'wallet', lines: [{ kind: 'wallet', id: 0, title: null }] } as const;
    expect(getWatchPath(wallet)).toBeNull();
    expect(getRetryPath(wallet)).toBe('/');
    expect(getRetryPath({ ...wallet, return_path: '/movie/7' })).toBe('/movie/7');
  });

  it('stays in the app that it was bought in (spec 2.13)', () => {
    const app = { content: null, return_path: '/app/show/52#play' } as const;
    const title = { ...app, purpose: 'title', lines: [{ kind: 'title', id: 52, title: film }] } as const;
    expect(getWatchPath(title)).toBe('/app/show/52#play');
    expect(getRetryPath(title)).toBe('/app/show/52');
    expect(getWatchPath({ ...title, lines: [{ kind: 'screening', id: 501, title: film }] })).toBe('/app/ekran/501');
    const cart = { ...app, purpose: 'cart', lines: [{ kind: 'download', id: 9, title: film }] } as const;
    expect(getWatchPath({ ...cart, return_path: '/download?from=/app/show/52' })).toBe(
      '/download?from=%2Fapp%2Fshow%2F52',
    );
    expect(getRetryPath({ ...plan, return_path: '/app/show/52' })).toBe(
      '/plan/3?content_id=52&content_type=movie&from=%2Fapp%2Fshow%2F52',
    );
  });
});

describe('readCheckoutContext', () => {
  const read = (query: string) => readCheckoutContext(new URLSearchParams(query));

  it.each([
    ['content_id=52&content_type=movie', { contentId: 52, contentType: 'movie' }],
    ['content_id=52&content_type=movie&from=/x', { contentId: 52, contentType: 'movie' }],
    [
      'content_id=52&content_type=movie&from=/app/show/52',
      { contentId: 52, contentType: 'movie', from: '/app/show/52' },
    ],
    ['content_id=52', {}],
    ['content_id=5e1&content_type=movie', {}],
    ['content_id=52&content_type=plan', {}],
    ['from=/lists/new?page=2', { from: '/lists/new?page=2' }],
    ['from=/', {}],
    ['from=//evil.example', {}],
    ['from=https://evil.example', {}],
    ['from=/%5cevil.example', {}],
  ])('%s', (query, wish) => {
    expect(read(query)).toEqual(wish);
  });

  it('reads what an address of ours says, whatever the way back is', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        const wish = read(new URL(paths.plan(1, { from: `/x${path}` }), ORIGIN).search.slice(1));
        expect(paths.plan(1, wish)).toBe(paths.plan(1, read(new URL(paths.plan(1, wish), ORIGIN).search.slice(1))));
      }),
    );
  });
});

describe('bankAddress', () => {
  it.each([
    ['https://sep.shaparak.ir/OnlinePG/SendToken?token=1', 'https://sep.shaparak.ir/OnlinePG/SendToken?token=1'],
    [`${ORIGIN}/dev/gateway/x`, `${ORIGIN}/dev/gateway/x`],
    ['https://bank.example/a"b', 'https://bank.example/a%22b'],
  ])('lets a visitor go to %s', (value, expected) => {
    expect(readBankUrl(value, ORIGIN)).toBe(expected);
  });

  it.each([
    'http://sep.shaparak.ir/x',
    'javascript:alert(1)',
    'data:text/html,x',
    '//bank.example/x',
    '/dev/gateway/x',
    'https://user:pass@bank.example/',
    `https://bank.example/${'x'.repeat(2000)}`,
    '',
    null,
    undefined,
  ])('but not to %s', (value) => {
    expect(readBankUrl(value, ORIGIN)).toBeNull();
  });

  it('and to a page of ours over http only where the site is served so', () => {
    expect(readBankUrl('http://localhost:4321/dev/gateway/x', 'http://localhost:4321')).not.toBeNull();
    expect(readBankUrl('http://localhost:4321/dev/gateway/x', ORIGIN)).toBeNull();
  });
});
