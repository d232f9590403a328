import * as v from 'valibot';
import { defineCall, type Output } from '../../platform/http/calls/call.ts';

/** Toman, seconds, milliseconds (the median of `start`); `people`: the most at once; `stalled`: per mille of the time. */
export const FIGURES = [
  'plays',
  'played',
  'people',
  'signups',
  'revenue',
  'refunds',
  'failed',
  'ended',
  'start',
  'stalled',
  'sms',
  'sms_failed',
  'empty_searches',
] as const;
export type FigureName = (typeof FIGURES)[number];

const hours = v.array(v.nullable(v.number()));

/** `part`: a bank's method, or the number of a network (0: any other); empty: all. Null: unknown. */
const figure = v.object({
  figure: v.picklist(FIGURES),
  part: v.string(),
  today: v.nullable(v.number()),
  before: v.nullable(v.number()),
  hours,
  hours_before: hours,
});
export type Figure = v.InferOutput<typeof figure>;

export const getFigures = defineCall({
  name: 'getFigures',
  method: 'GET',
  path: '/operator/figures',
  summary: 'Today beside the same day of last week, by hours in Tehran; sums to the last whole hour of today.',
  access: { caller: 'operator', permission: 'figures.read' },
  input: v.object({}),
  output: v.object({
    data: v.object({
      day: v.string(),
      day_before: v.string(),
      hour: v.number(),
      counted_at: v.nullable(v.number()),
      watching: v.number(),
      figures: v.array(figure),
      /** Subscriptions that ran at the beginning of the day's first counted hour. Null: unknown. */
      running: v.object({ today: v.nullable(v.number()), before: v.nullable(v.number()) }),
      /** Without a result in seven days, folded, the most frequent first. */
      queries: v.array(v.object({ query: v.string(), searches: v.number() })),
    }),
  }),
});
export type Figures = Output<typeof getFigures>['data'];
