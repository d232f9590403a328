import * as v from 'valibot';
import { defineCall } from '../../platform/http/call.ts';
import { empty } from '../titles/contract/shapes.ts';

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
