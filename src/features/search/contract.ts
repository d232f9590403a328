import * as v from 'valibot';
import { SEARCH_TYPES } from './query/doc-id.ts';
import { SENTENCE_TYPES } from './query/sentence-words.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { pageInput, pageMeta } from '../titles/contract/shapes.ts';

/** Spec 3.10. */
const searchResult = v.object({
  type: v.string(),
  id: v.number(),
  /** The path segment of a genre, channel or magazine, which have no id in theirs. */
  slug: v.nullable(v.string()),
  name_fa: v.string(),
  name_en: v.string(),
  year: v.nullable(v.number()),
  iranian: v.boolean(),
  art: v.nullable(v.string()),
  art_en: v.nullish(v.string()),
  near: v.optional(v.boolean()), // A similar spelling, among results of the typed one
});
export type SearchResult = v.InferOutput<typeof searchResult>;

/** A part of an understood sentence. `without` is the query less the part's words. */
const understoodPart = v.variant('part', [
  v.object({ part: v.literal('type'), type: v.picklist(SENTENCE_TYPES), without: v.string() }),
  v.object({
    ...{ part: v.literal('genre'), key: v.string(), label_fa: v.string(), label_en: v.string(), without: v.string() },
  }),
  /** Gregorian years; null is open. `jalali`: typed as Jalali years. */
  v.object({
    ...{ part: v.literal('years'), from: v.nullable(v.number()), to: v.nullable(v.number()) },
    ...{ jalali: v.boolean(), without: v.string() },
  }),
  v.object({ part: v.literal('origin'), iranian: v.boolean(), without: v.string() }),
  v.object({
    ...{ part: v.literal('person'), id: v.number(), name_fa: v.string(), name_en: v.string(), without: v.string() },
  }),
  v.object({ part: v.literal('text'), text: v.string(), without: v.string() }),
]);
export type UnderstoodPart = v.InferOutput<typeof understoodPart>;

const query = v.pipe(v.string(), v.maxLength(2000));

export const quickSearch = defineCall({
  name: 'quickSearch',
  method: 'GET',
  path: '/ghost/get/getSearchQuick',
  summary: 'Suggestions while typing (spec 7.11); fewer than three letters find nothing.',
  access: { caller: 'anyone', session: 'none', kids: 'allowed', answer: 'public', database: 'replica' },
  input: v.object({ query }),
  output: v.object({ data: v.array(searchResult) }),
});

export const search = defineCall({
  name: 'search',
  method: 'GET',
  path: '/search',
  summary: 'Results by page with a count for each kind; similar and popular names where nothing is found.',
  access: { caller: 'anyone', session: 'none', kids: 'allowed', answer: 'public', database: 'replica' },
  input: v.object({
    query,
    type: v.optional(v.picklist(SEARCH_TYPES)),
    /** 1 searches for the words themselves, not for a sentence. */
    literal: v.optional(v.picklist(['0', '1']), '0'),
    page: pageInput,
  }),
  output: v.object({
    data: v.array(searchResult),
    counts: v.record(v.string(), v.number()),
    suggestion: v.nullable(v.string()), // «Did you mean»: set if only the corrected query has results
    terms: v.array(v.string()), // Folded words, for highlighting
    similar: v.optional(v.array(searchResult), []), // Where nothing is found: names with a word like a typed one
    popular: v.array(searchResult),
    /** The filter that the query was understood as; empty for a plain search. */
    understood: v.optional(v.array(understoodPart), []),
    meta: pageMeta,
  }),
});
