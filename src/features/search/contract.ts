import * as v from 'valibot';
import { SEARCH_TYPES } from './query/doc-id.ts';
import { SENTENCE_TYPES } from './query/sentence-words.ts';
import { defineCall } from '../../platform/http/call.ts';
import { pageInput, pageMeta } from '../titles/contract/shapes.ts';

/** Spec 3.10: `type` is movie, series, video or another such as person; the rest is what the box shows. */
export const searchResult = v.object({
  type: v.string(),
  id: v.number(),
  /** What its address is made of where that is not the id: of a genre, a channel, a magazine. */
  slug: v.nullable(v.string()),
  name_fa: v.string(),
  name_en: v.string(),
  year: v.nullable(v.number()),
  iranian: v.boolean(),
  art: v.nullable(v.string()),
  /** It is not what was typed but spelt nearly so, among others that are. */
  near: v.optional(v.boolean()),
});
export type SearchResult = v.InferOutput<typeof searchResult>;

/** What a part of a sentence was understood as. `without` is the query less the words of the part. */
const understoodPart = v.variant('part', [
  v.object({ part: v.literal('type'), type: v.picklist(SENTENCE_TYPES), without: v.string() }),
  v.object({
    ...{ part: v.literal('genre'), key: v.string(), label_fa: v.string(), label_en: v.string(), without: v.string() },
  }),
  /** Gregorian years as titles have them, null where open; `jalali` where they were given as Jalali ones. */
  v.object({
    ...{ part: v.literal('years'), from: v.nullable(v.number()), to: v.nullable(v.number()) },
    ...{ jalali: v.boolean(), without: v.string() },
  }),
  v.object({ part: v.literal('origin'), iranian: v.boolean(), without: v.string() }),
  v.object({
    ...{ part: v.literal('person'), id: v.number(), name_fa: v.string(), name_en: v.string(), without: v.string() },
  }),
  /** Words of a title. */
  v.object({ part: v.literal('text'), text: v.string(), without: v.string() }),
]);
export type UnderstoodPart = v.InferOutput<typeof understoodPart>;

const query = v.pipe(v.string(), v.maxLength(2000));

/** Spec 7.11. */
export const quickSearch = defineCall({
  name: 'quickSearch',
  method: 'GET',
  path: '/ghost/get/getSearchQuick',
  summary: 'Suggestions while typing (spec 7.11); fewer than three letters find nothing.',
  input: v.object({ query }),
  output: v.object({ data: v.array(searchResult) }),
});

export const search = defineCall({
  name: 'search',
  method: 'GET',
  path: '/search',
  summary: 'Results by page with a count for each kind; popular titles where nothing is found.',
  input: v.object({
    query,
    type: v.optional(v.picklist(SEARCH_TYPES)),
    /** 1 searches for the words as they are: no sentence is understood. */
    literal: v.optional(v.picklist(['0', '1']), '0'),
    page: pageInput,
  }),
  output: v.object({
    data: v.array(searchResult),
    counts: v.record(v.string(), v.number()),
    /** «Did you mean», where what was typed is found nowhere but what it was meant for is. */
    suggestion: v.nullable(v.string()),
    /** The folded words that were found, for highlighting. */
    terms: v.array(v.string()),
    popular: v.array(searchResult),
    /** The filter that the query was understood as, in parts; empty where it was searched for as it is. */
    understood: v.optional(v.array(understoodPart), []),
    meta: pageMeta,
  }),
});
