import { describe, expect, it } from 'vitest';
import { createCredit } from '../../../src/features/paywall/client/credit.ts';
import { fakeBrowser, refusal } from '../../support/money/fake-calls.ts';

const PAY_URL = 'https://bank.example/1';
const PAGE = { data: { pay_url: PAY_URL, payment_id: 'a'.repeat(20) } };

describe('the wallet of the credit modal', () => {
  it('says what it holds, or why it cannot (spec 3.11, 7.12)', async () => {
    const browser = fakeBrowser({ getWallet: { data: { my_credit: 5000 } } });
    const { $credit, load } = createCredit(browser.ports);
    await load();
    expect($credit.get()).toMatchObject({ credit: 5000, loadError: null });
    browser.answers['getWallet'] = refusal({ status: 0, code: 'network' });
    await load();
    expect($credit.get()).toMatchObject({ credit: null, loadError: { code: 'network' } });
  });

  it('goes to the bank with the amount as a number, and back to this page (spec 7.13, 4.18, 9.13)', async () => {
    const { ports, findInputs, left } = fakeBrowser({ chargeWallet: PAGE });
    const { $credit, charge } = createCredit(ports);
    await charge(' ۲۵٬۰۰۰ ');
    expect(findInputs('chargeWallet')).toEqual([
      { amount: 25_000, payment_method: 'saman', callback_url: '/movie/1?hl=en' },
    ]);
    expect(left).toEqual([PAY_URL]);
    // Still on the way: a second press does nothing.
    expect($credit.get().busy).toBe(true);
    await charge('25000');
    expect(left).toHaveLength(1);
  });

  it.each(['', '0', '-5000', '1.5', '۱۰٫۵', '1e4', 'ten', '10/000', '1,00', '9'.repeat(16)])(
    'asks nothing for %j, which is no amount',
    async (typed) => {
      const { ports, calls } = fakeBrowser({});
      const { $credit, charge, clearError } = createCredit(ports);
      await charge(typed);
      expect($credit.get()).toMatchObject({ busy: false, error: 'amount_invalid' });
      expect(calls).toEqual([]);
      clearError();
      expect($credit.get().error).toBeNull();
    },
  );

  it('keeps the server’s refusal, and goes to no page that is none', async () => {
    const browser = fakeBrowser({ chargeWallet: refusal({ code: 'amount_too_large' }) });
    const { $credit, charge } = createCredit(browser.ports);
    await charge('99999999999');
    expect($credit.get()).toMatchObject({ busy: false, error: { code: 'amount_too_large' } });
    browser.answers['chargeWallet'] = { data: { ...PAGE.data, pay_url: 'javascript:alert(1)' } };
    await charge('5000');
    expect($credit.get()).toMatchObject({ busy: false, error: 'gateway_failed' });
  });
});
