import * as v from 'valibot';
import { defineCall } from './call.ts';
import { pageInput, pageMeta } from './shapes.ts';

/** Spec 3.10: `type` is movie, series, video or another such as person; the rest is what the box shows. */
export const searchResult = v.object({
  type: v.string(),
  id: v.number(),
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
  input: v.object({ query, type: v.optional(v.picklist(['movie', 'series', 'video', 'person'])), page: pageInput }),
  output: v.object({
    data: v.array(searchResult),
    counts: v.record(v.string(), v.number()),
    popular: v.array(searchResult),
    meta: pageMeta,
  }),
});
