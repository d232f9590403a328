import * as v from 'valibot';
import { listen } from './api.ts';

/** How the banks behind the relay behave now; `fine` speaks the wire format. */
export type Mood = 'fine' | 'html' | 'half json' | 'other shape' | 'slow' | 'refuses' | 'loses answers';

interface Transaction {
  bank: 'saman' | 'zarinpal' | 'zibal';
  token: string;
  order: string;
  rial: number;
  callback: string;
  state: 'open' | 'paid' | 'verified' | 'cancelled' | 'reversed';
  reference: string;
  /** The paid amount in the bank's answer, where that differs. */
  paidRial?: number;
}

export const TERMINAL = '12345678';
export const MERCHANT = '1344b5d4-0048-11e8-94db-005056a205be';
export const RELAY_SECRET = 'relay-secret-of-the-test';

const sepToken = v.strictObject({
  action: v.literal('token'),
  TerminalId: v.string(),
  Amount: v.pipe(v.number(), v.integer()),
  ResNum: v.string(),
  RedirectUrl: v.pipe(v.string(), v.maxLength(2083)),
  CellNumber: v.string(),
  TokenExpiryInMin: v.number(),
});
const sepVerify = v.strictObject({ RefNum: v.string(), TerminalNumber: v.number() });
const zarinpalRequest = v.strictObject({
  merchant_id: v.string(),
  amount: v.pipe(v.number(), v.minValue(1000)),
  currency: v.literal('IRR'),
  description: v.pipe(v.string(), v.nonEmpty(), v.maxLength(500)),
  callback_url: v.string(),
  metadata: v.strictObject({ mobile: v.string(), order_id: v.string() }),
});
const zarinpalVerify = v.object({ merchant_id: v.string(), amount: v.optional(v.number()), authority: v.string() });
const zibalRequest = v.strictObject({
  merchant: v.string(),
  amount: v.pipe(v.number(), v.minValue(1000)),
  callbackUrl: v.string(),
  orderId: v.string(),
  mobile: v.string(),
});
const zibalTrack = v.strictObject({ merchant: v.string(), trackId: v.number() });

/**
 * SEP, Zarinpal and Zibal behind one relay, over HTTP on loopback: `/<host>/<path>` with the relay's secret, answered
 * in each bank's wire format as the public documents describe it. `pay` and `cancel` are the visitor at its page.
 */
export async function fakeBanks() {
  // `down`: of whichever host, the one that answers nonsense.
  const state = {
    down: '',
    mood: 'fine' as Mood,
    transactions: new Map<string, Transaction>(),
    asked: [] as string[],
    n: 0,
  };
  const server = await listen(async (request) => {
    const path = new URL(request.url).pathname;
    state.asked.push(path);
    if (request.headers.get('x-relay-secret') !== RELAY_SECRET) return Response.json({}, { status: 403 });
    const body: unknown = await request.json();
    if (state.down !== '' && path.includes(state.down)) return new Response('<h1>502</h1>', { status: 502 });
    switch (state.mood) {
      case 'loses answers':
        answer(path, body);
        return new Response('<html><body>504 Gateway Timeout</body></html>', { status: 504 });
      case 'html':
        return new Response('<html><body>502 Bad Gateway</body></html>', { status: 502 });
      case 'half json':
        return new Response('{"status":1,"tok', { headers: { 'content-type': 'application/json' } });
      case 'other shape':
        return Response.json({ ok: true });
      case 'slow':
        return new Promise(() => undefined);
      default:
        return answer(path, body);
    }
  });
  const add = (transaction: Omit<Transaction, 'state' | 'reference'>): Transaction => {
    const added: Transaction = { ...transaction, state: 'open', reference: `ref-${String((state.n += 1))}` };
    state.transactions.set(added.token, added);
    return added;
  };
  const byReference = (reference: string) =>
    [...state.transactions.values()].find(
      (foundTransaction) => foundTransaction.reference === reference && foundTransaction.state !== 'open',
    );

  function answer(path: string, body: unknown): Response {
    if (state.mood === 'refuses') return refuse(path);
    switch (path) {
      case '/sep.shaparak.ir/onlinepg/onlinepg': {
        const input = v.parse(sepToken, body);
        if (input.TerminalId !== TERMINAL) {
          return Response.json({ status: -1, errorCode: '5', errorDesc: 'پارامترهای ارسالی نامعتبر است.' });
        }
        const token = `sep${String(state.n + 1).padStart(29, '0')}`;
        add({ bank: 'saman', token, order: input.ResNum, rial: input.Amount, callback: input.RedirectUrl });
        return Response.json({ status: 1, token });
      }
      case '/sep.shaparak.ir/verifyTxnRandomSessionkey/ipg/VerifyTransaction':
        return sepAnswer(v.parse(sepVerify, body), 'verified');
      case '/sep.shaparak.ir/verifyTxnRandomSessionkey/ipg/ReverseTransaction':
        return sepAnswer(v.parse(sepVerify, body), 'reversed');
      case '/payment.zarinpal.com/pg/v4/payment/request.json': {
        const input = v.parse(zarinpalRequest, body);
        if (input.merchant_id !== MERCHANT) return zarinpalError(-10);
        const token = `A${String(state.n + 1).padStart(35, '0')}`;
        add({
          bank: 'zarinpal',
          token,
          order: input.metadata.order_id,
          rial: input.amount,
          callback: input.callback_url,
        });
        return Response.json({ data: { code: 100, message: 'Success', authority: token, fee: 100 }, errors: [] });
      }
      case '/payment.zarinpal.com/pg/v4/payment/verify.json':
        return zarinpalAnswer(v.parse(zarinpalVerify, body));
      case '/payment.zarinpal.com/pg/v4/payment/inquiry.json': {
        const transaction2 = state.transactions.get(v.parse(zarinpalVerify, body).authority);
        if (!transaction2) return zarinpalError(-55);
        const names = {
          open: 'IN_BANK',
          paid: 'PAID',
          verified: 'VERIFIED',
          cancelled: 'FAILED',
          reversed: 'REVERSED',
        };
        return Response.json({
          data: { code: 100, message: 'Success', status: names[transaction2.state] },
          errors: [],
        });
      }
      case '/payment.zarinpal.com/pg/v4/payment/reverse.json': {
        const found = state.transactions.get(v.parse(zarinpalVerify, body).authority);
        if (!found) return zarinpalError(-55);
        found.state = 'reversed';
        return Response.json({ data: { code: 100, message: 'Reversed' }, errors: [] });
      }
      case '/gateway.zibal.ir/v1/request': {
        const input = v.parse(zibalRequest, body);
        if (input.merchant !== 'zibal') return Response.json({ result: 102, message: 'merchant یافت نشد' });
        const token = String(3_000_000_000 + state.n + 1);
        add({ bank: 'zibal', token, order: input.orderId, rial: input.amount, callback: input.callbackUrl });
        return Response.json({ result: 100, trackId: Number(token), message: 'success' });
      }
      case '/gateway.zibal.ir/v1/verify': {
        const found = state.transactions.get(String(v.parse(zibalTrack, body).trackId));
        if (!found) return Response.json({ result: 203, message: 'trackId نامعتبر می‌باشد' });
        if (found.state !== 'paid' && found.state !== 'verified')
          return Response.json({ result: 202, message: 'unpaid' });
        const again = found.state === 'verified';
        found.state = 'verified';
        const amount = found.paidRial ?? found.rial;
        const details = { amount, orderId: found.order, refNumber: found.reference, cardNumber: '62198610****8080' };
        return Response.json({ result: again ? 201 : 100, status: 1, message: 'success', ...details });
      }
      case '/gateway.zibal.ir/v1/inquiry': {
        const found = state.transactions.get(String(v.parse(zibalTrack, body).trackId));
        if (!found) return Response.json({ result: 203 });
        const status = { open: -1, paid: 2, verified: 1, cancelled: 3, reversed: 15 }[found.state];
        return Response.json({ result: 100, status, amount: found.rial });
      }
      default:
        return new Response('<h1>404</h1>', { status: 404 });
    }
  }

  /** The site is not let in: its address, its merchant. */
  function refuse(path: string): Response {
    if (path.startsWith('/payment.zarinpal.com/')) return zarinpalError(-10);
    if (path.startsWith('/gateway.zibal.ir/')) return Response.json({ result: 102, message: 'merchant یافت نشد' });
    return path.endsWith('/onlinepg')
      ? Response.json({ status: -1, errorCode: '8', errorDesc: 'IP' })
      : Response.json({ ResultCode: -106, ResultDescription: 'IP', Success: false, TransactionDetail: null });
  }

  function sepAnswer(
    { RefNum, TerminalNumber }: v.InferOutput<typeof sepVerify>,
    to: 'verified' | 'reversed',
  ): Response {
    const fail = (ResultCode: number) =>
      Response.json({ ResultCode, ResultDescription: 'خطا', Success: false, TransactionDetail: null });
    if (String(TerminalNumber) !== TERMINAL) return fail(-105);
    const found = byReference(RefNum);
    if (!found) return fail(-2);
    if (found.state === 'reversed') return fail(5);
    const ResultCode = found.state === 'verified' && to === 'verified' ? 2 : 0;
    found.state = to;
    const amount = found.paidRial ?? found.rial;
    return Response.json({
      ResultCode,
      ResultDescription: 'عملیات با موفقیت انجام شد',
      Success: true,
      TransactionDetail: {
        RRN: '14226761817',
        RefNum,
        MaskedPan: '621986****8080',
        HashedPan: 'b96a14400c3a59249e87c300ecc06e5920327e70220213b5bbb7d7b2410f7e0d',
        TerminalNumber,
        OrginalAmount: amount,
        AffectiveAmount: amount,
        StraceDate: '2026-11-21 18:11:06',
        StraceNo: '100428',
      },
    });
  }

  function zarinpalAnswer({ merchant_id, amount, authority }: v.InferOutput<typeof zarinpalVerify>): Response {
    const found = state.transactions.get(authority);
    if (!found) return zarinpalError(-54);
    if (merchant_id !== MERCHANT) return zarinpalError(-53);
    if (found.state !== 'paid' && found.state !== 'verified') return zarinpalError(-51);
    if (amount !== (found.paidRial ?? found.rial)) return zarinpalError(-50);
    const code = found.state === 'verified' ? 101 : 100;
    found.state = 'verified';
    const details = { ref_id: found.reference, card_pan: '502229******5995', card_hash: '1EBE', fee: 100 };
    return Response.json({ data: { code, message: 'Verified', ...details }, errors: [] });
  }

  function zarinpalError(code: number): Response {
    return Response.json({ data: [], errors: { code, message: 'error', validations: [] } }, { status: 422 });
  }

  /** The visitor at the bank's page, and what the bank sends the browser back with. */
  function leave(token: string, how: 'pay' | 'cancel', changes: Record<string, string> = {}): Request {
    const found = state.transactions.get(token);
    if (!found) throw new Error(`no bank has a page for ${token}`);
    if (found.state === 'open') found.state = how === 'pay' ? 'paid' : 'cancelled';
    const paid = found.state === 'paid' || found.state === 'verified';
    const fields: Record<string, string> = {
      saman: {
        MID: TERMINAL,
        TerminalId: TERMINAL,
        State: paid ? 'OK' : 'CanceledByUser',
        Status: paid ? '2' : '1',
        RRN: paid ? '14226761817' : '',
        RefNum: paid ? found.reference : '',
        ResNum: found.order,
        TraceNo: '100428',
        Amount: String(found.rial),
        Wage: '',
        SecurePan: '621986****8080',
        HashedCardNumber: 'b96a14400c3a59249e87c300ecc06e5920327e70220213b5bbb7d7b2410f7e0d',
        Token: token,
      },
      zarinpal: { Authority: token, Status: paid ? 'OK' : 'NOK' },
      zibal: { trackId: token, success: paid ? '1' : '0', status: paid ? '2' : '3', orderId: found.order },
    }[found.bank];
    const params = new URLSearchParams({ ...fields, ...changes });
    if (found.bank !== 'saman') return new Request(`${found.callback}?${params.toString()}`);
    const headers = { origin: 'https://sep.shaparak.ir', 'sec-fetch-site': 'cross-site' };
    return new Request(found.callback, { method: 'POST', body: params, headers });
  }

  return {
    ...server,
    state,
    leave,
    find: (order: string) => [...state.transactions.values()].find((found) => found.order === order)!,
  };
}
export type FakeBanks = Awaited<ReturnType<typeof fakeBanks>>;
