import { describe, expect, it } from 'vitest';
import { createCheckout } from '../../../src/features/checkout/client/checkout.ts';
import { fakeBrowser, refusal } from '../../support/money/fake-calls.ts';

const ID = 'a'.repeat(20);
const bought = (state: string, pay_url: string | null) => ({ data: { payment: { id: ID, state }, pay_url } });

/** A checkout whose price is known, with what buying answers. */
async function ready(answer: object) {
  const browser = fakeBrowser({ getQuote: { data: { total: 1000 } }, buyTitle: answer });
  const checkout = createCheckout(browser.ports, 126, '/movie/126#play');
  await checkout.load();
  return { ...browser, ...checkout };
}

describe('buying a title in the play modal', () => {
  it('leaves for the bank, and for nothing that is no bank', async () => {
    const bankCheckout = await ready(bought('pending', 'https://bank.example/1'));
    expect(await bankCheckout.pay('saman')).toBe(false);
    expect(bankCheckout.left).toEqual(['https://bank.example/1']);
    const bad = await ready(bought('pending', 'javascript:alert(1)'));
    expect(await bad.pay('saman')).toBe(false);
    expect(bad.left.at(-1)).toBe(`/callback?payment=${ID}`);
  });

  it('stays where it is the visitor’s at once, bought here or in another tab', async () => {
    const paid = await ready(bought('settled', null));
    expect(await paid.pay('wallet')).toBe(true);
    expect(paid.left).toEqual([]);
    const owned = await ready(refusal({ code: 'already_owned' }));
    expect(await owned.pay('wallet')).toBe(true);
  });

  it('shows the new price where it has risen, and offers no more than the shown one', async () => {
    const { $checkout, pay, answers, findInputs } = await ready(refusal({ code: 'price_changed' }));
    answers['getQuote'] = { data: { total: 2000 } };
    expect(await pay('wallet')).toBe(false);
    expect($checkout.get()).toMatchObject({ quote: { total: 2000 }, busy: false, error: { code: 'price_changed' } });
    await pay('wallet');
    expect(findInputs('buyTitle').map(({ max_total }) => max_total)).toEqual([1000, 2000]);
  });

  it('offers no payment after the last seat was sold, until a new price says that one is free', async () => {
    const { $checkout, load, pay } = await ready(refusal({ code: 'screening_full' }));
    expect(await pay('wallet')).toBe(false);
    expect($checkout.get()).toMatchObject({ state: 'failed', error: { code: 'screening_full' } });
    await load();
    expect($checkout.get()).toMatchObject({ state: 'ready', error: null });
  });

  it('says why it did not work, and can be tried again', async () => {
    const { $checkout, pay, findInputs } = await ready(refusal({ code: 'wallet_insufficient' }));
    expect(await pay('wallet')).toBe(false);
    expect($checkout.get()).toMatchObject({ state: 'ready', busy: false, error: { code: 'wallet_insufficient' } });
    await pay('saman');
    expect(findInputs('buyTitle').map(({ payment_method }) => payment_method)).toEqual(['wallet', 'saman']);
  });
});

describe('a purchase whose answer is lost', () => {
  const KEY = /^[0-9a-f]{32}$/;
  const open = async (answer: object, cookie = '', account = 7) => {
    const browser = fakeBrowser({ getQuote: { data: { total: 1000, buyer: account } }, buyTitle: answer });
    browser.cookie.text = cookie;
    const checkout = createCheckout(browser.ports, 126, '/movie/126#play');
    await checkout.load();
    await checkout.pay('wallet');
    return { cookie: browser.cookie.text, key: String(browser.findInputs('buyTitle')[0]?.['idempotency_key']) };
  };
  const lost = refusal({ code: 'network', status: 0 });

  it('keeps its key for the next try, also across a reload, and drops it once the visitor knows', async () => {
    const first = await open(lost);
    expect(first.key).toMatch(KEY);
    const second = await open(refusal({ code: 'unavailable', status: 503 }), first.cookie);
    expect(second).toEqual(first);
    const third = await open(bought('settled', null), second.cookie);
    expect(third).toEqual({ key: first.key, cookie: '' });
    expect((await open(lost, third.cookie)).key).not.toBe(first.key);
  });

  it('keeps the key of a payment until its result page, and of another account beside it', async () => {
    const mine = await open(lost);
    const theirs = await open(bought('pending', 'https://bank.example/1'), mine.cookie, 8);
    expect(theirs.key).not.toBe(mine.key);
    expect(theirs.cookie).toBe(`${mine.cookie}~8-title-126.${theirs.key}.${ID}`);
  });

  it('drops a key that the server refuses', async () => {
    const { cookie } = await open(lost);
    expect((await open(refusal({ code: 'idempotency_key_used' }), cookie)).cookie).toBe('');
  });
});
