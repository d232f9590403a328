import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { idempotencyKeyInput as idempotency_key } from '../../platform/http/calls/idempotency-key.ts';
import { typedCode, typedNumber } from '../../platform/http/calls/typed-input.ts';
import { METHODS } from '../ledger/payment-kinds.ts';
import { payment, paymentId, paymentLine, sums } from '../payments/contract.ts';
import { empty, idInput, refInput } from '../titles/contract/shapes.ts';

export const DISCOUNT_CODE_MAX_LENGTH = 40;

const amountInput = v.union([v.number(), typedNumber(40)]);
/** A gateway of `getGateways`, `wallet` or `direct_debit`. Absent: the site's default gateway (spec 9.13). */
const methodInput = v.optional(v.pipe(v.string(), v.maxLength(20)));
/** A local path or an address of this site; anything else is ignored. */
const callbackInput = v.optional(v.pipe(v.string(), v.maxLength(2000)));
const discountInput = v.optional(typedCode(DISCOUNT_CODE_MAX_LENGTH));

/** Spec 3.01, 9.22. */
const plan = v.object({
  name_fa: v.string(),
  name_en: v.string(),
  toman: v.number(),
  days: v.number(),
  description: v.string(),
  description_en: v.string(),
  discount: v.nullable(
    v.object({ discount_percent: v.number(), discount_price: v.number(), discount_day: v.nullable(v.number()) }),
  ),
});
export type Plan = v.InferOutput<typeof plan>;

/** Spec 7.03, 3.02. */
export const getPlans = defineCall({
  name: 'getPlans',
  method: 'GET',
  path: '/get/app/plans',
  summary: 'Subscription plans by id, prices in toman before VAT (spec 7.03).',
  access: { caller: 'anyone', session: 'current', kids: 'refused', answer: 'public', database: 'primary' },
  input: empty,
  output: v.object({
    data: v.record(v.string(), plan),
    description: v.string(),
    message: v.string(),
    /** Films and episodes; our own field, not the specification's. */
    titles: v.optional(v.number()),
  }),
});

/** Spec 7.24. */
export const getGateways = defineCall({
  name: 'getGateways',
  method: 'GET',
  path: '/get/app/gateways',
  summary: 'Payment gateways a visitor can choose from (spec 7.24).',
  access: { caller: 'anyone', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({
    data: v.object({
      data: v.array(v.object({ id: v.string(), name_fa: v.string(), name_en: v.string(), is_default: v.boolean() })),
    }),
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

/** Cards of one purchase; sold one by one up to ten. */
export const GIFT_CARDS_MAX = 10;
const giftCount = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(GIFT_CARDS_MAX)), 1);

export const buyGift = defineCall({
  name: 'buyGift',
  method: 'POST',
  path: '/payments/gift',
  summary: 'Buys gift cards for a plan: codes whose days go to whoever redeems them. Not by direct debit.',
  keyed: true,
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({
    plan_id: idInput,
    count: giftCount,
    ...v.omit(v.object(paymentOptions), ['discount_code']).entries,
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
  summary: 'Price, discount, VAT and total of a plan (id), gift cards (id, count), a title (id) or a cart (items).',
  access: { caller: 'anyone', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({
    purpose: v.picklist(['plan', 'gift', 'title', 'cart']),
    id: v.optional(idInput),
    count: giftCount,
    items: v.optional(basketItems),
    discount_code: discountInput,
  }),
  output: v.object({
    data: v.object({
      ...sums,
      lines: v.array(paymentLine),
      unavailable: v.array(v.number()),
      my_credit: v.nullable(v.number()), // Null: nobody asked for it
      vat_percent: v.number(),
      methods: v.array(v.picklist(METHODS)),
      buyer: v.optional(v.number()),
    }),
  }),
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
