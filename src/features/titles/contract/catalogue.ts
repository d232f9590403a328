import * as v from 'valibot';
import { SORTS } from '../browse.ts';
import { guestEntitlement } from '../../entitlement/contract.ts';
import { TITLE_KINDS } from '../../../platform/kinds.ts';
import { defineCall } from '../../../platform/http/calls/call.ts';
import { cardColumns, pageColumns } from '../title-columns.ts';
import { card, empty, filterEntries, genre, idInput, pageInput, pageMeta, personCard } from './shapes.ts';

const credit = v.object({
  ...personCard.entries,
  job: v.string(),
  role_fa: v.nullable(v.string()),
  role_en: v.nullable(v.string()),
});
const { id, name_fa, name_en, minutes, release } = cardColumns;
const { synopsis_fa, synopsis_en, release_date, still } = pageColumns;
const episode = v.object({
  ...{ id, number: v.number(), name_fa, name_en, minutes, release },
  ...{ synopsis_fa, synopsis_en, release_date, still },
  downloads: v.optional(v.boolean(), false), // It has files to buy
});
const season = v.object({
  number: v.number(),
  year: v.number(), // Of the season, else of its first episode; 0 if unknown
  name_fa: v.nullable(v.string()),
  name_en: v.nullable(v.string()),
  episodes: v.array(episode),
});

/** Why a related title is near: the director or actor of both; null for a shared genre. */
const related = v.object({
  ...card.entries,
  shared: v.nullable(v.object({ job: v.picklist(['director', 'actor']), name_fa, name_en })),
});

/** An episode has the genres, cast and art of its series, and its synopsis where it has none of its own. */
const titleDetails = v.object({
  ...card.entries,
  ...pageColumns,
  countries: v.array(v.string()),
  languages: v.array(v.string()),
  genres: v.array(genre),
  cast: v.array(credit),
  crew: v.array(credit),
  seasons: v.array(season),
  series: v.nullable(v.object({ id: v.number(), name_fa: v.string(), name_en: v.string() })),
  previous_id: v.nullable(v.number()),
  next_id: v.nullable(v.number()),
  related: v.array(related),
  stills: v.array(v.string()), // Keys of pictures
  social: v.nullish(v.string()), // Keys the picture beside a link, where an editor cut one
  has_trailer: v.boolean(),
  /** It plays on some networks alone; `available_countries` has the countries. */
  has_networks: v.optional(v.boolean()),
  /** Of the video, or of all videos of a series. */
  sounds: v.array(v.string()),
  subtitles: v.array(v.string()),
  height: v.nullable(v.number()), // Pixels of the best rendition
  /** The page has a video, for a viewer with an entitlement. */
  watchable: v.boolean(),
  /** Seconds of the video. */
  chapters: v.array(v.object({ starts: v.number(), ends: v.number(), name_fa: v.string(), name_en: v.string() })),
  /** Toman a month with VAT of the plan that costs the least so; a provider does not give it. */
  plan_month: v.nullish(v.number()),
  /** Epoch seconds at which another price of a plan begins. */
  plan_until: v.optional(v.number()),
  is_named: v.optional(v.boolean()), // False: the name is made of the kind and the id
  offer: guestEntitlement,
});
export type TitleDetails = v.InferOutput<typeof titleDetails>;
export type Credit = v.InferOutput<typeof credit>;
export type Season = v.InferOutput<typeof season>;
export type Related = v.InferOutput<typeof related>;

export const getTitle = defineCall({
  name: 'getTitle',
  method: 'GET',
  path: '/titles/:kind/:id',
  summary: 'One title with its facts, people, seasons and related titles.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: v.object({ kind: v.picklist(TITLE_KINDS), id: idInput }),
  output: v.object({ data: titleDetails }),
});

/** For /show/:id, which names a title by its id alone. */
export const getTitleKind = defineCall({
  name: 'getTitleKind',
  method: 'GET',
  path: '/title-kinds/:id',
  summary: 'The kind of the title with this id.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: v.object({ id: idInput }),
  output: v.object({ data: v.object({ kind: v.picklist(TITLE_KINDS) }) }),
});

export const listTitles = defineCall({
  name: 'listTitles',
  method: 'GET',
  path: '/titles',
  summary: 'A page of titles by kind, genre, list and filter (spec 3.17).',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: v.object({
    ...filterEntries,
    kind: v.optional(v.picklist(TITLE_KINDS)),
    genre: v.optional(v.pipe(v.string(), v.maxLength(40))),
    list: v.optional(v.pipe(v.string(), v.maxLength(40))),
    downloads: v.optional(v.picklist(['0', '1']), '0'), // 1: only titles that are out and have files to download
    /** Default: a list in its editor's order, everything else newest first. */
    sort: v.optional(v.picklist(SORTS)),
    page: pageInput,
  }),
  output: v.object({ data: v.array(card), meta: pageMeta }),
});

/** Spec 7.09. Labels are in the language of Accept-Language. */
export const getGenres = defineCall({
  name: 'getGenres',
  method: 'GET',
  path: '/genres',
  summary: 'Genres: a map from key to label (spec 3.09, 7.09).',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: empty,
  output: v.record(v.string(), v.string()),
});

export const getGenreArt = defineCall({
  name: 'getGenreArt',
  method: 'GET',
  path: '/genre-art',
  summary: 'A picture for each genre that has one.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: empty,
  output: v.object({ data: v.record(v.string(), v.string()) }),
});

export const getFacets = defineCall({
  name: 'getFacets',
  method: 'GET',
  path: '/facets',
  summary: 'The countries and languages that the catalogue has, as codes, for the filter of spec 3.17.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: empty,
  output: v.object({ countries: v.array(v.string()), languages: v.array(v.string()) }),
});

const childCategory = v.object({
  category_id: v.number(),
  cat_id: v.string(),
  persian_name: v.string(),
  english_name: v.string(),
});
export const getCategories = defineCall({
  name: 'getCategories',
  method: 'GET',
  path: '/ghost/getCategories',
  summary: 'The category tree, two levels (spec 3.07, 7.08).',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: empty,
  output: v.array(v.object({ ...childCategory.entries, child_categories: v.array(childCategory) })),
});

export const getCategory = defineCall({
  name: 'getCategory',
  method: 'GET',
  path: '/categories/:slug',
  summary: 'One category by its slug (spec 2.11) with a page of its titles by filter (spec 3.17), newest first.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: v.object({
    ...filterEntries,
    slug: v.pipe(v.string(), v.maxLength(60)),
    sort: v.optional(v.picklist(SORTS)),
    page: pageInput,
  }),
  output: v.object({ category: childCategory, data: v.array(card), meta: pageMeta }),
});
