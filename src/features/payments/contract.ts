import * as v from 'valibot';
import { LINE_KINDS, METHODS, PROBLEMS, PURPOSES } from '../ledger/payment-kinds.ts';
import { NEXT_STEPS, PAYMENT_STATES } from './payment-state.ts';
import { REFUND_DESTINATIONS } from './refund.ts';
import { defineCall } from '../../platform/http/call.ts';
import { empty, idInput, pageInput, pageMeta, refInput } from '../titles/contract/shapes.ts';

/** Money is whole toman everywhere; times are epoch seconds. */

/** As typed: Persian digits and separators are read by platform/text/money.ts, which also says what is wrong. */
const amountInput = v.union([v.number(), v.pipe(v.string(), v.maxLength(40))]);
/** A gateway of `getGateways`, or `wallet`, or `direct_debit`. Absent: the site's default gateway (spec 9.13). */
const methodInput = v.optional(v.pipe(v.string(), v.maxLength(20)));
/** Where the visitor goes on after the bank: a local path, or an address of this site. Anything else is ignored. */
const callbackInput = v.optional(v.pipe(v.string(), v.maxLength(2000)));
const discountInput = v.optional(v.pipe(v.string(), v.maxLength(40)));
/** Ours has 20 letters and digits; a provider's has any form. '' where it gives none. */
const paymentId = v.pipe(v.string(), v.maxLength(4000));

const line = v.object({
  kind: v.picklist(LINE_KINDS),
  /** The plan, title, screening or download; 0 for a wallet charge. */
  id: v.number(),
  /** The title it belongs to, for links and posters; null for plans and the wallet. */
  title: v.nullable(v.object({ kind: v.string(), id: v.number() })),
  name_fa: v.string(),
  name_en: v.string(),
  /** Of a download. */
  quality: v.nullable(v.string()),
  /** Of a plan, bonus days included. */
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
  /** The bank's own numbers, once it has settled; `card` is masked. */
  reference: v.nullable(v.string()),
  trace: v.nullable(v.string()),
  card: v.nullable(v.string()),
  problem: v.nullable(v.picklist(PROBLEMS)),
  /** The bank's page while it can still be paid there. */
  pay_url: v.nullable(v.string()),
  /** Where the visitor came from, a local path. */
  return_path: v.nullable(v.string()),
  /** What it was bought to watch (spec 2.34). */
  content: v.nullable(v.object({ kind: v.string(), id: v.number() })),
  /** Some of it was owned already when it settled; that part stayed in the wallet. */
  kept_in_wallet: v.number(),
  /** What was given back since, the oldest first; a provider may know none. */
  refunds: v.optional(
    v.array(
      v.object({
        destination: v.picklist(REFUND_DESTINATIONS),
        toman: v.number(),
        /** Part of `toman`. */
        vat: v.number(),
        /** The bank's number of what went outside. */
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
  auth: true,
  input: empty,
  /** `can_charge`: whether there is a bank at which it could be topped up. A provider does not tell. */
  output: v.object({ data: v.object({ my_credit: v.number(), can_charge: v.optional(v.boolean(), true) }) }),
});

/** Spec 7.13. The amount is what goes into the wallet; nothing is added to it. */
export const chargeWallet = defineCall({
  name: 'chargeWallet',
  method: 'POST',
  path: '/get/charge_wallet',
  summary: 'Begins a wallet charge and answers the bank page to go to (spec 7.13).',
  auth: true,
  input: v.object({ amount: amountInput, payment_method: methodInput, callback_url: callbackInput }),
  output: v.object({ data: v.object({ pay_url: v.string(), payment_id: paymentId }) }),
});

const paymentOptions = {
  payment_method: methodInput,
  discount_code: discountInput,
  callback_url: callbackInput,
  ref: refInput,
};
/** `pay_url` null: it is settled already (wallet), or is being collected (direct debit). */
const bought = v.object({ data: v.object({ pay_url: v.nullable(v.string()), payment }) });

export const buyPlan = defineCall({
  name: 'buyPlan',
  method: 'POST',
  path: '/payments/plan',
  summary: 'Buys a plan; a subscription that runs is extended by its days.',
  auth: true,
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
  auth: true,
  input: v.object({ id: idInput, ...paymentOptions }),
  output: bought,
});

/** Ids of `downloads` in the cart response, which are the `itemid`s of the local cart (spec 3.16). */
const cartItems = v.pipe(v.array(idInput), v.maxLength(100));

export const buyCart = defineCall({
  name: 'buyCart',
  method: 'POST',
  path: '/payments/cart',
  summary: 'Buys the whole download cart. The server prices it; what is owned already costs nothing.',
  auth: true,
  input: v.object({ items: cartItems, ...paymentOptions }),
  output: bought,
});

/** What a checkout page shows before anything is bought. A guest may ask, too: `my_credit` is then 0. */
export const getQuote = defineCall({
  name: 'getQuote',
  method: 'POST',
  path: '/payments/quote',
  summary: 'Price, discount, VAT and total of a plan (id), a title (id) or a cart (items).',
  input: v.object({
    purpose: v.picklist(['plan', 'title', 'cart']),
    id: v.optional(idInput),
    items: v.optional(cartItems),
    discount_code: discountInput,
  }),
  output: v.object({
    data: v.object({
      ...sums,
      lines: v.array(line),
      /** Of a cart: ids that are not sold (any more); a cart with such is not bought. */
      unavailable: v.array(v.number()),
      my_credit: v.number(),
      vat_percent: v.number(),
      /** Gateway ids, then `wallet` where the credit suffices, then `direct_debit` where a mandate allows it. */
      methods: v.array(v.picklist(METHODS)),
    }),
  }),
});

export const listPayments = defineCall({
  name: 'listPayments',
  method: 'GET',
  path: '/payments',
  summary: 'The payments of the signed-in user, newest first, 20 a page.',
  auth: true,
  input: v.object({ page: pageInput }),
  output: v.object({ data: v.array(payment), meta: pageMeta }),
});

export const getPayment = defineCall({
  name: 'getPayment',
  method: 'GET',
  path: '/payments/:id',
  summary: 'One payment of the signed-in user; somebody else’s is unknown.',
  auth: true,
  input: v.object({ id: v.pipe(v.string(), v.maxLength(4000)) }),
  output: v.object({ data: payment }),
});

/**
 * For a visitor who waits: the bank is asked about an open payment now, instead of at the cron's next tick, though not
 * more often than every few seconds. A payment that is not open comes back as it is.
 */
export const checkPayment = defineCall({
  name: 'checkPayment',
  method: 'POST',
  path: '/payments/:id/check',
  summary: 'Asks the bank about an open payment of the signed-in user, and answers what became of it.',
  auth: true,
  input: v.object({ id: v.pipe(v.string(), v.maxLength(4000)) }),
  output: v.object({ data: payment }),
});
