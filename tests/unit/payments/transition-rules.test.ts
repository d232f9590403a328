import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLAIM_SECONDS } from '../../../src/features/payments/config.ts';
import { PAYMENT_STATES, type PaymentState } from '../../../src/features/payments/payment-state.ts';
import type { PaymentRow } from '../../../src/features/payments/server/schema.ts';
import {
  abandon,
  claim,
  conclude,
  endUnsent,
  isVerdictUnknown,
  saveToken,
  settle,
  VERDICT_UNKNOWN,
} from '../../../src/features/payments/server/transitions.ts';
import { NOW, openPaymentsForEachTest, openReferences, TERMINAL } from '../../support/money/payment-rows.ts';
import { runRow } from '../../support/database/rows.ts';

/** Each change of a payment's state, on a database in process: what it changes, and what it leaves. */

const { db, run, all, read, add, books } = openPaymentsForEachTest();
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
runRow(run, 'users', { mobile: '09120000001' });
beforeEach(() => {
  log.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});
afterAll(() => {
  log.mockRestore();
});

const { references, note } = openReferences({ run, all });
/** Columns that a settled payment has from its settling, so that the table takes its row. */
const stateRow = (state: PaymentState): Partial<PaymentRow> =>
  state === 'settled' ? { state, settledAt: NOW, deliveredAt: NOW } : { state };

describe('the page of a payment', () => {
  it.each(PAYMENT_STATES)('is kept in the state %s only where none was there', async (state) => {
    await add('p', { ...stateRow(state), token: null });
    const isKept = await saveToken(db, 'p', { token: 'new', payUrl: 'https://bank.example' });
    expect(isKept).toBe(state === 'initiated');
    expect(await read('p')).toMatchObject(
      state === 'initiated'
        ? { state: 'pending', token: 'new', payUrl: 'https://bank.example' }
        : { state, token: null },
    );
  });
  it('is kept again by the same answer, and not by another', async () => {
    await add('p');
    await add('q');
    await add('v', { state: 'verifying' });
    expect(await saveToken(db, 'p', { token: 'tok-p', payUrl: 'u' })).toBe(true);
    expect(await saveToken(db, 'p', { token: 'other', payUrl: 'u' })).toBe(false);
    expect(await saveToken(db, 'v', { token: 'tok-v', payUrl: 'u' })).toBe(false);
    expect((await read('q')).payUrl).toBeNull();
  });
});

describe('a claim', () => {
  const names = { reference: 'r', terminal: TERMINAL };
  it.each([
    ['initiated', true],
    ['pending', true],
    ['verifying', true],
    ['settled', false],
    ['failed', true],
    ['cancelled', true],
    ['expired', true],
    ['reversed', false],
  ] as const)('in the state %s: %s', async (state, isTaken) => {
    const p = await add('p', stateRow(state));
    await add('q');
    expect(await claim(db, p, names, NOW)).toBe(isTaken);
    expect(await read('p')).toMatchObject(
      isTaken ? { state: 'verifying', claimedAt: NOW, checkedAt: NOW, reference: 'r' } : { state, reference: null },
    );
    expect(await read('q')).toMatchObject({ state: 'pending', claimedAt: 0 });
  });
  it('is taken over once its worker must be dead, not a second before', async () => {
    const p = await add('p', { state: 'verifying', claimedAt: NOW - CLAIM_SECONDS + 1 });
    expect(await claim(db, p, names, NOW)).toBe(false);
    expect(await claim(db, p, names, NOW + 1)).toBe(true);
  });
  it('keeps the reference that is there where none is named', async () => {
    const p = await add('p', { reference: 'own' });
    expect(await claim(db, p, { reference: null, terminal: null }, NOW)).toBe(true);
    expect((await read('p')).reference).toBe('own');
  });
  it.each([null, 'own'])('needs the reference that was read, %s', async (reference) => {
    const p = await add('p', { reference });
    run("UPDATE payments SET reference = 'meanwhile'");
    expect(await claim(db, p, names, NOW)).toBe(false);
  });
  it.each([
    ['of another payment', 'q', 'r', TERMINAL, false],
    ['of another payment, from before terminals were noted', 'q', 'r', '', false],
    ['of another payment, which names another', 'q', 's', TERMINAL, true],
    ['of another payment at another terminal', 'q', 'r', '9', true],
    ['of this payment', 'p', 'r', TERMINAL, true],
    ['of nobody', null, 'r', TERMINAL, true],
  ])('with a reference %s', async (_, owner, reference, terminal, isTaken) => {
    const p = await add('p');
    note(reference, 'verified', owner, terminal);
    expect(await claim(db, p, names, NOW)).toBe(isTaken);
  });
  it('with a reference of another payment at another bank', async () => {
    const p = await add('p', { method: 'zibal' });
    note('r', 'verified', 'q', '');
    expect(await claim(db, p, { reference: 'r', terminal: null }, NOW)).toBe(true);
  });
});

describe('the end of a claim', () => {
  it.each([
    ['release', 'pending'],
    ['refuse', 'failed'],
    ['reverse', 'reversed'],
    ['cancel', 'cancelled'],
    ['expire', 'expired'],
  ] as const)('%s leads to %s, with its problem and without another reference', async (event, state) => {
    await add('p', { state: 'verifying', claimedAt: NOW, reference: 'own' });
    await add('q', { state: 'verifying', claimedAt: NOW });
    expect(await conclude(db, 'p', event, { problem: 'session_expired', claimedAt: NOW })).toBe(true);
    expect(await read('p')).toMatchObject({ state, problem: 'session_expired', reference: 'own' });
    expect((await read('q')).state).toBe('verifying');
  });
  it.each([
    ['expire', VERDICT_UNKNOWN],
    ['refuse', 'session_expired'],
  ] as const)('%s leaves %s of a problem that was noted before', async (event, problem) => {
    await add('p', { state: 'verifying', claimedAt: NOW, problem: VERDICT_UNKNOWN });
    await conclude(db, 'p', event, { problem: 'session_expired', claimedAt: NOW });
    expect((await read('p')).problem).toBe(problem);
  });
  it.each([null, 'other'])('puts the reference %s in the place of the kept one', async (reference) => {
    await add('p', { state: 'verifying', claimedAt: NOW, reference: 'own', problem: 'session_expired' });
    await conclude(db, 'p', 'release', { reference, claimedAt: NOW });
    expect(await read('p')).toMatchObject({ reference, problem: null });
  });
  it.each(PAYMENT_STATES.filter((state) => state !== 'verifying'))('is none in the state %s', async (state) => {
    await add('p', { ...stateRow(state), claimedAt: NOW });
    expect(await conclude(db, 'p', 'refuse', { claimedAt: NOW })).toBe(false);
    expect((await read('p')).state).toBe(state);
  });
  it('is none of a claim that somebody else has taken over', async () => {
    await add('p', { state: 'verifying', claimedAt: NOW + 1 });
    expect(await conclude(db, 'p', 'refuse', { claimedAt: NOW })).toBe(false);
  });
});

describe('giving up', () => {
  it.each(PAYMENT_STATES)('in the state %s ends only what nobody has claimed', async (state) => {
    const isOpen = state === 'initiated' || state === 'pending';
    for (const [id, event, after] of [
      ['p', 'cancel', 'cancelled'],
      ['q', 'refuse', 'failed'],
    ] as const) {
      await add(id, stateRow(state));
      expect(await abandon(db, id, event, 'session_expired')).toBe(isOpen);
      expect(await read(id)).toMatchObject(
        isOpen ? { state: after, problem: 'session_expired' } : { state, problem: null },
      );
    }
  });
  it('ends a payment that the bank does not know of, and not one that got its page since it was looked at', async () => {
    await add('p', { state: 'initiated', token: null });
    await add('q', { state: 'initiated', token: null });
    await saveToken(db, 'q', { token: 'tok-q', payUrl: 'u' });
    expect([await endUnsent(db, 'p'), await endUnsent(db, 'p'), await endUnsent(db, 'q')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await read('p')).toMatchObject({ state: 'failed', problem: 'gateway_unreachable' });
    expect(await read('q')).toMatchObject({ state: 'pending', problem: null });
  });
  it('does not end a payment that the bank may have the money of', async () => {
    await add('p', { problem: VERDICT_UNKNOWN });
    await add('q', { problem: 'session_expired' });
    await add('i', { state: 'initiated', problem: VERDICT_UNKNOWN });
    expect(await abandon(db, 'p', 'cancel')).toBe(false);
    expect(await abandon(db, 'q', 'cancel')).toBe(true);
    expect(await abandon(db, 'i', 'cancel')).toBe(true);
    expect(await read('q')).toMatchObject({ state: 'cancelled', problem: null });
  });
  it.each([
    ['pending', VERDICT_UNKNOWN, true],
    ['pending', null, false],
    ['pending', 'session_expired', false],
    ['verifying', VERDICT_UNKNOWN, false],
  ] as const)('is of %s with %s: %s', (state, problem, expected) => {
    expect(isVerdictUnknown({ state, problem })).toBe(expected);
  });
});

describe('settling', () => {
  const receipt = { reference: 'r', trace: 't', card: 'c' };
  it.each(PAYMENT_STATES)('in the state %s happens only to what is claimed', async (state) => {
    await add('p', { ...stateRow(state), total: 0, price: 0 });
    await add('q', { state: 'verifying' });
    expect(await settle(db, 'p', receipt, TERMINAL, NOW)).toBe(state === 'verifying');
    expect((await read('q')).state).toBe('verifying');
    expect((await read('p')).reference).toBe(state === 'verifying' ? 'r' : null);
  });
  it('credits, keeps what the bank named, and a repeat changes nothing', async () => {
    await add('p', { state: 'verifying', claimedAt: NOW, problem: VERDICT_UNKNOWN });
    expect(await settle(db, 'p', receipt, TERMINAL, NOW)).toBe(true);
    expect(await settle(db, 'p', { ...receipt, reference: 's' }, TERMINAL, NOW + 5)).toBe(false);
    expect(await read('p')).toMatchObject({
      ...receipt,
      state: 'settled',
      settledAt: NOW,
      deliveredAt: NOW,
      problem: null,
    });
    expect(references()).toEqual([['saman', TERMINAL, 'r', 'verified', 'p']]);
    expect(all('SELECT account, amount FROM ledger_entries ORDER BY account')).toEqual([
      ['bank:saman', -1000],
      ['wallet:1', 1000],
    ]);
    expect(await books()).toEqual([]);
  });
  it('notes the terminal as empty where the verdict names the payment', async () => {
    await add('p', { state: 'verifying' });
    await settle(db, 'p', receipt, null, NOW);
    expect(references()).toEqual([['saman', '', 'r', 'verified', 'p']]);
  });
  it('takes the row of the question about its reference', async () => {
    await add('p', { state: 'verifying' });
    note('r');
    await settle(db, 'p', receipt, TERMINAL, NOW);
    expect(references()).toEqual([['saman', TERMINAL, 'r', 'verified', 'p']]);
  });
  it.each([TERMINAL, ''])('is refused where the reference has settled another at terminal "%s"', async (terminal) => {
    await add('p', { state: 'verifying' });
    note('r', 'verified', 'q', terminal);
    await expect(settle(db, 'p', receipt, TERMINAL, NOW)).rejects.toThrow();
    expect((await read('p')).state).toBe('verifying');
    expect(all('SELECT count(*) FROM ledger_entries')).toEqual([[0]]);
  });
  it.each([
    ['at another bank', "UPDATE bank_references SET gateway = 'zibal'"],
    ['at another terminal', "UPDATE bank_references SET terminal = '9'"],
    ['of another name', "UPDATE bank_references SET reference = 's'"],
  ])('is not refused for one %s', async (_, change) => {
    await add('p', { state: 'verifying' });
    note('r', 'verified', 'q', '');
    run(change);
    expect(await settle(db, 'p', receipt, TERMINAL, NOW)).toBe(true);
  });
});
