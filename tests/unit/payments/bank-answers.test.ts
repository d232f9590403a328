import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { openDatabase } from '../../../src/platform/db/client.ts';
import type { BankPayment } from '../../../src/features/payments/server/gateways/port.ts';
import { readBankInteger } from '../../../src/features/payments/server/gateways/bank-fields.ts';
import { getBankLink } from '../../../src/features/payments/server/gateways/choose.ts';
import { createSamanGateway } from '../../../src/features/payments/server/gateways/saman.ts';
import { createZarinpalGateway } from '../../../src/features/payments/server/gateways/zarinpal.ts';
import { createZibalGateway } from '../../../src/features/payments/server/gateways/zibal.ts';
import { openPlatform } from '../../support/site/sqlite-platform.ts';

/** How banks write what their documents call a number: the same verdict each time, and an alarm for anything else. */

const reports: string[] = [];
const link = {
  ...{ relayBase: '', relaySecret: '', timeoutMs: 1000 },
  report: (bank: string, path: string, deviation: string) =>
    Promise.resolve(reports.push(`${bank} ${path} ${deviation}`)),
};
const TOKEN = `A${'0'.repeat(35)}`;
const payment: BankPayment = { id: 'order1', rial: 55_000, token: TOKEN, reference: 'ref-1', createdAt: 0 };
const zibalPayment = { ...payment, token: '3000000001' };
const saman = createSamanGateway({ link, terminalId: '12345678' });
const zarinpal = createZarinpalGateway({ link, merchantId: 'm', sandbox: false });
const zibal = createZibalGateway({ link, merchant: 'zibal' });

let body: unknown;
beforeEach(() => {
  reports.length = 0;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body)));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const DETAIL = {
  RefNum: 'ref-1',
  TerminalNumber: 12_345_678,
  OrginalAmount: 55_000,
  AffectiveAmount: 55_000,
  StraceNo: 9,
};
/** Documented answers with the verdict of each. */
const VERDICTS = {
  'saman, paid': [() => saman.verify(payment), { ResultCode: 0, Success: true, TransactionDetail: DETAIL }, 'paid'],
  'saman, of another amount': [
    () => saman.verify(payment),
    { ResultCode: 0, Success: true, TransactionDetail: { ...DETAIL, AffectiveAmount: 54_000 } },
    'mismatch',
  ],
  'saman, refused': [
    () => saman.verify(payment),
    { ResultCode: -2, Success: false, TransactionDetail: null },
    'refused',
  ],
  'zarinpal, paid': [
    () => zarinpal.verify(payment),
    { data: { code: 100, ref_id: 7, card_pan: 'x' }, errors: [] },
    'paid',
  ],
  'zarinpal, paid before': [() => zarinpal.verify(payment), { data: { code: 101, ref_id: 7 }, errors: [] }, 'paid'],
  'zarinpal, refused': [() => zarinpal.verify(payment), { data: [], errors: { code: -51, message: 'x' } }, 'refused'],
  'zarinpal, of another amount': [() => zarinpal.verify(payment), { data: [], errors: { code: -50 } }, 'mismatch'],
  'zibal, paid': [
    () => zibal.verify(zibalPayment),
    { result: 100, amount: 55_000, orderId: 'order1', refNumber: 5 },
    'paid',
  ],
  'zibal, paid before': [() => zibal.verify(zibalPayment), { result: 201, amount: 55_000 }, 'paid'],
  'zibal, of another amount': [() => zibal.verify(zibalPayment), { result: 100, amount: 5500 }, 'mismatch'],
  'zibal, unpaid': [() => zibal.verify(zibalPayment), { result: 202 }, 'refused'],
} as const;

const PERSIAN = '۰۱۲۳۴۵۶۷۸۹';
const SPELLINGS: Record<string, (value: number) => unknown> = {
  'a number': (value) => value,
  text: String,
  'Persian digits': (value) => String(value).replace(/\d/g, (digit) => PERSIAN[Number(digit)] ?? ''),
  'separators of thousands': (value) => value.toLocaleString('en'),
  'a fraction of zeros': (value) => `${String(value)}.00`,
  'blanks and direction marks': (value) => ` \u200e${String(value)}\u200f `,
};
/** PHP's empty array may be an empty object, and a flag may be a text. */
function rewrite(value: unknown, spell: (value: number) => unknown, isObject: boolean): unknown {
  if (typeof value === 'number') return spell(value);
  if (typeof value === 'boolean') return isObject ? String(value) : Number(value);
  if (Array.isArray(value)) return value.length === 0 && isObject ? {} : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, rewrite(field, spell, isObject)]));
}

describe.each(Object.entries(VERDICTS))('%s', (name, [verify, documented, kind]) => {
  it.each(Object.entries(SPELLINGS))('has the same verdict with %s', async (spelling, spell) => {
    const isName = name.startsWith('saman') && spelling !== 'a number' && spelling !== 'text';
    for (const isObject of [false, true]) {
      body = rewrite(documented, spell, isObject);
      // A terminal is a name: only its own digits name it.
      if (isName)
        body = rewrite(
          documented,
          (value) => (value === DETAIL.TerminalNumber ? String(value) : spell(value)),
          isObject,
        );
      expect([JSON.stringify(body), (await verify()).kind]).toEqual([JSON.stringify(body), kind]);
    }
    expect(reports).toEqual([]);
  });
});

it.each([
  [
    'a start at Saman',
    () => saman.begin({ ...payment, callbackUrl: 'https://x.test', mobile: '', description: '' }),
    { status: '1', token: 't' },
  ],
  [
    'a start at Zarinpal',
    () => zarinpal.begin({ ...payment, callbackUrl: 'https://x.test', mobile: '', description: '' }),
    { data: { code: '100', authority: TOKEN }, errors: {} },
  ],
  [
    'a start at Zibal',
    () => zibal.begin({ ...payment, callbackUrl: 'https://x.test', mobile: '', description: '' }),
    { result: '100', trackId: '3000000001' },
  ],
] as const)('%s is read with digits as text', async (_, begin, answer) => {
  body = answer;
  expect((await begin()).ok).toBe(true);
});

it('a status at Zibal and Zarinpal is read with digits as text', async () => {
  body = { result: '100', status: '2' };
  expect(await zibal.inquire?.(zibalPayment)).toBe('verify');
  body = { data: { code: '100', status: 'PAID' }, errors: {} };
  expect(await zarinpal.inquire?.(payment)).toBe('verify');
});

it('the return of Saman and Zibal is read with an amount and states in any digits', () => {
  const params = (fields: Record<string, string>) => new URLSearchParams(fields);
  const returnFields = { ResNum: 'order1', Token: TOKEN, TerminalId: '12345678', RefNum: 'r' };
  expect(saman.readReturn(params({ ...returnFields, Status: '۲', Amount: '55,000' }), payment).kind).toBe('paid');
  expect(saman.readReturn(params({ ...returnFields, Status: '2', Amount: '5500' }), payment).kind).toBe('mismatch');
  expect(saman.readReturn(params({ ...returnFields, Status: '2', Amount: '' }), payment).kind).toBe('mismatch');
  const bill = { trackId: '3000000001', orderId: 'order1' };
  expect(zibal.readReturn(params({ ...bill, success: '۱' }), zibalPayment).kind).toBe('paid');
});

it.each([
  ['saman', () => saman.verify(payment), { ResultCode: 0, Success: true }],
  ['saman', () => saman.verify(payment), { ResultCode: 'OK', Success: true, TransactionDetail: DETAIL }],
  [
    'saman',
    () => saman.verify(payment),
    { ResultCode: 0, Success: true, TransactionDetail: { ...DETAIL, AffectiveAmount: '55k' } },
  ],
  ['zarinpal', () => zarinpal.verify(payment), { data: [], errors: {} }],
  ['zarinpal', () => zarinpal.verify(payment), { data: { code: 100 }, errors: [] }],
  ['zarinpal', () => zarinpal.verify(payment), { data: [], errors: 'merchant' }],
  ['zibal', () => zibal.verify(zibalPayment), { result: 100 }],
  ['zibal', () => zibal.verify(zibalPayment), { result: true, amount: 55_000 }],
  ['zibal', () => zibal.verify(zibalPayment), []],
] as const)('%s: an answer that it does not document is unknown and reported: %#', async (bank, verify, answer) => {
  body = answer;
  expect((await verify()).kind).toBe('unknown');
  expect(reports).toEqual([expect.stringMatching(`^${bank} /`)]);
  expect(reports.join()).not.toMatch(/55k|OK\b|merchant/);
});

it('no answer whose amount is not ours is ever paid', async () => {
  const odd = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.string(),
    fc.constantFrom('55000.5', '55000x', '5.5e4', '0x', null, true, [], {}),
  );
  await fc.assert(
    fc.asyncProperty(odd, async (amount) => {
      fc.pre(readBankInteger(amount) !== payment.rial);
      body = { ResultCode: 0, Success: true, TransactionDetail: { ...DETAIL, AffectiveAmount: amount } };
      expect((await saman.verify(payment)).kind).not.toBe('paid');
      body = { result: 100, amount };
      expect((await zibal.verify(zibalPayment)).kind).not.toBe('paid');
    }),
  );
});

it('a whole number is read whatever its spelling, and nothing else', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      for (const spell of Object.values(SPELLINGS)) expect(readBankInteger(spell(value))).toBe(value);
    }),
  );
  for (const text of [
    '',
    ' ',
    '1 000',
    '1,00',
    '1.5',
    '1e3',
    '0x10',
    '١٢a',
    '--1',
    '9'.repeat(17),
    1.5,
    NaN,
    null,
    [1],
    { a: 1 },
    true,
  ])
    expect([text, readBankInteger(text)]).toEqual([text, null]);
});

it('raises one alarm a day for a bank’s call, without a value', async () => {
  const { env } = await openPlatform();
  const db = openDatabase(env.DB);
  for (const now of [1_800_000_000, 1_800_000_100, 1_800_090_000]) {
    const { report } = getBankLink({ env: { ...env, PAYMENT_RELAY_BASE: '' }, db, now });
    await report('vandar', '/v3/business/pardeh/subscription/withdrawal/8412af', 'HTTP 200, result: an object');
  }
  const { results } = await env.DB.prepare('SELECT kind, text FROM alarms').all();
  expect(results).toHaveLength(2);
  expect(results[0]).toMatchObject({ kind: 'bank_answer', text: expect.stringContaining('withdrawal/:id') as string });
});
