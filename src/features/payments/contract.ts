import * as v from 'valibot';
import { LINE_KINDS, METHODS, PROBLEMS, PURPOSES } from '../ledger/payment-kinds.ts';
import { NEXT_STEPS, PAYMENT_STATES } from './payment-state.ts';
import { REFUND_DESTINATIONS } from './refund.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { empty, pageInput, pageMeta } from '../titles/contract/shapes.ts';

/** Money is whole toman everywhere; times are epoch seconds. */

/** 20 letters and digits of ours; any form of a provider's; '' where it gives none. */
export const paymentId = v.pipe(v.string(), v.maxLength(4000));

export const paymentLine = v.object({
  kind: v.picklist(LINE_KINDS),
  id: v.number(),
  /** Null for plans and the wallet. */
  title: v.nullable(v.object({ kind: v.string(), id: v.number() })),
  name_fa: v.string(),
  name_en: v.string(),
  quality: v.nullable(v.string()),
  days: v.nullable(v.number()),
  /** A card for somebody else's subscription. */
  gift: v.optional(v.boolean(), false),
  list_price: v.number(),
  discount: v.number(),
  vat: v.number(),
  total: v.number(),
  /** Otherwise its sum is not spent, or it stays in the wallet. */
  delivered: v.optional(v.boolean(), false),
});

export const sums = { price: v.number(), discount: v.number(), vat: v.number(), total: v.number() };

export const payment = v.object({
  id: paymentId,
  purpose: v.picklist(PURPOSES),
  state: v.picklist(PAYMENT_STATES),
  next: v.picklist(NEXT_STEPS),
  method: v.picklist(METHODS),
  ...sums,
  lines: v.array(paymentLine),
  created_at: v.number(),
  settled_at: v.nullable(v.number()),
  /** The bank's own numbers of a settled payment; `card` is masked. */
  reference: v.nullable(v.string()),
  trace: v.nullable(v.string()),
  card: v.nullable(v.string()),
  problem: v.nullable(v.picklist(PROBLEMS)),
  /** Null once the bank's page cannot be paid at any more. */
  pay_url: v.nullable(v.string()),
  return_path: v.nullable(v.string()),
  /** The title that a plan was bought for (spec 2.34). */
  content: v.nullable(v.object({ kind: v.string(), id: v.number() })),
  kept_in_wallet: v.number(),
  /** A provider did not say whether it sold: toman of the wallet, or days of the subscription, before and now. */
  unconfirmed: v.optional(v.object({ before: v.number(), now: v.number() })),
  refunds: v.optional(
    v.array(
      v.object({
        destination: v.picklist(REFUND_DESTINATIONS),
        toman: v.number(),
        vat: v.number(),
        tracking: v.nullable(v.string()),
        created_at: v.number(),
        /** `line`: its place among the payment's lines. */
        lines: v.optional(v.array(v.object({ line: v.number(), toman: v.number(), vat: v.number() })), []),
        /** Taken back, so that it counts no more; null for most. */
        undone_at: v.optional(v.nullable(v.number()), null),
      }),
    ),
    [],
  ),
});
export type Payment = v.InferOutput<typeof payment>;
export type PaymentLine = v.InferOutput<typeof paymentLine>;

/** Spec 7.12. */
export const getWallet = defineCall({
  name: 'getWallet',
  method: 'POST',
  path: '/get/my_wallet',
  summary: 'The credit of the signed-in user in toman (spec 7.12, 3.11).',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  /** `can_charge`: a bank exists that could top it up. A provider does not send it. */
  output: v.object({
    data: v.object({ my_credit: v.number(), can_charge: v.optional(v.boolean(), true), buyer: v.optional(v.number()) }),
  }),
});

export const listPayments = defineCall({
  name: 'listPayments',
  method: 'GET',
  path: '/payments',
  summary: 'The payments of the signed-in user, newest first, 20 a page.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ page: pageInput }),
  output: v.object({ data: v.array(payment), meta: pageMeta }),
});

export const getPayment = defineCall({
  name: 'getPayment',
  method: 'GET',
  path: '/payments/:id',
  summary: 'One payment of the signed-in user; somebody else’s is unknown.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ id: v.pipe(v.string(), v.maxLength(4000)) }),
  output: v.object({ data: payment }),
});
