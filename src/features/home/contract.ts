import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { guestEntitlement } from '../entitlement/contract.ts';
import { listInfo } from '../lists/contract.ts';
import { liveNow } from '../live/contract.ts';
import { pageColumns } from '../titles/title-columns.ts';
import { card, empty, filterEntries, refInput } from '../titles/contract/shapes.ts';

const { available_until, backdrop, focus_x, focus_y, release_date, synopsis_fa, synopsis_en } = pageColumns;
export const slideColumns = { available_until, backdrop, focus_x, focus_y, release_date, synopsis_fa, synopsis_en };
/** Spec 7.25. Literally `data.data.sliders` and `data.data.live`. */
const slide = v.object({
  ...card.entries,
  ...slideColumns,
  release_date: v.nullish(v.string()),
  offer: v.optional(guestEntitlement), // Absent where it is unknown
});
export type Slide = v.InferOutput<typeof slide>;

export const getSlider = defineCall({
  name: 'getSlider',
  method: 'GET',
  path: '/get/slider',
  summary: 'The hero slides and what is live now; the filter string is the query (spec 7.25).',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: v.object({ ...filterEntries, ref: refInput, flag: v.optional(v.string()) }),
  output: v.object({ data: v.object({ data: v.object({ sliders: v.array(slide), live: v.array(liveNow) }) }) }),
});

/** Spec 7.22. */
export const getDiscover = defineCall({
  name: 'getDiscover',
  method: 'GET',
  path: '/get/discover',
  summary: 'The home feed: rails in their order (spec 7.22).',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: empty,
  output: v.object({
    data: v.object({ data: v.array(v.object({ ...listInfo.entries, items: v.array(card) })) }),
  }),
});
