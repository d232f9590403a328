import { describe, expect, it, vi } from 'vitest';
import type { Result } from '../../../src/platform/client/api.ts';
import { purchaseOnce } from '../../../src/features/payments/client/purchase-once.ts';
import { fakeBrowser, refusal } from '../../support/money/fake-calls.ts';

const BANK = 'https://bank.example/1';
type Receipt = { paymentId: string; payUrl: string | null; endsHere: boolean };
const receipt = (change: Partial<Receipt> = {}): Result<Receipt> => ({
  ok: true,
  value: { paymentId: 'payment-1', payUrl: null, endsHere: false, ...change },
});

/** One press that this answers, by account 7 or an unknown one. */
async function press(answer: Result<Receipt>, { cookie = '', hasBuyer = true } = {}) {
  const browser = fakeBrowser({});
  browser.cookie.text = cookie;
  const send = vi.fn((_key: string | undefined) => Promise.resolve(answer));
  const readPrice = vi.fn(() => Promise.resolve({ ok: true as const, value: 2000 }));
  const purchase = { purpose: 'title', items: [126], buyer: hasBuyer ? 7 : undefined, send, readPrice } as const;
  const outcome = await purchaseOnce(browser.ports, purchase);
  return { outcome, cookie: browser.cookie.text, left: browser.left, send, readPrice, key: send.mock.calls[0]?.[0] };
}

describe('a purchase of one press', () => {
  it('settles on the page that it began on, and forgets its key', async () => {
    const { outcome, cookie, left, send } = await press(receipt({ endsHere: true }));
    expect(outcome).toEqual({ state: 'settled' });
    expect([cookie, left]).toEqual(['', []]);
    expect(send).toHaveBeenCalledOnce();
  });

  it('is sent to the bank, and keeps its key with the payment until the result page', async () => {
    const { outcome, cookie, left, key } = await press(receipt({ payUrl: BANK }));
    expect(outcome).toEqual({ state: 'at_bank' });
    expect(left).toEqual([BANK]);
    expect(cookie).toBe(`7-title-126.${String(key)}.payment-1`);
  });

  it.each([null, 'javascript:alert(1)'])('is unsettled where the bank page is %j', async (payUrl) => {
    const { outcome, cookie, key } = await press(receipt({ payUrl }));
    expect(outcome).toEqual({ state: 'unsettled', paymentId: 'payment-1' });
    expect(cookie).toBe(`7-title-126.${String(key)}.payment-1`);
  });

  it('reads the new price where it changed, and is not sent again at it', async () => {
    const { outcome, send } = await press(refusal({ code: 'price_changed' }));
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'price_changed' }, price: 2000 });
    expect(send).toHaveBeenCalledOnce();
  });

  it('keeps the old price where the new one cannot be read', async () => {
    const { ports } = fakeBrowser({});
    const answer = refusal({ code: 'price_changed' });
    const purchase = { purpose: 'title', items: [126], buyer: 7, send: () => Promise.resolve(answer) } as const;
    const failed = { state: 'failed', error: answer.error, price: null };
    expect(await purchaseOnce(ports, purchase)).toEqual(failed);
    const readPrice = () => Promise.resolve(refusal({ code: 'network' }));
    expect(await purchaseOnce(ports, { ...purchase, readPrice })).toEqual(failed);
  });

  it.each([
    ['refused', refusal({ code: 'wallet_insufficient' })],
    ['answered without saying what happened', refusal({ code: 'unknown', status: 502 })],
    ['cut off by the network', refusal({ code: 'network', status: 0 })],
  ])('that is %s is not sent again, and the next press has the same key', async (_, answer) => {
    const first = await press(answer);
    expect(first.outcome).toEqual({ state: 'failed', error: answer.error, price: null });
    expect(first.send).toHaveBeenCalledOnce();
    expect(first.readPrice).not.toHaveBeenCalled();
    const second = await press(answer, { cookie: first.cookie });
    expect(second.key).toBe(first.key);
    expect(first.key).toMatch(/^[0-9a-f]{32}$/);
  });

  it('forgets a key that the server refuses, so the next press has another', async () => {
    const first = await press(refusal({ code: 'idempotency_key_used', status: 409 }));
    expect(first.cookie).toBe('');
    expect((await press(receipt(), { cookie: first.cookie })).key).not.toBe(first.key);
  });

  it('has no key where the buyer is unknown', async () => {
    const { key, cookie, outcome } = await press(receipt({ endsHere: true }), { hasBuyer: false });
    expect([key, cookie, outcome]).toEqual([undefined, '', { state: 'settled' }]);
  });
});
