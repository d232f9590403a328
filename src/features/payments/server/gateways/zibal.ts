import * as v from 'valibot';
import { fail, ok } from '../../../../platform/outcome.ts';
import { bankInteger, bankText, optionalBankText, readBankInteger } from './bank-fields.ts';
import { postToBank, type BankLink } from './bank-http.ts';
import type { Inquiry, PaymentGateway } from './port.ts';

const HOST = 'gateway.zibal.ir';

const DONE = 100;
const request = v.object({ result: bankInteger, trackId: v.nullish(bankInteger) });
const verification = v.pipe(
  v.object({
    result: bankInteger,
    amount: v.nullish(bankInteger),
    orderId: v.nullish(bankText),
    refNumber: optionalBankText,
    cardNumber: optionalBankText,
  }),
  // Zibal leaves the amount out of a repeated answer only.
  v.check(({ result, amount }) => result !== DONE || amount != null, 'an amount'),
);
const inquiry = v.object({ result: bankInteger, status: v.nullish(bankInteger) });

const ALREADY = 201;
const UNPAID = 202;
const NOT_FOUND = 203;
const SITE_REFUSED = [102, 103, 104];
const UNKNOWN_TRACK_ID = 1;
const STATUS: Record<number, Inquiry> = { 1: 'verify', 2: 'verify', [-1]: 'waiting', 3: 'cancelled' };
const CANCELLED = 3;

interface ZibalConfig {
  link: BankLink;
  /** The merchant `zibal` is Zibal's own sandbox. */
  merchant: string;
}

/** Zibal: the trackId names the payment. Zibal has no reversal; a mismatch is reported. */
export function createZibalGateway({ link, merchant }: ZibalConfig): PaymentGateway {
  const post = <S extends v.GenericSchema>(call: string, body: Record<string, unknown>, answer: S) =>
    postToBank(link, { bank: 'zibal', host: HOST, path: `/v1/${call}`, body: { merchant, ...body }, answer });

  return {
    id: 'zibal',
    limits: { min: 1000, max: 50_000_000 },
    terminal: null,
    begin: async ({ id, rial, callbackUrl, mobile }) => {
      const answer = await post('request', { amount: rial, callbackUrl, orderId: id, mobile }, request);
      if (!answer.ok) return answer;
      const { result, trackId } = answer.value;
      if (result !== DONE || trackId == null) {
        console.error(`bank zibal refused a request: ${String(result)}`);
        return fail('gateway_refused');
      }
      return ok({ token: String(trackId), payUrl: `https://${HOST}/start/${String(trackId)}` });
    },
    readReturn: (params, payment) => {
      const hasTrackId = payment.token !== null && params.get('trackId') === payment.token;
      if (!hasTrackId || params.get('orderId') !== payment.id) return { kind: 'foreign' };
      if (readBankInteger(params.get('success')) === 1) return { kind: 'paid', reference: null };
      if (readBankInteger(params.get('status')) === CANCELLED) return { kind: 'cancelled' };
      return { kind: 'failed', problem: 'gateway_refused' };
    },
    verify: async (payment) => {
      const answer = await post('verify', { trackId: Number(payment.token) }, verification);
      if (!answer.ok) return { kind: 'unknown' };
      const { result, amount, orderId, refNumber, cardNumber } = answer.value;
      if (result === UNPAID) return { kind: 'refused', problem: 'gateway_refused' };
      if (result === NOT_FOUND) return { kind: 'refused', problem: 'not_found_at_bank' };
      if (result !== DONE && result !== ALREADY) return { kind: 'unknown' }; // About the merchant (102 to 104)
      const isWrongAmount = amount != null && amount !== payment.rial;
      const isWrongOrder = orderId != null && orderId !== payment.id;
      if (isWrongAmount || isWrongOrder) return { kind: 'mismatch', reference: payment.token, isBound: true };
      return {
        kind: 'paid',
        reference: String(refNumber ?? payment.token),
        trace: payment.token,
        card: cardNumber ?? null,
      };
    },
    inquire: async ({ token }) => {
      const answer = await post('inquiry', { trackId: Number(token) }, inquiry);
      if (!answer.ok) return 'unknown';
      const { result, status } = answer.value;
      if (result !== DONE) return result === NOT_FOUND ? 'waiting' : 'unknown';
      if (status == null) return 'waiting';
      return STATUS[status] ?? 'failed';
    },
    reverse: async () => Promise.resolve(false),
    probe: async () => {
      const answer = await post('inquiry', { trackId: UNKNOWN_TRACK_ID }, inquiry);
      if (!answer.ok) return { state: 'failed', code: '' };
      const { result } = answer.value;
      return { state: SITE_REFUSED.includes(result) ? 'refused' : 'works', code: String(result) };
    },
  };
}
