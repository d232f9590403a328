import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { card, empty, idInput } from '../titles/contract/shapes.ts';

/** Spec 3.15. Times are epoch seconds, the ticket is toman before VAT. */
const screening = v.object({
  id: v.number(),
  starts_at: v.number(),
  ends_at: v.number(),
  /** Validity of a ticket, from the beginning or the purchase, whichever is later. */
  hours: v.number(),
  toman: v.number(),
  seats_left: v.nullable(v.number()),
  title: v.object({
    ...card.entries,
    backdrop: v.nullable(v.string()),
    synopsis_fa: v.string(),
    synopsis_en: v.string(),
  }),
});
export type Screening = v.InferOutput<typeof screening>;

export const listScreenings = defineCall({
  name: 'listScreenings',
  method: 'GET',
  path: '/screenings',
  summary: 'Online screenings that have not ended, the first to end first.',
  access: { caller: 'anyone', session: 'current', kids: 'refused', answer: 'public', database: 'primary' },
  input: empty,
  output: v.object({ data: v.array(screening) }),
});

export const getScreening = defineCall({
  name: 'getScreening',
  method: 'GET',
  path: '/screenings/:id',
  summary: 'One online screening, also one that has ended.',
  access: { caller: 'anyone', session: 'current', kids: 'refused', answer: 'public', database: 'primary' },
  input: v.object({ id: idInput }),
  output: v.object({ data: screening, now: v.number() }),
});
