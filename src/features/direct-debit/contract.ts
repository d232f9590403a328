import * as v from 'valibot';
import { typedNumber } from '../../platform/http/calls/typed-input.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { empty, idInput, refInput } from '../titles/contract/shapes.ts';

const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist([0, 1, '0', '1']),
    v.transform((value) => Number(value) === 1),
  ),
]);
const bankCode = v.pipe(v.string(), v.maxLength(10));

/** Spec 7.14. */
export const getBanks = defineCall({
  name: 'getBanks',
  method: 'GET',
  path: '/directdebit/banks',
  summary: 'Banks whose accounts can be debited (spec 7.14).',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({
    data: v.object({
      banks: v.array(
        v.object({ code: v.string(), name: v.string(), is_default: v.boolean(), is_healthy: v.boolean() }),
      ),
    }),
  }),
});

const MANDATE_STATES = ['pending', 'active', 'failed', 'cancelled'] as const;

const terms = v.object({
  /** Toman for each withdrawal. */
  limit: v.number(),
  count_per_month: v.number(),
  ends_on: v.string(),
});

/** Spec 7.15, 3.12, 3.13. */
export const getSubscriptions = defineCall({
  name: 'getSubscriptions',
  method: 'GET',
  path: '/directdebit/subscriptions',
  summary: 'Saved banks, what is collected automatically, and the series it is collected for (spec 7.15).',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({
    data: v.object({
      subscriptions: v.array(
        v.object({
          id: v.string(),
          bank: v.string(),
          bank_name: v.string(),
          mobile: v.string(),
          state: v.picklist(MANDATE_STATES),
          ...terms.entries,
        }),
      ),
      configs: v.object({ subscription: v.boolean(), pay_anything: v.boolean(), bank: v.string() }),
      series: v.array(
        v.object({
          id: v.number(),
          poster: v.nullable(v.string()),
          name_fa: v.string(),
          name_en: v.string(),
          /** Toman for each new episode, VAT included. */
          subscribe_fee: v.number(),
          directdebit: v.boolean(),
        }),
      ),
      mobile: v.string(),
      /** Toman of the next renewal at the price of its time, VAT included. */
      subscribe_fee: v.number(),
      days_period_to_end: v.nullable(v.number()),
      terms,
      stopped: v.nullable(v.object({ kind: v.picklist(['renewal', 'episode', 'payment']), at: v.number() })),
    }),
  }),
});

/** Spec 7.16. `pay_url`: the bank's consent page for a new bank. `payment_id`: an open payment to collect instead. */
export const buySubscription = defineCall({
  name: 'buySubscription',
  method: 'POST',
  path: '/directdebit/buy_subscription',
  summary: 'Saves direct-debit settings, adds a bank, or pays by direct debit (spec 7.16).',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({
    subscription: v.optional(flag),
    pay_anything: v.optional(flag),
    bank: v.optional(bankCode),
    series: v.optional(v.pipe(v.array(idInput), v.maxLength(200))),
    add_new_bank: v.optional(flag),
    payment_id: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40)))),
    forsubscription: v.optional(flag),
    mobile: v.optional(typedNumber(64)),
    ref: refInput,
    callback_url: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  }),
  output: v.object({
    data: v.object({ pay_url: v.nullable(v.string()), payment_id: v.optional(v.nullable(v.string()), null) }),
  }),
});

/** Spec 7.17. */
export const deleteSubscription = defineCall({
  name: 'deleteSubscription',
  method: 'POST',
  path: '/directdebit/delete_subscription',
  summary: 'Revokes a saved bank (spec 7.17); with the last one, everything automatic ends.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ id: v.pipe(v.string(), v.maxLength(40)) }),
  output: v.object({ message: v.string(), message_fa: v.string() }),
});
