import * as v from 'valibot';
import { isPaid, type BankBook, type Transaction } from './book.ts';

/** Zibal's wire format. It has no call that gives money back. */

/** The merchant of Zibal's own tests. */
export const ZIBAL_MERCHANT = 'zibal';
const FIRST_TRACK_ID = 3_000_000_000;

const STATUS: Record<Transaction['state'], number> = { open: -1, paid: 2, captured: 1, cancelled: 3, returned: 15 };

const pageRequest = v.strictObject({
  merchant: v.string(),
  amount: v.pipe(v.number(), v.integer()),
  callbackUrl: v.string(),
  orderId: v.string(),
  mobile: v.string(),
});
const transactionRequest = v.strictObject({ merchant: v.string(), trackId: v.number() });

/** Answers one call of a merchant. */
export function answerZibal(book: BankBook, path: string, body: unknown, now: number): unknown {
  const request = v.parse(path === '/v1/request' ? pageRequest : transactionRequest, body);
  if (request.merchant !== ZIBAL_MERCHANT) return { result: 102, message: 'error' };
  if (!('trackId' in request)) return openPage(book, request, now);
  const transaction = book.find(String(request.trackId));
  if (transaction?.bank !== 'zibal') return { result: 203, message: 'error' };
  if (path === '/v1/inquiry') return { result: 100, status: STATUS[transaction.state], amount: transaction.paidRial };
  if (path === '/v1/verify') return verify(transaction);
  return null;
}

function openPage(book: BankBook, request: v.InferOutput<typeof pageRequest>, now: number) {
  const { amount, callbackUrl, orderId } = request;
  if (amount < 1000) return { result: 105, message: 'error' };
  const trackId = FIRST_TRACK_ID + book.transactions.length + 1;
  book.open('zibal', String(trackId), orderId, amount, callbackUrl, now);
  return { result: 100, trackId, message: 'success' };
}

function verify(transaction: Transaction) {
  if (transaction.state !== 'paid' && transaction.state !== 'captured') return { result: 202, message: 'unpaid' };
  const result = transaction.state === 'captured' ? 201 : 100;
  transaction.state = 'captured';
  const details = { orderId: transaction.order, refNumber: transaction.reference, cardNumber: '62198610****8080' };
  return { result, message: 'success', status: 1, amount: transaction.paidRial, ...details };
}

/** Fields that Zibal's page sends the payer's browser back with. */
export function zibalReturn(transaction: Transaction): Record<string, string> {
  const paid = isPaid(transaction);
  return {
    trackId: transaction.token,
    success: paid ? '1' : '0',
    status: paid ? '2' : '3',
    orderId: transaction.order,
  };
}
