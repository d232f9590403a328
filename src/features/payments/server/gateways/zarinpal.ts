import * as v from 'valibot';
import { fail, ok } from '../../../../platform/outcome.ts';
import { bankInteger, bankText, optionalBankText } from './bank-fields.ts';
import { postToBank, type BankLink } from './bank-http.ts';
import type { Inquiry, PaymentGateway } from './port.ts';

/** Success sends `errors: []` or `{}`; failure sends `data: []` or `{}`. One of both has a documented code. */
const failed = v.object({ code: bankInteger });
const envelope = <S extends v.GenericSchema>(data: S) =>
  v.pipe(
    v.object({ data: v.fallback(v.nullish(data), null), errors: v.fallback(v.nullish(failed), null) }),
    v.check((answer) => answer.data != null || answer.errors != null, 'data or errors with a code'),
  );
const request = envelope(v.object({ code: bankInteger, authority: v.string() }));
const verification = envelope(v.object({ code: bankInteger, ref_id: bankText, card_pan: optionalBankText }));
const inquiry = envelope(v.object({ code: bankInteger, status: v.string() }));
const reversal = envelope(v.object({ code: bankInteger }));

const DONE = 100;
const ALREADY = 101;
const AMOUNT_MISMATCH = -50;
const TOO_LATE = -63;
const NOT_FOUND = [-54, -55];
const REFUSED = [-51, -53, -61]; // Other errors are about the site (-9 to -12), and decide nothing
const SITE_REFUSED = [-9, -10, -11, -12];
const UNKNOWN_AUTHORITY = `A${'0'.repeat(35)}`;
const AUTHORITY = /^[AS][0-9A-Za-z]{35}$/;

const STATUS: Record<string, Inquiry> = {
  VERIFIED: 'verify',
  PAID: 'verify',
  IN_BANK: 'waiting',
  FAILED: 'failed',
  REVERSED: 'failed',
};

interface ZarinpalConfig {
  link: BankLink;
  merchantId: string;
  sandbox: boolean;
}

/** Zarinpal v4: the authority names the payment; verifying answers the ref_id. */
export function createZarinpalGateway({ link, merchantId, sandbox }: ZarinpalConfig): PaymentGateway {
  const host = sandbox ? 'sandbox.zarinpal.com' : 'payment.zarinpal.com';
  const post = <S extends v.GenericSchema>(call: string, body: Record<string, unknown>, answer: S) =>
    postToBank(link, {
      bank: 'zarinpal',
      host,
      path: `/pg/v4/payment/${call}.json`,
      body: { merchant_id: merchantId, ...body },
      answer,
    });

  return {
    id: 'zarinpal',
    limits: { min: 1000, max: 50_000_000 },
    terminal: null,
    begin: async ({ id, rial, callbackUrl, mobile, description }) => {
      const answer = await post(
        'request',
        {
          amount: rial,
          currency: 'IRR',
          description: description.slice(0, 500),
          callback_url: callbackUrl,
          metadata: { mobile, order_id: id },
        },
        request,
      );
      if (!answer.ok) return answer;
      const order = answer.value.data;
      if (order?.code !== DONE || !AUTHORITY.test(order.authority)) {
        console.error(`bank zarinpal refused a request: ${String(answer.value.errors?.code)}`);
        return fail('gateway_refused');
      }
      return ok({ token: order.authority, payUrl: `https://${host}/pg/StartPay/${order.authority}` });
    },
    readReturn: (params, payment) => {
      if (payment.token === null || params.get('Authority') !== payment.token) return { kind: 'foreign' };
      return params.get('Status') === 'OK' ? { kind: 'paid', reference: null } : { kind: 'cancelled' };
    },
    verify: async (payment) => {
      const answer = await post('verify', { amount: payment.rial, authority: payment.token }, verification);
      if (!answer.ok) return { kind: 'unknown' };
      const transaction = answer.value.data;
      if (transaction && (transaction.code === DONE || transaction.code === ALREADY)) {
        return { kind: 'paid', reference: transaction.ref_id, trace: null, card: transaction.card_pan ?? null };
      }
      const code = answer.value.errors?.code ?? null;
      if (code === null) return { kind: 'unknown' };
      if (code === AMOUNT_MISMATCH) return { kind: 'mismatch', reference: null, isBound: true };
      if (code === TOO_LATE) return { kind: 'refused', problem: 'no_answer_in_time' };
      if (NOT_FOUND.includes(code)) return { kind: 'refused', problem: 'not_found_at_bank' };
      return REFUSED.includes(code) ? { kind: 'refused', problem: 'gateway_refused' } : { kind: 'unknown' };
    },
    inquire: async ({ token }) => {
      const answer = await post('inquiry', { authority: token }, inquiry);
      if (!answer.ok) return 'unknown';
      const data = answer.value.data;
      if (data) return STATUS[data.status] ?? 'waiting';
      return NOT_FOUND.includes(answer.value.errors?.code ?? 0) ? 'waiting' : 'unknown';
    },
    reverse: async ({ token }) => {
      const answer = await post('reverse', { authority: token }, reversal);
      return answer.ok && answer.value.data?.code === DONE;
    },
    probe: async () => {
      const answer = await post('inquiry', { authority: UNKNOWN_AUTHORITY }, inquiry);
      if (!answer.ok) return { state: 'failed', code: '' };
      const code = answer.value.errors?.code ?? DONE;
      return { state: SITE_REFUSED.includes(code) ? 'refused' : 'works', code: String(code) };
    },
  };
}
