import * as v from 'valibot';
import { LOGO_ART, MAX_LOGO_RATIO, MIN_LOGO_RATIO } from '../../platform/config/brand.ts';
import { isColour } from '../../platform/config/colours.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import type { Locale } from '../../platform/text/locale.ts';
import { empty } from '../titles/contract/shapes.ts';

const label = { label_fa: v.string(), label_en: v.string() };
/** Spec 2.23. `url` is the issuer's proof; `picture` a path of this site or one of a provider's pictures. */
const seal = v.object({
  name: v.string(),
  name_en: v.optional(v.string(), ''),
  id: v.string(),
  url: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.startsWith('https://'), v.url())]), ''),
  picture: v.optional(v.pipe(v.string(), v.regex(/^(\/[^/\\]\S*|https:\/\/\S+)?$/)), ''),
});
export type Seal = v.InferOutput<typeof seal>;

const names = v.object({ fa: v.string(), en: v.string() });
const colour = v.pipe(v.string(), v.check(isColour));
export const siteLogo = v.nullable(
  v.object({
    art: v.pipe(v.string(), v.regex(LOGO_ART)),
    ratio: v.pipe(v.number(), v.minValue(MIN_LOGO_RATIO), v.maxValue(MAX_LOGO_RATIO)),
  }),
);
export const siteBrand = v.object({
  ...{ name: names, kids: names },
  accent: v.object({ light: colour, dark: colour }),
  logo: v.object({ light: siteLogo, dark: siteLogo }),
});

export const appDetails = v.object({
  support_phone: v.string(),
  related_links: v.array(v.object({ ...label, url: v.string() })),
  social: v.array(v.object({ name: v.string(), url: v.string() })),
  seals: v.array(seal),
  /** The prefix of dial codes (spec 2.10), as `*000`; '' for none. */
  ussd_prefix: v.optional(v.pipe(v.string(), v.regex(/^(\*\d{1,6})*$/)), ''),
  install_url: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.startsWith('https://'), v.url())]), ''),
  /** Other ways to the app, as a store. */
  app_links: v.optional(v.array(v.object({ ...label, url: v.string() })), []),
  /** As the desk has it. */
  brand: v.optional(siteBrand),
  /** The footer's sentence; empty or none: the built-in one. */
  footer_fa: v.optional(v.string()),
  footer_en: v.optional(v.string()),
  about_fa: v.string(),
  about_en: v.string(),
  terms_fa: v.array(v.string()),
  terms_en: v.array(v.string()),
  faq: v.array(v.object({ q_fa: v.string(), a_fa: v.string(), q_en: v.string(), a_en: v.string() })),
});
export type AppDetails = v.InferOutput<typeof appDetails>;

/** Of a new account. `until`: when the next rule begins, in epoch seconds; null without one. */
const trial = v.object({ days: v.number(), until: v.nullable(v.number()) });
export type Trial = v.InferOutput<typeof trial>;

/** In a language; `builtIn` where the desk has none. */
export const getFooterText = (details: AppDetails | null, locale: Locale, builtIn: string): string =>
  (locale === 'fa' ? details?.footer_fa : details?.footer_en) || builtIn;

export const getAppDetails = defineCall({
  name: 'getAppDetails',
  method: 'GET',
  path: '/get/app/details',
  summary: 'Footer details, terms and questions (spec 7.23); the trial, where this site gives it.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: empty,
  output: v.object({ data: v.object({ data: appDetails, trial: v.optional(trial) }) }),
});
