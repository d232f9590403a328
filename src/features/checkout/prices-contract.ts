import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { PAYMENT_MAX_TOMAN, PAYMENT_MIN_TOMAN } from '../payments/config.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { MAX_BONUS_DAYS } from './codes-contract.ts';

/** Prices of plans in the desk. Epoch seconds; toman before VAT, where nothing else is said. */

export const toman = v.pipe(v.number(), v.safeInteger(), v.minValue(PAYMENT_MIN_TOMAN), v.maxValue(PAYMENT_MAX_TOMAN));
export const rev = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const actKey = v.pipe(v.string(), v.regex(/^[\w.:-]{8,64}$/));
/** Null: at once. */
export const startsAt = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(9_999_999_999)));
const terms = {
  toman: v.number(),
  discount_percent: v.nullable(v.number()),
  discount_price: v.nullable(v.number()),
  discount_day: v.nullable(v.number()),
};

/** As a quote says it: with VAT, and the days with the bonus. */
export const cost = v.object({ ...terms, total: v.number(), days: v.number(), month: v.nullable(v.number()) });
export type PlanCost = v.InferOutput<typeof cost>;

const planPrice = v.object({
  id: v.number(),
  plan_id: v.number(),
  starts_at: v.number(),
  ...terms,
  operator: v.string(),
  reason: v.string(),
  created_at: v.number(),
  withdrawn_at: v.nullable(v.number()),
});
export type PlanPrice = v.InferOutput<typeof planPrice>;

export const PRICE_STATES = ['now', 'planned', 'past', 'withdrawn'] as const;
const listedPrice = v.object({ ...planPrice.entries, state: v.picklist(PRICE_STATES) });
export type ListedPrice = v.InferOutput<typeof listedPrice>;

/** From when a plan is sold, or not any more. */
export const planSale = v.object({
  id: v.number(),
  plan_id: v.number(),
  starts_at: v.number(),
  is_sold: v.boolean(),
  operator: v.string(),
  reason: v.string(),
  created_at: v.number(),
  withdrawn_at: v.nullable(v.number()),
});
export type PlanSale = v.InferOutput<typeof planSale>;
const listedSale = v.object({ ...planSale.entries, state: v.picklist(PRICE_STATES) });
export type ListedSale = v.InferOutput<typeof listedSale>;

/** Names and descriptions of a plan. */
export const planTexts = {
  name_fa: v.string(),
  name_en: v.string(),
  description: v.string(),
  description_en: v.string(),
};
/** From when a plan is called so. */
export const planWording = v.object({
  id: v.number(),
  plan_id: v.number(),
  starts_at: v.number(),
  ...planTexts,
  operator: v.string(),
  reason: v.string(),
  created_at: v.number(),
  withdrawn_at: v.nullable(v.number()),
});
export type PlanWording = v.InferOutput<typeof planWording>;
const listedWording = v.object({ ...planWording.entries, state: v.picklist(PRICE_STATES) });
export type ListedWording = v.InferOutput<typeof listedWording>;

const pricedPlan = v.object({
  id: v.number(),
  ...planTexts,
  /** Counts the prices, sales and texts made and withdrawn: an act names the one that was read. */
  rev: v.number(),
  now: cost,
  is_sold: v.boolean(),
  /** Streams at once; null for the site's own limit. */
  streams: v.nullable(v.number()),
  prices: v.array(listedPrice),
  sales: v.array(listedSale),
  texts: v.array(listedWording),
});
export type PricedPlan = v.InferOutput<typeof pricedPlan>;

export const listPlanPrices = defineCall({
  name: 'listPlanPrices',
  method: 'GET',
  path: '/operator/plans',
  summary:
    'Plans with the price that counts now, whether each is sold, and the newest 200 prices and 50 sales of each made in the desk.',
  access: { caller: 'operator', permission: 'prices.read' },
  input: v.object({}),
  output: v.object({ data: v.array(pricedPlan) }),
});

export const addPlanPrice = defineCall({
  name: 'addPlanPrice',
  method: 'POST',
  path: '/operator/plans/:id/prices',
  summary:
    'Gives a plan a price from a time on, once for each key. `rehearse`: says what would count, and changes nothing.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({
    id: idInput,
    key: actKey,
    rev,
    starts_at: startsAt,
    toman,
    discount_price: v.nullable(toman),
    discount_day: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_BONUS_DAYS))),
    reason,
    rehearse: v.optional(v.boolean(), false),
  }),
  output: v.object({
    data: v.object({
      starts_at: v.number(),
      /** When a price that is planned already follows. */
      ends_at: v.nullable(v.number()),
      before: cost,
      after: cost,
    }),
  }),
});

export const withdrawPlanPrice = defineCall({
  name: 'withdrawPlanPrice',
  method: 'POST',
  path: '/operator/plans/:id/prices/:price/withdraw',
  summary: 'Withdraws a price that has not begun.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({ id: idInput, price: idInput, rev, reason }),
  output: v.object({ data: planPrice }),
});
