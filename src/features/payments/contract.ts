import * as v from 'valibot';
import { LINE_KINDS, METHODS, PROBLEMS, PURPOSES } from '../ledger/payment-kinds.ts';
import { NEXT_STEPS, PAYMENT_STATES } from './payment-state.ts';
import { REFUND_DESTINATIONS } from './refund.ts';
import { typedCode, typedNumber } from '../../platform/http/typed-input.ts';
import { defineCall } from '../../platform/http/call.ts';
import { idempotencyKeyInput as idempotency_key } from '../../platform/http/idempotency-key.ts';
import { empty, idInput, pageInput, pageMeta, refInput } from '../titles/contract/shapes.ts';

/** Money is whole toman everywhere; times are epoch seconds. */

export const DISCOUNT_CODE_MAX_LENGTH = 40;

const amountInput = v.union([v.number(), typedNumber(40)]);
/** A gateway of `getGateways`, `wallet` or `direct_debit`. Absent: the site's default gateway (spec 9.13). */
const methodInput = v.optional(v.pipe(v.string(), v.maxLength(20)));
/** A local path or an address of this site; anything else is ignored. */
const callbackInput = v.optional(v.pipe(v.string(), v.maxLength(2000)));
const discountInput = v.optional(typedCode(DISCOUNT_CODE_MAX_LENGTH));
/** 20 letters and digits of ours; any form of a provider's; '' where it gives none. */
const paymentId = v.pipe(v.string(), v.maxLength(4000));

const line = v.object({
  kind: v.picklist(LINE_KINDS),
  id: v.number(),
  /** Null for plans and the wallet. */
  title: v.nullable(v.object({ kind: v.string(), id: v.number() })),
  name_fa: v.string(),
  name_en: v.string(),
  quality: v.nullable(v.string()),
  days: v.nullable(v.number()),
  list_price: v.number(),
  discount: v.number(),
  vat: v.number(),
  total: v.number(),
});

const sums = { price: v.number(), discount: v.number(), vat: v.number(), total: v.number() };

const payment = v.object({
  id: paymentId,
  purpose: v.picklist(PURPOSES),
  state: v.picklist(PAYMENT_STATES),
  next: v.picklist(NEXT_STEPS),
  method: v.picklist(METHODS),
  ...sums,
  lines: v.array(line),
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
      }),
    ),
    [],
  ),
});
export type Payment = v.InferOutput<typeof payment>;
export type PaymentLine = v.InferOutput<typeof line>;

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

/** Spec 7.13. The amount is credited as it is, without VAT. */
export const chargeWallet = defineCall({
  name: 'chargeWallet',
  method: 'POST',
  path: '/get/charge_wallet',
  summary: 'Begins a wallet charge and answers the bank page to go to (spec 7.13).',
  keyed: true,
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ amount: amountInput, payment_method: methodInput, callback_url: callbackInput, idempotency_key }),
  output: v.object({ data: v.object({ pay_url: v.string(), payment_id: paymentId }) }),
});

const paymentOptions = {
  payment_method: methodInput,
  discount_code: discountInput,
  max_total: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))), // As shown; `price_changed` above it
  callback_url: callbackInput,
  ref: refInput,
  idempotency_key,
};
/** `pay_url` null: settled already (wallet), or being collected (direct debit). */
const bought = v.object({ data: v.object({ pay_url: v.nullable(v.string()), payment }) });

export const buyPlan = defineCall({
  name: 'buyPlan',
  method: 'POST',
  path: '/payments/plan',
  summary: 'Buys a plan; a subscription that runs is extended by its days.',
  keyed: true,
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({
    plan_id: idInput,
    content_id: v.optional(idInput),
    content_type: v.optional(v.pipe(v.string(), v.maxLength(20))),
    ...paymentOptions,
  }),
  output: bought,
});

export const buyTitle = defineCall({
  name: 'buyTitle',
  method: 'POST',
  path: '/payments/title',
  summary: 'Buys a title, or a ticket where the title has a screening that has not ended.',
  keyed: true,
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ id: idInput, ...paymentOptions }),
  output: bought,
});

/** Ids of `downloads` in the cart response: `itemid` of the local basket (spec 3.16). */
const basketItems = v.pipe(v.array(idInput), v.maxLength(100));

export const buyCart = defineCall({
  name: 'buyCart',
  method: 'POST',
  path: '/payments/cart',
  summary: 'Buys the whole download cart. The server prices it; what is owned already costs nothing.',
  keyed: true,
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ items: basketItems, ...paymentOptions }),
  output: bought,
});

/** For guests too. */
export const getQuote = defineCall({
  name: 'getQuote',
  method: 'POST',
  path: '/payments/quote',
  summary: 'Price, discount, VAT and total of a plan (id), a title (id) or a cart (items).',
  access: { caller: 'anyone', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({
    purpose: v.picklist(['plan', 'title', 'cart']),
    id: v.optional(idInput),
    items: v.optional(basketItems),
    discount_code: discountInput,
  }),
  output: v.object({
    data: v.object({
      ...sums,
      lines: v.array(line),
      unavailable: v.array(v.number()),
      my_credit: v.nullable(v.number()), // Null: nobody asked for it
      vat_percent: v.number(),
      methods: v.array(v.picklist(METHODS)),
      buyer: v.optional(v.number()),
    }),
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

/** Asks the bank now instead of at the cron's next run, at most every CHECK_EVERY_SECONDS. */
export const checkPayment = defineCall({
  name: 'checkPayment',
  method: 'POST',
  path: '/payments/:id/check',
  summary: 'Asks the bank about an open payment of the signed-in user, and answers what became of it.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ id: v.pipe(v.string(), v.maxLength(4000)) }),
  output: v.object({ data: payment }),
});
