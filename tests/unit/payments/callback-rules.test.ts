import { Hono } from 'hono';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentRow } from '../../../src/features/payments/server/schema.ts';
import type { Verdict } from '../../../src/features/payments/server/gateways/port.ts';
import type { RequestContext } from '../../../src/platform/http/calls/context.ts';
import type { Api } from '../../../src/platform/http/calls/serve.ts';
import { mountBankReturn, buildCallbackUrl, handleBankReturn } from '../../../src/features/checkout/server/callback.ts';
import { VERDICT_UNKNOWN } from '../../../src/features/payments/server/transitions.ts';
import { toBankPayment, verifyPayment } from '../../../src/features/payments/server/verify.ts';
import { NOW, openPaymentsForEachTest, openReferences, TERMINAL } from '../../support/money/payment-rows.ts';
import { runRow } from '../../support/database/rows.ts';

/** Each rule of what a bank's return may do to a payment, on a database in process: what it changes, and what it leaves. */

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
const alarms = () => all('SELECT key FROM alarms ORDER BY id').flat();
const alarmText = () => String(all('SELECT text FROM alarms').flat());

describe('verifying', () => {
  /** A bank that says this, and what it was asked. */
  function bank(verdict: Verdict, { terminal = null as string | null, reverses = true } = {}) {
    const verify = vi.fn(() => Promise.resolve(verdict));
    const reverse = vi.fn(() => Promise.resolve(reverses));
    return { terminal, verify, reverse };
  }
  const PAID = { kind: 'paid', reference: 'r', trace: 't', card: 'c' } as const;
  const ASKED = { id: 'p', rial: 10_000, token: 'tok-p', reference: 'r', createdAt: NOW - 60 };
  const OTHER = { kind: 'mismatch', reference: 'r', isBound: false } as const;

  it('asks about the payment and settles it, whoever names it', async () => {
    const p = await add('p', { expiresAt: NOW - 1 });
    const gateway = bank(PAID);
    expect(await verifyPayment(db, gateway, p, 'r', NOW)).toBe('settled');
    expect(gateway.verify).toHaveBeenCalledWith(ASKED);
    expect(await read('p')).toMatchObject({ state: 'settled', reference: 'r', trace: 't', card: 'c' });
    expect(references()).toEqual([['saman', '', 'r', 'verified', 'p']]);
    expect([await books(), alarms()]).toEqual([[], []]);
  });
  it('asks by the reference that is kept where none is named', async () => {
    const p = await add('p', { reference: 'own' });
    expect(toBankPayment(p)).toEqual({ ...ASKED, reference: 'own' });
    expect(toBankPayment(p, 'r')).toEqual(ASKED);
    const gateway = bank({ kind: 'unknown' }, { terminal: TERMINAL });
    await verifyPayment(db, gateway, p, null, NOW);
    expect(gateway.verify).toHaveBeenCalledWith({ ...ASKED, reference: 'own' });
    expect(references()).toEqual([['saman', TERMINAL, 'own', 'asked', null]]);
  });
  it.each([
    [null, 'r'],
    [TERMINAL, null],
  ])('notes no question at terminal %s about the reference %s', async (terminal, reference) => {
    const p = await add('p');
    await verifyPayment(db, bank({ kind: 'unknown' }, { terminal }), p, reference, NOW);
    expect(references()).toEqual([]);
  });
  it('leaves what somebody else is at', async () => {
    const p = await add('p', { state: 'verifying', claimedAt: NOW });
    const gateway = bank(PAID, { terminal: TERMINAL });
    expect(await verifyPayment(db, gateway, p, 'r', NOW)).toBe('claimed');
    expect(await verifyPayment(db, gateway, p, null, NOW)).toBe('claimed');
    expect(gateway.verify).not.toHaveBeenCalled();
    expect(alarms()).toEqual([]);
  });
  it.each([TERMINAL, null])('calls a person for a transaction of another payment, terminal %s', async (terminal) => {
    const p = await add('p');
    note('r', 'verified', 'q', terminal ?? '');
    const gateway = bank(PAID, { terminal });
    expect(await verifyPayment(db, gateway, p, 'r', NOW)).toBe('foreign');
    expect(gateway.verify).not.toHaveBeenCalled();
    expect(alarms()).toEqual(['reference_used:p']);
    expect(alarmText()).toContain('payment p at saman: reference_used');
    expect((await read('p')).state).toBe('pending');
  });
  it('does not know what the bank did: keeps the mark, and the claim ends', async () => {
    const p = await add('p');
    expect(await verifyPayment(db, bank({ kind: 'unknown' }), p, 'r', NOW)).toBe('unknown');
    expect(await read('p')).toMatchObject({ state: 'pending', problem: VERDICT_UNKNOWN, reference: 'r' });
  });
  it.each([
    ['gateway_refused', []],
    ['reference_used', ['reference_used:p']],
  ] as const)('is refused for %s', async (problem, raised) => {
    const p = await add('p');
    expect(await verifyPayment(db, bank({ kind: 'refused', problem }), p, 'r', NOW)).toBe('refused');
    expect(await read('p')).toMatchObject({ state: 'failed', problem, reference: 'r' });
    expect(alarms()).toEqual(raised);
  });
  it.each([
    ['another reference, while its own verdict is unknown', { problem: VERDICT_UNKNOWN, reference: 'own' }, 'foreign'],
    ['its own reference, whose verdict was unknown', { problem: VERDICT_UNKNOWN, reference: 'r' }, 'refused'],
    ['another reference, of which nothing was asked', { reference: 'own' }, 'refused'],
  ] as const)('is refused for %s', async (_, more, expected) => {
    const p = await add('p', more);
    const refused = bank({ kind: 'refused', problem: 'gateway_refused' });
    expect(await verifyPayment(db, refused, p, 'r', NOW)).toBe(expected);
    expect(await read('p')).toMatchObject(
      expected === 'foreign'
        ? { state: 'pending', problem: VERDICT_UNKNOWN, reference: 'own' }
        : { state: 'failed', problem: 'gateway_refused', reference: 'r' },
    );
  });
  it.each([
    [true, 'reversed', 'amount_mismatch:p'],
    [false, 'failed', 'not_given_back:p'],
  ] as const)('of another amount that is its own gives it back: %s', async (reverses, state, alarm) => {
    const p = await add('p');
    const gateway = bank({ kind: 'mismatch', reference: 'x', isBound: true }, { reverses });
    expect(await verifyPayment(db, gateway, p, 'r', NOW)).toBe(reverses ? 'reversed' : 'refused');
    expect(gateway.reverse).toHaveBeenCalledWith({ ...ASKED, reference: 'x' });
    expect(await read('p')).toMatchObject({ state, problem: 'amount_mismatch' });
    expect(alarms()).toEqual([alarm]);
    expect(alarmText()).toContain(reverses ? 'mismatch, given back' : 'NOT given back');
  });
  it.each<[string, Partial<PaymentRow>, Partial<PaymentRow>]>([
    ['whose page is open', {}, { state: 'pending', reference: null }],
    ['whose page ends now', { expiresAt: NOW }, { state: 'failed', reference: null }],
    ['whose page is open a second more', { expiresAt: NOW + 1 }, { state: 'pending' }],
    ['that was replaced', { supersededBy: 'n' }, { state: 'cancelled', reference: null }],
    ['that has a reference of its own', { reference: 'own' }, { state: 'pending', reference: 'own' }],
    ['that named it before', { reference: 'r' }, { state: 'pending', reference: null }],
  ])('of another amount that is somebody else’s, for a payment %s', async (_, more, after) => {
    const p = await add('p', more);
    const gateway = bank(OTHER, { terminal: TERMINAL });
    expect(await verifyPayment(db, gateway, p, 'r', NOW)).toBe('foreign');
    expect(gateway.reverse).not.toHaveBeenCalled();
    expect(await read('p')).toMatchObject({ problem: 'amount_mismatch', ...after });
    expect(alarms()).toEqual(['not_given_back:p:r']);
    expect(references()).toEqual([['saman', TERMINAL, 'r', 'verified', null]]);
  });
  it.each([
    ['own', { state: 'pending', problem: VERDICT_UNKNOWN, reference: 'own' }],
    ['r', { state: 'pending', problem: 'amount_mismatch', reference: null }],
  ])('of another amount, of a payment whose verdict for %s is unknown', async (reference, after) => {
    const p = await add('p', { problem: VERDICT_UNKNOWN, reference });
    expect(await verifyPayment(db, bank(OTHER), p, 'r', NOW)).toBe('foreign');
    expect(await read('p')).toMatchObject(after);
    expect(alarmText()).toContain('verified r,');
  });
  it.each([
    [null, 'refused', 'failed', 'q'],
    [TERMINAL, 'foreign', 'pending', 'q'],
  ] as const)(
    'of a transaction that settled another meanwhile, terminal %s',
    async (terminal, result, state, owner) => {
      const p = await add('p');
      const gateway = bank({ ...PAID, reference: 's' }, { terminal });
      note('s', 'verified', owner, terminal ?? '');
      expect(await verifyPayment(db, gateway, p, 'r', NOW)).toBe(result);
      expect(await read('p')).toMatchObject({ state, problem: 'reference_used' });
      expect(alarms()).toEqual(['reference_used:p']);
      expect(all('SELECT count(*) FROM ledger_entries')).toEqual([[0]]);
    },
  );
  it('throws what is nobody’s rule', async () => {
    const p = await add('p');
    run("CREATE TRIGGER broken BEFORE INSERT ON ledger_entries BEGIN SELECT RAISE(ABORT, 'broken'); END");
    await expect(verifyPayment(db, bank(PAID), p, 'r', NOW)).rejects.toThrow();
    expect([(await read('p')).state, alarms()]).toEqual(['verifying', []]);
  });
  it.each([
    [NOW, 'unknown'],
    [NOW - 99, 'settled'],
  ] as const)('believes a repeat by the question of %i', async (at, expected) => {
    const p = await add('p');
    note('r', 'asked', null, TERMINAL, at);
    expect(await verifyPayment(db, bank({ ...PAID, isRepeat: true }, { terminal: TERMINAL }), p, 'r', NOW)).toBe(
      expected,
    );
  });
  it('believes no repeat at the first question, nor asks about history where the verdict names the payment', async () => {
    const p = await add('p');
    const repeat = { ...PAID, isRepeat: true };
    expect(await verifyPayment(db, bank(repeat, { terminal: TERMINAL }), p, 'r', NOW)).toBe('refused');
    const q = await add('q');
    expect(await verifyPayment(db, bank({ ...repeat, reference: 'q' }), q, 'q', NOW)).toBe('settled');
  });
});

describe('a return', () => {
  const env = {
    PAYMENT_GATEWAYS: 'saman',
    SITE_URL: 'https://pardeh.test',
    SEP_TERMINAL_ID: TERMINAL,
    PAYMENT_RELAY_BASE: '',
    PAYMENT_TIMEOUT_MS: '1000',
  };
  const context = { env, db, now: NOW, origin: 'https://pardeh.test' } as unknown as RequestContext;
  const FIELDS = { ResNum: 'p', Token: 'tok-p', TerminalId: TERMINAL, Status: '2', RefNum: 'r', Amount: '10000' };
  const back = (more: Record<string, string>, gateway = 'saman', at = context) =>
    handleBankReturn(at, gateway, 'p', new URLSearchParams({ ...FIELDS, ...more }));
  const TransactionDetail = { RefNum: 'r', TerminalNumber: TERMINAL, OrginalAmount: 10_000, AffectiveAmount: 10_000 };
  const answer = { ResultCode: 0, Success: true, TransactionDetail };
  const fetchBank = vi.fn(() => Promise.resolve(Response.json(answer)));
  beforeEach(() => {
    fetchBank.mockClear();
    vi.stubGlobal('fetch', fetchBank);
  });

  it('that says paid has the bank asked', async () => {
    await add('p');
    await back({});
    expect(await read('p')).toMatchObject({ state: 'settled', reference: 'r' });
    expect(fetchBank).toHaveBeenCalledOnce();
  });
  it.each<[string, Record<string, string>, Partial<PaymentRow>, string[]]>([
    ['cancelled', { Status: '1' }, { state: 'cancelled', problem: null }, []],
    ['failed', { Status: '3' }, { state: 'failed', problem: 'gateway_refused' }, []],
    ['too late', { Status: '4' }, { state: 'failed', problem: 'session_expired' }, []],
    ['another amount', { Amount: '1' }, { state: 'failed', problem: 'amount_mismatch' }, ['amount_mismatch:p']],
    ['another payment', { ResNum: 'q' }, { state: 'pending', problem: null }, []],
  ])('that says %s asks nobody', async (message, more, after, raised) => {
    await add('p');
    await back(more);
    expect(await read('p')).toMatchObject(after);
    expect(alarms()).toEqual(raised);
    expect(fetchBank).not.toHaveBeenCalled();
    // A return for another payment is at least logged.
    expect(log).toHaveBeenCalledTimes(message === 'another payment' ? 1 : raised.length);
  });
  it('from another bank than the payment’s, or for no payment, changes nothing', async () => {
    await back({});
    await add('p');
    await back({ Status: '1' }, 'zibal');
    expect((await read('p')).state).toBe('pending');
  });
  it('from a bank that is not configured any more changes nothing', async () => {
    await add('p', { method: 'saman' });
    const sandbox = { ...context, env: { ...env, PAYMENT_GATEWAYS: 'sandbox' } } as unknown as RequestContext;
    runRow(run, 'sandbox_bills', { token: 'tok-p', state: 'paid', order_id: 'p' });
    await handleBankReturn(sandbox, 'saman', 'p', new URLSearchParams({ token: 'tok-p', status: 'cancelled' }));
    const none = { ...context, env: { ...env, PAYMENT_GATEWAYS: '' } } as unknown as RequestContext;
    await back({ Status: '1' }, 'saman', none);
    expect((await read('p')).state).toBe('pending');
  });

  const app = new Hono<{ Variables: { request: RequestContext } }>();
  app.use(async (c, next) => {
    c.set('request', context);
    await next();
  });
  mountBankReturn(app as unknown as Api);
  const visit = async (query: string, init?: RequestInit, id = 'p') => {
    const address = `${buildCallbackUrl('https://pardeh.test', 'saman', id)}${query}`;
    const response = await app.fetch(new Request(address, init));
    expect(response.status).toBe(303);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('location')).toBe(`https://pardeh.test/callback?payment=${id}`);
  };
  it.each<[string, string, RequestInit]>([
    ['the query of a GET', `?${new URLSearchParams(FIELDS).toString()}`, {}],
    ['the form of a POST', '', { method: 'POST', body: new URLSearchParams(FIELDS) }],
    [
      'the form of a POST before its query',
      `?Amount=1&ResNum=p`,
      { method: 'POST', body: new URLSearchParams(FIELDS) },
    ],
  ])('is read from %s', async (_, query, init) => {
    await add('p');
    await visit(query, init);
    expect((await read('p')).state).toBe('settled');
  });
  it('reads no form that is too long, and goes on where something breaks', async () => {
    await add('p');
    const long = new URLSearchParams({ ...FIELDS, more: 'x'.repeat(200_000) });
    await visit('', { method: 'POST', body: long });
    expect((await read('p')).state).toBe('pending');
    log.mockClear();
    run("CREATE TRIGGER broken BEFORE UPDATE ON payments BEGIN SELECT RAISE(ABORT, 'broken'); END");
    await visit(`?${new URLSearchParams(FIELDS).toString()}`);
    expect(log).toHaveBeenCalledOnce();
    await visit('', {}, 'nobody');
  });
});
