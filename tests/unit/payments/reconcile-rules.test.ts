import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  BANK_WINDOW_SECONDS,
  CLAIM_SECONDS,
  RECONCILE_AFTER_SECONDS,
  VERDICT_WAIT_SECONDS,
} from '../../../src/features/payments/config.ts';
import type { PaymentRow } from '../../../src/features/payments/server/schema.ts';
import type { BankContext } from '../../../src/features/payments/server/gateways/choose.ts';
import type { Inquiry } from '../../../src/features/payments/server/gateways/port.ts';
import { findInquirer, inquireOne, reconcile } from '../../../src/features/checkout/server/reconcile.ts';
import { VERDICT_UNKNOWN } from '../../../src/features/payments/server/transitions.ts';
import { NOW, openPaymentsForEachTest } from '../../support/money/payment-rows.ts';
import { runRow } from '../../support/database/rows.ts';

/** The cron's work on a payment nobody came back from, on a database in process. */

const { sqlite, db, run, all, read, add } = openPaymentsForEachTest();
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
const fetchBank = vi.fn(() => Promise.reject(new Error('down')));
beforeEach(() => {
  fetchBank.mockClear();
  vi.stubGlobal('fetch', fetchBank);
});
afterEach(() => {
  vi.unstubAllGlobals();
});
afterAll(() => {
  log.mockRestore();
});

const context = (gateways: string) => {
  const env = {
    SITE_URL: 'https://pardeh.test',
    ZIBAL_MERCHANT: 'm',
    SEP_TERMINAL_ID: '4321',
    PAYMENT_RELAY_BASE: '',
    PAYMENT_TIMEOUT_MS: '1000',
  };
  const settings = { ...env, PAYMENT_GATEWAYS: gateways, MANDATE_PROVIDER: '' };
  return { env: settings, db, now: NOW, origin: 'https://pardeh.test' } as unknown as BankContext;
};
const SANDBOX = { method: 'sandbox' } as const;
const ZIBAL = { method: 'zibal' } as const;
const OVER = { createdAt: NOW - BANK_WINDOW_SECONDS };
const MARKED = { problem: VERDICT_UNKNOWN } as const;
const bill = (id: string, state: string) =>
  runRow(run, 'sandbox_bills', { token: `tok-${id}`, state, order_id: id, reference: 'r' });
const look = (gateways = 'sandbox') => reconcile(context(gateways), () => true);
const alarms = () => all('SELECT key FROM alarms').flat();

describe('a bank that is asked', () => {
  const bank = (says: Inquiry, verdict: 'unknown' | 'paid' = 'unknown') => ({
    terminal: null,
    inquire: () => Promise.resolve(says),
    verify: () =>
      Promise.resolve(
        verdict === 'paid'
          ? ({ kind: 'paid', reference: 'r', trace: null, card: null } as const)
          : { kind: 'unknown' as const },
      ),
    reverse: () => Promise.resolve(false),
  });
  it.each<[Inquiry, string, Partial<PaymentRow>]>([
    ['cancelled', 'decided', { state: 'cancelled', problem: null }],
    ['failed', 'decided', { state: 'failed', problem: 'gateway_refused' }],
    ['waiting', 'waiting', { state: 'pending', claimedAt: 0 }],
    ['unknown', 'unknown', { state: 'pending', claimedAt: 0 }],
    ['verify', 'unknown', { state: 'pending', problem: VERDICT_UNKNOWN }],
  ])('and says %s: %s', async (says, progress, after) => {
    expect(await inquireOne(context(''), bank(says), await add('p'))).toBe(progress);
    expect(await read('p')).toMatchObject(after);
  });
  it('and says that it is paid settles it', async () => {
    expect(await inquireOne(context(''), bank('verify', 'paid'), await add('p'))).toBe('decided');
    expect((await read('p')).state).toBe('settled');
  });
  it.each(['cancelled', 'failed'] as const)('and says %s ends no claim of another worker', async (says) => {
    const p = await add('p', { state: 'verifying', claimedAt: NOW });
    expect(await inquireOne(context(''), bank(says), p)).toBe('decided');
    expect((await read('p')).state).toBe('verifying');
  });
  it('is the payment’s own, and nobody where that is not configured', () => {
    const of = (gateways: string, method: PaymentRow['method']) =>
      findInquirer(context(gateways), { method } as PaymentRow);
    expect(of('sandbox', 'sandbox')).not.toBeNull();
    // The default's name stands for the site's own where a visitor chooses, and not here.
    expect(of('sandbox', 'saman')).toBeNull();
    expect(of('', 'zibal')).toBeNull();
    expect(of('sandbox', 'direct_debit')).toBeNull();
  });
});

describe('a payment', () => {
  it.each([
    ['that was asked about a moment ago', { checkedAt: NOW - RECONCILE_AFTER_SECONDS + 1 }, 0],
    ['whose time it is', { checkedAt: NOW - RECONCILE_AFTER_SECONDS }, 1],
    ['that is over', { state: 'failed' }, 0],
    ['that a worker has claimed', { state: 'verifying', claimedAt: NOW - CLAIM_SECONDS + 1 }, 0],
    ['whose worker is dead', { state: 'verifying', claimedAt: NOW - CLAIM_SECONDS }, 1],
    ['without a page', { state: 'initiated', token: null }, 0],
  ] as const)('%s is asked about, or not', async (_, more, times) => {
    await add('p', { ...ZIBAL, ...more });
    await look('zibal');
    expect(fetchBank).toHaveBeenCalledTimes(times);
  });
  it('without a page lost its worker, and has failed', async () => {
    await add('p', { ...ZIBAL, state: 'initiated', token: null });
    await look('zibal');
    expect(await read('p')).toMatchObject({ state: 'failed', problem: 'gateway_unreachable' });
  });
  it.each<[string, string, Partial<PaymentRow>, Partial<PaymentRow>]>([
    ['is open', 'open', {}, { state: 'pending', claimedAt: 0 }],
    ['is open with a second left', 'open', { createdAt: OVER.createdAt + 1 }, { state: 'pending', claimedAt: 0 }],
    ['is over', 'open', OVER, { state: 'expired', problem: 'no_answer_in_time' }],
    ['was cancelled long ago', 'cancelled', OVER, { state: 'cancelled', problem: null }],
    ['was paid long ago', 'paid', OVER, { state: 'settled' }],
    ['lost its worker', 'open', { state: 'verifying' }, { state: 'pending', problem: null }],
    ['was marked', 'open', MARKED, { state: 'pending', problem: null, claimedAt: NOW }],
    ['was marked and is over', 'open', { ...MARKED, ...OVER }, { state: 'expired', problem: VERDICT_UNKNOWN }],
  ])('of which the bank knows, and that %s', async (_, state, more, after) => {
    await add('p', { ...SANDBOX, ...more });
    bill('p', state);
    expect(await look()).toBe(1);
    expect(await read('p')).toMatchObject(after);
    expect(alarms()).toEqual([]);
  });
  const DAY = { createdAt: NOW - VERDICT_WAIT_SECONDS };
  it.each<[string, Partial<PaymentRow>, Partial<PaymentRow>, boolean]>([
    ['is open', {}, { state: 'pending', claimedAt: 0 }, false],
    ['is over', OVER, { state: 'expired', problem: 'no_answer_in_time' }, false],
    ['was marked', { ...MARKED, ...OVER }, { ...MARKED, state: 'pending', claimedAt: 0 }, false],
    ['was marked a day ago', { ...MARKED, ...DAY }, { ...MARKED, state: 'expired' }, true],
    [
      'was marked a second less ago',
      { ...MARKED, createdAt: DAY.createdAt + 1 },
      { ...MARKED, state: 'pending', claimedAt: 0 },
      false,
    ],
    ['lost its worker', { state: 'verifying', ...OVER }, { ...MARKED, state: 'pending' }, false],
    ['lost its worker a day ago', { state: 'verifying', ...DAY }, { state: 'expired' }, true],
  ])('whose bank cannot be asked, and that %s', async (_, more, after, isAlarm) => {
    for (const gateways of ['sandbox', 'zibal']) {
      sqlite.exec('SAVEPOINT one');
      await add('p', { ...ZIBAL, ...more });
      await look(gateways);
      expect(await read('p')).toMatchObject(after);
      expect(alarms()).toEqual(isAlarm ? ['not_given_back:p'] : []);
      sqlite.exec('ROLLBACK TO one');
    }
  });
  it('that is marked as it is asked about does not expire for that', async () => {
    await add('p', { ...OVER, reference: 'r' });
    await look('saman');
    expect(fetchBank).toHaveBeenCalledOnce();
    expect(await read('p')).toMatchObject({ ...MARKED, state: 'pending' });
  });
});

it('a bank that answers nothing is left alone, and what is over ends without it', async () => {
  for (const at of [0, 1, 2, 3, 4]) await add(`open${String(at)}`, ZIBAL);
  for (const at of [0, 1]) await add(`over${String(at)}`, { ...ZIBAL, ...OVER });
  expect(await look('zibal')).toBe(5);
  expect(fetchBank).toHaveBeenCalledTimes(3);
  expect(all('SELECT id, state, checked_at FROM payments ORDER BY id')).toEqual([
    ...[0, 1, 2].map((at) => [`open${String(at)}`, 'pending', NOW]),
    ...[3, 4].map((at) => [`open${String(at)}`, 'pending', 0]),
    ...[0, 1].map((at) => [`over${String(at)}`, 'expired', NOW]),
  ]);
});

it('one payment that breaks keeps no other waiting, and no time is no work', async () => {
  await add('a', { ...SANDBOX, state: 'initiated', token: null });
  await add('b', { ...SANDBOX, ...OVER });
  bill('b', 'open');
  expect(await reconcile(context('sandbox'), () => false)).toBe(0);
  run(
    "CREATE TRIGGER broken BEFORE UPDATE OF state ON payments WHEN OLD.id = 'a' BEGIN SELECT RAISE(ABORT, 'broken'); END",
  );
  expect(await look()).toBe(2);
  expect([(await read('a')).state, (await read('b')).state]).toEqual(['initiated', 'expired']);
});
