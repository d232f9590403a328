import type { BankBook, Transaction } from './book.ts';

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

interface Asked {
  merchant_id: string;
  amount: number;
  authority: string;
  callback_url: string;
  metadata: { order_id: string };
}

/** Answers one call of a merchant. */
export function answerZarinpal(book: BankBook, path: string, body: unknown, now: number): unknown {
  const asked = body as Asked;
  if (asked.merchant_id !== MERCHANT) return fail(-10);
  if (path.endsWith('/request.json')) return openPage(book, asked, now);
  const transaction = book.find(asked.authority);
  if (transaction?.bank !== 'zarinpal') return fail(-54);
  if (path.endsWith('/inquiry.json')) return succeed({ code: 100, status: STATUS[transaction.state] });
  if (path.endsWith('/verify.json')) return verify(transaction, asked.amount);
  if (path.endsWith('/reverse.json')) return reverse(transaction, now);
  return null;
}

function openPage(book: BankBook, { amount, callback_url, metadata }: Asked, now: number) {
  if (!Number.isSafeInteger(amount) || amount < 1000) return fail(-9);
  const authority = `A${String(book.transactions.length + 1).padStart(35, '0')}`;
  book.open('zarinpal', authority, metadata.order_id, amount, callback_url, now);
  return succeed({ code: 100, authority, fee: 100 });
}

function verify(transaction: Transaction, amount: number) {
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

/** Fields that Zarinpal's page sends the payer's browser back with. */
export function zarinpalReturn(transaction: Transaction): Record<string, string> {
  return { Authority: transaction.token, Status: transaction.paidAt > 0 ? 'OK' : 'NOK' };
}
