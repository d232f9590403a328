import { describe, expect, it } from 'vitest';
import { createBill, type BillSubject } from '../../../src/features/paywall/client/bill.ts';
import { fakeBrowser, refusal } from '../../support/money/fake-calls.ts';

const LINES = [{ kind: 'title', id: 52, total: 44_000 }];
const bought = (id: string) => ({ data: { pay_url: null, payment: { id } } });
const answers = {
  getPayment: { data: { lines: LINES, total: 44_000, state: 'pending' } },
  getQuote: { data: { lines: LINES, total: 44_000 } },
  buySubscription: { data: { pay_url: null, payment_id: 'new' } },
  buyTitle: bought('film'),
  buyPlan: bought('plan'),
};

async function open(of: BillSubject, changed: Record<string, object> = {}) {
  const browser = fakeBrowser({ ...answers, ...changed });
  const bill = createBill(browser.ports, of);
  await bill.load();
  return { ...browser, ...bill, state: () => bill.$bill.get() };
}

describe('what the payment modal pays (spec 2.43)', () => {
  it('is an open payment, collected in place of its bank page', async () => {
    const { state, pay, findInputs, left } = await open({ paymentId: 'old', forSubscription: true });
    expect(state()).toMatchObject({ state: 'open', total: 44_000 });
    await pay();
    expect(findInputs('buySubscription')).toEqual([
      { payment_id: 'old', forsubscription: true, ref: 100, callback_url: '/movie/1?hl=en' },
    ]);
    expect(left).toEqual(['/callback?payment=new']);
  });

  it.each([
    [{ itemId: 52, itemType: 'movie' }, 'title', '/callback?payment=film'],
    [{ itemId: 2, itemType: 'plan' }, 'plan', '/callback?payment=plan'],
  ])('is %j, bought by direct debit', async (of, purpose, page) => {
    const { pay, findInputs, left } = await open(of);
    expect(findInputs('getQuote')).toEqual([{ purpose, id: of.itemId }]);
    await pay();
    expect(left).toEqual([page]);
  });

  it('is nothing where nothing is named, and nothing more where it is paid', async () => {
    expect((await open({})).state().state).toBe('empty');
    const settled = { data: { lines: LINES, total: 44_000, state: 'settled' } };
    expect((await open({ paymentId: 'old' }, { getPayment: settled })).state().state).toBe('settled');
  });

  it('stays where the account could not pay, and says why; one click pays once', async () => {
    const {
      state,
      pay,
      answers: now,
      calls,
    } = await open({ itemId: 52 }, { buyTitle: refusal({ code: 'mandate_limit' }) });
    await pay();
    expect(state()).toMatchObject({ busy: false, error: { code: 'mandate_limit' } });
    now['buyTitle'] = bought('film');
    await Promise.all([pay(), pay()]);
    expect(calls.filter(({ name }) => name === 'buyTitle')).toHaveLength(2);
  });

  it('shows the new price where it has risen, and collects no more than the shown one', async () => {
    const refused = { buyTitle: refusal({ code: 'price_changed' }) };
    const { state, pay, answers: now, findInputs } = await open({ itemId: 52 }, refused);
    now['getQuote'] = { data: { lines: LINES, total: 88_000 } };
    await pay();
    expect(state()).toMatchObject({ total: 88_000, busy: false, error: { code: 'price_changed' } });
    await pay();
    expect(findInputs('buyTitle').map(({ max_total }) => max_total)).toEqual([44_000, 88_000]);
  });

  it('says why it could not be had', async () => {
    const { state } = await open({ itemId: 52 }, { getQuote: refusal({ code: 'not_for_sale' }) });
    expect(state()).toMatchObject({ state: 'failed', error: { code: 'not_for_sale' } });
  });
});
