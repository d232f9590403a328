import { describe, expect, it } from 'vitest';
import {
  createDirectDebit,
  hasBank,
  getUsedBank,
  type Debit,
  type SavedBank,
} from '../../../src/features/direct-debit/client/direct-debit.ts';
import { fakeBrowser, refusal } from '../../support/money/fake-calls.ts';

const bank = (fields: Partial<SavedBank>): SavedBank => ({
  id: 'm1',
  bank: '012',
  bank_name: 'بانک ملت',
  mobile: '09123456789',
  state: 'active',
  limit: 1_000_000,
  count_per_month: 10,
  ends_on: '2027-11-21',
  ...fields,
});
const DEBIT: Debit = {
  subscriptions: [bank({})],
  configs: { subscription: false, pay_anything: false, bank: '012' },
  series: [201, 203].map((id) => ({
    id,
    poster: null,
    name_fa: `سریال ${String(id)}`,
    name_en: `Series ${String(id)}`,
    subscribe_fee: 9900,
    directdebit: false,
  })),
  mobile: '09123456789',
  subscribe_fee: 110_000,
  days_period_to_end: 7,
  terms: { limit: 1_000_000, count_per_month: 10, ends_on: '2027-11-21' },
  stopped: null,
};
const BANKS = { data: { banks: [{ code: '012', name: 'بانک ملت', is_default: true, is_healthy: true }] } };
const SAVED = { data: { pay_url: null, payment_id: null } };
const CONSENT = { data: { pay_url: 'https://bank.example/consent', payment_id: null } };

async function open(debit: Partial<Debit>, buySubscription: object = SAVED) {
  const browser = fakeBrowser({
    getSubscriptions: { data: { ...DEBIT, ...debit } },
    getBanks: BANKS,
    buySubscription,
  });
  const store = createDirectDebit(browser.ports);
  await store.load();
  return { ...browser, ...store, state: () => store.$debit.get() };
}

describe('direct debit with a saved bank', () => {
  it('saves each toggle with everything else (spec 4.17, 7.16)', async () => {
    const { toggle, findInputs, state } = await open({});
    await toggle('subscription', true);
    expect(state()).toMatchObject({ busy: null, done: 'saved', debit: { configs: { subscription: true } } });
    await toggle({ series: 203 }, true);
    expect(findInputs('buySubscription')).toMatchObject([
      { subscription: true, pay_anything: false, bank: '012', series: [], add_new_bank: false, ref: 100 },
      { subscription: true, pay_anything: false, bank: '012', series: [203], add_new_bank: false, ref: 100 },
    ]);
  });

  it('saves quick toggles one after the other, the last one last', async () => {
    const { toggle, findInputs } = await open({});
    await Promise.all([toggle('pay_anything', true), toggle('pay_anything', false), toggle('pay_anything', true)]);
    expect(findInputs('buySubscription').at(-1)).toMatchObject({ pay_anything: true });
  });

  it('says that they are saved only once the last one is', async () => {
    const { toggle, state } = await open({});
    const [first, last] = [toggle('pay_anything', true), toggle('pay_anything', false)];
    await first;
    expect(state()).toMatchObject({ busy: 'saving', done: null, debit: { configs: { pay_anything: false } } });
    await last;
    expect(state()).toMatchObject({ busy: null, done: 'saved', debit: { configs: { pay_anything: false } } });
  });

  it('shows what the server holds again where it refused a change', async () => {
    const { toggle, answers, state } = await open({});
    await toggle('subscription', true);
    answers['buySubscription'] = refusal({ code: 'gateway_failed' });
    await toggle('pay_anything', true);
    expect(state()).toMatchObject({
      busy: null,
      error: { code: 'gateway_failed' },
      debit: { configs: { subscription: true, pay_anything: false } },
    });
  });

  it('deletes a bank and asks what is left (spec 7.17, 8.05)', async () => {
    const { remove, answers, findInputs, state } = await open({});
    answers['deleteSubscription'] = { message: 'Gone.', message_fa: 'حذف شد.' };
    answers['getSubscriptions'] = { data: { ...DEBIT, subscriptions: [] } };
    await remove('m1');
    expect(findInputs('deleteSubscription')).toEqual([{ id: 'm1' }]);
    expect(state()).toMatchObject({ busy: null, done: { message: 'Gone.' }, debit: { subscriptions: [] } });
  });

  it('keeps working where the provider could not name its banks', async () => {
    const { load, answers, state } = await open({});
    answers['getBanks'] = refusal({ code: 'gateway_failed' });
    await load();
    expect(state()).toMatchObject({ banks: null, loadError: null, debit: { mobile: '09123456789' } });
  });
});

describe('direct debit without a bank', () => {
  const none = { subscriptions: [bank({ state: 'pending' })] };

  it('saves each toggle, says that a bank is missing, and leads nowhere by itself (spec 4.17)', async () => {
    for (const answer of [SAVED, CONSENT]) {
      const { toggle, findInputs, state, left } = await open(none, answer);
      await toggle('subscription', true);
      await toggle({ series: 201 }, true);
      expect(findInputs('buySubscription')).toMatchObject([
        { subscription: true, pay_anything: false, series: [], add_new_bank: false },
        { subscription: true, pay_anything: false, series: [201], add_new_bank: false },
      ]);
      expect(state()).toMatchObject({ busy: null, done: 'saved_without_bank', error: null });
      expect(left).toEqual([]);
    }
  });

  it('shows the toggle as it was where the wish could not be saved', async () => {
    const { toggle, state } = await open(none, refusal({ code: 'internal' }));
    await toggle('pay_anything', true);
    expect(state()).toMatchObject({
      error: { code: 'internal' },
      done: null,
      debit: { configs: { pay_anything: false } },
    });
  });

  it('sends what is turned on along with the consent (spec 4.16)', async () => {
    const { toggle, add, answers, findInputs, left } = await open(none, SAVED);
    await toggle('pay_anything', true);
    answers['buySubscription'] = CONSENT;
    await add('017', '۰۹۱۲ ۱۱۱ ۲۲۳۳', { forsubscription: true });
    expect(findInputs('buySubscription').slice(1)).toEqual([
      {
        subscription: false,
        pay_anything: true,
        bank: '017',
        series: [],
        add_new_bank: true,
        mobile: '09121112233',
        forsubscription: true,
        ref: 100,
        callback_url: '/movie/1?hl=en',
      },
    ]);
    expect(left).toEqual(['https://bank.example/consent']);
  });

  it('goes on adding while a toggle before it or after it is saved', async () => {
    const { toggle, add, answers, findInputs, state, $debit } = await open(none, SAVED);
    const saved = toggle('subscription', true);
    const added = add('012', '09123456789');
    answers['buySubscription'] = CONSENT;
    const seen: (string | null)[] = [];
    $debit.listen(({ busy }) => seen.push(busy));
    const savedToo = toggle('pay_anything', true);
    // A second click adds no second bank.
    await Promise.all([saved, savedToo, add('012', '09123456789')]);
    expect(state().busy).toBe('adding');
    await added;
    expect(new Set(seen)).toEqual(new Set(['adding']));
    expect(findInputs('buySubscription').filter(({ add_new_bank: isNew }) => isNew === true)).toHaveLength(1);
  });

  it('asks nothing for a number that is no mobile, and stays where the bank gives no page', async () => {
    const { add, findInputs, state } = await open(none);
    await add('012', '12');
    expect(state().error).toBe('mobile_invalid');
    expect(findInputs('buySubscription')).toEqual([]);
    await add('012', '09123456789');
    expect(state()).toMatchObject({ busy: null, error: 'gateway_failed' });
  });

  it('says why the settings could not be had', async () => {
    const { ports } = fakeBrowser({ getSubscriptions: refusal({ code: 'internal' }), getBanks: BANKS });
    const { $debit, load } = createDirectDebit(ports);
    await load();
    expect($debit.get()).toMatchObject({ debit: null, loadError: { code: 'internal' } });
  });
});

it('collects from the bank of the settings where it is saved, else from the newest', () => {
  const [newest, older] = [bank({ id: 'm2', bank: '017' }), bank({})];
  const subscriptions = [bank({ id: 'm3', bank: '019', state: 'pending' }), newest, older];
  const configs = { ...DEBIT.configs };
  expect(getUsedBank({ subscriptions, configs })).toBe(older);
  expect(getUsedBank({ subscriptions, configs: { ...configs, bank: '019' } })).toBe(newest);
  expect(getUsedBank({ subscriptions: [], configs })).toBeUndefined();
  expect(hasBank({ subscriptions })).toBe(true);
  expect(hasBank({ subscriptions: subscriptions.slice(0, 1) })).toBe(false);
});
