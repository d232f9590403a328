import * as v from 'valibot';
import { day } from './books-contract.ts';
import { refundPayment } from './contract.ts';
import { paymentId, paymentLine, paymentSummary } from './payment.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { METHODS } from '../ledger/payment-kinds.ts';
import { PAYMENT_STATES } from '../payments/payment-state.ts';
import { refundPreview } from '../payments/refund-preview.ts';

/** Payments as the desk shows them. Toman; epoch seconds. */

const deskPayment = v.object(paymentSummary);

export const listDeskPayments = defineCall({
  name: 'listDeskPayments',
  method: 'GET',
  path: '/operator/newest-payments',
  summary:
    'Payments, the newest first, 50 a page; of a number, state, method, account, exact total, and of days in Tehran.',
  access: { caller: 'operator', permission: 'payments.read' },
  input: v.object({
    /** Ours, the bank's, of a refund's transfer, or the last four digits of a card, of which the newest 200. */
    number: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
    state: v.optional(v.picklist(PAYMENT_STATES)),
    method: v.optional(v.picklist(METHODS)),
    user: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
    total: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number))),
    /** The first and the last day. */
    from: v.optional(day),
    until: v.optional(day),
    before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}\.[0-9a-z]{20}$/))),
  }),
  output: v.object({ data: v.array(deskPayment), next: v.nullable(v.string()) }),
});

/** `card_tail`: the last four characters of a gift card's code; null for what is not one. */
const deskLine = v.object({
  ...paymentLine,
  name_fa: v.string(),
  days: v.nullable(v.number()),
  card_tail: v.nullable(v.string()),
  quality: v.nullable(v.string()),
  gift: v.boolean(),
  list_price: v.number(),
  discount: v.number(),
});

const text = v.string();
const seller = v.object({
  ...{ name: text, economic_code: text, national_id: text, registration: text },
  ...{ address: text, postal_code: text, phone: text },
});

const refund = refundPayment.output.entries.data;
/** An answer of the gateway; one that repeats the one before is not among them. `card`: its last four digits. */
const check = v.object({
  kind: v.picklist(['callback', 'inquiry', 'verify', 'reverse']),
  outcome: v.string(),
  problem: v.nullable(v.string()),
  reference: v.nullable(v.string()),
  trace: v.nullable(v.string()),
  card: v.nullable(v.string()),
  said_at: v.number(),
});
export type PaymentCheck = v.InferOutput<typeof check>;
const entry = v.object({ event: v.string(), account: v.string(), amount: v.number(), created_at: v.number() });

export const getDeskPayment = defineCall({
  name: 'getDeskPayment',
  method: 'GET',
  path: '/operator/newest-payments/:id',
  summary: "One payment with its account, its lines and refunds, what the bank said of it and the ledger's entries.",
  access: { caller: 'operator', permission: 'payments.read' },
  input: v.object({ id: paymentId }),
  output: v.object({
    data: v.object({
      ...paymentSummary,
      mobile: v.string(),
      price: v.number(),
      discount: v.number(),
      vat: v.number(),
      trace: v.nullable(v.string()),
      card: v.nullable(v.string()),
      token: v.nullable(v.string()),
      expires_at: v.number(),
      checked_at: v.number(),
      settled_at: v.nullable(v.number()),
      delivered_at: v.nullable(v.number()),
      lines: v.array(deskLine),
      refunds: v.array(refund),
      entries: v.array(entry),
      checks: v.array(check),
      /** Of the settings; null where a sale has no invoice. */
      seller: v.nullable(seller),
    }),
  }),
});
export type DeskPaymentPage = v.InferOutput<typeof getDeskPayment.output>['data'];

export const verifyAgain = defineCall({
  name: 'verifyAgain',
  method: 'POST',
  path: '/operator/newest-payments/:id/verify',
  summary: 'Asks the bank about a payment that is not settled, as the schedule does, and says if it answered.',
  access: { caller: 'operator', permission: 'payments.verify' },
  input: v.object({ id: paymentId, reason }),
  output: v.object({
    data: v.object({
      state: v.picklist(PAYMENT_STATES),
      /** `silent`: no answer, or a late one; `impossible`: settled already, or the bank knows it by no number. */
      inquiry: v.picklist(['answered', 'silent', 'impossible']),
    }),
  }),
});

export const rehearseRefund = defineCall({
  name: 'rehearseRefund',
  method: 'POST',
  path: '/operator/refunds/rehearse',
  summary: 'The entries, days and sums of a refund, by its own batch, which is rolled back.',
  access: { caller: 'operator', permission: 'payments.refund' },
  input: refundPayment.input,
  output: v.object({
    /** `needs_approval`: the payment's refunds are then above the sum that the caller gives back alone. */
    data: v.object({ ...refundPreview.entries, needs_approval: v.boolean() }),
  }),
});
const ofRefund = v.object({ payment_id: paymentId, refund: v.pipe(v.string(), v.regex(/^\w{1,40}$/)) });

export const undoRefund = defineCall({
  name: 'undoRefund',
  method: 'POST',
  path: '/operator/refunds/undo',
  summary:
    'Takes a refund to the wallet back that was made in the last ten minutes, once, unless it was spent or changed since.',
  access: { caller: 'operator', permission: 'payments.refund' },
  input: v.object({ ...ofRefund.entries, reason: refundPayment.input.entries.reason }),
  output: v.object({ data: v.object({ toman: v.number(), undone_at: v.number() }) }),
});

export const rehearseUndo = defineCall({
  name: 'rehearseUndo',
  method: 'POST',
  path: '/operator/refunds/undo/rehearse',
  summary: 'The entries, days and sums of the undo of a refund, by its own batch, which is rolled back.',
  access: { caller: 'operator', permission: 'payments.refund' },
  input: ofRefund,
  output: v.object({ data: refundPreview }),
});
