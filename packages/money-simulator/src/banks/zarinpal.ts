import * as v from 'valibot';
import { isPaid, type BankBook, type Transaction } from './book.ts';

/** Zarinpal's v4 wire format. */

export const MERCHANT = '1344b5d4-0048-11e8-94db-005056a205be';
/** Seconds after a payment in which a merchant may give the money back. */
const REVERSE_SECONDS = 30 * 60;

const STATUS: Record<Transaction['state'], string> = {
  open: 'IN_BANK',
  paid: 'PAID',
  captured: 'VERIFIED',
  cancelled: 'FAILED',
  returned: 'REVERSED',
};

const pageRequest = v.strictObject({
  merchant_id: v.string(),
  amount: v.pipe(v.number(), v.integer()),
  currency: v.literal('IRR'),
  description: v.pipe(v.string(), v.nonEmpty(), v.maxLength(500)),
  callback_url: v.string(),
  metadata: v.strictObject({ mobile: v.string(), order_id: v.string() }),
});
const transactionRequest = v.strictObject({
  merchant_id: v.string(),
  amount: v.optional(v.number()),
  authority: v.string(),
});

/** Answers one call of a merchant. */
export function answerZarinpal(book: BankBook, path: string, body: unknown, now: number): unknown {
  const [, call = ''] = /^\/pg\/v4\/payment\/(request|inquiry|verify|reverse)\.json$/.exec(path) ?? [];
  if (call === '') return null;
  const isPage = call === 'request';
  const request = v.parse(isPage ? pageRequest : transactionRequest, body);
  if (request.merchant_id !== MERCHANT) return fail(-10);
  if (!('authority' in request)) return openPage(book, request, now);
  const transaction = book.find(request.authority);
  if (transaction?.bank !== 'zarinpal') return fail(-54);
  if (call === 'inquiry') return succeed({ code: 100, status: STATUS[transaction.state] });
  return call === 'verify' ? verify(transaction, request.amount) : reverse(transaction, now);
}

function openPage(book: BankBook, request: v.InferOutput<typeof pageRequest>, now: number) {
  const { amount, callback_url, metadata } = request;
  if (amount < 1000) return fail(-9);
  const authority = `A${String(book.transactions.length + 1).padStart(35, '0')}`;
  book.open('zarinpal', authority, metadata.order_id, amount, callback_url, now);
  return succeed({ code: 100, authority, fee: 100 });
}

function verify(transaction: Transaction, amount: number | undefined) {
  if (transaction.state === 'returned') return fail(-63);
  if (transaction.state !== 'paid' && transaction.state !== 'captured') return fail(-51);
  if (amount !== transaction.paidRial) return fail(-50);
  const code = transaction.state === 'captured' ? 101 : 100;
  transaction.state = 'captured';
  return succeed({ code, ref_id: transaction.reference, card_pan: '502229******5995', card_hash: '1EBE', fee: 100 });
}

function reverse(transaction: Transaction, now: number) {
  if (transaction.state !== 'paid' && transaction.state !== 'captured') return fail(-51);
  if (now > transaction.paidAt + REVERSE_SECONDS) return fail(-63);
  transaction.state = 'returned';
  return succeed({ code: 100 });
}

function succeed(data: Record<string, unknown>) {
  return { data: { message: 'Success', ...data }, errors: [] };
}

function fail(code: number) {
  return { data: [], errors: { code, message: 'error', validations: [] } };
}

/** Zarinpal answers errors with status 422. */
export function isZarinpalError(answer: unknown): boolean {
  return v.is(v.object({ errors: v.object({ code: v.number() }) }), answer);
}

/** Fields that Zarinpal's page sends the payer's browser back with. */
export function zarinpalReturn(transaction: Transaction): Record<string, string> {
  return { Authority: transaction.token, Status: isPaid(transaction) ? 'OK' : 'NOK' };
}
