import * as v from 'valibot';
import { SEARCH_TYPES } from '../domain/search/doc-id.ts';
import { defineCall } from './call.ts';
import { pageInput, pageMeta } from './shapes.ts';

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
});
export type SearchResult = v.InferOutput<typeof searchResult>;

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
  input: v.object({ query, type: v.optional(v.picklist(SEARCH_TYPES)), page: pageInput }),
  output: v.object({
    data: v.array(searchResult),
    counts: v.record(v.string(), v.number()),
    /** «Did you mean», where what was typed is found nowhere but what it was meant for is. */
    suggestion: v.nullable(v.string()),
    /** The folded words that were found, for highlighting. */
    terms: v.array(v.string()),
    popular: v.array(searchResult),
    meta: pageMeta,
  }),
});
