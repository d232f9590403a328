import * as v from 'valibot';
import { BANK_TOKEN_MINUTES } from '../../config.ts';
import type { Problem } from '../../../ledger/payment-kinds.ts';
import { fail, ok } from '../../../../platform/outcome.ts';
import { bankFlag, bankInteger, bankText, optionalBankText, readBankInteger } from './bank-fields.ts';
import { postToBank, type BankLink } from './bank-http.ts';
import type { BankPayment, BankReturn, PaymentGateway, Verdict } from './port.ts';

const HOST = 'sep.shaparak.ir';
const VERIFY = '/verifyTxnRandomSessionkey/ipg/VerifyTransaction';
const REVERSE = '/verifyTxnRandomSessionkey/ipg/ReverseTransaction';

/** Verify `ResultCode`. DUPLICATE: verified before, for any payment of the terminal. */
const VERIFIED = 0;
const DUPLICATE = 2;

const tokenAnswer = v.object({
  status: bankInteger,
  token: v.nullish(v.string()),
  errorCode: optionalBankText,
});
const transactionDetail = v.object({
  RefNum: v.string(),
  TerminalNumber: bankText,
  OrginalAmount: bankInteger,
  AffectiveAmount: bankInteger,
  MaskedPan: optionalBankText,
  StraceNo: optionalBankText,
});
/** A refusal may have an empty object in the place of null. */
const noDetail = v.pipe(
  v.union([v.strictObject({}), v.pipe(v.array(v.unknown()), v.maxLength(0))]),
  v.transform(() => null),
);
const reversal = v.object({ ResultCode: bankInteger, Success: bankFlag });
const verifyAnswer = v.pipe(
  v.object({
    ResultCode: bankInteger,
    Success: bankFlag,
    TransactionDetail: v.nullish(v.union([transactionDetail, noDetail])),
  }),
  // A verdict without details proves nothing.
  v.check(
    ({ ResultCode, TransactionDetail }) => ![VERIFIED, DUPLICATE].includes(ResultCode) || TransactionDetail != null,
    'a TransactionDetail',
  ),
);

const CANCELLED = 1;
const OK = 2;
const EXPIRED = 4;
const REVERSED = 5;
const NOT_FOUND = -2;
const TOO_LATE = -6;
const SITE_REFUSED = [-104, -105, -106]; // Terminal, address: nothing is decided about the payment

const UNKNOWN_REFERENCE = 'no-such-payment';

interface SamanConfig {
  link: BankLink;
  terminalId: string;
}

/** SEP. Verify takes no amount: token, order and terminal are compared before it, the amount before and after it. */
export function createSamanGateway({ link, terminalId }: SamanConfig): PaymentGateway {
  const post = <S extends v.GenericSchema>(path: string, body: unknown, answer: S) =>
    postToBank(link, { bank: 'saman', host: HOST, path, body, answer });
  const transaction = (reference: string) => ({ RefNum: reference, TerminalNumber: Number(terminalId) });

  return {
    id: 'saman',
    limits: { min: 1000, max: 50_000_000 },
    terminal: terminalId,
    begin: async ({ id, rial, callbackUrl, mobile }) => {
      const body = {
        action: 'token',
        TerminalId: terminalId,
        Amount: rial,
        ResNum: id,
        RedirectUrl: callbackUrl,
        CellNumber: mobile,
        TokenExpiryInMin: BANK_TOKEN_MINUTES,
      };
      const answer = await post('/onlinepg/onlinepg', body, tokenAnswer);
      if (!answer.ok) return answer;
      const { status, token, errorCode } = answer.value;
      if (status !== 1 || !token) {
        console.error(`bank saman refused a token: ${String(errorCode ?? status)}`);
        return fail('gateway_refused');
      }
      return ok({ token, payUrl: `https://${HOST}/OnlinePG/SendToken?token=${encodeURIComponent(token)}` });
    },
    readReturn: (params, payment) => readReturn(params, payment, terminalId),
    verify: async (payment) => {
      if (payment.reference === null) return { kind: 'refused', problem: 'not_found_at_bank' };
      const answer = await post(VERIFY, transaction(payment.reference), verifyAnswer);
      return answer.ok ? toVerdict(answer.value, payment, terminalId) : { kind: 'unknown' };
    },
    inquire: null,
    reverse: async ({ reference }) => {
      if (reference === null) return false;
      const answer = await post(REVERSE, transaction(reference), reversal);
      return answer.ok && answer.value.Success;
    },
    probe: async () => {
      const answer = await post(VERIFY, transaction(UNKNOWN_REFERENCE), verifyAnswer);
      if (!answer.ok) return { state: 'failed', code: '' };
      const { ResultCode: code } = answer.value;
      return { state: SITE_REFUSED.includes(code) ? 'refused' : 'works', code: String(code) };
    },
  };
}

function readReturn(params: URLSearchParams, payment: BankPayment, terminalId: string): BankReturn {
  const hasValue = (name: string, value: string | null) => params.get(name) === value;
  if (!hasValue('ResNum', payment.id) || !hasValue('Token', payment.token)) return { kind: 'foreign' };
  if ((params.get('TerminalId') ?? params.get('MID')) !== terminalId) return { kind: 'foreign' };
  const status = readBankInteger(params.get('Status'));
  if (status === CANCELLED) return { kind: 'cancelled' };
  if (status === EXPIRED) return { kind: 'failed', problem: 'session_expired' };
  const reference = params.get('RefNum') ?? '';
  if (status !== OK || reference === '') return { kind: 'failed', problem: 'gateway_refused' };
  if (readBankInteger(params.get('Amount')) !== payment.rial) return { kind: 'mismatch' };
  return { kind: 'paid', reference };
}

function toVerdict(answer: v.InferOutput<typeof verifyAnswer>, payment: BankPayment, terminalId: string): Verdict {
  const { ResultCode, TransactionDetail: detail } = answer;
  if (SITE_REFUSED.includes(ResultCode)) return { kind: 'unknown' };
  if (ResultCode !== VERIFIED && ResultCode !== DUPLICATE) {
    return { kind: 'refused', problem: PROBLEM_BY_CODE[ResultCode] ?? 'gateway_refused' };
  }
  if (!detail) return { kind: 'unknown' };
  const fits =
    detail.RefNum === payment.reference &&
    detail.TerminalNumber === terminalId &&
    detail.OrginalAmount === payment.rial &&
    detail.AffectiveAmount === payment.rial;
  const isRepeat = ResultCode === DUPLICATE;
  // SEP's answer names no order: only the browser ties this reference to this payment.
  if (!fits) return { kind: 'mismatch', reference: payment.reference, isBound: false, isRepeat };
  return {
    kind: 'paid',
    reference: detail.RefNum,
    trace: detail.StraceNo ?? null,
    card: detail.MaskedPan ?? null,
    isRepeat,
  };
}

const PROBLEM_BY_CODE: Record<number, Problem> = {
  [REVERSED]: 'no_answer_in_time',
  [NOT_FOUND]: 'not_found_at_bank',
  [TOO_LATE]: 'no_answer_in_time',
};
