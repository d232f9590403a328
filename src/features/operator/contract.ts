import * as v from 'valibot';
import { MAX_ALARMS } from './alarm.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { paymentId, paymentLine, paymentSummary } from './payment.ts';
import { ALARM_KINDS } from '../alarms/alarm.ts';
import { foldNumber } from '../../platform/text/digits.ts';
import { GATEWAY_IDS } from '../ledger/payment-kinds.ts';
import { REFUND_DESTINATIONS } from '../payments/refund.ts';
import { defineCall } from '../../platform/http/calls/call.ts';

/** Operator calls (docs/money.md) with `Bearer <OPERATOR_TOKEN>`; 404 without that setting. Toman; epoch seconds. */

/** Idempotency key. */
const key = v.pipe(v.string(), v.regex(/^(?!account:)[\w.:-]{8,64}$/));
/** A bank's transfer number, as typed. */
const tracking = v.pipe(v.string(), v.transform(foldNumber), v.regex(/^[\w./-]{3,64}$/));
const toman = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000_000_000));
const seconds = v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number));

const refund = v.object({
  id: v.string(),
  payment_id: v.string(),
  destination: v.picklist(REFUND_DESTINATIONS),
  tracking: v.nullable(v.string()),
  created_at: v.number(),
  /** Null unless it was taken back. */
  undone_at: v.nullable(v.number()),
  toman: v.number(),
  vat: v.number(),
  /** `seconds`: taken off the subscription. */
  lines: v.array(v.object({ line: v.number(), toman: v.number(), vat: v.number(), seconds: v.number() })),
});

export const refundPayment = defineCall({
  name: 'refundPayment',
  method: 'POST',
  path: '/operator/refunds',
  summary: 'Gives back a settled payment in full (no lines) or in part, to the wallet or outside, once for each key.',
  access: { caller: 'operator', permission: 'payments.refund' },
  input: v.object({
    key,
    payment_id: paymentId,
    destination: v.picklist(REFUND_DESTINATIONS),
    tracking: v.optional(v.nullable(tracking), null),
    reason,
    lines: v.optional(
      v.pipe(
        v.array(
          v.object({
            line: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
            toman: v.optional(v.nullable(toman), null),
            /** Taken back by a part refund of a plan; a full one takes the rest. */
            days: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(4000)), 0),
          }),
        ),
        v.minLength(1),
        v.maxLength(100),
      ),
    ),
  }),
  output: v.object({ data: refund }),
});

const correction = v.object({
  id: v.string(),
  from: v.string(),
  to: v.string(),
  toman: v.number(),
  payment_id: v.nullable(v.string()),
  tracking: v.nullable(v.string()),
  created_at: v.number(),
});

export const correctLedger = defineCall({
  name: 'correctLedger',
  method: 'POST',
  path: '/operator/corrections',
  summary: 'Moves an amount from one account of the ledger to another, once for each key.',
  access: { caller: 'operator', permission: 'ledger.correct' },
  input: v.object({
    key,
    from: v.pipe(v.string(), v.maxLength(40)),
    to: v.pipe(v.string(), v.maxLength(40)),
    toman,
    payment_id: v.optional(v.nullable(paymentId), null),
    tracking: v.optional(v.nullable(tracking), null),
    reason,
  }),
  output: v.object({ data: correction }),
});

export const resolveDebit = defineCall({
  name: 'resolveDebit',
  method: 'POST',
  path: '/operator/debits',
  summary:
    'Books what direct debit took for a payment whose amount did not fit, and ends its charge; once for each payment.',
  access: { caller: 'operator', permission: 'ledger.correct' },
  input: v.object({
    payment_id: paymentId,
    taken: toman,
    /** `wallet`: credit of the user. `outside`: paid back by the provider under the number `tracking`. */
    destination: v.picklist(REFUND_DESTINATIONS),
    tracking: v.optional(v.nullable(tracking), null),
    collect_again: v.optional(v.boolean(), false),
    reason,
  }),
  output: v.object({
    data: v.object({
      correction,
      /** Null for a purchase that a visitor paid by direct debit. */
      charge: v.nullable(v.object({ key: v.string(), state: v.string() })),
    }),
  }),
});

export const addAlarms = defineCall({
  name: 'addAlarms',
  method: 'POST',
  path: '/operator/alarms',
  summary: 'Raises alarms, once for each key, and says how many are new: what `npm run settlement` found.',
  access: { caller: 'operator', permission: 'alarms.write' },
  input: v.object({
    alarms: v.pipe(
      v.array(
        v.object({
          key: v.pipe(v.string(), v.minLength(3), v.maxLength(200)),
          kind: v.picklist(ALARM_KINDS),
          text: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(500)),
          payment_id: v.optional(v.nullable(paymentId), null),
        }),
      ),
      v.minLength(1),
      v.maxLength(MAX_ALARMS),
    ),
  }),
  output: v.object({ data: v.object({ added: v.number() }) }),
});

const operatorPayment = {
  ...paymentSummary,
  token: v.nullable(v.string()),
  trace: v.nullable(v.string()),
  settled_at: v.nullable(v.number()),
};
const listedPayment = v.object(operatorPayment);
export type OperatorPayment = v.InferOutput<typeof listedPayment>;

export const listGatewayPayments = defineCall({
  name: 'listGatewayPayments',
  method: 'GET',
  path: '/operator/payments',
  summary: 'Payments of a gateway that were begun from `from` to before `to`, the oldest first, 500 a page.',
  access: { caller: 'operator', permission: 'payments.read' },
  input: v.object({
    gateway: v.picklist(GATEWAY_IDS),
    from: seconds,
    to: seconds,
    after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}\.\w{1,40}$/))),
  }),
  output: v.object({ data: v.array(listedPayment), next: v.nullable(v.string()) }),
});

export const getOperatorPayment = defineCall({
  name: 'getOperatorPayment',
  method: 'GET',
  path: '/operator/payments/:id',
  summary: 'One payment with its lines and what was given back of each.',
  access: { caller: 'operator', permission: 'payments.read' },
  input: v.object({ id: v.pipe(v.string(), v.maxLength(40)) }),
  output: v.object({
    data: v.object({
      ...operatorPayment,
      lines: v.array(v.object(paymentLine)),
      refunds: v.array(refund),
    }),
  }),
});
