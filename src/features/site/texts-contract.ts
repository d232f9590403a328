import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { buildTextInput, reason } from '../../platform/http/calls/reason.ts';
import { MAX_LINK_CHARS } from '../../platform/text/safe-link.ts';
import { siteLogo } from './contract.ts';
import { empty, idInput } from '../titles/contract/shapes.ts';
import { MAX_PICTURE_BYTES } from '../titles/picture-rules.ts';

/** Texts of the site that the desk writes (docs/desk.md). Epoch seconds. */

export const MAX_MARKDOWN_CHARS = 12_000;
export const MAX_ANSWER_CHARS = 2000;
export const MAX_QUESTION_CHARS = 200;
export const MAX_QUESTIONS = 40;

/** Controls but the line's end, and marks that turn the direction of the text around them. */
const UNSEEN = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** A subset of Markdown (src/platform/text/markdown). Rules of a save are in `check-part.ts`. */
const markdown = (maxChars: number) =>
  v.pipe(
    v.string(),
    v.maxLength(2 * maxChars),
    v.transform((text) => text.replace(/\r\n?/g, '\n').replace(UNSEEN, '')),
    v.trim(),
    v.maxLength(maxChars),
  );
const document = { fa: markdown(MAX_MARKDOWN_CHARS), en: markdown(MAX_MARKDOWN_CHARS) };
const question = v.object({
  q_fa: buildTextInput(0, MAX_QUESTION_CHARS),
  a_fa: markdown(MAX_ANSWER_CHARS),
  q_en: buildTextInput(0, MAX_QUESTION_CHARS),
  a_en: markdown(MAX_ANSWER_CHARS),
});
export type Question = v.InferOutput<typeof question>;

const MAX_LABEL_CHARS = 60;
export const MAX_LINKS = 12;
const label = buildTextInput(0, MAX_LABEL_CHARS);
const url = buildTextInput(0, MAX_LINK_CHARS);
export const MAX_FOOTER_CHARS = 160;
const sentence = v.optional(buildTextInput(0, MAX_FOOTER_CHARS), '');
const buildList = <T extends v.GenericSchema>(entry: T) => v.pipe(v.array(entry), v.maxLength(MAX_LINKS));
const links = buildList(v.object({ label_fa: label, label_en: label, url }));
/** Telephone, links, seals and the footer's sentence, which is the built-in one where it is empty. */
const house = v.object({
  part: v.literal('house'),
  support_phone: label,
  install_url: url,
  app_links: links,
  social: buildList(v.object({ name: label, url })),
  related_links: links,
  seals: buildList(v.object({ name: label, name_en: label, id: label, url, picture: url })),
  footer_fa: sentence,
  footer_en: sentence,
});

const MAX_NAME_CHARS = 40;
const name = buildTextInput(0, MAX_NAME_CHARS);
const MAX_COLOUR_CHARS = 20;
const colour = buildTextInput(0, MAX_COLOUR_CHARS);
const MAX_NETWORKS_CHARS = 400;
/** The site's name, that of its kids mode, the colour of its acts in each theme, and its logo on each ground. */
const brand = v.object({
  part: v.literal('brand'),
  ...{ name_fa: name, name_en: name, kids_fa: name, kids_en: name },
  ...{ accent_light: colour, accent_dark: colour },
  ...{ logo_light: siteLogo, logo_dark: siteLogo },
});

/** Settings without a secret; `host`: as the host has it. */
export const siteFlags = v.object({
  part: v.literal('flags'),
  lists: v.picklist(['host', 'on', 'soon']),
  show_app: v.picklist(['host', '1', '3']),
  cast: v.picklist(['host', 'on', 'off']),
  networks: v.picklist(['host', 'none', 'list']),
  network_list: buildTextInput(0, MAX_NETWORKS_CHARS),
});

export const siteValue = v.variant('part', [
  v.object({ part: v.literal('about'), ...document }),
  v.object({ part: v.literal('terms'), ...document }),
  v.object({ part: v.literal('faq'), questions: v.pipe(v.array(question), v.maxLength(MAX_QUESTIONS)) }),
  house,
  brand,
  siteFlags,
]);
export type SiteValue = v.InferOutput<typeof siteValue>;
export const SITE_PARTS = [
  'about',
  'faq',
  'terms',
  'house',
  'brand',
  'flags',
] as const satisfies readonly SiteValue['part'][];
export type SitePart = (typeof SITE_PARTS)[number];
/** Parts with a page of their own. */
export const TEXT_PARTS = ['about', 'faq', 'terms'] as const;

const stored = {
  rev: v.number(),
  /** '' for the built-in version. */
  operator: v.string(),
  reason: v.string(),
  /** 0 for the built-in version. */
  created_at: v.number(),
};
const siteVersion = v.object({ ...stored, value: siteValue });
export type SiteVersion = v.InferOutput<typeof siteVersion>;

const part = v.picklist(SITE_PARTS);
const rev = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1_000_000));

export const getSiteText = defineCall({
  name: 'getSiteText',
  method: 'GET',
  path: '/site/texts/:part',
  summary: 'A text of the site in Markdown, as it is now; of the terms also an earlier version. Version 0 is built in.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: v.object({ part: v.picklist(TEXT_PARTS), version: v.optional(idInput) }),
  output: v.object({ data: v.object({ rev: v.number(), created_at: v.number(), value: siteValue }) }),
});

export const getSitePart = defineCall({
  name: 'getSitePart',
  method: 'GET',
  path: '/operator/site/:part',
  summary: 'A part of the texts of the site as it is now, or a version of it.',
  access: { caller: 'operator', permission: 'site.read' },
  input: v.object({ part, version: v.optional(idInput) }),
  output: v.object({ data: siteVersion }),
});

export const listSiteVersions = defineCall({
  name: 'listSiteVersions',
  method: 'GET',
  path: '/operator/site/:part/versions',
  summary: 'Versions of a part, the newest first, 20 a page. `before`: older than that version.',
  access: { caller: 'operator', permission: 'site.read' },
  input: v.object({ part, before: v.optional(idInput) }),
  output: v.object({ data: v.array(v.object(stored)), next: v.nullable(v.number()) }),
});

export const saveSitePart = defineCall({
  name: 'saveSitePart',
  method: 'POST',
  path: '/operator/site',
  summary: 'Makes a version of a part. `rev` is that of the version that was read.',
  access: { caller: 'operator', permission: 'site.write' },
  input: v.object({ value: siteValue, rev, reason }),
  output: v.object({ data: siteVersion }),
});

export const uploadSiteLogo = defineCall({
  name: 'uploadSiteLogo',
  method: 'POST',
  path: '/operator/site/logo',
  summary:
    'Stores a picture for the logo of the site, by the checks of lettering of titles: PNG or WebP of at most 20 MB. A save of the brand shows it.',
  access: { caller: 'operator', permission: 'site.write' },
  upload: MAX_PICTURE_BYTES,
  input: empty,
  output: v.object({ data: v.object({ art: v.string(), ratio: v.number() }) }),
});

export const restoreSitePart = defineCall({
  name: 'restoreSitePart',
  method: 'POST',
  path: '/operator/site/:part/restore',
  summary: 'Makes a version of a part with the text of an earlier one; 0: the built-in text.',
  access: { caller: 'operator', permission: 'site.write' },
  input: v.object({ part, version: idInput, rev, reason }),
  output: v.object({ data: siteVersion }),
});

const acceptance = v.object({
  user_id: v.number(),
  version: v.number(),
  accepted_at: v.number(),
  /** The page of the login said so; false: it was in force at the sign-up. */
  asked: v.boolean(),
});

export const listTermsAcceptances = defineCall({
  name: 'listTermsAcceptances',
  method: 'GET',
  path: '/operator/terms-acceptances',
  summary: 'Who accepted a version of the terms and when, the newest first, 50 a page; or all versions of one account.',
  access: { caller: 'operator', permission: 'people.read' },
  input: v.object({
    version: v.optional(idInput),
    user: v.optional(idInput),
    before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}\.\d{1,12}$/))),
  }),
  output: v.object({ data: v.array(acceptance), next: v.nullable(v.string()) }),
});
