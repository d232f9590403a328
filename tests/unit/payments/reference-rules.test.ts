import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLAIM_SECONDS } from '../../../src/features/payments/config.ts';
import type { Verdict } from '../../../src/features/payments/server/gateways/port.ts';
import {
  deleteReference,
  hasSettledAnother,
  classifyRepeat,
  saveReferenceState,
  insertReference,
} from '../../../src/features/payments/server/bank-references.ts';
import { weighVerdict } from '../../../src/features/payments/server/weigh-verdict.ts';
import { NOW, openPaymentsForEachTest, openReferences, TERMINAL } from '../../support/money/payment-rows.ts';
import { runRow } from '../../support/database/rows.ts';

/** Each rule of the references that banks are asked about, on a database in process. */

const { db, run, all } = openPaymentsForEachTest();
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

const SAMAN = { gateway: 'saman', terminal: TERMINAL, reference: 'r' };
const { references, note } = openReferences({ run, all });

describe('the history of a reference', () => {
  it('knows the first question, of each bank, terminal and reference', async () => {
    expect(await insertReference(db, SAMAN, NOW)).toBe(true);
    expect(await insertReference(db, SAMAN, NOW)).toBe(false);
    for (const other of [{ gateway: 'zibal' }, { terminal: '9' }, { reference: 's' }]) {
      expect(await insertReference(db, { ...SAMAN, ...other }, NOW)).toBe(true);
    }
    note('old', 'verified', 'q', '');
    expect(await insertReference(db, { ...SAMAN, reference: 'old' }, NOW)).toBe(false);
  });
  it.each(['verified', 'foreign'] as const)('keeps the answer %s of what was asked, and no other', async (state) => {
    note('r');
    note('s');
    note('t', 'foreign');
    note('u', 'verified');
    await saveReferenceState(db, SAMAN, state);
    for (const reference of ['t', 'u']) await saveReferenceState(db, { ...SAMAN, reference }, state);
    expect(references().map(([, , reference, message]) => [reference, message])).toEqual([
      ['r', state],
      ['s', 'asked'],
      ['t', 'foreign'],
      ['u', 'verified'],
    ]);
  });
  it('forgets a question that is still open, of this terminal', async () => {
    note('r', 'asked', null, '');
    note('r');
    note('s');
    note('t', 'verified');
    note('u', 'asked', 'q');
    for (const reference of ['r', 't', 'u']) await deleteReference(db, { ...SAMAN, reference });
    expect(references().map(([, terminal, reference]) => [terminal, reference])).toEqual([
      ['', 'r'],
      [TERMINAL, 's'],
      [TERMINAL, 't'],
      [TERMINAL, 'u'],
    ]);
  });
  it.each([
    ['nothing', null, 0, 'undecided'],
    ['a question of this second', 'asked', NOW, 'undecided'],
    ['a question whose worker may live', 'asked', NOW - CLAIM_SECONDS + 1, 'undecided'],
    ['a question whose worker is dead', 'asked', NOW - CLAIM_SECONDS, 'ours'],
    ['an answer to us', 'verified', NOW, 'ours'],
    ['an answer to somebody else', 'foreign', 0, 'foreign'],
  ] as const)('judges a repeat by %s', async (_, state, at, expected) => {
    if (state !== null) note('r', state, null, TERMINAL, at);
    note('s', 'verified');
    expect(await classifyRepeat(db, SAMAN, NOW)).toBe(expected);
  });
  it('judges by this terminal before one from before terminals were noted', async () => {
    note('r', 'verified', null, '');
    expect(await classifyRepeat(db, SAMAN, NOW)).toBe('ours');
    note('r', 'foreign');
    expect(await classifyRepeat(db, SAMAN, NOW)).toBe('foreign');
  });
  it('knows whether it has settled another payment', async () => {
    note('r', 'verified', 'q');
    note('n', 'verified');
    expect(await hasSettledAnother(db, SAMAN, 'p')).toBe(true);
    expect(await hasSettledAnother(db, SAMAN, 'q')).toBe(false);
    expect(await hasSettledAnother(db, { ...SAMAN, reference: 'n' }, 'p')).toBe(false);
    expect(await hasSettledAnother(db, { ...SAMAN, reference: 's' }, 'p')).toBe(false);
  });
  it('keeps the payment that it settled', () => {
    note('r', 'verified', 'q');
    note('n', 'verified');
    run("UPDATE bank_references SET payment_id = 'q' WHERE reference = 'r'");
    run("UPDATE bank_references SET payment_id = 'p' WHERE reference = 'n'");
    for (const owner of ["'x'", 'NULL']) {
      expect(() => run(`UPDATE bank_references SET payment_id = ${owner} WHERE reference = 'r'`)).toThrow(
        'reference_used',
      );
    }
    note('old', 'verified', 'z', '');
    // A question about it is none of its business.
    note('old', 'asked');
    expect(() => note('old', 'verified', 'y', '9')).toThrow('reference_used');
    expect(() => note('old', 'verified', 'z', '9')).toThrow('UNIQUE');
  });
});

describe('a verdict that names no payment', () => {
  const PAID: Verdict = { kind: 'paid', reference: 'r', trace: null, card: null };
  const MISMATCH: Verdict = { kind: 'mismatch', reference: 'r', isBound: false };
  const REFUSED: Verdict = { kind: 'refused', problem: 'not_found_at_bank' };
  const USED: Verdict = { kind: 'refused', problem: 'reference_used' };
  const repeat = { isRepeat: true };
  it.each<[string, boolean, string, number, Verdict, Verdict, string[]]>([
    ['no answer', true, 'asked', NOW, { kind: 'unknown' }, { kind: 'unknown' }, ['asked']],
    ['a first no', true, 'asked', NOW, REFUSED, REFUSED, []],
    ['a later no', false, 'asked', NOW, REFUSED, REFUSED, ['asked']],
    ['another amount', true, 'asked', NOW, MISMATCH, MISMATCH, ['verified']],
    ['another amount, later', false, 'asked', NOW, MISMATCH, MISMATCH, ['verified']],
    [
      'a repeat of another amount',
      true,
      'asked',
      NOW,
      { ...MISMATCH, ...repeat },
      { ...MISMATCH, ...repeat },
      ['foreign'],
    ],
    ['a later one', false, 'asked', NOW, { ...MISMATCH, ...repeat }, { ...MISMATCH, ...repeat }, ['asked']],
    ['a yes', true, 'asked', NOW, PAID, PAID, ['asked']],
    ['a repeat at the first question', true, 'asked', NOW - 99, { ...PAID, ...repeat }, USED, ['foreign']],
    ['a repeat of our own', false, 'asked', NOW - 99, { ...PAID, ...repeat }, { ...PAID, ...repeat }, ['asked']],
    [
      'a repeat of what another worker asks',
      false,
      'asked',
      NOW,
      { ...PAID, ...repeat },
      { kind: 'unknown' },
      ['asked'],
    ],
    ['a repeat of somebody else’s', false, 'foreign', NOW, { ...PAID, ...repeat }, USED, ['foreign']],
    [
      'a repeat of what was verified',
      false,
      'verified',
      NOW,
      { ...PAID, ...repeat },
      { ...PAID, ...repeat },
      ['verified'],
    ],
  ])('%s (first: %s)', async (_, isFirst, state, at, verdict, expected, after) => {
    note('r', state, null, TERMINAL, at);
    expect(await weighVerdict(db, { ...SAMAN, isFirst }, verdict, NOW)).toEqual(expected);
    expect(references().map(([, , , is]) => is)).toEqual(after);
  });
});
