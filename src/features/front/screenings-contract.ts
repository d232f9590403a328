import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { frontTitle, revision, revInput, titleIdInput } from './contract.ts';
import { momentInput } from './front-windows.ts';

/** Screenings in the desk. Epoch seconds; toman before VAT. */

export const MAX_TICKET_HOURS = 30 * 24;
export const MIN_TICKET_TOMAN = 1000;
export const MAX_TICKET_TOMAN = 10_000_000;
export const MAX_CAPACITY = 1_000_000;

const facts = {
  title_id: titleIdInput,
  starts_at: momentInput,
  ends_at: momentInput,
  /** Validity of a ticket, from the beginning or the purchase, whichever is later. */
  hours: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_TICKET_HOURS)),
  toman: v.pipe(v.number(), v.safeInteger(), v.minValue(MIN_TICKET_TOMAN), v.maxValue(MAX_TICKET_TOMAN)),
  /** People; null: any number. */
  capacity: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_CAPACITY))),
};
export type ScreeningFacts = v.InferOutput<v.ObjectSchema<typeof facts, undefined>>;

const listedScreening = v.object({
  id: v.number(),
  title_id: v.number(),
  starts_at: v.number(),
  ends_at: v.number(),
  hours: v.number(),
  toman: v.number(),
  hidden: v.boolean(),
  /** Tickets that were sold and not given back. */
  tickets: v.number(),
  capacity: v.nullable(v.number()),
  /** People who have a ticket or are paying for one. */
  seats: v.number(),
  title: v.nullable(frontTitle),
});
export type ListedScreening = v.InferOutput<typeof listedScreening>;

export const listDeskScreenings = defineCall({
  name: 'listDeskScreenings',
  method: 'GET',
  path: '/operator/front/screenings',
  summary: 'Screenings, hidden and ended ones too, the newest number first, 50 a page, with their tickets.',
  access: { caller: 'operator', permission: 'front.read' },
  /** The id that the page before ended with. */
  input: v.object({ before: v.optional(v.pipe(idInput, v.minValue(1))) }),
  output: v.object({ data: v.array(listedScreening), next: v.nullable(v.number()) }),
});

const deskScreening = v.object({ ...listedScreening.entries, ...revision });
export type DeskScreening = v.InferOutput<typeof deskScreening>;

export const getDeskScreening = defineCall({
  name: 'getDeskScreening',
  method: 'GET',
  path: '/operator/front/screenings/:id',
  summary: 'A screening with its tickets and the newest 20 changes.',
  access: { caller: 'operator', permission: 'front.read' },
  input: v.object({ id: idInput }),
  output: v.object({ data: deskScreening }),
});

export const createScreening = defineCall({
  name: 'createScreening',
  method: 'POST',
  path: '/operator/front/screenings',
  summary:
    'Makes a screening, on sale at once; the same facts again are the same one, others of its title and time are refused.',
  access: { caller: 'operator', permission: 'tickets.write' },
  input: v.object(facts),
  output: v.object({ data: v.object({ id: v.number() }) }),
});

export const saveScreening = defineCall({
  name: 'saveScreening',
  method: 'POST',
  path: '/operator/front/screenings/:id',
  summary:
    'Writes a screening; refused where somebody changed it after `rev`. With tickets it keeps its title, ends no earlier, and begins no later; its seats are never fewer than the people who are in.',
  access: { caller: 'operator', permission: 'tickets.write' },
  input: v.object({ id: idInput, rev: revInput, ...facts }),
  output: v.object({ data: deskScreening }),
});

export const hideScreening = defineCall({
  name: 'hideScreening',
  method: 'POST',
  path: '/operator/front/screenings/:id/hide',
  summary: 'Takes a screening from every page and from sale, or shows it again; one with tickets is not hidden.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ id: idInput, rev: revInput, hidden: v.boolean(), reason }),
  output: v.object({ data: deskScreening }),
});
