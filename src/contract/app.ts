import * as v from 'valibot';
import { defineCall } from './call.ts';
import { empty } from './shapes.ts';

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
  input: empty,
  output: v.object({ data: v.record(v.string(), plan), description: v.string(), message: v.string() }),
});

const label = { label_fa: v.string(), label_en: v.string() };
export const appDetails = v.object({
  support_phone: v.string(),
  related_links: v.array(v.object({ ...label, url: v.string() })),
  social: v.array(v.object({ name: v.string(), url: v.string() })),
  seals: v.array(v.object({ name: v.string(), id: v.string() })),
  /** What every dial code begins with (spec 2.10), as `*000`; '' where there is none. */
  ussd_prefix: v.optional(v.pipe(v.string(), v.regex(/^(\*\d{1,6})*$/)), ''),
  /** Where the mobile app is installed from; '' where there is none. */
  install_url: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.startsWith('https://'), v.url())]), ''),
  about_fa: v.string(),
  about_en: v.string(),
  terms_fa: v.array(v.string()),
  terms_en: v.array(v.string()),
  faq: v.array(v.object({ q_fa: v.string(), a_fa: v.string(), q_en: v.string(), a_en: v.string() })),
});
export type AppDetails = v.InferOutput<typeof appDetails>;

/** Spec 7.23. */
export const getAppDetails = defineCall({
  name: 'getAppDetails',
  method: 'GET',
  path: '/get/app/details',
  summary: 'Footer details, terms and questions (spec 7.23).',
  input: empty,
  output: v.object({ data: v.object({ data: appDetails }) }),
});

/** Spec 7.24. */
export const getGateways = defineCall({
  name: 'getGateways',
  method: 'GET',
  path: '/get/app/gateways',
  summary: 'Payment gateways a visitor can choose from (spec 7.24).',
  input: empty,
  output: v.object({
    data: v.object({
      data: v.array(v.object({ id: v.string(), name_fa: v.string(), name_en: v.string(), is_default: v.boolean() })),
    }),
  }),
});
