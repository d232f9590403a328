import type { BankBook, Transaction } from './book.ts';
import { answerSaman, samanReturn } from './saman.ts';
import { answerZarinpal, isZarinpalError, zarinpalReturn } from './zarinpal.ts';
import { answerZibal, zibalReturn } from './zibal.ts';

/** Answers one call of a merchant: the status and the body. */
export function answerBank(
  book: BankBook,
  host: string,
  path: string,
  body: unknown,
  now: number,
): [status: number, body: unknown] {
  const answer = findAnswer(book, host, path, body, now);
  if (answer === null) return [404, { error: 'not found' }];
  return [host === 'payment.zarinpal.com' && isZarinpalError(answer) ? 422 : 200, answer];
}

function findAnswer(book: BankBook, host: string, path: string, body: unknown, now: number): unknown {
  switch (host) {
    case 'sep.shaparak.ir':
      return answerSaman(book, path, body, now);
    case 'payment.zarinpal.com':
      return answerZarinpal(book, path, body, now);
    case 'gateway.zibal.ir':
      return answerZibal(book, path, body, now);
    default:
      return null;
  }
}

/** Fields that the bank's page sends the browser back with. */
export function returnFields(transaction: Transaction): Record<string, string> {
  switch (transaction.bank) {
    case 'saman':
      return samanReturn(transaction);
    case 'zarinpal':
      return zarinpalReturn(transaction);
    default:
      return zibalReturn(transaction);
  }
}

/** The browser's request on its way back from a bank; SEP posts a form, the others link. */
export function makeReturn(bank: string, address: string, fields: Record<string, string>): Request {
  const params = new URLSearchParams(fields);
  if (bank !== 'saman') return new Request(`${address}?${params.toString()}`);
  const headers = { origin: 'https://sep.shaparak.ir', 'sec-fetch-site': 'cross-site' };
  return new Request(address, { method: 'POST', body: params, headers });
}
