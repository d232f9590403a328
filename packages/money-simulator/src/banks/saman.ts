import * as v from 'valibot';
import { isPaid, type BankBook, type Transaction } from './book.ts';

/** SEP's wire format (the guide of merchants, v3.3). */

export const TERMINAL = '12345678';
/** Seconds after a confirmation in which a merchant may give the money back. */
const REVERSE_SECONDS = 50 * 60;

const VERIFY = '/verifyTxnRandomSessionkey/ipg/VerifyTransaction';
const REVERSE = '/verifyTxnRandomSessionkey/ipg/ReverseTransaction';

const tokenRequest = v.strictObject({
  action: v.literal('token'),
  TerminalId: v.string(),
  Amount: v.pipe(v.number(), v.integer()),
  ResNum: v.string(),
  RedirectUrl: v.pipe(v.string(), v.maxLength(2083)),
  CellNumber: v.string(),
  TokenExpiryInMin: v.number(),
});
const transactionRequest = v.strictObject({ RefNum: v.string(), TerminalNumber: v.number() });

/** Answers one call of a merchant. */
export function answerSaman(book: BankBook, path: string, body: unknown, now: number): unknown {
  if (path === '/onlinepg/onlinepg') return openPage(book, v.parse(tokenRequest, body), now);
  if (path !== VERIFY && path !== REVERSE) return null;
  const { RefNum, TerminalNumber } = v.parse(transactionRequest, body);
  if (String(TerminalNumber) !== TERMINAL) return refuse(-105);
  const transaction = book.findByReference('saman', RefNum);
  if (!transaction) return refuse(-2);
  return path === VERIFY ? verify(transaction) : reverse(transaction, now);
}

function openPage(book: BankBook, request: v.InferOutput<typeof tokenRequest>, now: number) {
  const { TerminalId, Amount, ResNum, RedirectUrl } = request;
  if (TerminalId !== TERMINAL || Amount < 1000) {
    return { status: -1, errorCode: '5', errorDesc: 'bad parameters' };
  }
  const token = `sep${String(book.transactions.length + 1).padStart(29, '0')}`;
  book.open('saman', token, ResNum, Amount, RedirectUrl, now);
  return { status: 1, token };
}

function verify(transaction: Transaction) {
  if (transaction.state === 'returned') return refuse(5);
  const code = transaction.state === 'captured' ? 2 : 0;
  transaction.state = 'captured';
  return confirm(transaction, code);
}

function reverse(transaction: Transaction, now: number) {
  if (transaction.state === 'returned') return refuse(5);
  if (now > transaction.paidAt + REVERSE_SECONDS) return refuse(-6);
  transaction.state = 'returned';
  return confirm(transaction, 0);
}

function refuse(ResultCode: number) {
  return { ResultCode, ResultDescription: 'error', Success: false, TransactionDetail: null };
}

function confirm(transaction: Transaction, ResultCode: number) {
  return {
    ResultCode,
    ResultDescription: 'ok',
    Success: true,
    TransactionDetail: {
      RRN: '14226761817',
      RefNum: transaction.reference,
      MaskedPan: '621986****8080',
      HashedPan: 'b96a14400c3a59249e87c300ecc06e59',
      TerminalNumber: Number(TERMINAL),
      OrginalAmount: transaction.paidRial,
      AffectiveAmount: transaction.paidRial,
      StraceDate: '2026-11-21 18:11:06',
      StraceNo: '100428',
    },
  };
}

/** Fields that SEP's page posts back to the merchant by the payer's browser. */
export function samanReturn(transaction: Transaction): Record<string, string> {
  const paid = isPaid(transaction);
  return {
    MID: TERMINAL,
    TerminalId: TERMINAL,
    State: paid ? 'OK' : 'CanceledByUser',
    Status: paid ? '2' : '1',
    RRN: paid ? '14226761817' : '',
    RefNum: paid ? transaction.reference : '',
    ResNum: transaction.order,
    TraceNo: '100428',
    Amount: String(transaction.rial),
    Wage: '',
    SecurePan: '621986****8080',
    HashedCardNumber: 'b96a14400c3a59249e87c300ecc06e59',
    Token: transaction.token,
  };
}
